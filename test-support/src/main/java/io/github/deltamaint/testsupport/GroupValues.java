package io.github.deltamaint.testsupport;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/** Turns parquet-java's groups into plain values in the shape of a table. */
final class GroupValues {

    /** Reads the value of one field of a group, at one index if the field is repeated. */
    private interface FieldReader {
        @Nullable Object read(Group group, int index);
    }

    /** Takes a value that is there from field {@code field} of the group. */
    private interface PresentReader {
        Object read(Group group, int field, int index);
    }

    private final List<FieldReader> readers;

    private GroupValues(List<FieldReader> readers) {
        this.readers = readers;
    }

    static GroupValues of(ValueType.Struct struct, GroupType group, ParquetRows.Matching matching) {
        List<FieldReader> readers = new ArrayList<>();
        for (ValueType.Field field : struct.fields()) {
            int position = matching.position(field, group);
            readers.add(position < 0 ? (row, index) -> null : fieldReader(field.type(), group, position, matching));
        }
        return new GroupValues(readers);
    }

    List<@Nullable Object> row(Group group) {
        List<@Nullable Object> values = new ArrayList<>(readers.size());
        readers.forEach(reader -> values.add(reader.read(group, 0)));
        return values;
    }

    private static FieldReader fieldReader(
            ValueType type, GroupType group, int position, ParquetRows.Matching matching) {
        Type parquet = group.getType(position);
        if (parquet.isRepetition(Repetition.REPEATED) && type instanceof ValueType.ArrayOf array) {
            PresentReader element = presentReader(array.element(), parquet, matching);
            return (row, index) -> allOf(row, position, element);
        }
        PresentReader present = presentReader(type, parquet, matching);
        return (row, index) -> row.getFieldRepetitionCount(position) == 0 ? null : present.read(row, position, index);
    }

    private static List<Object> allOf(Group row, int position, PresentReader element) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < row.getFieldRepetitionCount(position); i++) {
            elements.add(element.read(row, position, i));
        }
        return elements;
    }

    private static PresentReader presentReader(ValueType type, Type parquet, ParquetRows.Matching matching) {
        if (type instanceof ValueType.Struct struct) {
            GroupValues fields = of(struct, parquet.asGroupType(), matching);
            return (row, field, index) -> fields.row(row.getGroup(field, index));
        }
        if (type instanceof ValueType.ArrayOf array) {
            return listReader(array, parquet.asGroupType(), matching);
        }
        if (type instanceof ValueType.MapOf map) {
            return mapReader(map, parquet.asGroupType(), matching);
        }
        return leafReader(type, parquet.asPrimitiveType());
    }

    private static PresentReader listReader(ValueType.ArrayOf array, GroupType list, ParquetRows.Matching matching) {
        Repeated layout = Repeated.of(list);
        if (layout.elementIsRepeated()) {
            PresentReader element = presentReader(array.element(), layout.repeated(), matching);
            return (row, field, index) -> allOf(row.getGroup(field, index), 0, element);
        }
        FieldReader element = fieldReader(array.element(), layout.repeated().asGroupType(), 0, matching);
        return (row, field, index) -> {
            Group outer = row.getGroup(field, index);
            List<@Nullable Object> elements = new ArrayList<>();
            for (int i = 0; i < outer.getFieldRepetitionCount(0); i++) {
                elements.add(element.read(outer.getGroup(0, i), 0));
            }
            return elements;
        };
    }

    private static PresentReader mapReader(ValueType.MapOf map, GroupType outer, ParquetRows.Matching matching) {
        GroupType entry = outer.getType(0).asGroupType();
        FieldReader key = fieldReader(map.key(), entry, 0, matching);
        FieldReader value =
                entry.getFieldCount() > 1 ? fieldReader(map.value(), entry, 1, matching) : (row, index) -> null;
        return (row, field, index) -> {
            Group group = row.getGroup(field, index);
            List<Map.Entry<@Nullable Object, @Nullable Object>> entries = new ArrayList<>();
            for (int i = 0; i < group.getFieldRepetitionCount(0); i++) {
                Group keyValue = group.getGroup(0, i);
                entries.add(new SimpleImmutableEntry<>(key.read(keyValue, 0), value.read(keyValue, 0)));
            }
            return entries;
        };
    }

    private static PresentReader leafReader(ValueType type, PrimitiveType parquet) {
        if (type instanceof ValueType.Decimal decimal) {
            return (row, field, index) -> number(row, field, index, parquet).setScale(decimal.scale());
        }
        if (!(type instanceof ValueType.Primitive primitive)) {
            throw new IllegalArgumentException("cannot read " + parquet + " as " + type);
        }
        return switch (primitive) {
            case BOOLEAN -> Group::getBoolean;
            case BYTE -> (row, field, index) -> (byte) integer(row, field, index, parquet);
            case SHORT -> (row, field, index) -> (short) integer(row, field, index, parquet);
            case INTEGER, DATE -> (row, field, index) -> (int) integer(row, field, index, parquet);
            case LONG -> (row, field, index) -> integer(row, field, index, parquet);
            case FLOAT -> Group::getFloat;
            case DOUBLE -> (row, field, index) -> floating(row, field, index, parquet);
            case STRING -> (row, field, index) -> row.getBinary(field, index).toStringUsingUTF8();
            case BINARY -> (row, field, index) -> row.getBinary(field, index).getBytes();
            case TIMESTAMP, TIMESTAMP_NTZ -> (row, field, index) -> micros(row, field, index, parquet);
        };
    }

    private static long integer(Group row, int field, int index, PrimitiveType parquet) {
        if (parquet.getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
            return row.getLong(field, index);
        }
        int value = row.getInteger(field, index);
        boolean unsigned =
                parquet.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
        return unsigned ? Integer.toUnsignedLong(value) : value;
    }

    private static double floating(Group row, int field, int index, PrimitiveType parquet) {
        return switch (parquet.getPrimitiveTypeName()) {
            case FLOAT -> row.getFloat(field, index);
            case DOUBLE -> row.getDouble(field, index);
            default -> integer(row, field, index, parquet);
        };
    }

    private static BigDecimal number(Group row, int field, int index, PrimitiveType parquet) {
        int scale = parquet.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal
                ? decimal.getScale()
                : 0;
        return switch (parquet.getPrimitiveTypeName()) {
            case INT32, INT64 -> BigDecimal.valueOf(integer(row, field, index, parquet), scale);
            default -> new BigDecimal(new BigInteger(row.getBinary(field, index).getBytes()), scale);
        };
    }

    private static long micros(Group row, int field, int index, PrimitiveType parquet) {
        @Nullable LogicalTypeAnnotation annotation = parquet.getLogicalTypeAnnotation();
        return switch (parquet.getPrimitiveTypeName()) {
            case INT96 -> int96(row.getInt96(field, index).getBytes());
            case INT32 -> row.getInteger(field, index) * RowWriteSupport.MICROS_PER_DAY;
            default -> {
                long value = row.getLong(field, index);
                if (!(annotation instanceof TimestampLogicalTypeAnnotation timestamp)) {
                    yield value;
                }
                yield switch (timestamp.getUnit()) {
                    case MILLIS -> Math.multiplyExact(value, 1000L);
                    case MICROS -> value;
                    case NANOS -> Math.floorDiv(value, 1000L);
                };
            }
        };
    }

    private static long int96(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long nanosOfDay = buffer.getLong();
        long day = buffer.getInt() - (long) RowWriteSupport.JULIAN_DAY_OF_EPOCH;
        return Math.addExact(Math.multiplyExact(day, RowWriteSupport.MICROS_PER_DAY), Math.floorDiv(nanosOfDay, 1000L));
    }
}
