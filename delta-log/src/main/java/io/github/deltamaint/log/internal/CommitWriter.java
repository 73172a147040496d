package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.ActionReader;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.MalformedActionException;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.internal.layout.LogFileName;
import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.log.storage.UnsupportedStorageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/**
 * Writes one commit, and finds out whether it landed when the storage does not say so.
 *
 * <p>The file is read back and compared by {@code txnId}, also when the storage says that there is one already: stores that repeat a request can
 * stumble over their own first try.
 */
final class CommitWriter {
    private static final int TRIES = 3;

    private final LogReader reader;
    private final LogDirectory directory;
    private final String txnId;

    CommitWriter(LogReader reader, LogDirectory directory, String txnId) {
        this.reader = reader;
        this.directory = directory;
        this.txnId = txnId;
    }

    private enum ReadBack {
        OURS,
        ANOTHER,
        ABSENT
    }

    /**
     * Writes the commit of a version.
     *
     * @return whether it landed; false if another writer's did
     * @throws CommitStateUnknownException if that cannot be found out
     * @throws StorageException if it certainly did not, because the storage failed
     */
    boolean write(long version, byte[] content) {
        String path = directory.path(LogFileName.commit(version));
        for (int tries = 1; ; tries++) {
            try {
                reader.storage().putIfAbsent(path, content);
                return true;
            } catch (FileAlreadyExistsException e) {
                return readBack(path, version, e) == ReadBack.OURS;
            } catch (UnsupportedStorageException e) {
                throw new InvalidOperationException(reader.table().root(), "cannot commit: " + e.getMessage());
            } catch (AmbiguousWriteException | RuntimeException e) {
                ReadBack found = readBack(path, version, e);
                if (found != ReadBack.ABSENT) {
                    return found == ReadBack.OURS;
                }
                // The first request may still arrive. Repeating it is safe: whichever comes second finds the file,
                // which has our identity.
                if (tries == TRIES) {
                    throw unknown(version, "it was not there when it was looked for, but may still appear", e);
                }
            } catch (IOException e) {
                ReadBack found = readBack(path, version, e);
                if (found == ReadBack.ABSENT) {
                    throw new StorageException(reader.table().root(), "write the commit", path, e);
                }
                return found == ReadBack.OURS;
            }
        }
    }

    /** What the file of a commit holds. */
    static byte[] content(CommitRequest complete) {
        List<Action> lines = new ArrayList<>(complete.actions().size() + 1);
        lines.add(complete.info());
        lines.addAll(complete.actions());
        return ActionJson.write(lines);
    }

    private ReadBack readBack(String path, long version, Exception failure) {
        byte[] content;
        try {
            content = reader.storage().read(path);
        } catch (NoSuchFileException e) {
            return ReadBack.ABSENT;
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
            throw unknown(version, "it could not be read back", failure);
        }
        return hasOurIdentity(content) ? ReadBack.OURS : ReadBack.ANOTHER;
    }

    private boolean hasOurIdentity(byte[] content) {
        try (ActionReader actions = ActionReader.open(content, EnumSet.of(ActionKind.COMMIT_INFO), false)) {
            Action first = actions.next();
            return first instanceof CommitInfo info
                    && info.txnId().filter(txnId::equals).isPresent();
        } catch (MalformedActionException e) {
            // Ours appears complete or not at all.
            return false;
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
    }

    private CommitStateUnknownException unknown(long version, String why, Exception cause) {
        return new CommitStateUnknownException(
                reader.table().root(),
                version,
                txnId,
                "it is unknown whether version " + version + " was committed: " + why
                        + ". Keep all files that it adds, and look in the history for the commit with txnId " + txnId,
                cause);
    }
}
