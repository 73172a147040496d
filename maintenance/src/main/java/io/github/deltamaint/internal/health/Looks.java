package io.github.deltamaint.internal.health;

import io.github.deltamaint.FileProblem;
import io.github.deltamaint.TableHealth.Stored;
import io.github.deltamaint.TableLayout;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.ChecksumReport;
import io.github.deltamaint.log.LogCleanupPlan;
import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.RetainedHistory;
import io.github.deltamaint.vacuum.VacuumPlan;
import java.util.List;
import java.util.Optional;

/**
 * What was looked at besides the snapshot.
 *
 * @param checksum what the version checksum file says, if there is one
 * @param deep what the files say, if they were asked
 * @param stored what is stored, if that was asked
 */
public record Looks(Optional<ChecksumReport> checksum, Optional<Deep> deep, Optional<Stored> stored) {

    /**
     * What the files say.
     *
     * @param problems what is missing or damaged
     * @param layout what the footers say; empty if some cannot be read
     */
    public record Deep(List<FileProblem> problems, Optional<TableLayout> layout) {
        /** Copies the list. */
        public Deep {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Sums up what is stored.
     *
     * @param cleanup empty if it is refused
     */
    public static Stored sum(VacuumPlan vacuum, Optional<LogCleanupPlan> cleanup, RetainedHistory history) {
        long expired = 0;
        long expiredBytes = 0;
        long orphans = 0;
        long orphanBytes = 0;
        for (Candidate candidate : vacuum.candidates()) {
            switch (candidate.reason()) {
                case TOMBSTONED, EXPIRED_CHANGE_DATA -> {
                    expired++;
                    expiredBytes += candidate.size().bytes();
                }
                case UNREFERENCED -> {
                    orphans++;
                    orphanBytes += candidate.size().bytes();
                }
                case EMPTY_DIRECTORY -> {}
            }
        }
        return new Stored(
                expired,
                new DataSize(expiredBytes),
                orphans,
                new DataSize(orphanBytes),
                cleanup.map(plan -> plan.files().size()).orElse(0),
                cleanup.map(LogCleanupPlan::size).orElse(DataSize.ZERO),
                history);
    }
}
