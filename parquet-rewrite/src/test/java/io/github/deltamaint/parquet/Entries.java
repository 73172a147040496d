package io.github.deltamaint.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What {@link ColumnBatchReader} reads, in the form of {@link ParquetJava}. */
final class Entries {

    private Entries() {}

    /** Per leaf, one text per entry: {@code repetition/definition/value}. */
    static List<List<String>> read(ColumnBatchReader reader) throws IOException {
        List<List<String>> result = new ArrayList<>();
        for (int i = 0; i < reader.columns().size(); i++) {
            result.add(new ArrayList<>());
        }
        while (reader.next()) {
            for (int leaf = 0; leaf < result.size(); leaf++) {
                add(reader.column(leaf), result.get(leaf));
            }
        }
        return result;
    }

    private static void add(ColumnBatch column, List<String> into) {
        for (int entry = 0; entry < column.entries(); entry++) {
            String text = column.repetitionLevel(entry) + "/" + column.definitionLevel(entry);
            into.add(column.isNull(entry) ? text : text + "/" + value(column, column.value(entry)));
        }
    }

    private static String value(ColumnBatch column, int value) {
        return switch (column.kind()) {
            case INT -> String.valueOf(column.intAt(value));
            case LONG -> String.valueOf(column.longAt(value));
            case BYTES -> HexFormat.of().formatHex(column.bytesAt(value));
        };
    }
}
