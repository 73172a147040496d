package io.github.deltamaint.log.internal.checkpoint;

import io.github.deltamaint.parquet.ColumnAppender;
import io.github.deltamaint.parquet.ParquetFileAppender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * The columns of one kind of action in a checkpoint file, by the names of its fields. In rows of other kinds they are all null; those rows are
 * counted and appended together.
 */
final class Fields {
    private final String action;
    private final Map<List<String>, ColumnAppender> byPath = new HashMap<>();
    private int nullRows;

    Fields(ParquetFileAppender file, MessageType schema, String action) {
        this.action = action;
        List<String[]> paths = schema.getPaths();
        for (int leaf = 0; leaf < paths.size(); leaf++) {
            if (paths.get(leaf)[0].equals(action)) {
                byPath.put(List.of(paths.get(leaf)), file.column(leaf));
            }
        }
    }

    private ColumnAppender column(Collection<String> path) {
        List<String> whole = new ArrayList<>();
        whole.add(action);
        whole.addAll(path);
        ColumnAppender column = byPath.get(whole);
        if (column == null) {
            throw new IllegalStateException("no column " + whole);
        }
        return column;
    }

    /** One more row that is not of this kind. */
    void skipRow() {
        nullRows++;
    }

    /** Appends the rows that were skipped. */
    void flush() {
        if (nullRows > 0) {
            byPath.values().forEach(column -> column.appendNulls(0, nullRows));
            nullRows = 0;
        }
    }

    /** A leaf of any type. */
    Leaf leaf(List<String> path) {
        return new Leaf(column(path));
    }

    /** A leaf of any type. */
    Leaf leaf(String... path) {
        return leaf(List.of(path));
    }

    /** A map from text to text. */
    Texts texts(String... path) {
        List<String> key = new ArrayList<>(List.of(path));
        key.add("key_value");
        List<String> value = new ArrayList<>(key);
        key.add("key");
        value.add("value");
        return new Texts(column(key), column(value));
    }

    /** A list of texts. */
    TextList textList(String... path) {
        List<String> element = new ArrayList<>(List.of(path));
        element.add("list");
        element.add("element");
        return new TextList(column(element));
    }

    /** Takes one value per row. A null is one of the column itself; the struct around it is there. */
    static final class Leaf {
        private final ColumnAppender column;

        private Leaf(ColumnAppender column) {
            this.column = column;
        }

        void text(@Nullable String value) {
            if (value == null) {
                column.appendNull();
            } else {
                byte[] bytes = Utf8Text.bytes(value);
                column.appendBytes(bytes, 0, bytes.length);
            }
        }

        void text(Optional<String> value) {
            text(value.orElse(null));
        }

        void number(long value) {
            column.appendLong(value);
        }

        void number(OptionalLong value) {
            if (value.isPresent()) {
                column.appendLong(value.getAsLong());
            } else {
                column.appendNull();
            }
        }

        void small(int value) {
            column.appendInt(value);
        }

        void small(OptionalInt value) {
            if (value.isPresent()) {
                column.appendInt(value.getAsInt());
            } else {
                column.appendNull();
            }
        }

        void flag(boolean value) {
            column.appendBoolean(value);
        }

        void flag(Optional<Boolean> value) {
            if (value.isPresent()) {
                column.appendBoolean(value.get());
            } else {
                column.appendNull();
            }
        }

        /** The struct around it is null, and everything from {@code level} on. */
        void absent(int level) {
            column.appendNull(level);
        }

        ColumnAppender column() {
            return column;
        }
    }

    /** Takes one map per row. */
    static final class Texts {
        private final ColumnAppender keys;
        private final ColumnAppender values;
        private final int mapLevel;

        private Texts(ColumnAppender keys, ColumnAppender values) {
            this.keys = keys;
            this.values = values;
            this.mapLevel = keys.column().getMaxDefinitionLevel() - 1;
        }

        void map(Map<String, @Nullable String> map) {
            if (map.isEmpty()) {
                nulls(mapLevel);
                return;
            }
            boolean first = true;
            for (Map.Entry<String, @Nullable String> entry : map.entrySet()) {
                if (!first) {
                    keys.repeat(1);
                    values.repeat(1);
                }
                first = false;
                append(keys, entry.getKey());
                append(values, entry.getValue());
            }
        }

        private static void append(ColumnAppender column, @Nullable String text) {
            if (text == null) {
                column.appendNull();
            } else {
                byte[] bytes = Utf8Text.bytes(text);
                column.appendBytes(bytes, 0, bytes.length);
            }
        }

        /** As {@link #map}; no map where there is no entry. */
        void mapUnlessEmpty(Map<String, @Nullable String> map) {
            if (map.isEmpty()) {
                nulls(mapLevel - 1);
            } else {
                map(map);
            }
        }

        private void nulls(int level) {
            keys.appendNull(level);
            values.appendNull(level);
        }
    }

    /** Takes one list per row. */
    static final class TextList {
        private final ColumnAppender elements;
        private final int listLevel;

        private TextList(ColumnAppender elements) {
            this.elements = elements;
            this.listLevel = elements.column().getMaxDefinitionLevel() - 2;
        }

        void list(Optional<List<String>> list) {
            if (list.isEmpty() || list.get().isEmpty()) {
                elements.appendNull(list.isPresent() ? listLevel : listLevel - 1);
                return;
            }
            boolean first = true;
            for (String element : list.get()) {
                if (!first) {
                    elements.repeat(1);
                }
                first = false;
                byte[] bytes = Utf8Text.bytes(element);
                elements.appendBytes(bytes, 0, bytes.length);
            }
        }
    }
}
