package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RowSelectionTest {

    @Property(tries = 300)
    void answersAsABitSetDoes(@ForAll @IntRange(max = 400) int rows, @ForAll long seed) {
        Random random = new Random(seed);
        BitSet deleted = new BitSet();
        RowSelection.Builder builder = RowSelection.builder();
        for (int i = random.nextInt(20); i > 0; i--) {
            int from = random.nextInt(rows + 1);
            int to = random.nextBoolean() ? from + 1 : from + random.nextInt(rows + 1);
            deleted.set(from, to);
            if (to == from + 1) {
                builder.delete(from);
            } else {
                builder.delete(from, to);
            }
        }
        RowSelection selection = builder.build();
        assertThat(selection.deletedCount()).isEqualTo(deleted.cardinality());
        assertThat(selection.isAll()).isEqualTo(deleted.isEmpty());
        assertThat(selection.lastDeleted()).isEqualTo(deleted.length() - 1);
        for (int row = 0; row < 2 * rows + 130; row++) {
            assertThat(selection.survives(row)).isEqualTo(!deleted.get(row));
            int to = row + random.nextInt(200);
            assertThat(selection.survivors(row, to))
                    .isEqualTo(to - row - deleted.get(row, to).cardinality());
            assertThat(selection.nextSurvivor(row, to)).isEqualTo(Math.min(to, deleted.nextClearBit(row)));
            int next = deleted.nextSetBit(row);
            assertThat(selection.nextDeleted(row, to)).isEqualTo(next < 0 ? to : Math.min(to, next));
        }
    }

    @Test
    void buildingOnDoesNotChangeWhatWasBuilt() {
        RowSelection.Builder builder = RowSelection.builder().delete(3);
        RowSelection first = builder.build();
        builder.delete(5);
        assertThat(first.survives(5)).isTrue();
        assertThat(builder.build().survives(5)).isFalse();
        assertThat(first).isEqualTo(RowSelection.builder().delete(3, 4).build()).isNotEqualTo(builder.build());
        assertThat(RowSelection.builder().build()).isSameAs(RowSelection.all());
    }

    @Test
    void refusesPositionsThatNoRowHas() {
        RowSelection.Builder builder = RowSelection.builder();
        assertThatThrownBy(() -> builder.delete(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[-1, 0)");
        assertThatThrownBy(() -> builder.delete(1L << 37)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.delete(Long.MAX_VALUE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.delete(7, 6)).isInstanceOf(IllegalArgumentException.class);
        RowSelection.Builder bounded = RowSelection.builder(10).delete(9);
        assertThatThrownBy(() -> bounded.delete(10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rows [10, 11) cannot be deleted from a file of 10 rows");
    }
}
