package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.UnsupportedStorageException;
import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A store whose rename may replace: safe only while there is one writer, who has to say so. */
final class TrustedWrites implements AtomicWrites {
    private final FileSystem fileSystem;
    private final RenameWrites renames;
    private final String scheme;
    private final boolean singleWriter;

    TrustedWrites(FileSystem fileSystem, String scheme, boolean singleWriter) {
        this.fileSystem = fileSystem;
        this.renames = new RenameWrites(fileSystem, new AsideReplacement(fileSystem));
        this.scheme = scheme;
        this.singleWriter = singleWriter;
    }

    @Override
    public void putIfAbsent(String name, Path target, byte[] content) throws IOException {
        if (!singleWriter) {
            throw new UnsupportedStorageException(
                    name + ": no way is known to create a file atomically on '" + scheme
                            + "', so a commit could be lost to another writer. Allow singleWriter if nothing else ever writes to the table");
        }
        if (fileSystem.exists(target)) {
            throw AtomicWrites.exists(name, null);
        }
        renames.putIfAbsent(name, target, content);
    }

    @Override
    public ByteSink create(String name, Path target) throws IOException {
        return renames.create(name, target);
    }

    @Override
    public ByteSink createReplacing(String name, Path target) throws IOException {
        return renames.createReplacing(name, target);
    }
}
