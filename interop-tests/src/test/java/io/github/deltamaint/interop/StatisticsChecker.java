package io.github.deltamaint.interop;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import io.github.deltamaint.testsupport.ParquetRows;
import io.github.deltamaint.testsupport.ValueType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.apache.parquet.schema.GroupType;
import org.jspecify.annotations.Nullable;

/**
 * Compares the statistics in the log with the data: DuckDB computes row count, null counts, minimum and maximum of every
 * file, whatever the statistics say. None of our code takes part.
 */
final class StatisticsChecker {

    /** How exact bounds of timestamps are. */
    enum Timestamps {
        /** Bounds hold for every microsecond. This is what we promise. */
        EXACT,
        /** The maximum is cut to milliseconds, so it may be less than a millisecond too low. This is what Delta Spark does. */
        CUT_TO_MILLIS
    }

    /**
     * What was found.
     *
     * @param wrong statements about a file that are not true; a reader that believes them loses rows
     * @param loose bounds that are true but not the least or greatest value; allowed, but they skip less
     * @param bounds how many bounds were compared
     */
    record Report(List<String> wrong, List<String> loose, int bounds) {}

    private final DuckDb duckDb;
    private final Timestamps timestamps;
    private final List<String> wrong = new ArrayList<>();
    private final List<String> loose = new ArrayList<>();
    private int bounds;

    private StatisticsChecker(DuckDb duckDb, Timestamps timestamps) {
        this.duckDb = duckDb;
        this.timestamps = timestamps;
    }

    /** Checks all active files of a table that have statistics. Columns of types without an order are left out. */
    static Report check(DuckDb duckDb, NaiveSnapshot snapshot, Timestamps timestamps) {
        return check(duckDb, snapshot, Set.of(), timestamps);
    }

    /** As {@link #check(DuckDb, NaiveSnapshot, Timestamps)}, without some files that others wrote. */
    static Report check(DuckDb duckDb, NaiveSnapshot snapshot, Set<Path> without, Timestamps timestamps) {
        StatisticsChecker checker = new StatisticsChecker(duckDb, timestamps);
        for (NaiveFile file : snapshot.files()) {
            if (file.stats().isObject() && !without.contains(file.file())) {
                checker.checkFile(snapshot, file);
            }
        }
        return new Report(List.copyOf(checker.wrong), List.copyOf(checker.loose), checker.bounds);
    }

    /** A column of the file with what the statistics say about it and the SQL that tells the truth. */
    private record Leaf(
            String name,
            ValueType type,
            String sql,
            @Nullable JsonNode min,
            @Nullable JsonNode max,
            @Nullable JsonNode nulls) {}

    private void checkFile(NaiveSnapshot snapshot, NaiveFile file) {
        JsonNode stats = file.stats();
        boolean tight = stats.path("tightBounds").asBoolean(true);
        GroupType schema = ParquetRows.footer(file.file()).getFileMetaData().getSchema();
        List<Leaf> leaves = new ArrayList<>();
        DuckDbColumns columns = new DuckDbColumns(snapshot.matching());
        ValueType.Struct comparable = comparable(snapshot.dataColumns());
        List<String> expressions = columns.of(comparable, schema);
        for (int i = 0; i < expressions.size(); i++) {
            ValueType.Field field = comparable.fields().get(i);
            String name = field.physicalName();
            collect(
                    new Leaf(
                            name,
                            field.type(),
                            expressions.get(i),
                            stats.path("minValues").get(name),
                            stats.path("maxValues").get(name),
                            stats.path("nullCount").get(name)),
                    leaves);
        }
        compare(file, stats.path("numRecords"), leaves, tight);
        reportUnknownColumns(file, stats, snapshot.dataColumns());
    }

    private static ValueType.Struct comparable(ValueType.Struct columns) {
        return new ValueType.Struct(columns.fields().stream()
                .filter(field -> !(field.type() instanceof ValueType.Other))
                .toList());
    }

    private static void collect(Leaf leaf, List<Leaf> into) {
        if (leaf.type() instanceof ValueType.Struct struct) {
            for (int i = 0; i < struct.fields().size(); i++) {
                ValueType.Field field = struct.fields().get(i);
                String name = field.physicalName();
                collect(
                        new Leaf(
                                leaf.name() + "." + name,
                                field.type(),
                                leaf.sql().equals("NULL") ? "NULL" : "struct_extract(" + leaf.sql() + ", 'f" + i + "')",
                                member(leaf.min(), name),
                                member(leaf.max(), name),
                                member(leaf.nulls(), name)),
                        into);
            }
        } else if (leaf.min() != null || leaf.max() != null || leaf.nulls() != null) {
            into.add(leaf);
        }
    }

    private static @Nullable JsonNode member(@Nullable JsonNode node, String name) {
        return node == null ? null : node.get(name);
    }

    private void compare(NaiveFile file, JsonNode numRecords, List<Leaf> leaves, boolean tight) {
        // The number of records counts physical rows. Bounds that are not tight are about the rows that are left.
        SortedSet<Long> hidden = file.deletedRows();
        String condition = tight || hidden.isEmpty()
                ? ""
                : " WHERE file_row_number NOT IN ("
                        + hidden.stream().map(String::valueOf).collect(Collectors.joining(",")) + ")";
        String from = " FROM " + duckDb.parquet(file.file());
        StringBuilder select = new StringBuilder("SELECT (SELECT count(*)" + from + "), count(*)");
        for (Leaf leaf : leaves) {
            select.append(", count(*) - count(").append(leaf.sql()).append(')');
            String bound = leaf.min() == null && leaf.max() == null ? "NULL" : leaf.sql();
            select.append(", min(")
                    .append(bound)
                    .append("), max(")
                    .append(bound)
                    .append(')');
        }
        duckDb.query(select + from + condition, result -> {
            result.next();
            long rows = result.getLong(1);
            long counted = result.getLong(2);
            if (numRecords.isNumber() && numRecords.asLong() != rows) {
                wrong.add(file.path() + ": numRecords is " + numRecords + ", the file has " + rows);
            }
            for (int i = 0; i < leaves.size(); i++) {
                Leaf leaf = leaves.get(i);
                int at = 3 + 3 * i;
                checkNulls(file, leaf, result.getLong(at), counted, numRecords.asLong(-1), tight);
                checkBound(file, leaf, "min", leaf.min(), result.getObject(at + 1), tight);
                checkBound(file, leaf, "max", leaf.max(), result.getObject(at + 2), tight);
            }
        });
    }

    private void checkNulls(NaiveFile file, Leaf leaf, long real, long counted, long numRecords, boolean tight) {
        if (leaf.nulls() == null || leaf.nulls().isNull()) {
            return;
        }
        long stated = leaf.nulls().asLong();
        boolean fine = tight ? stated == real : (stated != 0 || real == 0) && (stated != numRecords || real == counted);
        if (!fine) {
            wrong.add(file.path() + ": nullCount of " + leaf.name() + " is " + stated + ", real are " + real);
        }
    }

    private void checkBound(
            NaiveFile file, Leaf leaf, String which, @Nullable JsonNode stated, @Nullable Object real, boolean tight) {
        if (stated == null || stated.isNull()) {
            return;
        }
        bounds++;
        if (real == null) {
            if (tight) {
                loose.add(
                        file.path() + ": " + which + " of " + leaf.name() + " is " + stated + ", all values are null");
            }
            return;
        }
        StatisticsValue value = StatisticsValue.parse(leaf.type(), stated);
        StatisticsValue truth = StatisticsValue.of(leaf.type(), real);
        int order = which.equals("min") ? truth.compareTo(value) : value.compareTo(truth);
        String text = file.path() + ": " + which + " of " + leaf.name() + " is " + stated + ", real is " + real;
        if (order < 0 && !(timestamps == Timestamps.CUT_TO_MILLIS && value.isWithinAMillisecondOf(truth))) {
            wrong.add(text);
        } else if (order > 0 && tight && !value.mayBeRounded(truth)) {
            loose.add(text);
        }
    }

    private void reportUnknownColumns(NaiveFile file, JsonNode stats, ValueType.Struct columns) {
        List<String> known =
                columns.fields().stream().map(ValueType.Field::physicalName).toList();
        for (String part : List.of("minValues", "maxValues", "nullCount")) {
            for (Map.Entry<String, JsonNode> entry : stats.path(part).properties()) {
                if (!known.contains(entry.getKey())) {
                    loose.add(file.path() + ": " + part + " names " + entry.getKey() + ", which is no data column");
                }
            }
        }
    }
}
