package io.github.deltamaint.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BinPackerTest {

    @Test
    void putsEachItemIntoTheOldestBinWithRoom() {
        assertThat(new BinPacker(10).pack(List.of(6L, 7L, 4L, 3L, 1L), Long::longValue))
                .containsExactly(List.of(6L, 4L), List.of(7L, 3L), List.of(1L));
    }

    @Test
    void givesAnItemLargerThanTheCapacityItsOwnBin() {
        assertThat(new BinPacker(10).pack(List.of(3L, 25L, 3L), Long::longValue))
                .containsExactly(List.of(3L, 3L), List.of(25L));
    }

    @Test
    void refusesACapacityOfNothing() {
        assertThatThrownBy(() -> new BinPacker(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("capacity must be positive but was 0");
    }

    @Property
    void packsLikeTheObviousLoop(@ForAll @Size(max = 200) List<@LongRange(min = 0, max = 120) Long> items) {
        assertThat(new BinPacker(100).pack(items, Long::longValue)).isEqualTo(naive(items, 100));
    }

    @Property
    void noTwoBinsCouldBeOne(@ForAll @Size(max = 200) List<@LongRange(min = 1, max = 100) Long> items) {
        List<Long> sums = new BinPacker(100)
                .pack(items, Long::longValue).stream()
                        .map(bin -> bin.stream().mapToLong(Long::longValue).sum())
                        .toList();
        assertThat(sums).allMatch(sum -> sum <= 100);
        for (int i = 0; i < sums.size(); i++) {
            for (int j = i + 1; j < sums.size(); j++) {
                assertThat(sums.get(i) + sums.get(j)).isGreaterThan(100);
            }
        }
    }

    private static List<List<Long>> naive(List<Long> items, long capacity) {
        List<List<Long>> bins = new ArrayList<>();
        List<Long> free = new ArrayList<>();
        for (Long item : items) {
            int bin = 0;
            while (bin < bins.size() && free.get(bin) < item) {
                bin++;
            }
            if (bin == bins.size()) {
                bins.add(new ArrayList<>());
                free.add(capacity);
            }
            bins.get(bin).add(item);
            free.set(bin, Math.max(0, free.get(bin) - item));
        }
        return bins;
    }
}
