package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.SidecarFile;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.log.partition.LogPaths;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.StoragePaths;
import java.util.ArrayList;
import java.util.List;

/** A checkpoint that has been opened: its state without files, and where the files are. */
final class Checkpoint {
    private final LogReader reader;
    private final CheckpointCandidate candidate;
    private final SnapshotState state = new SnapshotState();
    private final List<CheckpointPart> parts = new ArrayList<>();
    private final List<String> sidecarNames = new ArrayList<>();

    private Checkpoint(LogReader reader, CheckpointCandidate candidate) {
        this.reader = reader;
        this.candidate = candidate;
    }

    /** Opens a checkpoint and reads everything in it that is not about files. */
    static Checkpoint open(LogReader reader, CheckpointCandidate candidate) {
        Checkpoint checkpoint = new Checkpoint(reader, candidate);
        List<SidecarFile> sidecars = new ArrayList<>();
        for (FileStatus file : candidate.files()) {
            CheckpointPart part = checkpoint.part(file);
            CheckpointState found = part.state();
            checkpoint.state.addOlder(found.state());
            checkpoint.parts.add(part);
            sidecars.addAll(found.sidecars());
        }
        for (SidecarFile sidecar : sidecars) {
            checkpoint.parts.add(checkpoint.sidecar(sidecar));
        }
        return checkpoint;
    }

    private CheckpointPart part(FileStatus file) {
        return file.name().endsWith(".json")
                ? new JsonCheckpointPart(reader, file, candidate.version())
                : new ParquetCheckpointPart(reader, file, candidate.version());
    }

    private CheckpointPart sidecar(SidecarFile sidecar) {
        String directory = StoragePaths.resolve(reader.table().logDirectory(), "_sidecars");
        String path;
        try {
            path = LogPaths.decode(sidecar.path()).resolve(directory);
        } catch (IllegalArgumentException e) {
            throw reader.corrupt(
                    candidate.files().get(0).path(),
                    candidate.version(),
                    "names a sidecar that cannot be found: " + e.getMessage(),
                    e);
        }
        FileStatus file = new FileStatus(path, sidecar.sizeInBytes(), sidecar.modificationTime(), false);
        sidecarNames.add(file.name());
        return new ParquetCheckpointPart(reader, file, candidate.version());
    }

    CheckpointCandidate candidate() {
        return candidate;
    }

    /** The names of its sidecars, wherever they are. */
    List<String> sidecarNames() {
        return sidecarNames;
    }

    SnapshotState state() {
        return state;
    }

    /** How many files hold file actions. */
    int size() {
        return parts.size();
    }

    /** How long the files with file actions are together. */
    long bytes() {
        return parts.stream().mapToLong(CheckpointPart::bytes).sum();
    }

    /** Calls {@code consumer} with the active files of all files. */
    void forEachKey(FileFilter filter, FileKeyConsumer consumer) {
        parts.forEach(part -> part.forEachKey(filter, consumer));
    }

    /** The file actions of one file. */
    PullIterator<? extends FileAction> fileActions(int index, boolean adds, FileColumns columns, FileFilter filter) {
        return parts.get(index).fileActions(adds, columns, filter);
    }

    /** How often an active file with this path occurs, by a pass over all of it. */
    int occurrences(byte[] path, PathKeys pathKeys) {
        String wanted = new String(path, java.nio.charset.StandardCharsets.UTF_8);
        int count = 0;
        for (CheckpointPart part : parts) {
            try (PullIterator<? extends FileAction> actions =
                    part.fileActions(true, FileColumns.KEYS, (bytes, offset, length, id) -> true)) {
                while (actions.hasNext()) {
                    if (pathKeys.canonical(actions.next().path()).equals(wanted)) {
                        count++;
                    }
                }
            }
        }
        return count;
    }
}
