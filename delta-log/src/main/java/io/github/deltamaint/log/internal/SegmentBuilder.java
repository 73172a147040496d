package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.internal.layout.LogFile;
import io.github.deltamaint.log.internal.layout.LogFileName;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the files that make up a version from those in the log: the newest complete checkpoint, and every commit after it without
 * a gap. A gap, or a missing beginning, is an error, never a smaller table.
 */
final class SegmentBuilder {
    private final LogReader reader;
    private final LogDirectory directory;
    private final Set<FileStatus> unreadable;
    private final boolean withCompactions;

    /**
     * Begins.
     *
     * @param unreadable checkpoint files that turned out damaged
     * @param withCompactions whether log compactions may stand for the commits that they cover
     */
    SegmentBuilder(LogReader reader, LogDirectory directory, Set<FileStatus> unreadable, boolean withCompactions) {
        this.reader = reader;
        this.directory = directory;
        this.unreadable = unreadable;
        this.withCompactions = withCompactions;
    }

    /** The files of a version; of the latest if none is given. */
    Segment build(OptionalLong target) {
        for (int listings = 1; ; listings++) {
            try {
                return list(target);
            } catch (CorruptTableException e) {
                // A directory that is listed while others write to it may show a file and not one that was there
                // before.
                if (listings == LogDirectory.LISTINGS || !isThere(e.file())) {
                    throw e;
                }
            }
        }
    }

    private boolean isThere(String shownFile) {
        try {
            return reader.storage()
                            .status(StoragePaths.resolve(reader.table().root(), shownFile))
                            .size()
                    >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    private Segment list(OptionalLong target) {
        OptionalLong hint = directory.checkpointHint();
        if (hint.isPresent() && hint.getAsLong() <= target.orElse(Long.MAX_VALUE)) {
            long last = target.orElse(Long.MAX_VALUE);
            List<LogFile> files = upTo(directory.list(hint.getAsLong(), last), target);
            // Without a checkpoint the listing is only the end of the log: the hint was wrong.
            CheckpointCandidate checkpoint = newestReadable(files);
            if (checkpoint != null && reaches(files, target)) {
                return segment(files, checkpoint, target);
            }
        }
        List<LogFile> files = upTo(directory.list(0, target.orElse(Long.MAX_VALUE)), target);
        if (!reaches(files, target) || latest(files).isEmpty()) {
            throw absent(target);
        }
        return segment(files, newestReadable(files), target);
    }

    private static List<LogFile> upTo(List<LogFile> files, OptionalLong target) {
        if (target.isEmpty()) {
            return files;
        }
        return files.stream()
                .filter(file -> file.name().endVersion() <= target.getAsLong())
                .toList();
    }

    private @Nullable CheckpointCandidate newestReadable(List<LogFile> files) {
        for (CheckpointCandidate candidate : CheckpointCandidate.among(files)) {
            if (candidate.files().stream().noneMatch(unreadable::contains)) {
                return candidate;
            }
        }
        return null;
    }

    private static boolean reaches(List<LogFile> files, OptionalLong target) {
        return target.isEmpty() || latest(files).orElse(-1) == target.getAsLong();
    }

    /** The newest version that a commit or a complete checkpoint makes. */
    private static OptionalLong latest(List<LogFile> files) {
        long latest = -1;
        for (LogFile file : files) {
            if (file.name().kind() == LogFileName.Kind.COMMIT) {
                latest = Math.max(latest, file.name().version());
            }
        }
        List<CheckpointCandidate> checkpoints = CheckpointCandidate.among(files);
        if (!checkpoints.isEmpty()) {
            latest = Math.max(latest, checkpoints.get(0).version());
        }
        return latest < 0 ? OptionalLong.empty() : OptionalLong.of(latest);
    }

    /** Why there is no such version: there is no table, or it does not reach so far, or no longer back so far. */
    private RuntimeException absent(OptionalLong target) {
        String table = reader.table().root();
        List<LogFile> all = directory.list(0, Long.MAX_VALUE);
        OptionalLong latest = latest(all);
        if (latest.isEmpty() || target.isEmpty()) {
            return new TableNotFoundException(
                    table,
                    "is not a Delta table: there is no commit and no checkpoint in "
                            + reader.table().logDirectory());
        }
        if (target.getAsLong() < 0 || target.getAsLong() > latest.getAsLong()) {
            return new InvalidOperationException(
                    table, "there is no version " + target.getAsLong() + "; the latest is " + latest.getAsLong());
        }
        return new InvalidOperationException(
                table,
                "version " + target.getAsLong() + " can no longer be read: the log begins with "
                        + all.get(0).status().name());
    }

    private Segment segment(List<LogFile> files, @Nullable CheckpointCandidate checkpoint, OptionalLong target) {
        long covered = checkpoint == null ? -1 : checkpoint.version();
        List<LogFile> commits = files.stream()
                .filter(file -> file.name().kind() == LogFileName.Kind.COMMIT
                        && file.name().version() > covered)
                .toList();
        long version = target.orElse(
                commits.isEmpty()
                        ? covered
                        : commits.get(commits.size() - 1).name().version());
        requireNoGap(commits, covered, version);
        return new Segment(
                version,
                checkpoint,
                withCompactions ? preferCompactions(files, covered, version) : commits,
                commits.stream().map(LogFile::status).toList(),
                commit(files, version));
    }

    private static Optional<FileStatus> commit(List<LogFile> files, long version) {
        return files.stream()
                .filter(file -> file.name().kind() == LogFileName.Kind.COMMIT
                        && file.name().version() == version)
                .map(LogFile::status)
                .findFirst();
    }

    private void requireNoGap(List<LogFile> commits, long covered, long version) {
        long expected = covered + 1;
        for (LogFile commit : commits) {
            if (commit.name().version() != expected) {
                throw gap(expected, covered, version);
            }
            expected++;
        }
        if (expected != version + 1) {
            throw gap(expected, covered, version);
        }
    }

    private CorruptTableException gap(long missing, long covered, long version) {
        String file = reader.shown(directory.path(LogFileName.commit(missing)));
        String start = covered < 0
                ? (unreadable.isEmpty()
                        ? "no complete checkpoint replaces it"
                        : "no readable checkpoint replaces it (damaged: " + shownUnreadable() + ")")
                : "replay begins at the checkpoint of version " + covered;
        return new CorruptTableException(
                reader.table().root(),
                file,
                OptionalLong.of(version),
                file + " is missing, so version " + version + " cannot be rebuilt: " + start,
                null);
    }

    private String shownUnreadable() {
        return String.join(
                ", ",
                unreadable.stream()
                        .map(file -> reader.shown(file.path()))
                        .sorted()
                        .toList());
    }

    /**
     * Replaces commits by the compactions that cover them, as Delta Spark chooses: files are taken in the order of their names, and a compaction when it
     * begins after everything taken so far.
     */
    private static List<LogFile> preferCompactions(List<LogFile> files, long covered, long version) {
        List<LogFile> chosen = new ArrayList<>();
        long end = covered;
        for (LogFile file : files) {
            LogFileName name = file.name();
            boolean isDelta = name.kind() == LogFileName.Kind.COMMIT || name.kind() == LogFileName.Kind.COMPACTION;
            if (isDelta && name.version() > end && name.endVersion() <= version) {
                chosen.add(file);
                end = name.endVersion();
            }
        }
        return chosen;
    }
}
