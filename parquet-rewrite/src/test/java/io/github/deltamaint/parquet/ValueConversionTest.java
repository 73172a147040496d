package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.JulianFields;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of a file as values of another type. */
class ValueConversionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "int32 | 7 | int64 | 7",
                "int32 | -7 | int64 | -7",
                "int32 (INTEGER(8,true)) | -7 | int32 (INTEGER(16,true)) | -7",
                "int32 (INTEGER(16,true)) | -7 | int32 | -7",
                "int32 (INTEGER(8,false)) | 200 | int32 | 200",
                "int32 (INTEGER(16,false)) | 65535 | int64 | 65535",
                "int32 (INTEGER(32,false)) | -1 | int64 | 4294967295",
                "int32 | 127 | int32 (INTEGER(8,true)) | 127",
                "int32 | 2147483647 | double | 2.147483647E9",
                "int32 (INTEGER(16,true)) | -5 | double | -5.0",
                "float | 0.1 | double | 0.10000000149011612",
                "float | -0.0 | double | -0.0",
                "float | Infinity | double | Infinity",
                "int32 (DATE) | 19723 | int64 (TIMESTAMP(MICROS,false)) | 1704067200000000",
                "int32 (DATE) | -719162 | int64 (TIMESTAMP(MICROS,false)) | -62135596800000000",
                "int64 (TIMESTAMP(MILLIS,true)) | -1 | int64 (TIMESTAMP(MICROS,true)) | -1000",
                "int64 (TIMESTAMP(MILLIS,false)) | 5 | int64 (TIMESTAMP(MICROS,true)) | 5000",
                "int64 (TIMESTAMP(NANOS,true)) | 1999 | int64 (TIMESTAMP(MICROS,true)) | 1",
                "int64 (TIMESTAMP(NANOS,true)) | -1 | int64 (TIMESTAMP(MICROS,true)) | -1",
                "int64 (TIMESTAMP(MICROS,false)) | 9 | int64 (TIMESTAMP(MICROS,true)) | 9",
                "int32 | 12 | int32 (DECIMAL(9,2)) | 12.00",
                "int32 (INTEGER(8,true)) | -12 | int32 (DECIMAL(4,1)) | -12.0",
                "int64 | 12 | fixed_len_byte_array(9) (DECIMAL(20,0)) | 12",
                "binary (ENUM) | x | binary (STRING) | x",
                "binary (JSON) | x | binary (STRING) | x",
                "binary | x | binary (STRING) | x",
                "binary (STRING) | x | binary | 0x78",
                "fixed_len_byte_array(2) | xy | binary | 0x7879",
                "binary | xy | fixed_len_byte_array(2) | 0x7879",
                "boolean | true | boolean | true",
            })
    void isExact(String from, String value, String to, String expected) throws IOException {
        assertThat(convert(from, to, value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "int32 | 128 | int32 (INTEGER(8,true)) | the value 128 does not fit",
                "int64 (TIMESTAMP(MILLIS,true)) | 9223372036854775807 | int64 (TIMESTAMP(MICROS,true)) | the value 9223372036854775807 of required int64 c (TIMESTAMP(MILLIS,true)) does not fit",
                "int32 (DATE) | 2147483647 | int64 (TIMESTAMP(MICROS,false)) | the value 2147483647 of required int32 c (DATE) does not fit",
                "int32 | 100 | int32 (DECIMAL(4,2)) | the decimal with the unscaled value 100 does not fit",
                "binary | xyz | fixed_len_byte_array(2) | a value of 3 bytes does not fit a type of 2 bytes",
            })
    void refusesValuesThatTheTargetCannotHold(String from, String value, String to, String message) {
        assertThatThrownBy(() -> convert(from, to, value))
                .isInstanceOf(UnsupportedFileException.class)
                .hasMessageContaining("column c")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "int64 | int32",
                "int64 | double",
                "double | float",
                "int32 | float",
                "int32 (INTEGER(32,false)) | int32",
                "int64 (INTEGER(64,false)) | int64",
                "int64 (INTEGER(64,false)) | fixed_len_byte_array(9) (DECIMAL(20,0))",
                "int32 | int32 (DATE)",
                "int32 (DATE) | int32",
                "int32 (DATE) | int64 (TIMESTAMP(MICROS,true))",
                "int64 | int64 (TIMESTAMP(MICROS,true))",
                "int64 (TIMESTAMP(MICROS,true)) | int64",
                "int64 (TIMESTAMP(MICROS,true)) | int64 (TIMESTAMP(MICROS,false))",
                "int64 (TIMESTAMP(MICROS,true)) | int64 (TIMESTAMP(MILLIS,true))",
                "int96 | int64 (TIMESTAMP(MILLIS,true))",
                "int96 | binary",
                "int32 (DECIMAL(4,2)) | int32",
                "float | int32 (DECIMAL(4,2))",
                "binary | fixed_len_byte_array(4) (DECIMAL(4,2))",
                "boolean | int32",
                "fixed_len_byte_array(2) (FLOAT16) | float",
                "fixed_len_byte_array(2) | fixed_len_byte_array(3)",
                "binary (BSON) | binary (STRING)",
                "int32 (TIME(MILLIS,true)) | int64 (TIME(MICROS,true))",
            })
    void refusesTypesWithoutAnExactCounterpart(String from, String to) {
        assertThatThrownBy(() -> Projection.of("file", schema(from), schema(to), FieldMatching.NAME))
                .isInstanceOf(UnsupportedFileException.class)
                .hasMessageContaining("file: column c is ")
                .hasMessageContaining("cannot be read as");
    }

    @Property(tries = 300)
    void ofDecimalsAgreesWithBigDecimal(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        DecimalForm from = DecimalForm.random(random);
        DecimalForm to = DecimalForm.random(random);
        List<BigDecimal> values = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            BigInteger unscaled = new BigInteger(random.nextInt(from.unscaledBits() + 1), random)
                    .mod(BigInteger.TEN.pow(from.precision));
            values.add(new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), from.scale));
        }
        List<BigDecimal> fitting = values.stream().filter(to::holds).toList();
        assertThat(convert(from.type(), to.type(), fitting))
                .isEqualTo(fitting.stream()
                        .map(value -> value.setScale(to.scale).toString())
                        .toList());
        for (BigDecimal value : values) {
            if (!to.holds(value)) {
                assertThatThrownBy(() -> convert(from.type(), to.type(), List.of(value)))
                        .as("%s of %s as %s", value, from.type(), to.type())
                        .isInstanceOf(UnsupportedFileException.class)
                        .hasMessageContaining("the unscaled value " + value.unscaledValue() + " does not fit");
                break;
            }
        }
    }

    private record DecimalForm(String physical, int precision, int scale, int length) {
        static DecimalForm random(Random random) {
            String physical = List.of("int32", "int64", "fixed", "binary").get(random.nextInt(4));
            int most = physical.equals("int32") ? 9 : physical.equals("int64") ? 18 : 38;
            int precision = 1 + random.nextInt(most);
            int scale = random.nextInt(precision + 1);
            int bytes = BigInteger.TEN.pow(precision).bitLength() / 8 + 1 + random.nextInt(3);
            return new DecimalForm(physical, precision, scale, bytes);
        }

        String type() {
            String form = physical.equals("fixed") ? "fixed_len_byte_array(" + length + ")" : physical;
            return form + " (DECIMAL(" + precision + "," + scale + "))";
        }

        int unscaledBits() {
            return BigInteger.TEN.pow(precision).bitLength();
        }

        boolean holds(BigDecimal value) {
            try {
                return value.setScale(scale).precision() <= precision || value.signum() == 0;
            } catch (ArithmeticException e) {
                return false;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0001-01-01T00:00:00Z",
        "1582-10-04T00:00:00Z",
        "1582-10-15T00:00:00Z",
        "1677-09-21T00:12:43.145224Z",
        "1969-12-31T23:59:59.999999Z",
        "1970-01-01T00:00:00Z",
        "2262-04-12T00:00:00Z",
        "9999-12-31T23:59:59.999999Z",
        "+290000-12-31T01:00:00Z",
    })
    void ofInt96IsExactForAllTimesThatPeopleWrite(String text) throws IOException {
        Instant instant = Instant.parse(text);
        LocalDate day = LocalDate.ofInstant(instant, ZoneOffset.UTC);
        long nanos = instant.atOffset(ZoneOffset.UTC).toLocalTime().toNanoOfDay();
        byte[] int96 = int96(nanos, (int) day.getLong(JulianFields.JULIAN_DAY));
        assertThat(convert("int96", "int64 (TIMESTAMP(MICROS,true))", List.of(int96)))
                .containsExactly(String.valueOf(instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000));
        assertThat(convert("int96", "int96", List.of(int96)))
                .containsExactly("0x" + HexFormat.of().formatHex(int96));
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 2440588, -1", // a nanosecond before the epoch
        "1999, 2440588, 1",
        "86400000000001, 2440588, 86400000000", // more than a day
        "0, 109192579, 9223372022400000000", // the last day of 64 bits
    })
    void ofInt96RoundsNanosecondsDown(long nanos, int day, long micros) throws IOException {
        assertThat(convert("int96", "int64 (TIMESTAMP(MICROS,true))", List.of(int96(nanos, day))))
                .containsExactly(String.valueOf(micros));
    }

    @ParameterizedTest
    @CsvSource({"0, 109192580", "0, 2147483647", "0, -2147483648", "86400000000000, 109192579"})
    void ofInt96RefusesWhat64BitsCannotHold(long nanos, int day) {
        assertThatThrownBy(() -> convert("int96", "int64 (TIMESTAMP(MICROS,true))", List.of(int96(nanos, day))))
                .isInstanceOf(UnsupportedFileException.class)
                .hasMessageContaining("the INT96 timestamp of Julian day " + day + " is out of the range");
    }

    private static byte[] int96(long nanos, int day) {
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanos)
                .putInt(day)
                .array();
    }

    @Property(tries = 200)
    void ofFloatsKeepsEveryBitOfNaNs(@ForAll @IntRange(min = 0x7f800001, max = 0x7fffffff) int nan) throws IOException {
        long expected = 0x7ff0000000000000L | (nan & 0x7fffffL) << 29;
        try (ParquetFile file = ParquetFile.open(
                        new MemorySource("file", write(schema("float"), List.of(Float.intBitsToFloat(nan)))));
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, schema("double"), FieldMatching.NAME, RowSelection.all(), 10)) {
            assertThat(reader.next()).isTrue();
            // Java may quieten a signalling NaN on its way into the file.
            assertThat(reader.column(0).longAt(0)).isIn(expected, expected | 1L << 51);
        }
    }

    private static String convert(String from, String to, String value) throws IOException {
        Object typed =
                switch (schema(from).getColumns().get(0).getPrimitiveType().getPrimitiveTypeName()) {
                    case BOOLEAN -> Boolean.valueOf(value);
                    case INT32 -> Integer.valueOf(value);
                    case INT64 -> Long.valueOf(value);
                    case FLOAT -> Float.valueOf(value);
                    case DOUBLE -> Double.valueOf(value);
                    default -> value.getBytes();
                };
        List<String> converted = convert(from, to, List.of(typed, typed, typed));
        assertThat(converted).hasSize(3);
        return converted.get(1);
    }

    private static List<String> convert(String from, String to, List<?> values) throws IOException {
        List<String> result = null;
        for (int seed = 0; seed < 4; seed++) {
            // With and without a dictionary, in pages of both versions.
            byte[] bytes = new RandomFile(seed).write(schema(from), groups(schema(from), values));
            try (ParquetFile file = ParquetFile.open(new MemorySource("file", bytes));
                    ColumnBatchReader reader =
                            ColumnBatchReader.open(file, schema(to), FieldMatching.NAME, RowSelection.all(), 10)) {
                List<String> texts = Records.read(reader).stream()
                        .map(row -> Plain.text(row[0]))
                        .toList();
                assertThat(result == null || result.equals(texts)).isTrue();
                result = texts;
            }
        }
        return result;
    }

    private static byte[] write(MessageType schema, List<?> values) throws IOException {
        return new RandomFile(1).write(schema, groups(schema, values));
    }

    private static List<Group> groups(MessageType schema, List<?> values) {
        PrimitiveType type = schema.getColumns().get(0).getPrimitiveType();
        List<Group> groups = new ArrayList<>();
        for (Object value : values) {
            Group group = new SimpleGroup(schema);
            if (value instanceof BigDecimal decimal) {
                add(group, type, decimal.unscaledValue());
            } else if (value instanceof Boolean b) {
                group.add(0, b);
            } else if (value instanceof Integer i) {
                group.add(0, i);
            } else if (value instanceof Long l) {
                group.add(0, l);
            } else if (value instanceof Float f) {
                group.add(0, f);
            } else if (value instanceof Double d) {
                group.add(0, d);
            } else {
                group.add(0, Binary.fromConstantByteArray((byte[]) value));
            }
            groups.add(group);
        }
        return groups;
    }

    private static void add(Group group, PrimitiveType type, BigInteger unscaled) {
        switch (type.getPrimitiveTypeName()) {
            case INT32 -> group.add(0, unscaled.intValueExact());
            case INT64 -> group.add(0, unscaled.longValueExact());
            case BINARY -> group.add(0, Binary.fromConstantByteArray(unscaled.toByteArray()));
            default -> {
                byte[] minimal = unscaled.toByteArray();
                byte[] bytes = new byte[type.getTypeLength()];
                java.util.Arrays.fill(bytes, (byte) unscaled.signum() < 0 ? (byte) -1 : 0);
                System.arraycopy(minimal, 0, bytes, bytes.length - minimal.length, minimal.length);
                group.add(0, Binary.fromConstantByteArray(bytes));
            }
        }
    }

    private static MessageType schema(String type) {
        int annotation = type.indexOf(" (");
        String name = annotation < 0 ? type + " c" : type.substring(0, annotation) + " c" + type.substring(annotation);
        return MessageTypeParser.parseMessageType("message m { required " + name + "; }");
    }
}
