package io.github.deltamaint.testsupport;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Hands rows of plain values to parquet-java. */
final class RowWriteSupport extends WriteSupport<List<@Nullable Object>> {

    static final long MICROS_PER_DAY = 86_400_000_000L;
    static final int JULIAN_DAY_OF_EPOCH = 2_440_588;

    private final MessageType schema;
    private final FieldWriter[] writers;
    private @Nullable RecordConsumer consumer;

    RowWriteSupport(ValueType.Struct columns, MessageType schema) {
        this.schema = schema;
        this.writers = fieldWriters(columns, schema);
    }

    /** Writes one value that is not null. */
    private interface FieldWriter extends BiConsumer<RecordConsumer, Object> {}

    @Override
    @SuppressWarnings("deprecation") // still abstract in parquet-java
    public WriteContext init(Configuration configuration) {
        return new WriteContext(schema, new HashMap<>());
    }

    @Override
    public WriteContext init(@Nullable ParquetConfiguration configuration) {
        return new WriteContext(schema, new HashMap<>());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        consumer = recordConsumer;
    }

    @Override
    public void write(List<@Nullable Object> row) {
        RecordConsumer out = consumer;
        if (out == null) {
            throw new IllegalStateException("not prepared");
        }
        out.startMessage();
        writeFields(out, schema, writers, row);
        out.endMessage();
    }

    private static void writeFields(RecordConsumer out, GroupType group, FieldWriter[] writers, List<?> values) {
        for (int i = 0; i < writers.length; i++) {
            Object value = values.get(i);
            if (value != null) {
                out.startField(group.getFieldName(i), i);
                writers[i].accept(out, value);
                out.endField(group.getFieldName(i), i);
            }
        }
    }

    private static FieldWriter[] fieldWriters(ValueType.Struct struct, GroupType group) {
        FieldWriter[] writers = new FieldWriter[struct.fields().size()];
        Arrays.setAll(writers, i -> fieldWriter(struct.fields().get(i).type(), group.getType(i)));
        return writers;
    }

    private static FieldWriter fieldWriter(ValueType type, Type parquet) {
        if (type instanceof ValueType.Struct struct) {
            GroupType group = parquet.asGroupType();
            FieldWriter[] fields = fieldWriters(struct, group);
            return (out, value) -> {
                out.startGroup();
                writeFields(out, group, fields, (List<?>) value);
                out.endGroup();
            };
        }
        if (type instanceof ValueType.ArrayOf array) {
            return repeatedWriter(parquet.asGroupType(), List.of(array.element()), Collections::singletonList);
        }
        if (type instanceof ValueType.MapOf map) {
            return repeatedWriter(parquet.asGroupType(), List.of(map.key(), map.value()), RowWriteSupport::keyAndValue);
        }
        return leafWriter(type, parquet.asPrimitiveType());
    }

    private interface Parts {
        List<?> of(@Nullable Object element);
    }

    private static FieldWriter repeatedWriter(GroupType outer, List<ValueType> types, Parts parts) {
        GroupType repeated = outer.getType(0).asGroupType();
        FieldWriter[] fields = new FieldWriter[types.size()];
        Arrays.setAll(fields, i -> fieldWriter(types.get(i), repeated.getType(i)));
        return (out, value) -> {
            out.startGroup();
            List<?> elements = (List<?>) value;
            if (!elements.isEmpty()) {
                out.startField(repeated.getName(), 0);
                for (Object element : elements) {
                    out.startGroup();
                    writeFields(out, repeated, fields, parts.of(element));
                    out.endGroup();
                }
                out.endField(repeated.getName(), 0);
            }
            out.endGroup();
        };
    }

    private static List<?> keyAndValue(@Nullable Object entry) {
        Map.Entry<?, ?> keyAndValue = (Map.Entry<?, ?>) Objects.requireNonNull(entry, "map entry");
        return Arrays.asList(keyAndValue.getKey(), keyAndValue.getValue());
    }

    private static FieldWriter leafWriter(ValueType type, PrimitiveType parquet) {
        if (type instanceof ValueType.Decimal) {
            return decimalWriter(parquet);
        }
        return switch ((ValueType.Primitive) type) {
            case BOOLEAN -> (out, value) -> out.addBoolean((Boolean) value);
            case BYTE, SHORT, INTEGER, DATE -> (out, value) -> out.addInteger(((Number) value).intValue());
            case LONG -> (out, value) -> out.addLong((Long) value);
            case FLOAT -> (out, value) -> out.addFloat((Float) value);
            case DOUBLE -> (out, value) -> out.addDouble((Double) value);
            case STRING -> (out, value) -> out.addBinary(Binary.fromString((String) value));
            case BINARY -> (out, value) -> out.addBinary(Binary.fromConstantByteArray((byte[]) value));
            case TIMESTAMP, TIMESTAMP_NTZ -> timestampWriter(parquet);
        };
    }

    private static FieldWriter decimalWriter(PrimitiveType parquet) {
        return switch (parquet.getPrimitiveTypeName()) {
            case INT32 ->
                (out, value) ->
                        out.addInteger(((BigDecimal) value).unscaledValue().intValueExact());
            case INT64 ->
                (out, value) -> out.addLong(((BigDecimal) value).unscaledValue().longValueExact());
            default ->
                (out, value) -> out.addBinary(Binary.fromConstantByteArray(
                        signExtended(((BigDecimal) value).unscaledValue(), parquet.getTypeLength())));
        };
    }

    private static byte[] signExtended(BigInteger number, int length) {
        byte[] shortest = number.toByteArray();
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, 0, length - shortest.length, (byte) (number.signum() < 0 ? -1 : 0));
        System.arraycopy(shortest, 0, bytes, length - shortest.length, shortest.length);
        return bytes;
    }

    private static FieldWriter timestampWriter(PrimitiveType parquet) {
        if (parquet.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
            return (out, value) -> out.addBinary(int96((Long) value));
        }
        boolean millis = parquet.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation annotation
                && annotation.getUnit() == TimeUnit.MILLIS;
        return (out, value) -> out.addLong(millis ? Math.floorDiv((Long) value, 1000L) : (Long) value);
    }

    private static Binary int96(long micros) {
        ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(Math.floorMod(micros, MICROS_PER_DAY) * 1000);
        bytes.putInt(Math.toIntExact(Math.floorDiv(micros, MICROS_PER_DAY) + JULIAN_DAY_OF_EPOCH));
        return Binary.fromConstantByteArray(bytes.array());
    }
}
