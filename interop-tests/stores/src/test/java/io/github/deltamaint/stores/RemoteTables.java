package io.github.deltamaint.stores;

import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Brings tables to a store and back, file by file. */
final class RemoteTables {
    private RemoteTables() {}

    /** Files of a store as they are, sorted. */
    static List<FileStatus> files(Storage storage, String root) throws IOException {
        List<FileStatus> files = new ArrayList<>();
        try (FileListing listing = storage.listRecursively(root, directory -> true)) {
            for (FileStatus file = listing.next(); file != null; file = listing.next()) {
                if (!file.isDirectory()) {
                    files.add(file);
                }
            }
        }
        files.sort((a, b) -> a.path().compareTo(b.path()));
        return files;
    }

    /** Copies a table from this machine. */
    static void upload(Path table, Storages storages, String root) throws IOException {
        Storage storage = storages.forPath(root);
        List<Path> files;
        try (Stream<Path> tree = Files.walk(table)) {
            files = tree.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            byte[] content = Files.readAllBytes(file);
            try (ByteSink sink = storage.create(
                    StoragePaths.resolve(root, table.relativize(file).toString()))) {
                sink.write(content, 0, content.length);
            }
        }
    }

    /** Copies a table to this machine. */
    static void download(Storages storages, String root, Path table) throws IOException {
        Storage storage = storages.forPath(root);
        for (FileStatus file : files(storage, root)) {
            Path target = table.resolve(file.path().substring(root.length() + 1));
            Files.createDirectories(target.getParent());
            Files.write(target, storage.read(file.path()));
        }
    }

    /** A partitioned table of many small files, with deleted rows and a checkpoint in the middle of its log. */
    static TestTable fragmented(Path directory, int files) {
        TestTable table = TestTable.in(directory)
                .partitionedBy("customer_region")
                .property("delta.enableDeletionVectors", "true")
                .feature("deletionVectors")
                .append(Columns.sales(0, 100));
        for (int i = 1; i < files; i++) {
            table.append(Columns.sales(i * 100L, i * 100L + 100));
            if (i == files / 2) {
                table.checkpoint();
            }
        }
        return table.deleteRows(table.files().get(0), 0, 3)
                .deleteRows(table.files().get(1), 1);
    }

    /** An empty table. */
    static TestTable empty(Path directory) {
        return TestTable.in(directory).columns(Columns.sales(0, 1).type()).create();
    }
}
