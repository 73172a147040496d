package io.github.deltamaint.log.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.FileKey;
import io.github.deltamaint.log.actions.RemoveFile;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks a request against the files of the snapshot that it was computed from. A tombstone that matches no active file would leave that file
 * active beside its replacement, and an add of a path that is active would count its rows twice; both are refused, at the price of
 * one pass over the paths.
 */
final class ActiveInputs {
    private final ReplayedSnapshot snapshot;
    private final PathKeys pathKeys;
    private final Map<String, RemoveFile> removes = new HashMap<>();
    private final Map<String, AddFile> adds = new HashMap<>();
    private final FileKeyTable named = new FileKeyTable();
    private final Set<String> removedAsActive = new HashSet<>();

    private ActiveInputs(ReplayedSnapshot snapshot, PathKeys pathKeys) {
        this.snapshot = snapshot;
        this.pathKeys = pathKeys;
    }

    /** Throws InvalidOperationException unless every file to remove is active, and none to add is. */
    static void require(ReplayedSnapshot snapshot, CommitRequest request, PathKeys pathKeys) {
        ActiveInputs inputs = new ActiveInputs(snapshot, pathKeys);
        for (Action action : request.actions()) {
            if (action instanceof RemoveFile remove) {
                inputs.removes.put(inputs.named(remove), remove);
            } else if (action instanceof AddFile add) {
                inputs.adds.put(inputs.named(add), add);
            }
        }
        if (!inputs.removes.isEmpty() || !inputs.adds.isEmpty()) {
            inputs.compare();
        }
    }

    private String named(FileAction action) {
        String path = pathKeys.canonical(action.path());
        byte[] bytes = Utf8.bytes(path);
        if (named.find(bytes, 0, bytes.length, null) < 0) {
            named.add(bytes, null, 0, true);
        }
        return path;
    }

    private void compare() {
        snapshot.forEachKey((path, offset, length, id, size, deletedRows) -> {
            if (named.find(path, offset, length, null) >= 0) {
                compare(new String(path, offset, length, UTF_8), id == null ? null : new String(id, UTF_8));
            } else if (!PathKeys.isPlain(path, offset, length)) {
                String text = new String(path, offset, length, UTF_8);
                if (removes.containsKey(pathKeys.canonical(text)) || adds.containsKey(pathKeys.canonical(text))) {
                    compare(text, id == null ? null : new String(id, UTF_8));
                }
            }
        });
        for (Map.Entry<String, RemoveFile> remove : removes.entrySet()) {
            if (!removedAsActive.contains(remove.getKey())) {
                throw invalid("cannot remove " + remove.getValue().key() + ": it is not an active file of version "
                        + snapshot.version());
            }
        }
    }

    private void compare(String activePath, @Nullable String activeVector) {
        FileKey active = new FileKey(activePath, Optional.ofNullable(activeVector));
        String path = pathKeys.canonical(activePath);
        RemoveFile remove = removes.get(path);
        if (remove != null && hasSameVector(remove, active)) {
            removedAsActive.add(path);
        } else if (remove != null) {
            throw invalid("cannot remove " + remove.key() + ": version " + snapshot.version() + " has it as " + active
                    + ", which would stay active");
        }
        AddFile add = adds.get(path);
        // Adding the same logical file again replaces what the log says about it.
        if (add != null && remove == null && !hasSameVector(add, active)) {
            throw invalid("cannot add " + add.key() + ": version " + snapshot.version() + " has it as " + active
                    + ", which has to be removed in the same commit");
        }
    }

    private static boolean hasSameVector(@Nullable FileAction action, FileKey active) {
        return action != null && action.key().deletionVectorId().equals(active.deletionVectorId());
    }

    private InvalidOperationException invalid(String problem) {
        return new InvalidOperationException(snapshot.tablePath().root(), problem);
    }
}
