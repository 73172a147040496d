package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.log.schema.PrimitiveType.Kind;
import io.github.deltamaint.parquet.ColumnBatch;
import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.zorder.BytesRanks;
import io.github.deltamaint.zorder.BytesSample;
import io.github.deltamaint.zorder.LongRanks;
import io.github.deltamaint.zorder.LongSample;
import io.github.deltamaint.zorder.MassRanks;
import io.github.deltamaint.zorder.SortableValues;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One column of a key: first its values are sampled, then each value is given its rank among them. Used by one thread. */
final class KeyColumn {
    private final Kind kind;
    private final LongSample longSample;
    private final BytesSample bytesSample;
    private @Nullable LongRanks longRanks;
    private @Nullable BytesRanks bytesRanks;
    private long[] numbers = {};
    private int[] ranks = {};

    KeyColumn(Kind kind, long seed) {
        this.kind = kind;
        longSample = new LongSample(seed);
        bytesSample = new BytesSample(seed);
    }

    /** Samples the values of a batch. */
    void sample(ColumnBatch batch) {
        int values = batch.values();
        if (batch.kind() == ValueKind.BYTES) {
            bytesSample.addNulls(batch.records() - (long) values);
            bytesSample.add(bytes(batch), batch.offsets(), 0, values);
        } else {
            longSample.addNulls(batch.records() - (long) values);
            longSample.add(numbers(batch), 0, values);
        }
    }

    /** Ends sampling. */
    void rank(int bits) {
        longRanks = longSample.ranks(bits);
        bytesRanks = bytesSample.ranks(bits);
    }

    /** Gives the rank of each record of a batch. */
    void ranks(ColumnBatch batch, int[] target) {
        int values = batch.values();
        int records = batch.records();
        int[] dense = values == records ? target : room(values);
        if (batch.kind() == ValueKind.BYTES) {
            Objects.requireNonNull(bytesRanks).lookUp(bytes(batch), batch.offsets(), 0, values, dense);
        } else {
            Objects.requireNonNull(longRanks).lookUp(numbers(batch), 0, values, dense);
        }
        if (values < records) {
            int next = 0;
            for (int record = 0; record < records; record++) {
                target[record] = batch.isNull(record) ? MassRanks.NULL_RANK : dense[next++];
            }
        }
    }

    private int[] room(int values) {
        if (ranks.length < values) {
            ranks = new int[values];
        }
        return ranks;
    }

    private long[] numbers(ColumnBatch batch) {
        int values = batch.values();
        if (batch.kind() == ValueKind.LONG && kind != Kind.DOUBLE) {
            return batch.longs();
        }
        if (numbers.length < values) {
            numbers = new long[values];
        }
        for (int i = 0; i < values; i++) {
            numbers[i] = switch (kind) {
                case FLOAT -> SortableValues.of(Float.intBitsToFloat(batch.ints()[i]));
                case DOUBLE -> SortableValues.of(Double.longBitsToDouble(batch.longs()[i]));
                default -> batch.ints()[i];
            };
        }
        return numbers;
    }

    private byte[] bytes(ColumnBatch batch) {
        if (kind != Kind.DECIMAL || batch.values() == 0) {
            return batch.bytes();
        }
        int length = batch.offsets()[1];
        byte[] unscaled = Arrays.copyOf(batch.bytes(), length * batch.values());
        SortableValues.decimals(unscaled, length);
        return unscaled;
    }
}
