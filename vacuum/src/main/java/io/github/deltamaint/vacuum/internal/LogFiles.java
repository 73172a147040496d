package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.deletionvector.DeletionVectors;
import io.github.deltamaint.log.partition.LogPath;
import io.github.deltamaint.log.partition.LogPaths;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where the files that the log names lie below the table's root, in the decoded form in which a listing names them.
 *
 * <p>A path that cannot be understood is an error: nobody could tell which file it protects.
 */
public final class LogFiles {
    private final TablePath table;

    /** For a table. */
    public LogFiles(TablePath table) {
        this.table = table;
    }

    /**
     * The path below the root of a file that an action names.
     *
     * @param logPath the path as in the log
     * @return null if the file is elsewhere
     * @throws InvalidOperationException if it is at the same path in what claims to be another store
     */
    public @Nullable String relative(String logPath) {
        if (isPlain(logPath)) {
            return logPath;
        }
        try {
            return relative(LogPaths.decode(logPath), logPath);
        } catch (IllegalArgumentException e) {
            throw corrupt(logPath, String.valueOf(e.getMessage()), e);
        }
    }

    /** Whether a path is its own decoded and normalized form; nearly all are. */
    private static boolean isPlain(String text) {
        if (text.isEmpty() || text.charAt(0) == '/' || text.charAt(0) == '.') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%' || c == ':' || c == '\0') {
                return false;
            }
            if (c == '/' && (i + 1 == text.length() || text.charAt(i + 1) == '/' || text.charAt(i + 1) == '.')) {
                return false;
            }
        }
        return true;
    }

    private @Nullable String relative(LogPath path, String shown) {
        Optional<String> below = path.relativeTo(table.root());
        if (below.isPresent()) {
            return below.get();
        }
        if (path.scheme().isPresent() && isAtRootsPath(path)) {
            throw new InvalidOperationException(
                    table.root(),
                    "the log names " + shown
                            + ", which is at the table's own path but in another store. If it is the same store under"
                            + " another name, open the table by that name; nothing is deleted as long as listing and log disagree");
        }
        return null;
    }

    /** Whether a path would be below the root if the root were in the same store. */
    private boolean isAtRootsPath(LogPath path) {
        LogPath bare = new LogPath(Optional.empty(), Optional.empty(), path.path());
        return bare.relativeTo(table.root()).isPresent();
    }

    /** Whether a path of the log has {@code ..} in it: then nothing is deleted on its word. */
    static boolean leadsUp(String logPath) {
        return Arrays.asList(LogPaths.decode(logPath).path().split("/", -1)).contains("..");
    }

    /**
     * The path below the root of the file that a deletion vector is in.
     *
     * @return null if the action has none, it is inline, or its file is elsewhere
     */
    public @Nullable String vector(FileAction action) {
        if (action.deletionVector().isEmpty()) {
            return null;
        }
        DeletionVectorDescriptor descriptor = action.deletionVector().get();
        try {
            Optional<LogPath> file = DeletionVectors.file(descriptor);
            return file.isEmpty() ? null : relative(file.get(), descriptor.pathOrInlineDv());
        } catch (IllegalArgumentException e) {
            throw corrupt(
                    action.path(),
                    "its deletion vector " + descriptor.uniqueId() + " cannot be found: " + e.getMessage(),
                    e);
        }
    }

    private CorruptTableException corrupt(String logPath, String problem, Exception cause) {
        return new CorruptTableException(
                table.root(),
                logPath,
                OptionalLong.empty(),
                "the log names the file '" + logPath + "', and " + problem
                        + ". Nothing is deleted as long as nobody knows" + " which file that is",
                cause);
    }
}
