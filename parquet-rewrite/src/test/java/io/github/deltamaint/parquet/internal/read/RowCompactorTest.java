package io.github.deltamaint.parquet.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.ValueKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RowCompactorTest {
    private static final int MAX_DEFINITION = 2;

    /** One entry: its levels, and its value if it has one. */
    private record Entry(byte repetition, byte definition, int value) {
        boolean present() {
            return definition == MAX_DEFINITION;
        }
    }

    @Property(tries = 1000)
    void keepsTheEntriesOfSurvivingRows(@ForAll long seed) {
        Random random = new Random(seed);
        boolean repeated = random.nextBoolean();
        boolean uniform = random.nextInt(4) == 0;
        byte uniformLevel = (byte) random.nextInt(MAX_DEFINITION + 1);
        long firstRow = 1 + random.nextInt(100);
        RowSelection.Builder builder = RowSelection.builder();
        for (int row = 0; row < 300; row++) {
            if (random.nextInt(3) == 0) {
                builder.delete(row);
            }
        }
        RowSelection selection = random.nextInt(5) == 0 ? RowSelection.all() : builder.build();

        int count = random.nextInt(60);
        List<Entry> entries = new ArrayList<>();
        List<Entry> kept = new ArrayList<>();
        long row = firstRow - 1;
        int records = 0;
        for (int i = 0; i < count; i++) {
            byte repetition = (byte) (repeated && random.nextBoolean() ? 1 : 0);
            byte definition = uniform ? uniformLevel : (byte) random.nextInt(MAX_DEFINITION + 1);
            Entry entry = new Entry(repetition, definition, random.nextInt(1000));
            entries.add(entry);
            row += repetition == 0 ? 1 : 0;
            if (selection.survives(row)) {
                kept.add(entry);
                records += repetition == 0 ? 1 : 0;
            }
        }

        int at = random.nextInt(4);
        byte[] definitions = levels(entries, at, false);
        byte[] repetitions = levels(entries, at, true);
        RowCompactor compactor = new RowCompactor();
        boolean changes = compactor.plan(
                selection,
                firstRow,
                count,
                uniform ? null : definitions,
                at,
                uniformLevel,
                MAX_DEFINITION,
                repeated ? repetitions : null,
                at);
        assertThat(changes).isEqualTo(kept.size() < count);
        assertThat(compactor.levels()).isEqualTo(kept.size());
        assertThat(compactor.records()).isEqualTo(records);
        int[] values =
                kept.stream().filter(Entry::present).mapToInt(Entry::value).toArray();
        assertThat(compactor.values()).isEqualTo(values.length);

        compactor.compactLevels(definitions, at);
        compactor.compactLevels(repetitions, at);
        assertThat(Arrays.copyOf(definitions, at + kept.size())).isEqualTo(levels(kept, at, false));
        assertThat(Arrays.copyOf(repetitions, at + kept.size())).isEqualTo(levels(kept, at, true));
        for (ValueKind kind : ValueKind.values()) {
            ValueVector vector = new ValueVector(kind);
            for (int i = 0; i < at; i++) {
                add(vector, -1 - i);
            }
            entries.stream().filter(Entry::present).forEach(entry -> add(vector, entry.value));
            compactor.compact(vector, at);
            ValueVector expected = new ValueVector(kind);
            for (int i = 0; i < at; i++) {
                add(expected, -1 - i);
            }
            Arrays.stream(values).forEach(value -> add(expected, value));
            assertThat(vector.size()).isEqualTo(expected.size());
            switch (kind) {
                case INT ->
                    assertThat(Arrays.copyOf(vector.ints(), vector.size()))
                            .isEqualTo(Arrays.copyOf(expected.ints(), vector.size()));
                case LONG ->
                    assertThat(Arrays.copyOf(vector.longs(), vector.size()))
                            .isEqualTo(Arrays.copyOf(expected.longs(), vector.size()));
                case BYTES -> {
                    for (int i = 0; i < vector.size(); i++) {
                        assertThat(vector.bytesAt(i)).isEqualTo(expected.bytesAt(i));
                    }
                }
            }
        }
    }

    private static byte[] levels(List<Entry> entries, int at, boolean repetition) {
        byte[] levels = new byte[at + entries.size()];
        for (int i = 0; i < entries.size(); i++) {
            levels[at + i] = repetition ? entries.get(i).repetition : entries.get(i).definition;
        }
        return levels;
    }

    private static void add(ValueVector vector, int value) {
        switch (vector.kind()) {
            case INT -> vector.add(value);
            case LONG -> vector.add((long) value);
            case BYTES -> {
                byte[] bytes = String.valueOf(value).repeat(Math.abs(value) % 4).getBytes();
                vector.add(bytes, 0, bytes.length);
            }
        }
    }
}
