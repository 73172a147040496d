package io.github.deltamaint.parquet.internal.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.internal.write.CodeVector;
import io.github.deltamaint.parquet.internal.write.SampleWindows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The judge is a stable sort by comparisons. */
class RowSorterTest {

    @Property(tries = 150)
    void rowsAreSortedStablyAndWindowsShowTheSame(
            @ForAll @IntRange(max = 200_000) int someRows,
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 1 << 30) Integer> ranges,
            @ForAll @IntRange(min = 1, max = 100_000) int pageRows,
            @ForAll @IntRange(min = 1, max = 1 << 15) int blockRows,
            @ForAll long seed) {
        Random random = new Random(seed);
        int rows = random.nextInt(4) == 0 ? someRows : someRows % 3000;
        List<SortKey> keys = new ArrayList<>();
        for (int range : ranges) {
            keys.add(key(rows, range, random));
        }
        SortKey other = key(rows, 1 + random.nextInt(1 << random.nextInt(30)), random);
        int[] expected = naive(rows, keys);
        SampleWindows windows = SampleWindows.forOrders(rows, pageRows);

        RowSorter sorter = new RowSorter(rows, blockRows);
        WindowRows inWindows = sorter.sort(keys, sorter.prefixes(keys), windows);
        RowSorter.Sorted sorted =
                sorter.sort(keys, List.of(other.codes(), keys.get(0).codes()));

        assertThat(sorted.order()).isEqualTo(expected);
        int at = 0;
        for (int window = 0; window < windows.count(); window++) {
            for (int i = 0; i < windows.length(window); i++) {
                assertThat(inWindows.rows()[at++]).isEqualTo(expected[windows.start(window) + i]);
            }
            assertThat(inWindows.ends()[window]).isEqualTo(at);
        }
        assertThat(sorted.codes()).isNotEmpty();
        sorted.codes().forEach((codes, inOrder) -> {
            CodeVector grouped = codes.grouped(sorted.groups());
            assertThat(inOrder.size()).isEqualTo(rows);
            assertThat(inOrder.range()).isEqualTo(codes.range());
            for (int place = 0; place < rows; place++) {
                int code = codes.get(expected[place]);
                assertThat(inOrder.get(place)).isEqualTo(code);
                assertThat(grouped.get(sorted.groupedOrder()[place])).isEqualTo(code);
            }
        });
    }

    @Test
    void extremesAreSortedAsTheNaiveModelSaysIt() {
        Random random = new Random(4);
        for (int rows : new int[] {0, 1, 2, 64, 65, 5000}) {
            for (int columns : new int[] {1, 2, 64}) {
                for (int range : new int[] {1, 2, 256, 257, 1 << 16, (1 << 16) + 1, 1 << 30, (1 << 30) + 1}) {
                    List<SortKey> keys = new ArrayList<>();
                    for (int column = 0; column < columns; column++) {
                        // All columns but the last are the same in all rows, so that this is what decides.
                        boolean decides = column == columns - 1;
                        CodeVector codes = new CodeVector(range, rows);
                        codes.append(
                                IntStream.range(0, rows)
                                        .map(row -> decides ? random.nextInt(range) : range - 1)
                                        .toArray(),
                                0,
                                rows);
                        keys.add(new SortKey(codes, Math.min(range, 2), column % 2 == 0));
                    }
                    RowSorter sorter = new RowSorter(rows);
                    RowSorter.Sorted sorted =
                            sorter.sort(keys, List.of(keys.get(0).codes()));
                    int[] expected = naive(rows, keys);
                    assertThat(sorted.order())
                            .as("%s rows, %s columns, range %s", rows, columns, range)
                            .isEqualTo(expected);
                    sorted.codes().forEach((codes, inOrder) -> {
                        for (int place = 0; place < rows; place++) {
                            assertThat(inOrder.get(place)).isEqualTo(codes.get(expected[place]));
                        }
                    });
                }
            }
        }
    }

    /** Codes that are often equal, in any range. */
    private static SortKey key(int rows, int range, Random random) {
        CodeVector codes = new CodeVector(range, rows);
        int distinct = 1 + random.nextInt(20);
        int[] values = random.ints(distinct, 0, range).toArray();
        boolean few = random.nextBoolean();
        codes.append(
                IntStream.range(0, rows)
                        .map(i -> few ? values[random.nextInt(distinct)] : random.nextInt(range))
                        .toArray(),
                0,
                rows);
        return new SortKey(codes, Math.min(range - 1, random.nextInt(3)), random.nextBoolean());
    }

    private static int[] naive(int rows, List<SortKey> keys) {
        Comparator<Integer> comparator = (a, b) -> 0;
        for (SortKey key : keys) {
            comparator = comparator.thenComparingInt(row -> {
                int code = key.codes().get(row);
                return key.nullsLast() && code < key.nullCodes() ? Integer.MAX_VALUE - key.nullCodes() + code : code;
            });
        }
        return IntStream.range(0, rows)
                .boxed()
                .sorted(comparator)
                .mapToInt(row -> row)
                .toArray();
    }
}
