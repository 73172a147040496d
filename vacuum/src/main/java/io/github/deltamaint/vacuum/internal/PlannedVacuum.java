package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.log.Pin;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.vacuum.KeptFiles;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What planning found.
 *
 * @param snapshot the version that was looked at
 * @param cutoff what was not needed since then may go
 * @param retention the time between the cutoff and the present
 * @param tableRetention the retention that the table asks for
 * @param candidates what may go
 * @param kept what stays
 * @param directories how many directories were looked at, the root included
 * @param listings how many listings of data directories were asked for
 * @param commitsRead how many commits were read one by one
 * @param firstVersion the oldest version that is readable for certain after the vacuum
 * @param pins the pins that are respected
 * @param vacuumedUpTo the newest version all of whose removed files are gone once the vacuum is done; empty if nobody knows
 * @param warnings what the user should know
 */
public record PlannedVacuum(
        Snapshot snapshot,
        Instant cutoff,
        Duration retention,
        Duration tableRetention,
        Candidates candidates,
        List<KeptFiles> kept,
        long directories,
        long listings,
        long commitsRead,
        OptionalLong firstVersion,
        Set<Pin> pins,
        OptionalLong vacuumedUpTo,
        List<String> warnings) {

    /** Copies the collections. */
    public PlannedVacuum {
        kept = List.copyOf(kept);
        pins = Set.copyOf(pins);
        warnings = List.copyOf(warnings);
    }
}
