package io.github.deltamaint.sparkjudge;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system without permissions and without {@code .crc} files. Hadoop's own starts a {@code chmod} process for
 * every file and directory where its native library is absent, which takes longer than the work.
 */
public class QuietLocalFileSystem extends RawLocalFileSystem {

    @Override
    public void setPermission(Path path, FsPermission permission) {
        // Files keep the permissions that the process gives them.
    }
}
