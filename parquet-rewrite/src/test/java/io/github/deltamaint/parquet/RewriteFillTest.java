package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RewriteFillTest {
    private static final MessageType TARGET = MessageTypeParser.parseMessageType("""
            message m {
              optional int64 id;
              optional int64 version;
              optional binary region (STRING);
              required int32 year;
              optional double score;
              optional boolean flag;
              optional fixed_len_byte_array(3) code;
              optional group tags (LIST) { repeated group list { optional int64 element; } }
            }
            """);

    /** Lacks some columns of the target. */
    private static final MessageType FILE = MessageTypeParser.parseMessageType("""
            message m {
              optional int64 id;
              optional binary region (STRING);
              required int32 year;
              optional group tags (LIST) { repeated group list { optional int64 element; } }
            }
            """);

    @Property(tries = 100)
    void fillsReplaceValuesOrOnlyNulls(
            @ForAll @IntRange(min = 1, max = 3) int inputs,
            @ForAll @IntRange(min = 1, max = 200) int rowGroupRows,
            @ForAll @IntRange(min = 0, max = 2000) int dictionaryBytes,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        Shredded expected = Shredded.empty(TARGET);
        List<RewriteInput> requested = new ArrayList<>();
        for (int i = 0; i < inputs; i++) {
            Shredded shredded = Shredded.random(FILE, random.nextInt(300), random);
            RowSelection selection = RandomInputs.selection(shredded.records(), random);
            @Nullable String region = random.nextInt(3) == 0 ? null : "region-" + random.nextInt(4);
            int year = 2020 + random.nextInt(5);
            long base = random.nextInt(1000) * 1000L;
            requested.add(RandomInputs.write(shredded, "input-" + i, random)
                    .input()
                    .select(selection)
                    .fill("id", ColumnFill.rowPositionWhereNull(base))
                    .fill("version", ColumnFill.constantWhereNull(i))
                    .fill("region", ColumnFill.constant(region == null ? null : region.getBytes()))
                    .fill("year", ColumnFill.constant(year))
                    .fill("score", ColumnFill.constant(0.5))
                    .fill("flag", ColumnFill.constant(true))
                    .fill("code", ColumnFill.constant(new byte[] {1, 2, 3})));
            for (int row = 0; row < shredded.records(); row++) {
                if (selection.survives(row)) {
                    Object id = shredded.columns().get(0).get(row).get(0).value();
                    add(expected, 0, id == null ? base + row : id);
                    add(expected, 1, (long) i);
                    add(expected, 2, region == null ? null : Binary.fromString(region));
                    expected.columns().get(3).add(List.of(new Shredded.Entry(0, 0, year)));
                    add(expected, 4, Double.doubleToRawLongBits(0.5));
                    add(expected, 5, true);
                    add(expected, 6, Binary.fromConstantByteArray(new byte[] {1, 2, 3}));
                    expected.columns().get(7).add(shredded.columns().get(3).get(row));
                }
            }
        }
        MemoryOutputs outputs = new MemoryOutputs();

        RewriteRequest request = RewriteRequest.builder(TARGET)
                .inputs(requested)
                .settings(WriteSettings.builder()
                        .rowGroupRows(rowGroupRows)
                        .dictionaryBytes(dictionaryBytes)
                        .build())
                .outputs(outputs)
                .summing(true)
                .build();

        RewriteResult result = ParquetRewriter.rewrite(request);

        outputs.check(result, expected);
        assertThat(result.content())
                .hasValue(ContentDigests.ofRowsInOrder(
                        request,
                        outputs.files.values().stream().map(MemoryFile::input).toList()));
        assertThat(ContentDigests.ofInputs(request))
                .isEqualTo(ContentDigests.ofOutputs(
                        request,
                        outputs.files.values().stream().map(MemoryFile::input).toList()));
        for (int leaf = 0; leaf < 8; leaf++) {
            assertThat(result.nullCounts().get(leaf)).isEqualTo(expected.nullCount(leaf));
        }
    }

    private static void add(Shredded shredded, int leaf, @Nullable Object value) {
        shredded.columns().get(leaf).add(List.of(new Shredded.Entry(0, value == null ? 0 : 1, value)));
    }

    @Test
    void fillsThatDoNotFitAreRefusedBeforeAnythingIsOpened() {
        refused("nothing", ColumnFill.constant(1), "column nothing cannot be filled");
        refused("tags", ColumnFill.constant(1L), "column tags cannot be filled");
        refused("year", ColumnFill.constant(1L), "column year of type required int32 year cannot be filled");
        refused("year", ColumnFill.constant(null), "column year of type required int32 year cannot be filled");
        refused("code", ColumnFill.constant(new byte[4]), "column code");
        refused("score", ColumnFill.constantWhereNull(1), "column score");
        refused("region", ColumnFill.rowPositionWhereNull(1), "column region");
        assertThatThrownBy(() -> ColumnFill.constant("text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not java.lang.String");
    }

    private static void refused(String column, ColumnFill fill, String message) {
        RewriteInput input = RewriteInput.of("the-file", () -> {
                    throw new AssertionError("opened");
                })
                .fill(column, fill);
        RewriteRequest request = RewriteRequest.builder(TARGET)
                .input(input)
                .outputs(index -> {
                    throw new AssertionError("created");
                })
                .build();
        assertThatThrownBy(() -> ParquetRewriter.rewrite(request))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the-file")
                .hasMessageContaining(message);
    }
}
