package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.util.List;
import java.util.Optional;

/**
 * How the tables below a root are.
 *
 * @param root the root
 * @param tables every table, sorted by path
 * @param healthy how many of them are well
 * @param sick how many have a finding worse than a note
 * @param failed how many could not be looked at
 * @param files the files of all
 * @param size the size of all
 */
public record LakehouseHealth(
        String root, List<Entry> tables, int healthy, int sick, int failed, long files, DataSize size) {

    /** Copies the list. */
    public LakehouseHealth {
        tables = List.copyOf(tables);
    }

    /**
     * A table: either its health, or why it could not be looked at.
     *
     * @param table the path below the root
     * @param health its health
     * @param failure why there is none
     */
    public record Entry(String table, Optional<TableHealth> health, Optional<TableFailure> failure) {}
}
