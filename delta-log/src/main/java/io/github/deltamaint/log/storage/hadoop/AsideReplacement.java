package io.github.deltamaint.log.storage.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * For stores that never rename over a file: the old one is put aside, and deleted once the new one is in its place. Between the two renames
 * there is none, which readers of a log can bear; a crash there leaves both beside the target.
 */
final class AsideReplacement implements RenameWrites.Replacement {
    private final FileSystem fileSystem;

    AsideReplacement(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    @Override
    public void replace(String name, Path temporary, Path target) throws IOException {
        Path aside = AtomicWrites.temporary(target);
        boolean wasThere = rename(target, aside);
        try {
            if (!rename(temporary, target)) {
                throw new IOException(name + ": could not be renamed from " + temporary.getName());
            }
        } catch (IOException e) {
            if (wasThere) {
                putBack(aside, target, e);
            }
            throw e;
        }
        if (wasThere) {
            fileSystem.delete(aside, false);
        }
    }

    private void putBack(Path aside, Path target, IOException failure) {
        try {
            rename(aside, target);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private boolean rename(Path from, Path to) throws IOException {
        try {
            return fileSystem.rename(from, to);
        } catch (FileNotFoundException e) {
            return false;
        }
    }
}
