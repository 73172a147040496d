package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.FeatureState;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.TableFeatures;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.log.VersionTime;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.internal.layout.LogFile;
import io.github.deltamaint.log.storage.FileStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;

/**
 * When the versions of a table were made: from {@code inCommitTimestamp} since the version that the table names, else from the
 * modification time of the commit's file, made increasing by a millisecond where it is not.
 *
 * @param reader reads commits
 * @param recorded whether commits record their time at all
 * @param recordedSince the first version that does
 * @param recordedSinceMillis the time of that version, or the smallest number if it is the first of the table
 */
record CommitTimes(LogReader reader, boolean recorded, long recordedSince, long recordedSinceMillis) {

    static CommitTimes of(LogReader reader, TableFeatures features, TableProperties properties) {
        if (features.state("inCommitTimestamp") != FeatureState.ACTIVE) {
            return new CommitTimes(reader, false, Long.MAX_VALUE, Long.MAX_VALUE);
        }
        try {
            return properties
                    .inCommitTimestampEnablement()
                    .map(since -> new CommitTimes(reader, true, since.version(), since.timestampMillis()))
                    .orElseGet(() -> new CommitTimes(reader, true, 0, Long.MIN_VALUE));
        } catch (InvalidPropertyException e) {
            throw reader.invalid(e);
        }
    }

    /** Whether the commit of a version records its time. */
    boolean isRecorded(long version) {
        return recorded && version >= recordedSince;
    }

    /** The time that a commit records, in milliseconds since 1970; it has to be in the first line. */
    long recordedTime(LogFile commit) {
        return recordedTime(commit.status(), commit.name().version());
    }

    /** As {@link #recordedTime(LogFile)}. */
    long recordedTime(FileStatus commit, long version) {
        try (LogReader.Actions actions = reader.actions(commit, version, EnumSet.allOf(ActionKind.class), false)) {
            Action first = actions.hasNext() ? actions.next() : null;
            if (first instanceof CommitInfo info && info.inCommitTimestamp().isPresent()) {
                return info.inCommitTimestamp().getAsLong();
            }
        }
        throw reader.corrupt(
                commit.path(),
                version,
                "does not begin with a commitInfo that has an inCommitTimestamp, though the table has in-commit timestamps",
                null);
    }

    /** The time of every version among commits in ascending order. */
    List<VersionTime> of(List<LogFile> commits) {
        List<VersionTime> times = new ArrayList<>(commits.size());
        long previous = Long.MIN_VALUE;
        for (LogFile commit : commits) {
            long version = commit.name().version();
            long time;
            if (isRecorded(version)) {
                time = recordedTime(commit);
            } else {
                time = increasing(commit.status().modificationTimeMillis(), previous);
                previous = time;
            }
            times.add(new VersionTime(version, Instant.ofEpochMilli(time)));
        }
        return times;
    }

    private static long increasing(long time, long previous) {
        return previous == Long.MIN_VALUE ? time : Math.max(time, previous + 1);
    }

    /**
     * The position of the newest commit made at or before a time; empty if all are younger. Commits that record their time are searched by halving,
     * so few are read.
     */
    OptionalInt newestAt(List<LogFile> commits, Instant time) {
        int firstRecorded = 0;
        while (firstRecorded < commits.size()
                && !isRecorded(commits.get(firstRecorded).name().version())) {
            firstRecorded++;
        }
        long millis = time.toEpochMilli();
        if (firstRecorded < commits.size() && millis >= recordedSinceMillis) {
            int found = newestRecorded(commits, firstRecorded, millis);
            if (found >= firstRecorded || firstRecorded == 0) {
                return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
            }
        }
        int newest = -1;
        List<VersionTime> times = of(commits.subList(0, firstRecorded));
        for (int i = 0; i < times.size(); i++) {
            if (!times.get(i).timestamp().isAfter(time)) {
                newest = i;
            }
        }
        return newest < 0 ? OptionalInt.empty() : OptionalInt.of(newest);
    }

    /** The last position from {@code first} on whose time is at most {@code millis}; the one before {@code first} if none is. */
    private int newestRecorded(List<LogFile> commits, int first, long millis) {
        int low = first - 1;
        int high = commits.size() - 1;
        while (low < high) {
            int middle = low + (high - low + 1) / 2;
            if (recordedTime(commits.get(middle)) <= millis) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Names the table in messages. */
    TablePath table() {
        return reader.table();
    }
}
