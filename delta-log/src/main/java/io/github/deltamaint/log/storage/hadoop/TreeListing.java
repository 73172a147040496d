package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/** Everything below a directory, directory by directory; of each one no more than a page is in memory. */
final class TreeListing implements FileListing {
    private final FileSystem fileSystem;
    private final PathTexts texts;
    private final Predicate<FileStatus> enters;
    private final Deque<Open> open = new ArrayDeque<>();

    /**
     * Begins.
     *
     * @throws FileNotFoundException if there is no such directory
     */
    TreeListing(FileSystem fileSystem, PathTexts texts, String directory, Predicate<FileStatus> enters)
            throws IOException {
        this.fileSystem = fileSystem;
        this.texts = texts;
        this.enters = enters;
        open.push(new Open(directory));
    }

    /** A directory of which entries are still to come. */
    private final class Open {
        private final String name;
        private final RemoteIterator<org.apache.hadoop.fs.FileStatus> entries;

        /** Stores without real directories can show one twice: as the marker that stands for it, and as the prefix of what is in it. */
        private final Set<String> directories = new HashSet<>();

        Open(String directory) throws IOException {
            name = directory;
            entries = fileSystem.listStatusIterator(texts.path(directory));
        }

        @Nullable FileStatus next() throws IOException {
            while (entries.hasNext()) {
                FileStatus entry = texts.status(entries.next());
                if (!entry.isDirectory() || directories.add(entry.path())) {
                    return entry;
                }
            }
            return null;
        }
    }

    @Override
    public @Nullable FileStatus next() throws IOException {
        while (!open.isEmpty()) {
            FileStatus entry = nextOrNoneIfVanished(open.peek());
            if (entry == null) {
                open.pop();
                continue;
            }
            if (entry.isDirectory() && enters.test(entry)) {
                enter(entry);
            }
            return entry;
        }
        return null;
    }

    private @Nullable FileStatus nextOrNoneIfVanished(Open directory) throws IOException {
        try {
            return directory.next();
        } catch (FileNotFoundException e) {
            if (open.size() == 1) {
                throw HadoopStorage.translate(directory.name, e);
            }
            // Vanished since it was listed, so there is nothing in it.
            return null;
        }
    }

    private void enter(FileStatus directory) throws IOException {
        try {
            open.push(new Open(directory.path()));
        } catch (FileNotFoundException e) {
            // Vanished since it was listed, so there is nothing in it.
        }
    }

    @Override
    public void close() {
        open.clear();
    }
}
