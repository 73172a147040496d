package io.github.deltamaint.log.storage.hadoop;

import java.io.IOException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The name node renames over a file atomically: a reader sees the old one or the new one, whatever crashes. The file system interface cannot ask for
 * that, the file context can.
 */
final class HdfsReplacement implements RenameWrites.Replacement {
    private final FileSystem fileSystem;
    private @Nullable FileContext context;

    HdfsReplacement(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    private synchronized FileContext context() throws IOException {
        FileContext opened = context;
        if (opened == null) {
            opened = FileContext.getFileContext(fileSystem.getUri(), fileSystem.getConf());
            context = opened;
        }
        return opened;
    }

    @Override
    public void replace(String name, Path temporary, Path target) throws IOException {
        context().rename(temporary, target, Options.Rename.OVERWRITE);
    }
}
