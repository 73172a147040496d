package io.github.deltamaint.testsupport;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rows as a pure function of their number, so that a table of any size needs no input and is always the same. */
public interface RowGenerator {

    /** The columns. */
    ValueType.Struct columns();

    /** The row with this number, from 0: one plain value per column, see {@link ValueType}. */
    List<@Nullable Object> row(long number);

    /**
     * Writes rows 0 to {@code rows - 1} into Parquet files as parquet-java writes them by default. Row {@code n} goes to file
     * {@code n % files}, as batches of an incremental load would.
     *
     * @param directory where the new files go; made if missing
     * @return the files
     */
    default List<Path> writeFiles(Path directory, long rows, int files) {
        return writeFiles(directory, rows, files, DataFileOptions.DEFAULT);
    }

    /** The same with other options. */
    default List<Path> writeFiles(Path directory, long rows, int files, DataFileOptions options) {
        List<Path> written = new ArrayList<>();
        for (int file = 0; file < files; file++) {
            Path path = directory.resolve(String.format(Locale.ROOT, "part-%05d.parquet", file));
            try (DataFileWriter writer = new DataFileWriter(path, columns(), options)) {
                for (long number = file; number < rows; number += files) {
                    writer.write(row(number));
                }
            }
            written.add(path);
        }
        return written;
    }

    /**
     * Writes rows 0 to {@code rows - 1} as a Delta table of {@code files} commits with one file each, with statistics.
     *
     * @param path the table's root, which does not exist yet or is empty
     * @return {@code path}
     */
    default Path writeTable(Path path, long rows, int files) {
        return writeTable(path, rows, files, DataFileOptions.DEFAULT);
    }

    /** The same with other options. */
    default Path writeTable(Path path, long rows, int files, DataFileOptions options) {
        TestTable table = TestTable.in(path).columns(columns()).create();
        for (int file = 0; file < files; file++) {
            String name = String.format(Locale.ROOT, "part-%05d-%s.c000.parquet", file, table.nextId());
            Statistics statistics = new Statistics(columns(), 32);
            try (DataFileWriter writer = new DataFileWriter(path.resolve(name), columns(), options)) {
                for (long number = file; number < rows; number += files) {
                    List<@Nullable Object> row = row(number);
                    writer.write(row);
                    statistics.add(row);
                }
            }
            table.commit(commit -> commit.addWrittenFile(name, statistics.json(null)));
        }
        return path;
    }
}
