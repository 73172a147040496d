package io.github.deltamaint.parquet.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.digest.SequenceHasher;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import io.github.deltamaint.parquet.internal.rewrite.ColumnCopier.Summed;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline.Hold;
import io.github.deltamaint.parquet.internal.write.HeldColumn;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.PageCompressor;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is held must be what was read, and an order must have every row once. */
class OrderedSumsTest {
    private static final List<Leaf> LEAVES =
            Leaf.of(MessageTypeParser.parseMessageType("message m { required int64 a; }"));
    private static final Leaf LEAF = LEAVES.get(0);

    private final SequenceSums all = new SequenceSums(LEAVES);
    private final OrderedSums sums = new OrderedSums(all, 1);

    private static ValueVector values(long... values) {
        ValueVector vector = new ValueVector(ValueKind.LONG);
        for (long value : values) {
            vector.add(value);
        }
        return vector;
    }

    private static HeldColumn held(Hold how, long... values) throws IOException {
        WriteSettings settings = WriteSettings.defaults();
        ColumnPipeline pipeline = new ColumnPipeline(settings, 1 << 20, new PageCompressor(settings), LEAF);
        pipeline.startHeld(LEAF, values.length, how);
        pipeline.data().addPresent(values.length, new byte[0], 0);
        pipeline.addValues(values(values), 0, values.length);
        pipeline.added();
        return Objects.requireNonNull(pipeline.endHeld());
    }

    private static Summed summed(long... values) {
        SequenceHasher hasher = new SequenceHasher();
        hasher.start(LEAF.path(), 0, 0);
        hasher.addValues(values(values), 0, values.length, values.length, null, null, 0);
        return new Summed(0, values.length, hasher.digest());
    }

    @ParameterizedTest
    @EnumSource(
            value = Hold.class,
            names = {"IDS", "VALUES"})
    void theOrderGivesEachRowItsNewPlace(Hold how) throws IOException {
        sums.read(LEAF, summed(7, 5, 7, 6));
        sums.order(new int[] {1, 3, 0, 2});
        sums.add(held(how, 7, 5, 7, 6));
        SequenceSums expected = new SequenceSums(LEAVES);
        expected.add(0, summed(5, 6, 7, 7));
        assertThat(all.digest(4)).isEqualTo(expected.digest(4));
        assertThat(sums.isComplete()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Hold.class,
            names = {"IDS", "VALUES"})
    void whatIsHeldMustBeWhatWasRead(Hold how) throws IOException {
        sums.order(new int[] {1, 2, 0});
        for (long[] other : new long[][] {{5, 7, 6}, {7, 5, 5}, {7, 6, 5}}) {
            HeldColumn held = held(how, other);
            sums.read(LEAF, summed(7, 5, 6));
            assertThatThrownBy(() -> sums.add(held))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("what is held of column a is not what was read");
        }
    }

    @Test
    void anOrderHasEveryRowOnce() {
        assertThatThrownBy(() -> sums.order(new int[] {0, 2, 0}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the order has row 0 twice");
    }

    @Test
    void thereIsNoSumWithoutAllColumns() throws IOException {
        sums.giveUp();
        sums.read(LEAF, summed(1));
        sums.add(held(Hold.IDS, 1));
        assertThat(sums.isComplete()).isFalse();
    }
}
