package io.github.deltamaint;

import java.util.List;

/**
 * What FSCK found. Made by the library; components may be added.
 *
 * @param version the version that was looked at; -1 if the log is so damaged that the latest one cannot be read
 * @param filesChecked how many data files it has
 * @param problems what is wrong, sorted by path
 * @param filesToRemove how many of the files {@link Fsck#execute()} would take out of the table
 */
public record FsckReport(long version, long filesChecked, List<FileProblem> problems, long filesToRemove) {

    /** Copies the list. */
    public FsckReport {
        problems = List.copyOf(problems);
    }

    /** Whether nothing is wrong. */
    public boolean isHealthy() {
        return problems.isEmpty();
    }
}
