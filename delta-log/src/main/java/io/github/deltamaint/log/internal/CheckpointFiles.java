package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.actions.CheckpointMetadata;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.SidecarFile;
import io.github.deltamaint.log.internal.checkpoint.ActionFile;
import io.github.deltamaint.log.internal.checkpoint.TypedDigest;
import io.github.deltamaint.log.internal.layout.LastCheckpoint;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.internal.layout.LogFileName;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one checkpoint on their way into the log: sidecars under their unique names, and the file that readers look for, which stays under a hidden one until it is
 * published.
 */
final class CheckpointFiles {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointFiles.class);
    private static final String SIDECARS = "_sidecars";

    private final Storage storage;
    private final LogDirectory directory;
    private final Snapshot snapshot;
    private final CheckpointContent content;
    private final Supplier<UUID> identities;
    private final int actionsOfSidecar;
    private final boolean inSidecars;
    private final String name;
    private final String staged;
    private final List<SidecarFile> sidecars = new ArrayList<>();
    private final List<String> sidecarPaths = new ArrayList<>();
    private final TypedDigest typedDigest = new TypedDigest();
    private long length;
    private long actions;

    CheckpointFiles(
            LogReader reader,
            LogDirectory directory,
            Snapshot snapshot,
            CheckpointContent content,
            Supplier<UUID> identities,
            int actionsOfSidecar) {
        this.storage = reader.storage();
        this.directory = directory;
        this.snapshot = snapshot;
        this.content = content;
        this.identities = identities;
        this.actionsOfSidecar = actionsOfSidecar;
        this.inSidecars = content.settings().v2() && snapshot.counts().numFiles() > actionsOfSidecar;
        this.name = inSidecars
                ? LogFileName.prefix(snapshot.version()) + "checkpoint." + identities.get() + ".json"
                : LogFileName.classicCheckpoint(snapshot.version());
        this.staged = directory.path("." + identities.get() + "." + name);
    }

    /** Where the file that readers look for will be. */
    String path() {
        return directory.path(name);
    }

    /** The file that readers will look for, as it is now. */
    FileStatus stagedFile() {
        return new FileStatus(staged, length, 0, false);
    }

    /** The paths of all files with file actions. */
    List<String> filesWithActions() {
        return inSidecars ? sidecarPaths : List.of(staged);
    }

    /** The digest of the typed columns that were written. */
    TypedDigest typedDigest() {
        return typedDigest;
    }

    /** The names of the files below the log. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        names.add(name);
        sidecars.forEach(sidecar -> names.add(SIDECARS + "/" + sidecar.path()));
        return names;
    }

    /** Their length together. */
    long bytes() {
        return length + sidecars.stream().mapToLong(SidecarFile::sizeInBytes).sum();
    }

    void write() throws IOException {
        if (inSidecars) {
            writeSidecars();
            writeTopLevel();
        } else {
            writeSingle();
        }
    }

    private List<Action> state(Map<String, String> tags) {
        List<Action> state = new ArrayList<>();
        if (content.settings().v2()) {
            state.add(new CheckpointMetadata(snapshot.version(), Map.copyOf(tags)));
        }
        state.addAll(sidecars);
        state.addAll(content.state());
        return state;
    }

    private void writeSingle() throws IOException {
        try (ActionFile file = ActionFile.open(storage.create(staged), snapshot, content.settings(), false);
                CloseableIterator<FileAction> files = content.files()) {
            for (Action action : state(Map.of())) {
                file.write(action);
            }
            while (files.hasNext()) {
                file.write(files.next());
            }
            length = file.finish();
            actions = file.actions();
            typedDigest.add(file.typedDigest());
        }
    }

    private void writeSidecars() throws IOException {
        try (CloseableIterator<FileAction> files = content.files()) {
            while (files.hasNext()) {
                writeSidecar(files);
            }
        }
    }

    private void writeSidecar(CloseableIterator<FileAction> files) throws IOException {
        String sidecar = String.format(
                Locale.ROOT,
                "%scheckpoint.%010d.%s.parquet",
                LogFileName.prefix(snapshot.version()),
                sidecars.size() + 1,
                identities.get());
        String path = directory.path(SIDECARS + "/" + sidecar);
        sidecarPaths.add(path);
        try (ActionFile file = ActionFile.open(storage.create(path), snapshot, content.settings(), true)) {
            while (files.hasNext() && file.actions() < actionsOfSidecar) {
                file.write(files.next());
            }
            long bytes = file.finish();
            actions += file.actions();
            typedDigest.add(file.typedDigest());
            sidecars.add(new SidecarFile(sidecar, bytes, storage.status(path).modificationTimeMillis(), Map.of()));
        }
    }

    private void writeTopLevel() throws IOException {
        List<Action> state = state(Map.of(
                "sidecarNumActions", Long.toString(actions),
                "sidecarSizeInBytes", Long.toString(bytes()),
                "numOfAddFiles", Long.toString(content.adds().files())));
        byte[] json = ActionJson.write(state);
        ByteSink sink = storage.create(staged);
        boolean written = false;
        try {
            sink.write(json, 0, json.length);
            sink.close();
            written = true;
        } finally {
            if (!written) {
                sink.abort();
            }
        }
        length = json.length;
        actions += state.size();
    }

    /** Lets readers see it. */
    void publish() throws IOException {
        storage.publish(staged, path());
    }

    /** Deletes what was written, as far as that is possible; what stays is found by nobody. */
    void discard() {
        List<String> written = new ArrayList<>(sidecarPaths);
        written.add(staged);
        storage.deleteAll(written).forEach(failed -> LOG.warn("{} stays behind", failed.path(), failed.cause()));
    }

    /** What {@code _last_checkpoint} says about it, once it is published. */
    LastCheckpoint hint() {
        return new LastCheckpoint(
                snapshot.version(),
                actions,
                OptionalInt.empty(),
                OptionalLong.of(bytes()),
                OptionalLong.of(content.adds().files()),
                inSidecars ? topLevel() : Optional.empty());
    }

    private Optional<LastCheckpoint.TopLevel> topLevel() {
        try {
            FileStatus status = storage.status(path());
            return Optional.of(new LastCheckpoint.TopLevel(name, status.size(), status.modificationTimeMillis()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
