package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.LogCoverage;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.log.internal.layout.LogFile;
import io.github.deltamaint.log.internal.layout.LogFileName;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;

/** What a listing of the log says about versions. */
final class ListedLog implements LogCoverage {
    private final List<LogFile> commits;
    private final List<Long> versions;
    private final NavigableSet<Long> checkpoints;
    private final CommitTimes times;

    ListedLog(List<LogFile> files, CommitTimes times) {
        this.times = times;
        this.commits = files.stream()
                .filter(file -> file.name().kind() == LogFileName.Kind.COMMIT)
                .toList();
        this.versions = commits.stream().map(file -> file.name().version()).toList();
        NavigableSet<Long> complete = new TreeSet<>();
        CheckpointCandidate.among(files).forEach(candidate -> complete.add(candidate.version()));
        this.checkpoints = Collections.unmodifiableNavigableSet(complete);
    }

    @Override
    public List<Long> commits() {
        return versions;
    }

    @Override
    public NavigableSet<Long> checkpoints() {
        return checkpoints;
    }

    @Override
    public OptionalLong firstVersion() {
        if (!versions.isEmpty() && versions.get(0) == 0) {
            return OptionalLong.of(0);
        }
        return checkpoints.isEmpty() ? OptionalLong.empty() : OptionalLong.of(checkpoints.first());
    }

    @Override
    public boolean canRebuild(long version) {
        if (checkpoints.contains(version)) {
            return true;
        }
        int position = Collections.binarySearch(versions, version);
        for (long expected = version; position >= 0 && versions.get(position) == expected; position--, expected--) {
            if (expected == 0 || checkpoints.contains(expected - 1)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public OptionalLong newestAt(Instant time) {
        OptionalInt position = times.newestAt(commits, time);
        return position.isPresent() ? OptionalLong.of(versions.get(position.getAsInt())) : OptionalLong.empty();
    }
}
