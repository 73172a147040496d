package io.github.deltamaint.log.storage.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Set;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Moves files to names that are free. Where the store renames, it decides whether a name is; where it copies, one looks before, so of two that move to
 * the same name at the same time both may succeed.
 */
final class FileMoves {
    private static final Set<String> AZURE = Set.of("abfs", "abfss", "wasb", "wasbs");

    private final FileSystem fileSystem;
    private final PathTexts texts;
    private final String scheme;
    private final boolean byKey;

    /**
     * Chooses the way.
     *
     * @param byKey whether the store knows keys, not directories
     */
    FileMoves(FileSystem fileSystem, PathTexts texts, String scheme, boolean byKey) {
        this.fileSystem = fileSystem;
        this.texts = texts;
        this.scheme = scheme;
        this.byKey = byKey;
    }

    /** Whether the connector copies, and deletes then. */
    boolean copies() {
        return byKey || (AZURE.contains(scheme) && !hasHierarchy());
    }

    /** Azure renames in accounts with a hierarchical namespace alone; a store that does not tell may have none. */
    private boolean hasHierarchy() {
        try {
            Path root = fileSystem.makeQualified(new Path("/"));
            return fileSystem.hasPathCapability(root, CommonPathCapabilities.ETAGS_PRESERVED_IN_RENAME);
        } catch (IOException e) {
            return false;
        }
    }

    void move(String from, String to) throws IOException {
        Path source = texts.path(from);
        Path target = texts.path(to);
        try {
            if (fileSystem.getFileStatus(source).isDirectory()) {
                throw new IOException(from + ": is a directory");
            }
        } catch (FileNotFoundException e) {
            throw HadoopStorage.translate(from, e);
        }
        if (fileSystem.exists(target)) {
            throw new FileAlreadyExistsException(to);
        }
        if (!byKey) {
            fileSystem.mkdirs(target.getParent());
        }
        rename(from, source, to, target);
    }

    private void rename(String from, Path source, String to, Path target) throws IOException {
        IOException failure;
        try {
            if (fileSystem.rename(source, target)) {
                return;
            }
            failure = new IOException(from + ": could not be moved to " + to);
        } catch (IOException e) {
            failure = e;
        }
        requireMoved(source, to, target, failure);
    }

    /** After a failure: returns if it happened all the same, as it does where a client repeats a rename whose answer was lost. */
    private void requireMoved(Path source, String to, Path target, IOException failure) throws IOException {
        boolean there;
        boolean stillHere;
        try {
            there = fileSystem.exists(target);
            stillHere = fileSystem.exists(source);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw failure;
        }
        if (there && stillHere) {
            throw AtomicWrites.exists(to, failure);
        }
        if (!there) {
            throw failure;
        }
    }
}
