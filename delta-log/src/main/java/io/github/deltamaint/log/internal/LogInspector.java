package io.github.deltamaint.log.internal;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.LogProblem;
import io.github.deltamaint.log.LogProblem.Kind;
import io.github.deltamaint.log.LogProblem.Repair;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.log.internal.layout.JsonChecksum;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.internal.layout.LogFile;
import io.github.deltamaint.log.internal.layout.LogFileName;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks for damage in a log. Files that vanish while they are looked at were cleaned up by somebody, which is no damage.
 *
 * <p>The newest checkpoint and the commits after it are read to their ends; with {@code deep} all checkpoints and commits are.
 */
final class LogInspector {
    /** What is younger may be what a writer is writing right now. */
    private static final Duration YOUNGEST = Duration.ofDays(1);

    private static final String UUID = "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}";

    /** Names that writers give to files before they are complete: this library, Delta Spark and Hadoop, delta-rs. */
    private static final Pattern TEMPORARY =
            Pattern.compile("\\." + UUID + "\\..+|\\..+\\.tmp(?:\\.crc)?|_commit_.+\\.tmp" + "|\\d{20}\\.json\\." + UUID
                    + "\\.tmp|_last_checkpoint\\." + UUID + "\\.tmp");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final LogReader reader;
    private final LogDirectory directory;
    private final Instant oldEnough;
    private final boolean deep;
    private final Function<Set<FileStatus>, TableLog> without;
    private final Set<FileStatus> damaged = new HashSet<>();
    private final List<LogProblem> problems = new ArrayList<>();

    private boolean replaceable;

    /** How many damaged files there were when it was found out what {@link #replaceable} says. */
    private int knownFor = -1;

    /**
     * Inspects a log.
     *
     * @param without the same log for a reader who knows that these files are damaged
     */
    LogInspector(
            LogReader reader,
            LogDirectory directory,
            Clock clock,
            boolean deep,
            Function<Set<FileStatus>, TableLog> without) {
        this.reader = reader;
        this.directory = directory;
        this.oldEnough = clock.instant().minus(YOUNGEST);
        this.deep = deep;
        this.without = without;
    }

    /** Checkpoint files that turned out damaged. */
    Set<FileStatus> damaged() {
        return damaged;
    }

    List<LogProblem> inspect() {
        List<LogFile> files = directory.list(0, Long.MAX_VALUE);
        List<LogFile> commits = files.stream()
                .filter(file -> file.name().kind() == LogFileName.Kind.COMMIT)
                .toList();
        List<CheckpointCandidate> checkpoints = CheckpointCandidate.among(files);
        incompleteCheckpoints(files, checkpoints);
        checkpoints(checkpoints);
        gaps(commits, checkpoints);
        commits(
                commits,
                newestSound(checkpoints).map(CheckpointCandidate::version).orElse(-1L));
        latest();
        hint(checkpoints);
        checksum(files);
        orphans();
        return List.copyOf(problems);
    }

    private Optional<CheckpointCandidate> newestSound(List<CheckpointCandidate> checkpoints) {
        return checkpoints.stream()
                .filter(candidate -> candidate.files().stream().noneMatch(damaged::contains))
                .findFirst();
    }

    private void add(Kind kind, List<FileStatus> files, String detail, Optional<Repair> repair) {
        problems.add(new LogProblem(
                kind, files.stream().map(file -> reader.shown(file.path())).toList(), detail, repair));
    }

    // --- checkpoints

    /** Parts of a checkpoint of which others are missing, and files without content: readers pass over them. */
    private void incompleteCheckpoints(List<LogFile> files, List<CheckpointCandidate> complete) {
        Set<FileStatus> used = new HashSet<>();
        complete.forEach(candidate -> used.addAll(candidate.files()));
        Map<String, List<FileStatus>> broken = new LinkedHashMap<>();
        for (LogFile file : files) {
            LogFileName name = file.name();
            if (name.isCheckpoint() && !used.contains(file.status()) && isOld(file.status())) {
                broken.computeIfAbsent(name.version() + "/" + name.parts(), key -> new ArrayList<>())
                        .add(file.status());
            }
        }
        broken.values().forEach(parts -> {
            damaged.addAll(parts);
            add(
                    Kind.DAMAGED_CHECKPOINT,
                    parts,
                    "the checkpoint is incomplete: a part is missing or empty; readers pass over it",
                    Optional.of(Repair.MOVE_ASIDE));
        });
    }

    private void checkpoints(List<CheckpointCandidate> checkpoints) {
        for (CheckpointCandidate candidate : checkpoints) {
            if (!deep
                    && newestSound(checkpoints).isPresent()
                    && !candidate.equals(newestSound(checkpoints).get())) {
                continue;
            }
            try {
                checkpoint(candidate);
            } catch (CorruptTableException e) {
                if (!vanished(candidate.files())) {
                    damaged.addAll(candidate.files());
                    boolean isSidecar = e.getCause() instanceof NoSuchFileException
                            && e.file().contains("_sidecars/");
                    add(
                            isSidecar ? Kind.MISSING_SIDECAR : Kind.DAMAGED_CHECKPOINT,
                            candidate.files(),
                            withoutRoot(e) + consequence(candidate),
                            isReplaceable() ? Optional.of(Repair.MOVE_ASIDE) : Optional.empty());
                }
            }
        }
    }

    private String withoutRoot(CorruptTableException e) {
        String message = String.valueOf(e.getMessage());
        String prefix = reader.table().root() + ": ";
        return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    }

    private String consequence(CheckpointCandidate candidate) {
        return isReplaceable()
                ? "; readers that do not try another one fail, the latest version can be read without it"
                : "; the latest version cannot be read without the checkpoint of version " + candidate.version()
                        + ": restore the file from a copy";
    }

    /** Whether the latest version can be read, to its last file, without what is damaged. */
    private boolean isReplaceable() {
        if (knownFor != damaged.size()) {
            try {
                without.apply(damaged).snapshot().forEachActiveFile(FileProjection.WITHOUT_STATS, file -> {});
                replaceable = true;
            } catch (CorruptTableException e) {
                replaceable = false;
            }
            knownFor = damaged.size();
        }
        return replaceable;
    }

    private void checkpoint(CheckpointCandidate candidate) {
        Segment alone = new Segment(candidate.version(), candidate, List.of(), List.of(), Optional.empty());
        Checkpoint opened = Checkpoint.open(reader, candidate);
        if (opened.state().protocol() == null || opened.state().metadata() == null) {
            throw reader.corrupt(
                    candidate.files().get(0).path(), candidate.version(), "has no protocol or no metaData", null);
        }
        ReplayedSnapshot read = without.apply(Set.of()).open(alone);
        read.forEachActiveFile(FileProjection.WITH_STATS, file -> {});
        if (deep) {
            compareWithCommits(candidate, read);
        }
    }

    /** Where all commits since the first one are there, these are the truth. */
    private void compareWithCommits(CheckpointCandidate candidate, ReplayedSnapshot read) {
        Set<FileStatus> all = new HashSet<>();
        CheckpointCandidate.among(directory.list(0, candidate.version())).forEach(other -> all.addAll(other.files()));
        ReplayedSnapshot replayed;
        try {
            replayed = (ReplayedSnapshot) without.apply(all).snapshotAt(candidate.version());
            replayed.counts();
        } catch (CorruptTableException | InvalidOperationException e) {
            return;
        }
        if (!replayed.counts().equals(read.counts())) {
            throw reader.corrupt(
                    candidate.files().get(0).path(),
                    candidate.version(),
                    "has " + read.counts().numFiles() + " files of "
                            + read.counts().sizeInBytes()
                            + " bytes, but the commits before it make "
                            + replayed.counts().numFiles() + " of "
                            + replayed.counts().sizeInBytes(),
                    null);
        }
    }

    private boolean vanished(List<FileStatus> files) {
        return files.stream().anyMatch(file -> status(file.path()).isEmpty());
    }

    private Optional<FileStatus> status(String path) {
        try {
            return Optional.of(reader.storage().status(path));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new StorageException(reader.table().root(), "look for", path, e);
        }
    }

    // --- commits

    private void gaps(List<LogFile> commits, List<CheckpointCandidate> checkpoints) {
        if (commits.isEmpty()) {
            return;
        }
        long expected = commits.get(0).name().version();
        long newest = checkpoints.isEmpty() ? -1 : checkpoints.get(0).version();
        if (newest < expected - 1) {
            gap(newest + 1, expected - 1);
        }
        for (LogFile commit : commits) {
            if (commit.name().version() > expected) {
                gap(expected, commit.name().version() - 1);
            }
            expected = commit.name().version() + 1;
        }
    }

    private void gap(long first, long last) {
        String path = directory.path(LogFileName.commit(first));
        if (status(path).isPresent()) {
            return; // a listing beside a writer
        }
        problems.add(new LogProblem(
                Kind.GAP,
                List.of(reader.shown(path)),
                (first == last
                                ? "the commit of version " + first + " is"
                                : "the commits of versions " + first + " to " + last + " are")
                        + " missing; "
                        + (isReplaceable()
                                ? "the latest version can be read from a checkpoint after that, versions from " + first
                                        + " to that checkpoint cannot"
                                : "no version from " + first + " on can be read: restore the commits from a copy"),
                Optional.empty()));
    }

    private void commits(List<LogFile> commits, long newestCheckpoint) {
        for (LogFile commit : commits) {
            long version = commit.name().version();
            if (!deep && version <= newestCheckpoint) {
                continue;
            }
            try (LogReader.Actions actions =
                    reader.actions(commit.status(), version, EnumSet.allOf(ActionKind.class), true)) {
                while (actions.hasNext()) {
                    actions.next();
                }
            } catch (CorruptTableException e) {
                if (status(commit.status().path()).isPresent()) {
                    add(
                            Kind.UNREADABLE_COMMIT,
                            List.of(commit.status()),
                            withoutRoot(e) + "; "
                                    + (isReplaceable()
                                            ? "the latest version does not need it, versions from " + version
                                                    + " to the next checkpoint do"
                                            : "no version from " + version
                                                    + " on can be read: restore the commit from a copy"),
                            Optional.empty());
                }
            }
        }
    }

    /** What only shows when commits and checkpoint are put together. */
    private void latest() {
        try {
            without.apply(damaged).snapshot().forEachActiveFile(FileProjection.WITHOUT_STATS, file -> {});
        } catch (CorruptTableException e) {
            if (e.getCause() instanceof DuplicateFileException duplicate) {
                problems.add(new LogProblem(
                        Kind.DUPLICATE_FILE,
                        List.of(String.valueOf(duplicate.getMessage())),
                        withoutRoot(e)
                                + ". A writer has changed its deletion vector without removing the old one; take one of the two out with the engine that did it",
                        Optional.empty()));
            }
        }
    }

    // --- files beside them

    private void hint(List<CheckpointCandidate> checkpoints) {
        String path = directory.path(LogDirectory.HINT);
        Optional<FileStatus> status = status(path);
        if (status.isEmpty()) {
            return;
        }
        Optional<CheckpointCandidate> newest = newestSound(checkpoints);
        wrongHint(path, checkpoints, newest)
                .ifPresent(problem ->
                        add(Kind.WRONG_LAST_CHECKPOINT, List.of(status.get()), problem, Optional.of(Repair.REWRITE)));
    }

    private Optional<String> wrongHint(
            String path, List<CheckpointCandidate> checkpoints, Optional<CheckpointCandidate> newest) {
        JsonNode json = json(path);
        if (json == null || !json.path("version").canConvertToLong()) {
            return Optional.of("it is no JSON object with a version; readers have to list the whole log");
        }
        if (json.path("checksum").isTextual()
                && !JsonChecksum.of(json).equals(json.path("checksum").asText())) {
            return Optional.of("its checksum does not fit its content; Delta Spark ignores it then");
        }
        long named = json.path("version").asLong();
        List<CheckpointCandidate> there = checkpoints.stream()
                .filter(candidate -> candidate.version() == named)
                .toList();
        if (there.isEmpty()) {
            return Optional.of("it names the checkpoint of version " + named + ", which is not there");
        }
        if (newestSound(there).isEmpty()) {
            return Optional.of("it names the checkpoint of version " + named + ", which is damaged");
        }
        return newest.filter(candidate -> candidate.version() > named
                        && candidate.files().stream().allMatch(this::isOld))
                .map(candidate -> "it names the checkpoint of version " + named + ", but there has been one of version "
                        + candidate.version() + " for more than a day");
    }

    private @Nullable JsonNode json(String path) {
        try {
            JsonNode json = JSON.readTree(reader.storage().read(path));
            return json != null && json.isObject() ? json : null;
        } catch (JacksonException e) {
            return null;
        } catch (IOException e) {
            throw new StorageException(reader.table().root(), "read", path, e);
        }
    }

    /** Delta Spark believes the checksum file of the version that it reads. */
    private void checksum(List<LogFile> files) {
        ReplayedSnapshot latest;
        try {
            latest = (ReplayedSnapshot) without.apply(damaged).snapshot();
            latest.counts();
        } catch (CorruptTableException e) {
            return;
        }
        for (LogFile file : files) {
            if (file.name().kind() == LogFileName.Kind.CHECKSUM && file.name().version() == latest.version()) {
                wrongChecksum(file.status(), latest)
                        .ifPresent(problem -> add(
                                Kind.WRONG_CHECKSUM,
                                List.of(file.status()),
                                problem + "; Delta Spark believes it or fails, without it the log counts",
                                Optional.of(Repair.DELETE)));
            }
        }
    }

    private Optional<String> wrongChecksum(FileStatus file, ReplayedSnapshot latest) {
        if (vanished(List.of(file))) {
            return Optional.empty();
        }
        JsonNode json = json(file.path());
        if (json == null) {
            return Optional.of("it is no JSON object");
        }
        Map<String, Object> expected = new TreeMap<>();
        expected.put("numFiles", latest.counts().numFiles());
        expected.put("tableSizeBytes", latest.counts().sizeInBytes());
        expected.put("protocol.minReaderVersion", latest.protocol().minReaderVersion());
        expected.put("protocol.minWriterVersion", latest.protocol().minWriterVersion());
        expected.put("metadata.id", latest.metadata().id());
        expected.put("metadata.schemaString", latest.metadata().schemaString());
        for (Map.Entry<String, Object> member : expected.entrySet()) {
            JsonNode found = json.at("/" + member.getKey().replace('.', '/'));
            if (!found.isMissingNode()
                    && !found.isNull()
                    && !found.asText().equals(member.getValue().toString())) {
                return Optional.of("it says " + member.getKey() + " " + found.asText() + ", but the log says "
                        + member.getValue());
            }
        }
        return Optional.empty();
    }

    private void orphans() {
        String log = reader.table().logDirectory();
        try (FileListing listing = reader.storage().list(log, "")) {
            for (FileStatus file = listing.next(); file != null; file = listing.next()) {
                if (!file.isDirectory()
                        && isOld(file)
                        && TEMPORARY.matcher(file.name()).matches()) {
                    add(
                            Kind.ORPHANED_FILE,
                            List.of(file),
                            "a writer has died and left it, " + file.size() + " bytes; nobody reads it",
                            Optional.of(Repair.DELETE));
                }
            }
        } catch (NoSuchFileException e) {
            // No log, no orphans.
        } catch (IOException e) {
            throw new StorageException(reader.table().root(), "list", log, e);
        }
    }

    private boolean isOld(FileStatus file) {
        return file.modificationTimeMillis() < oldEnough.toEpochMilli();
    }
}
