package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveComparator;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Checks what a file says of itself against what it holds, value by value, with parquet-java as reader. */
public final class FileTruth {
    private final Shredded shredded;
    private final ParquetFileReader reader;
    private final List<ColumnDescriptor> columns;
    private int firstRecord;

    private FileTruth(Shredded shredded, ParquetFileReader reader) {
        this.shredded = shredded;
        this.reader = reader;
        columns = shredded.schema().getColumns();
    }

    public static void check(MemoryFile file, WrittenFile written, Shredded shredded) throws IOException {
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
        try (ParquetFileReader reader = ParquetFileReader.open(file, options)) {
            FileTruth truth = new FileTruth(shredded, reader);
            for (BlockMetaData rowGroup : reader.getFooter().getBlocks()) {
                truth.checkRowGroup(rowGroup);
            }
            assertThat(truth.firstRecord).isEqualTo(shredded.records());
            truth.checkExactBounds(footer(file));
            assertThat(written.rowGroups())
                    .isEqualTo(reader.getFooter().getBlocks().size());
        }
        assertThat(written.length()).isEqualTo(file.getLength());
        checkSummary(written, shredded);
    }

    /** The footer as the format has it; parquet-java does not show which bounds are exact. */
    private static FileMetaData footer(MemoryFile file) throws IOException {
        byte[] content = file.content();
        int length = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getInt(content.length - 8);
        return Util.readFileMetaData(new ByteArrayInputStream(content, content.length - 8 - length, length));
    }

    private void checkExactBounds(FileMetaData footer) {
        int from = 0;
        for (RowGroup rowGroup : footer.getRow_groups()) {
            int to = from + Math.toIntExact(rowGroup.getNum_rows());
            for (int leaf = 0; leaf < columns.size(); leaf++) {
                org.apache.parquet.format.Statistics statistics =
                        rowGroup.getColumns().get(leaf).getMeta_data().getStatistics();
                PrimitiveType type = columns.get(leaf).getPrimitiveType();
                if (statistics.isIs_min_value_exact()) {
                    assertThat(values(shredded, leaf, from, to)).contains(decode(type, statistics.getMin_value()));
                }
                if (statistics.isIs_max_value_exact()) {
                    assertThat(values(shredded, leaf, from, to)).contains(decode(type, statistics.getMax_value()));
                }
            }
            from = to;
        }
    }

    private static void checkSummary(WrittenFile written, Shredded shredded) {
        List<ColumnDescriptor> columns = shredded.schema().getColumns();
        int leaves = columns.size();
        for (int leaf = 0; leaf < leaves; leaf++) {
            ColumnSummary summary = written.columns().get(leaf);
            PrimitiveType type = columns.get(leaf).getPrimitiveType();
            assertThat(summary.path()).containsExactly(columns.get(leaf).getPath());
            assertThat(summary.leaf()).isTrue();
            assertThat(summary.nullCount()).isEqualTo(shredded.nullCount(leaf));
            List<Object> values = values(shredded, leaf, 0, shredded.records());
            List<Object> numbers = values.stream().filter(v -> !isNaN(type, v)).toList();
            assertThat(summary.hasNaN()).isEqualTo(numbers.size() < values.size());
            if (numbers.isEmpty() || !hasOrder(type)) {
                assertThat(summary.min()).isNull();
                assertThat(summary.max()).isNull();
            } else {
                assertThat(comparable(Objects.requireNonNull(summary.min()))).isEqualTo(extreme(type, numbers, -1));
                assertThat(comparable(Objects.requireNonNull(summary.max()))).isEqualTo(extreme(type, numbers, 1));
            }
        }
        List<ColumnSummary> containers =
                written.columns().subList(leaves, written.columns().size());
        List<List<String>> expected = new ArrayList<>();
        containers(shredded.schema(), new ArrayList<>(), expected);
        assertThat(containers.stream().map(ColumnSummary::path)).containsExactlyElementsOf(expected);
        for (ColumnSummary container : containers) {
            assertThat(container.leaf()).isFalse();
            assertThat(container.nullCount()).isEqualTo(containerNulls(shredded, container.path()));
        }
    }

    private static void containers(GroupType group, List<String> path, List<List<String>> found) {
        for (Type field : group.getFields()) {
            if (field.isPrimitive() || field.isRepetition(Type.Repetition.REPEATED)) {
                continue;
            }
            path.add(field.getName());
            if (field.getLogicalTypeAnnotation() != null) {
                found.add(List.copyOf(path));
            } else {
                containers(field.asGroupType(), path, found);
            }
            path.remove(path.size() - 1);
        }
    }

    private static long containerNulls(Shredded shredded, List<String> path) {
        int notNull = shredded.schema().getMaxDefinitionLevel(path.toArray(new String[0]));
        List<ColumnDescriptor> columns = shredded.schema().getColumns();
        int leaf = 0;
        while (!startsWith(columns.get(leaf).getPath(), path)) {
            leaf++;
        }
        return shredded.columns().get(leaf).stream()
                .filter(record -> record.get(0).definitionLevel() < notNull)
                .count();
    }

    private static boolean startsWith(String[] path, List<String> start) {
        return path.length >= start.size()
                && List.of(path).subList(0, start.size()).equals(start);
    }

    private void checkRowGroup(BlockMetaData rowGroup) throws IOException {
        int end = firstRecord + Math.toIntExact(rowGroup.getRowCount());
        assertThat(rowGroup.getColumns()).hasSameSizeAs(shredded.columns());
        for (int leaf = 0; leaf < shredded.columns().size(); leaf++) {
            ColumnChunkMetaData chunk = rowGroup.getColumns().get(leaf);
            checkStatistics(chunk.getStatistics(), leaf, end);
            checkSizes(chunk.getSizeStatistics(), leaf, end);
            checkIndexes(chunk, leaf, end);
        }
        firstRecord = end;
    }

    private void checkStatistics(Statistics<?> statistics, int leaf, int end) {
        PrimitiveType type = columns.get(leaf).getPrimitiveType();
        List<Object> values = values(shredded, leaf, firstRecord, end);
        assertThat(statistics.getNumNulls()).isEqualTo(nulls(leaf, firstRecord, end));
        boolean bounded = !values.isEmpty() && hasOrder(type) && values.stream().noneMatch(value -> isNaN(type, value));
        assertThat(statistics.hasNonNullValue()).as("bounds of %s", type).isEqualTo(bounded);
        if (bounded) {
            checkBounds(type, values, statistics.getMinBytes(), statistics.getMaxBytes());
        }
    }

    private static void checkBounds(PrimitiveType type, List<Object> values, byte[] min, byte[] max) {
        Object low = decode(type, min);
        Object high = decode(type, max);
        for (Object value : values) {
            assertThat(compare(type, low, value))
                    .as("%s: %s <= %s", type, low, value)
                    .isLessThanOrEqualTo(0);
            assertThat(compare(type, high, value))
                    .as("%s: %s >= %s", type, high, value)
                    .isGreaterThanOrEqualTo(0);
        }
        if (!(type.getLogicalTypeAnnotation() instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation)) {
            assertThat(min.length).isLessThanOrEqualTo(64);
            assertThat(max.length).isLessThanOrEqualTo(65);
        }
        if (min.length < 61 && !isZero(type, low)) {
            assertThat(values).as("exact minimum").contains(low);
        }
        if (max.length < 61 && values.stream().allMatch(value -> length(value) <= 64) && !isZero(type, high)) {
            assertThat(values).as("exact maximum").contains(high);
        }
    }

    private static int length(Object value) {
        return value instanceof Binary binary ? binary.length() : 0;
    }

    private static boolean isZero(PrimitiveType type, Object value) {
        return switch (type.getPrimitiveTypeName()) {
            case FLOAT -> ((int) value & Integer.MAX_VALUE) == 0;
            case DOUBLE -> ((long) value & Long.MAX_VALUE) == 0;
            default -> isFloat16(type) && (half(value) & 0x7FFF) == 0;
        };
    }

    private void checkSizes(@Nullable SizeStatistics sizes, int leaf, int end) {
        Objects.requireNonNull(sizes);
        int maxDefinition = columns.get(leaf).getMaxDefinitionLevel();
        int maxRepetition = columns.get(leaf).getMaxRepetitionLevel();
        if (maxDefinition > 1) {
            assertThat(sizes.getDefinitionLevelHistogram())
                    .isEqualTo(histogram(leaf, firstRecord, end, maxDefinition, true));
        }
        if (maxRepetition > 0) {
            assertThat(sizes.getRepetitionLevelHistogram())
                    .isEqualTo(histogram(leaf, firstRecord, end, maxRepetition, false));
        }
        Optional<Long> bytes = sizes.getUnencodedByteArrayDataBytes();
        if (columns.get(leaf).getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY) {
            long expected = values(shredded, leaf, firstRecord, end).stream()
                    .mapToLong(FileTruth::length)
                    .sum();
            assertThat(bytes).hasValue(expected);
        }
    }

    private List<Long> histogram(int leaf, int from, int to, int highest, boolean definition) {
        Long[] counts = new Long[highest + 1];
        java.util.Arrays.fill(counts, 0L);
        shredded.columns().get(leaf).subList(from, to).stream()
                .flatMap(List::stream)
                .forEach(entry -> counts[definition ? entry.definitionLevel() : entry.repetitionLevel()]++);
        return List.of(counts);
    }

    private void checkIndexes(ColumnChunkMetaData chunk, int leaf, int end) throws IOException {
        OffsetIndex offsets = Objects.requireNonNull(reader.readOffsetIndex(chunk));
        PrimitiveType type = columns.get(leaf).getPrimitiveType();
        @Nullable ColumnIndex index = reader.readColumnIndex(chunk);
        List<Object> all = values(shredded, leaf, firstRecord, end);
        boolean bounded = hasOrder(type) && all.stream().noneMatch(value -> isNaN(type, value));
        assertThat(index != null).as("column index of %s", type).isEqualTo(bounded);
        assertThat(offsets.getOffset(0)).isGreaterThanOrEqualTo(chunk.getFirstDataPageOffset());
        for (int page = 0; page < offsets.getPageCount(); page++) {
            int from = firstRecord + Math.toIntExact(offsets.getFirstRowIndex(page));
            int to = page + 1 < offsets.getPageCount()
                    ? firstRecord + Math.toIntExact(offsets.getFirstRowIndex(page + 1))
                    : end;
            assertThat(from).isLessThan(to);
            if (index != null) {
                List<Object> values = values(shredded, leaf, from, to);
                assertThat(index.getNullPages().get(page)).isEqualTo(values.isEmpty());
                assertThat(index.getNullCounts().get(page)).isEqualTo(nulls(leaf, from, to));
                if (!values.isEmpty()) {
                    checkBounds(
                            type,
                            values,
                            bytes(index.getMinValues().get(page)),
                            bytes(index.getMaxValues().get(page)));
                }
            }
        }
        if (index != null) {
            checkOrder(index, type);
        }
    }

    private static void checkOrder(ColumnIndex index, PrimitiveType type) {
        Object low = null;
        Object high = null;
        for (int page = 0; page < index.getNullPages().size(); page++) {
            if (index.getNullPages().get(page)) {
                continue;
            }
            Object min = decode(type, bytes(index.getMinValues().get(page)));
            Object max = decode(type, bytes(index.getMaxValues().get(page)));
            if (low != null && high != null) {
                int lowOrder = compare(type, low, min);
                int highOrder = compare(type, high, max);
                switch (index.getBoundaryOrder()) {
                    case ASCENDING ->
                        assertThat(lowOrder <= 0 && highOrder <= 0).isTrue();
                    case DESCENDING ->
                        assertThat(lowOrder >= 0 && highOrder >= 0).isTrue();
                    case UNORDERED -> {}
                }
            }
            low = min;
            high = max;
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private long nulls(int leaf, int from, int to) {
        return shredded.columns().get(leaf).subList(from, to).stream()
                .flatMap(List::stream)
                .filter(entry -> entry.value() == null)
                .count();
    }

    private static List<Object> values(Shredded shredded, int leaf, int from, int to) {
        List<Object> values = new ArrayList<>();
        for (List<Shredded.Entry> record : shredded.columns().get(leaf).subList(from, to)) {
            for (Shredded.Entry entry : record) {
                Object value = entry.value();
                if (value != null) {
                    values.add(value);
                }
            }
        }
        return values;
    }

    private static boolean hasOrder(PrimitiveType type) {
        return type.getPrimitiveTypeName() != PrimitiveTypeName.INT96;
    }

    private static boolean isFloat16(PrimitiveType type) {
        return type.getLogicalTypeAnnotation() instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
    }

    private static int half(Object value) {
        byte[] bytes = ((Binary) value).getBytes();
        return (bytes[0] & 0xFF) | (bytes[1] & 0xFF) << 8;
    }

    private static boolean isNaN(PrimitiveType type, Object value) {
        return switch (type.getPrimitiveTypeName()) {
            case FLOAT -> Float.isNaN(Float.intBitsToFloat((int) value));
            case DOUBLE -> Double.isNaN(Double.longBitsToDouble((long) value));
            default -> isFloat16(type) && (half(value) & 0x7FFF) > 0x7C00;
        };
    }

    private static Object decode(PrimitiveType type, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> bytes[0] != 0;
            case INT32, FLOAT -> buffer.getInt();
            case INT64, DOUBLE -> buffer.getLong();
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> Binary.fromConstantByteArray(bytes);
        };
    }

    /** A value of a summary as {@link Shredded.Entry} holds it. */
    private static Object comparable(Object value) {
        if (value instanceof byte[] bytes) {
            return Binary.fromConstantByteArray(bytes);
        }
        if (value instanceof Float number) {
            return Float.floatToRawIntBits(number);
        }
        return value instanceof Double number ? Double.doubleToRawLongBits(number) : value;
    }

    private static Object extreme(PrimitiveType type, List<Object> values, int sign) {
        Object extreme = values.get(0);
        for (Object value : values) {
            int order = compare(type, value, extreme);
            if (order == 0) {
                order = tie(type, value, extreme);
            }
            if (order * sign > 0) {
                extreme = value;
            }
        }
        return extreme;
    }

    /** Equal values of different form: zeros by their sign, decimals by their length. */
    private static int tie(PrimitiveType type, Object a, Object b) {
        return switch (type.getPrimitiveTypeName()) {
            case FLOAT -> Float.compare(Float.intBitsToFloat((int) a), Float.intBitsToFloat((int) b));
            case DOUBLE -> Double.compare(Double.longBitsToDouble((long) a), Double.longBitsToDouble((long) b));
            case BINARY -> Integer.compare(length(a), length(b));
            default -> isFloat16(type) ? Integer.compare(half(b), half(a)) : 0;
        };
    }

    private static int compare(PrimitiveType type, Object a, Object b) {
        PrimitiveComparator<Binary> comparator = type.comparator();
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> comparator.compare((boolean) a, (boolean) b);
            case INT32 -> comparator.compare((int) a, (int) b);
            case INT64 -> comparator.compare((long) a, (long) b);
            case FLOAT -> compare(Float.intBitsToFloat((int) a), Float.intBitsToFloat((int) b));
            case DOUBLE -> compare(Double.longBitsToDouble((long) a), Double.longBitsToDouble((long) b));
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> comparator.compare((Binary) a, (Binary) b);
        };
    }

    private static int compare(double a, double b) {
        return a < b ? -1 : a > b ? 1 : 0;
    }
}
