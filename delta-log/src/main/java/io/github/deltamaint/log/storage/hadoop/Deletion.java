package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.FailedDelete;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Deletes files; a directory is never deleted. */
final class Deletion {
    /** Where each file takes requests of its own, this many wait for their answers at the same time. */
    private static final int CONCURRENT = 8;

    private final FileSystem fileSystem;
    private final PathTexts texts;
    private final boolean byKey;

    /**
     * Chooses the way.
     *
     * @param byKey whether the store knows keys, not directories, and deletes many in one request
     */
    Deletion(FileSystem fileSystem, PathTexts texts, boolean byKey) {
        this.fileSystem = fileSystem;
        this.texts = texts;
        this.byKey = byKey;
    }

    List<FailedDelete> deleteAll(Collection<String> paths) {
        return byKey ? deleteKeys(paths) : deleteFiles(paths);
    }

    private List<FailedDelete> deleteKeys(Collection<String> paths) {
        List<FailedDelete> failures = new ArrayList<>();
        List<String> remaining = new ArrayList<>(paths);
        int done = 0;
        try (BulkDelete keys = fileSystem.createBulkDelete(root())) {
            while (done < remaining.size()) {
                int end = Math.min(remaining.size(), done + keys.pageSize());
                deletePage(keys, remaining.subList(done, end), failures);
                done = end;
            }
        } catch (IOException e) {
            remaining.subList(done, remaining.size()).forEach(path -> failures.add(new FailedDelete(path, e)));
        }
        return failures;
    }

    private Path root() {
        return fileSystem.makeQualified(new Path("/"));
    }

    private void deletePage(BulkDelete keys, List<String> page, List<FailedDelete> failures) {
        try {
            List<Path> wanted = page.stream().map(texts::path).toList();
            for (Map.Entry<Path, String> failure : keys.bulkDelete(wanted)) {
                int index = wanted.indexOf(failure.getKey());
                failures.add(new FailedDelete(
                        index < 0 ? failure.getKey().toString() : page.get(index),
                        new IOException(failure.getValue())));
            }
        } catch (IOException e) {
            page.forEach(path -> failures.add(new FailedDelete(path, e)));
        }
    }

    private List<FailedDelete> deleteFiles(Collection<String> paths) {
        Map<String, IOException> failures = new ConcurrentHashMap<>();
        Queue<String> remaining = new ConcurrentLinkedQueue<>(paths);
        Runnable worker = () -> {
            for (String path = remaining.poll(); path != null; path = remaining.poll()) {
                try {
                    delete(path);
                } catch (IOException e) {
                    failures.put(path, e);
                } catch (RuntimeException e) {
                    failures.put(path, new IOException(path + ": could not be deleted", e));
                }
            }
        };
        List<Thread> helpers = new ArrayList<>();
        for (int i = 1; i < Math.min(CONCURRENT, paths.size()); i++) {
            helpers.add(Uninterrupted.start("delete files", worker));
        }
        worker.run();
        helpers.forEach(Uninterrupted::join);
        return paths.stream()
                .distinct()
                .filter(failures::containsKey)
                .map(path -> new FailedDelete(path, Objects.requireNonNull(failures.get(path))))
                .toList();
    }

    private void delete(String text) throws IOException {
        Path path = texts.path(text);
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
