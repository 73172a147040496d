package io.github.deltamaint.vacuum;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.storage.FailedDelete;
import java.util.List;

/**
 * What became of files in quarantine. Made by the library; components may be added.
 *
 * @param runs the runs that were restored or purged, sorted
 * @param files how many files were put back, or deleted
 * @param size their size together
 * @param failureCount how many could not be; doing it again tries them again
 * @param failures the first of them
 */
public record QuarantineResult(
        List<String> runs, long files, DataSize size, long failureCount, List<FailedDelete> failures) {

    /** Copies the lists. */
    public QuarantineResult {
        runs = List.copyOf(runs);
        failures = List.copyOf(failures);
    }
}
