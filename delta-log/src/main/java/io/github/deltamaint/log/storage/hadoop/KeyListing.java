package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/**
 * All keys of an object store below a prefix, page by page, which takes far fewer requests than directory by directory. What is in a directory that
 * is not to be entered is left out.
 */
final class KeyListing implements FileListing {
    private final RemoteIterator<LocatedFileStatus> keys;
    private final PathTexts texts;
    private final String root;
    private final Predicate<FileStatus> enters;

    /** The last directory that was decided, with the answer; keys come directory by directory. */
    private String decided = "";

    private boolean entered;

    KeyListing(RemoteIterator<LocatedFileStatus> keys, PathTexts texts, String root, Predicate<FileStatus> enters) {
        this.keys = keys;
        this.texts = texts;
        this.root = root;
        this.enters = enters;
    }

    @Override
    public @Nullable FileStatus next() throws IOException {
        while (keys.hasNext()) {
            FileStatus file = texts.status(keys.next());
            if (!file.isDirectory() && isEntered(StoragePaths.parent(file.path()))) {
                return file;
            }
        }
        return null;
    }

    private boolean isEntered(String directory) {
        if (!directory.equals(decided)) {
            entered = decide(directory);
            decided = directory;
        }
        return entered;
    }

    private boolean decide(String directory) {
        int slash = root.length();
        while (slash < directory.length()) {
            int next = directory.indexOf('/', slash + 1);
            slash = next < 0 ? directory.length() : next;
            if (!enters.test(new FileStatus(directory.substring(0, slash), 0, 0, true))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {}
}
