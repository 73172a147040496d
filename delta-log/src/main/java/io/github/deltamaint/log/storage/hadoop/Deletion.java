package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.FailedDelete;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Deletes files; a directory is never deleted. */
final class Deletion {
    private final FileSystem fileSystem;
    private final Function<String, Path> toPath;

    Deletion(FileSystem fileSystem, Function<String, Path> toPath) {
        this.fileSystem = fileSystem;
        this.toPath = toPath;
    }

    List<FailedDelete> deleteAll(Collection<String> paths) {
        List<FailedDelete> failures = new ArrayList<>();
        for (String path : paths) {
            try {
                delete(path);
            } catch (IOException e) {
                failures.add(new FailedDelete(path, e));
            }
        }
        return failures;
    }

    private void delete(String text) throws IOException {
        Path path = toPath.apply(text);
        try {
            if (fileSystem.getFileStatus(path).isDirectory()) {
                throw new IOException(text + ": is a directory");
            }
            if (!fileSystem.delete(path, false) && fileSystem.exists(path)) {
                throw new IOException(text + ": is still there");
            }
        } catch (FileNotFoundException e) {
            // Gone is what was asked for.
        }
    }
}
