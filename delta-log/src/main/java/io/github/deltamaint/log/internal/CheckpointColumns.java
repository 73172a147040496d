package io.github.deltamaint.log.internal;

import io.github.deltamaint.parquet.ColumnBatch;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.ValueKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Fields of the actions in a batch of checkpoint rows. A field that the file does not have reads as null in every row, because any column of a checkpoint may be
 * absent.
 */
final class CheckpointColumns {
    private final ColumnBatchReader reader;
    private final MessageType schema;
    private final TextCache cache = new TextCache();

    /** Fields of what {@code reader} reads. */
    CheckpointColumns(ColumnBatchReader reader) {
        this.reader = reader;
        this.schema = reader.schema();
    }

    private boolean has(String... path) {
        return schema.containsPath(path);
    }

    private ColumnBatch column(String... path) {
        return reader.column(String.join(".", path));
    }

    /** A text. */
    Text text(String... path) {
        return new Text(has(path) ? column(path) : null, cache);
    }

    /** A number or a truth value. */
    Numeric number(String... path) {
        return new Numeric(has(path) ? column(path) : null);
    }

    /** A map from text to text. */
    TextMap textMap(String... path) {
        String[] entries = repeatedChild(path);
        if (entries == null) {
            return new TextMap(null, null, cache);
        }
        GroupType group = schema.getType(entries).asGroupType();
        boolean isMap = group.getFieldCount() == 2;
        return new TextMap(
                isMap ? column(append(entries, group.getFieldName(0))) : null,
                isMap ? column(append(entries, group.getFieldName(1))) : null,
                cache);
    }

    /** A list of texts. */
    TextList textList(String... path) {
        String[] leaf = repeatedChild(path);
        if (leaf == null) {
            return new TextList(null, 0);
        }
        while (!schema.getType(leaf).isPrimitive()) {
            leaf = append(leaf, schema.getType(leaf).asGroupType().getFieldName(0));
        }
        return new TextList(column(leaf), schema.getMaxDefinitionLevel(path));
    }

    /** The path of the repeated field in a list or map, however it is called; null if there is no such list or map. */
    private String @Nullable [] repeatedChild(String... path) {
        Type type = typeAt(path);
        if (type == null || type.isPrimitive() || type.asGroupType().getFieldCount() != 1) {
            return null;
        }
        return append(path, type.asGroupType().getFieldName(0));
    }

    private @Nullable Type typeAt(String... path) {
        Type type = schema;
        for (String name : path) {
            if (type.isPrimitive() || !type.asGroupType().containsField(name)) {
                return null;
            }
            type = type.asGroupType().getType(name);
        }
        return type;
    }

    private static String[] append(String[] path, String name) {
        String[] longer = Arrays.copyOf(path, path.length + 1);
        longer[path.length] = name;
        return longer;
    }

    /** A text per row. */
    static final class Text {
        private final @Nullable ColumnBatch column;
        private final TextCache cache;

        private Text(@Nullable ColumnBatch column, TextCache cache) {
            this.column = column;
            this.cache = cache;
        }

        boolean isNull(int row) {
            return column == null || column.isNull(row);
        }

        /** The text, as an object of its own. */
        @Nullable String at(int row) {
            return column == null || column.isNull(row) ? null : column.stringAt(column.value(row));
        }

        Optional<String> optionalAt(int row) {
            return Optional.ofNullable(at(row));
        }

        /** The text, as the same object for the same text where there are few different ones. */
        @Nullable String sharedAt(int row) {
            return column == null || column.isNull(row) ? null : cache.text(column, column.value(row));
        }

        /** The bytes that hold the text of every row; only for a row that is not null. */
        byte[] bytes() {
            return column == null ? new byte[0] : column.bytes();
        }

        int offset(int row) {
            return column == null ? 0 : column.offsets()[column.value(row)];
        }

        int length(int row) {
            return column == null ? 0 : column.offsets()[column.value(row) + 1] - offset(row);
        }
    }

    /** A number or truth value per row. */
    static final class Numeric {
        private final @Nullable ColumnBatch column;

        private Numeric(@Nullable ColumnBatch column) {
            this.column = column;
        }

        boolean isNull(int row) {
            return column == null || column.isNull(row);
        }

        OptionalLong at(int row) {
            if (column == null || column.isNull(row)) {
                return OptionalLong.empty();
            }
            int value = column.value(row);
            return OptionalLong.of(column.kind() == ValueKind.INT ? column.ints()[value] : column.longs()[value]);
        }

        /** The number; only for a row that is not null. */
        long value(int row) {
            if (column == null) {
                return 0;
            }
            int value = column.value(row);
            return column.kind() == ValueKind.INT ? column.ints()[value] : column.longs()[value];
        }

        Optional<Boolean> booleanAt(int row) {
            OptionalLong value = at(row);
            return value.isEmpty() ? Optional.empty() : Optional.of(value.getAsLong() != 0);
        }
    }

    /** A map of texts per row; null counts as empty. Maps that come again and again, such as partition values, are the same object. */
    static final class TextMap {
        private static final int SLOTS = 1 << 10;
        private static final int MOST_ENTRIES = 8;

        private final @Nullable ColumnBatch keys;
        private final @Nullable ColumnBatch values;
        private final TextCache cache;
        private final @Nullable Known[] known = new Known[SLOTS];
        private final @Nullable String[] entries = new String[2 * MOST_ENTRIES];
        private int slot;

        private static final class Known {
            private final @Nullable String[] entries;
            private final Map<String, @Nullable String> map;

            Known(@Nullable String[] entries, Map<String, @Nullable String> map) {
                this.entries = entries;
                this.map = map;
            }
        }

        private TextMap(@Nullable ColumnBatch keys, @Nullable ColumnBatch values, TextCache cache) {
            this.keys = keys;
            this.values = values;
            this.cache = cache;
        }

        Map<String, @Nullable String> at(int row) {
            slot = -1;
            if (keys == null || values == null) {
                return Map.of();
            }
            int from = keys.firstEntry(row);
            int to = keys.firstEntry(row + 1);
            int count = 0;
            int hash = 0;
            for (int entry = from; entry < to && count < entries.length; entry++) {
                if (!keys.isNull(entry)) {
                    String key = cache.text(keys, keys.value(entry));
                    String value = values.isNull(entry) ? null : cache.text(values, values.value(entry));
                    entries[count++] = key;
                    entries[count++] = value;
                    hash = 31 * (31 * hash + key.hashCode()) + (value == null ? 0 : value.hashCode());
                }
            }
            if (count == 0) {
                return Map.of();
            }
            if (to - from > MOST_ENTRIES) {
                return map(keys, values, from, to);
            }
            slot = (hash ^ hash >>> 10 ^ hash >>> 20) & SLOTS - 1;
            Known same = known[slot];
            if (same != null && Arrays.equals(same.entries, 0, same.entries.length, entries, 0, count)) {
                slot = -1;
                return same.map;
            }
            return map(keys, values, from, to);
        }

        private Map<String, @Nullable String> map(ColumnBatch ofKeys, ColumnBatch ofValues, int from, int to) {
            Map<String, @Nullable String> map = new LinkedHashMap<>();
            for (int entry = from; entry < to; entry++) {
                if (!ofKeys.isNull(entry)) {
                    map.put(
                            cache.text(ofKeys, ofKeys.value(entry)),
                            ofValues.isNull(entry) ? null : cache.text(ofValues, ofValues.value(entry)));
                }
            }
            return map;
        }

        /** Keeps an unmodifiable copy of the map that was read last, for rows with the same. */
        void keep(Map<String, @Nullable String> copy) {
            if (slot >= 0) {
                known[slot] = new Known(Arrays.copyOf(entries, 2 * copy.size()), copy);
            }
        }
    }

    /** A list of texts per row. */
    static final class TextList {
        private final @Nullable ColumnBatch elements;
        private final int listLevel;

        private TextList(@Nullable ColumnBatch elements, int listLevel) {
            this.elements = elements;
            this.listLevel = listLevel;
        }

        /** The list; empty if it is null. */
        Optional<List<String>> at(int row) {
            if (elements == null || elements.definitionLevel(elements.firstEntry(row)) < listLevel) {
                return Optional.empty();
            }
            List<String> list = new ArrayList<>();
            for (int entry = elements.firstEntry(row); entry < elements.firstEntry(row + 1); entry++) {
                if (!elements.isNull(entry)) {
                    list.add(elements.stringAt(elements.value(entry)));
                }
            }
            return Optional.of(list);
        }
    }
}
