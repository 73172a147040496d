package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.parquet.ByteSink;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A view of several file systems: what is safe depends on the one that a path is mounted from. */
final class MountedWrites implements AtomicWrites {
    private final FileSystem view;
    private final boolean singleWriter;

    MountedWrites(FileSystem view, boolean singleWriter) {
        this.view = view;
        this.singleWriter = singleWriter;
    }

    private AtomicWrites behind(Path target) throws IOException {
        String scheme = scheme(target);
        return scheme.equals("hdfs")
                ? new RenameWrites(view, new HdfsReplacement(view))
                : new TrustedWrites(view, scheme + " behind viewfs", singleWriter);
    }

    /** The scheme of the nearest directory above that exists; what does not exist cannot be resolved. */
    private String scheme(Path target) throws IOException {
        for (Path path = target.getParent(); path != null; path = path.getParent()) {
            try {
                return String.valueOf(view.resolvePath(path).toUri().getScheme());
            } catch (FileNotFoundException e) {
                // One further up does.
            }
        }
        throw new FileNotFoundException(target + ": is in no mounted file system");
    }

    @Override
    public void putIfAbsent(String name, Path target, byte[] content) throws IOException {
        behind(target).putIfAbsent(name, target, content);
    }

    @Override
    public ByteSink create(String name, Path target) throws IOException {
        return HadoopByteSink.create(name, view, target);
    }

    @Override
    public ByteSink createReplacing(String name, Path target) throws IOException {
        return behind(target).createReplacing(name, target);
    }
}
