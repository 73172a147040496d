package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.parquet.Shredded.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Orders of rows, compared with a stable sort of records by parquet-java's comparators. */
class RowOrderPropertyTest {

    @Property(tries = 200)
    void everyRowGroupIsSortedByTheColumns(
            @ForAll @IntRange(min = 1, max = 800) int records,
            @ForAll @IntRange(min = 1, max = 500) int rowGroupRows,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 4);
        SortColumn[] columns = someOf(schema, random);
        if (columns.length == 0) {
            return;
        }
        Shredded shredded = Shredded.random(schema, records, random);
        RowSelection selection = RandomInputs.selection(records, random);
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteResult result =
                ParquetRewriter.rewrite(request(shredded, selection, settings(rowGroupRows, random), random)
                        .order(RowOrder.columns(columns))
                        .outputs(outputs)
                        .build());

        Shredded surviving = shredded.select(selection::survives);
        Shredded expected = Shredded.empty(schema);
        int from = 0;
        for (WrittenFile file : result.files()) {
            for (RowGroupLayout group : file.layouts()) {
                assertThat(group.decision()).isEqualTo(Decision.SORTED);
                expected.append(surviving.pick(sorted(surviving, from, (int) group.rows(), columns)));
                from += (int) group.rows();
            }
        }
        outputs.check(result, expected);
    }

    @Property(tries = 150)
    void theAutomaticOrderKeepsTheRowsOfEachRowGroup(
            @ForAll @IntRange(min = 1, max = 3000) int records,
            @ForAll @IntRange(min = 1, max = 2000) int rowGroupRows,
            @ForAll Dictionaries dictionaries,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 4);
        Shredded shredded = Shredded.random(schema, records, random);
        RowSelection selection = RandomInputs.selection(records, random);
        WriteSettings settings = settings(rowGroupRows, random);
        RowOrder order = random.nextBoolean() ? RowOrder.automatic() : RowOrder.automatic(someOf(schema, random));
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteResult result = ParquetRewriter.rewrite(request(shredded, selection, settings, random)
                .order(order)
                .outputs(outputs)
                .build());

        Shredded surviving = shredded.select(selection::survives);
        int from = 0;
        for (WrittenFile file : result.files()) {
            MemoryFile memory = outputs.files.get(file.index());
            Shredded read = Shredded.read(memory);
            FileTruth.check(memory, file, read);
            int inFile = 0;
            for (RowGroupLayout group : file.layouts()) {
                int rows = (int) group.rows();
                assertThat(records(read, inFile, rows)).isEqualTo(records(surviving, from, rows));
                inFile += rows;
                from += rows;
            }
            assertThat(inFile).isEqualTo(read.records());
        }
        assertThat(from).isEqualTo(surviving.records());
    }

    private static RewriteRequest.Builder request(
            Shredded shredded, RowSelection selection, WriteSettings settings, Random random) {
        MemoryFile input = RandomInputs.write(shredded, "input", random);
        return RewriteRequest.builder(shredded.schema())
                .input(input.input().select(selection))
                .settings(settings);
    }

    private static WriteSettings settings(int rowGroupRows, Random random) {
        return WriteSettings.builder()
                .rowGroupRows(rowGroupRows)
                .pageRows(1 + random.nextInt(300))
                .dictionaryBytes(random.nextInt(3000))
                .encodings(random.nextBoolean() ? Encodings.BASELINE : Encodings.MODERN)
                .dictionaries(random.nextBoolean() ? Dictionaries.WHERE_SMALLER : Dictionaries.WHERE_VALUES_REPEAT)
                .build();
    }

    /** Some columns that are not in lists, and whose order parquet-java and we mean the same. */
    private static SortColumn[] someOf(MessageType schema, Random random) {
        List<SortColumn> columns = new ArrayList<>();
        for (ColumnDescriptor column : schema.getColumns()) {
            PrimitiveType type = column.getPrimitiveType();
            boolean isHalf = LogicalTypeAnnotation.float16Type().equals(type.getLogicalTypeAnnotation());
            // Of the many spellings of a decimal in binary parquet-java says that they are equal; here, the shorter
            // comes first.
            boolean hasSpellings = type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                    && type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation;
            if (column.getMaxRepetitionLevel() == 0
                    && type.getPrimitiveTypeName() != PrimitiveTypeName.INT96
                    && !isHalf
                    && !hasSpellings) {
                columns.add(new SortColumn(Arrays.asList(column.getPath()), random.nextBoolean()));
            }
        }
        Collections.shuffle(columns, random);
        return columns.subList(0, Math.min(columns.size(), 1 + random.nextInt(3)))
                .toArray(SortColumn[]::new);
    }

    private static int[] sorted(Shredded shredded, int from, int rows, SortColumn[] columns) {
        Comparator<Integer> comparator = (a, b) -> 0;
        for (SortColumn column : columns) {
            comparator = comparator.thenComparing(byColumn(shredded, column));
        }
        return IntStream.range(from, from + rows)
                .boxed()
                .sorted(comparator)
                .mapToInt(row -> row)
                .toArray();
    }

    private static Comparator<Integer> byColumn(Shredded shredded, SortColumn column) {
        List<ColumnDescriptor> descriptors = shredded.schema().getColumns();
        for (int leaf = 0; leaf < descriptors.size(); leaf++) {
            if (Arrays.asList(descriptors.get(leaf).getPath()).equals(column.path())) {
                List<List<Entry>> entries = shredded.columns().get(leaf);
                PrimitiveType type = descriptors.get(leaf).getPrimitiveType();
                return (a, b) ->
                        compare(entries.get(a).get(0), entries.get(b).get(0), type, column.nullsLast() ? -1 : 1);
            }
        }
        throw new AssertionError(column);
    }

    private static int compare(Entry a, Entry b, PrimitiveType type, int nulls) {
        Object left = a.value();
        Object right = b.value();
        if (left == null || right == null) {
            return left == null && right == null
                    ? Integer.compare(a.definitionLevel(), b.definitionLevel())
                    : left == null ? -nulls : nulls;
        }
        return switch (type.getPrimitiveTypeName()) {
            case FLOAT -> Integer.compare(totalOrder((int) left), totalOrder((int) right));
            case DOUBLE -> Long.compare(totalOrder((long) left), totalOrder((long) right));
            default -> type.<Object>comparator().compare(left, right);
        };
    }

    private static int totalOrder(int bits) {
        return bits ^ bits >> 31 & Integer.MAX_VALUE;
    }

    private static long totalOrder(long bits) {
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    /** How often each record occurs. */
    static Map<List<@Nullable Object>, Integer> records(Shredded shredded, int from, int rows) {
        Map<List<@Nullable Object>, Integer> counts = new HashMap<>();
        for (int row = from; row < from + rows; row++) {
            List<@Nullable Object> record = new ArrayList<>();
            for (List<List<Entry>> column : shredded.columns()) {
                record.add(column.get(row));
            }
            counts.merge(record, 1, Integer::sum);
        }
        return counts;
    }
}
