package io.github.deltamaint.internal.read;

import io.github.deltamaint.VersionComparison;
import io.github.deltamaint.VersionComparison.Side;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.FileKey;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.parquet.RowDigest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the rows of two versions of a table by those files that only one of them has. */
public final class VersionVerifier {
    private VersionVerifier() {}

    /** Compares. */
    public static VersionComparison compare(Snapshot from, Snapshot to, DataFiles files, Clock clock) {
        Set<Rows> inFrom = rows(from);
        Set<Rows> inBoth = new HashSet<>(inFrom);
        inBoth.retainAll(rows(to));
        RowDigest rowsFrom = digest(from, inBoth, files, clock);
        RowDigest rowsTo = digest(to, inBoth, files, clock);
        List<String> differences = schemaDifferences(from, to);
        if (differences.isEmpty() && !rowsFrom.equals(rowsTo)) {
            differences.addAll(differences(from, rowsFrom, to, rowsTo));
        }
        return new VersionComparison(
                differences.isEmpty(),
                differences,
                inBoth.size(),
                side(from, inBoth, rowsFrom),
                side(to, inBoth, rowsTo));
    }

    /** What decides on the rows of a file. */
    private record Rows(FileKey file, Map<String, @Nullable String> partitionValues) {
        static Rows of(AddFile file) {
            return new Rows(file.key(), file.partitionValues());
        }
    }

    private static Set<Rows> rows(Snapshot snapshot) {
        Set<Rows> rows = new HashSet<>();
        try (CloseableIterator<AddFile> active = snapshot.activeFiles(FileProjection.WITHOUT_STATS)) {
            active.forEachRemaining(file -> rows.add(Rows.of(file)));
        }
        return rows;
    }

    private static RowDigest digest(Snapshot snapshot, Set<Rows> inBoth, DataFiles files, Clock clock) {
        TableRows rows = TableRows.of(snapshot, files, List.of(), Optional.empty(), clock, CancellationToken.none())
                .inFiles(file -> !inBoth.contains(Rows.of(file)));
        return new RowDigests(rows).compute();
    }

    private static Side side(Snapshot snapshot, Set<Rows> inBoth, RowDigest rows) {
        return new Side(snapshot.version(), snapshot.counts().numFiles() - inBoth.size(), rows.rows(), rows.toHex());
    }

    private static List<String> schemaDifferences(Snapshot from, Snapshot to) {
        List<String> differences = new ArrayList<>();
        addMissing(from, to, differences);
        addMissing(to, from, differences);
        return differences;
    }

    private static void addMissing(Snapshot one, Snapshot other, List<String> differences) {
        for (StructField field : one.schema().fields()) {
            boolean isThere = other.schema().fields().stream()
                    .anyMatch(candidate -> candidate.name().equals(field.name())
                            && candidate.type().equals(field.type()));
            if (!isThere) {
                differences.add(
                        "column " + field.name() + " of type " + field.type() + " is only in version " + one.version());
            }
        }
    }

    private static List<String> differences(Snapshot from, RowDigest rowsFrom, Snapshot to, RowDigest rowsTo) {
        List<String> differences = new ArrayList<>();
        if (rowsFrom.rows() != rowsTo.rows()) {
            differences.add("where they differ in files, version " + from.version() + " has " + rowsFrom.rows()
                    + " rows and version " + to.version() + " has " + rowsTo.rows());
        }
        List<RowDigest.ColumnDigest> columns = rowsFrom.columns();
        for (int i = 0; i < columns.size() && i < rowsTo.columns().size(); i++) {
            if (!columns.get(i).equals(rowsTo.columns().get(i))) {
                differences.add("values of column " + columns.get(i).path());
            }
        }
        if (differences.isEmpty()) {
            differences.add("the values of all columns are the same, but in other rows");
        }
        return differences;
    }
}
