package io.github.deltamaint;

import java.time.Duration;
import java.util.List;

/**
 * What was done to the tables below a root.
 *
 * @param root the root
 * @param tables every table, sorted by path
 * @param maintained how many were changed
 * @param refused how many are refused
 * @param failed how many failed
 * @param filesRemoved how many files are no longer part of a table
 * @param filesAdded how many took their place
 * @param elapsed how long it took
 */
public record LakehouseReport(
        String root,
        List<TableReport> tables,
        int maintained,
        int refused,
        int failed,
        long filesRemoved,
        long filesAdded,
        Duration elapsed) {

    /** Copies the list. */
    public LakehouseReport {
        tables = List.copyOf(tables);
    }
}
