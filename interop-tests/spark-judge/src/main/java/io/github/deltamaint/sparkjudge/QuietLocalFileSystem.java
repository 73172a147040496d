package io.github.deltamaint.sparkjudge;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system without permissions and without {@code .crc} files. Hadoop's own starts a {@code chmod} process for
 * every file and directory where its native library is absent, which takes longer than the work.
 *
 * <p>A file is never renamed onto another one. Hadoop's own replaces it, and Delta Spark's {@code LocalLogStore} only asks beforehand whether a commit is there: that is enough between the threads
 * of one process, but a commit of another process could be lost.
 */
public class QuietLocalFileSystem extends RawLocalFileSystem {

    @Override
    public void setPermission(Path path, FsPermission permission) {
        // Files keep the permissions that the process gives them.
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        java.nio.file.Path source = pathToFile(from).toPath();
        java.nio.file.Path target = pathToFile(to).toPath();
        if (!Files.isRegularFile(source) || Files.isDirectory(target)) {
            return super.rename(from, to);
        }
        try {
            // Only one can give a file this name, whoever else wants to.
            Files.createLink(target, source);
        } catch (FileAlreadyExistsException e) {
            return false;
        }
        Files.delete(source);
        return true;
    }
}
