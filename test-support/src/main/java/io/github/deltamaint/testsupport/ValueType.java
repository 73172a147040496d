package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What the values of a column are, in the words of the Delta schema.
 *
 * <p>Values travel as plain Java objects, {@code null} for SQL NULL:
 *
 * <table>
 * <caption>Java class per type</caption>
 * <tr><td>boolean</td><td>{@link Boolean}</td></tr>
 * <tr><td>byte, short, integer, long</td><td>{@link Byte}, {@link Short}, {@link Integer}, {@link Long}</td></tr>
 * <tr><td>float, double</td><td>{@link Float}, {@link Double}</td></tr>
 * <tr><td>decimal</td><td>{@link java.math.BigDecimal} of the column's scale</td></tr>
 * <tr><td>string, binary</td><td>{@link String}, {@code byte[]}</td></tr>
 * <tr><td>date</td><td>{@link Integer}, days since 1970-01-01</td></tr>
 * <tr><td>timestamp, timestamp_ntz</td><td>{@link Long}, microseconds since 1970-01-01 00:00:00 (UTC)</td></tr>
 * <tr><td>struct</td><td>{@link List} of the field values in schema order</td></tr>
 * <tr><td>array</td><td>{@link List}</td></tr>
 * <tr><td>map</td><td>{@link List} of {@link java.util.Map.Entry}</td></tr>
 * </table>
 */
public sealed interface ValueType {

    /** The types without parameters that a row can be compared by. */
    enum Primitive implements ValueType {
        BOOLEAN,
        BYTE,
        SHORT,
        INTEGER,
        LONG,
        FLOAT,
        DOUBLE,
        STRING,
        BINARY,
        DATE,
        TIMESTAMP,
        TIMESTAMP_NTZ;

        @Override
        public JsonNode toJson() {
            return JsonNodeFactory.instance.textNode(toString());
        }

        /** The name in the Delta schema, such as {@code timestamp_ntz}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A decimal number of at most {@code precision} digits, {@code scale} of them behind the point. */
    record Decimal(int precision, int scale) implements ValueType {
        @Override
        public JsonNode toJson() {
            return JsonNodeFactory.instance.textNode(toString());
        }

        @Override
        public String toString() {
            return "decimal(" + precision + "," + scale + ")";
        }
    }

    /**
     * A field of a struct or a column of a table.
     *
     * @param metadata the field's metadata, never null, often empty
     */
    record Field(String name, ValueType type, boolean nullable, ObjectNode metadata) {

        /** A nullable field without metadata. */
        public Field(String name, ValueType type) {
            this(name, type, true, JsonNodeFactory.instance.objectNode());
        }

        /** The name in Parquet files, partition values and statistics of a table with column mapping, else the name. */
        public String physicalName() {
            return metadata.path("delta.columnMapping.physicalName").asText(name);
        }

        /** The Parquet field id under column mapping, or -1. */
        public int fieldId() {
            return metadata.path("delta.columnMapping.id").asInt(-1);
        }
    }

    /** Named fields. The columns of a table are a struct. */
    record Struct(List<Field> fields) implements ValueType {
        public Struct {
            fields = List.copyOf(fields);
        }

        /** A struct with one more nullable field. */
        public Struct with(String name, ValueType type) {
            return with(new Field(name, type));
        }

        /** A struct with one more field. */
        public Struct with(Field field) {
            List<Field> more = new ArrayList<>(fields);
            more.add(field);
            return new Struct(more);
        }

        /** Where the field of this name stands, or -1. */
        public int indexOf(String name) {
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i).name().equals(name)) {
                    return i;
                }
            }
            return -1;
        }

        /**
         * The field of this name.
         *
         * @throws IllegalArgumentException if there is none
         */
        public Field field(String name) {
            int index = indexOf(name);
            if (index < 0) {
                throw new IllegalArgumentException("no field '" + name + "' in " + this);
            }
            return fields.get(index);
        }

        @Override
        public ObjectNode toJson() {
            ObjectNode struct = JsonNodeFactory.instance.objectNode();
            struct.put("type", "struct");
            for (Field field : fields) {
                ObjectNode node = struct.withArray("fields").addObject();
                node.put("name", field.name());
                node.set("type", field.type().toJson());
                node.put("nullable", field.nullable());
                node.set("metadata", field.metadata());
            }
            struct.withArray("fields");
            return struct;
        }

        @Override
        public String toString() {
            List<String> texts = new ArrayList<>();
            fields.forEach(field -> texts.add(field.name() + ": " + field.type()));
            return "struct<" + String.join(", ", texts) + ">";
        }
    }

    /** A list of elements. */
    record ArrayOf(ValueType element, boolean containsNull) implements ValueType {
        @Override
        public ObjectNode toJson() {
            ObjectNode array = JsonNodeFactory.instance.objectNode();
            array.put("type", "array");
            array.set("elementType", element.toJson());
            array.put("containsNull", containsNull);
            return array;
        }

        @Override
        public String toString() {
            return "array<" + element + ">";
        }
    }

    /** Keys with values. */
    record MapOf(ValueType key, ValueType value, boolean valueContainsNull) implements ValueType {
        @Override
        public ObjectNode toJson() {
            ObjectNode map = JsonNodeFactory.instance.objectNode();
            map.put("type", "map");
            map.set("keyType", key.toJson());
            map.set("valueType", value.toJson());
            map.put("valueContainsNull", valueContainsNull);
            return map;
        }

        @Override
        public String toString() {
            return "map<" + key + ", " + value + ">";
        }
    }

    /** A type that rows cannot be compared by: variant, geometry, void, interval, or one of the future. */
    record Other(JsonNode json) implements ValueType {
        @Override
        public JsonNode toJson() {
            return json;
        }

        @Override
        public String toString() {
            return json.asText(json.toString());
        }
    }

    /** The type as it stands in a Delta schema. */
    JsonNode toJson();

    /**
     * The same type with each variant taken for what it is in data files: a struct of two binary values, {@code metadata} and {@code value}.
     */
    static ValueType withoutVariants(ValueType type) {
        if (type instanceof Struct struct) {
            return withoutVariants(struct);
        }
        if (type instanceof ArrayOf array) {
            return new ArrayOf(withoutVariants(array.element()), array.containsNull());
        }
        if (type instanceof MapOf map) {
            return new MapOf(withoutVariants(map.key()), withoutVariants(map.value()), map.valueContainsNull());
        }
        return isVariant(type) ? struct("metadata", Primitive.BINARY, "value", Primitive.BINARY) : type;
    }

    /** Whether the type is {@code variant}. */
    static boolean isVariant(ValueType type) {
        return type instanceof Other && type.toString().equals("variant");
    }

    /** The same columns with each variant taken for what it is in data files. */
    static Struct withoutVariants(Struct columns) {
        return new Struct(columns.fields().stream()
                .map(field ->
                        new Field(field.name(), withoutVariants(field.type()), field.nullable(), field.metadata()))
                .toList());
    }

    /** The columns of a table, given name and type in turns: {@code columns("id", LONG, "name", STRING)}. */
    static Struct columns(Object... namesAndTypes) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            fields.add(new Field((String) namesAndTypes[i], (ValueType) namesAndTypes[i + 1]));
        }
        return new Struct(fields);
    }

    /** A struct type, given name and type in turns. */
    static Struct struct(Object... namesAndTypes) {
        return columns(namesAndTypes);
    }

    /** An array type whose elements may be null. */
    static ArrayOf array(ValueType element) {
        return new ArrayOf(element, true);
    }

    /** A map type whose values may be null. */
    static MapOf map(ValueType key, ValueType value) {
        return new MapOf(key, value, true);
    }

    /** A decimal type. */
    static Decimal decimal(int precision, int scale) {
        return new Decimal(precision, scale);
    }

    /**
     * The columns that a Delta schema declares.
     *
     * @param schemaString the text of {@code metaData.schemaString}
     */
    static Struct parse(String schemaString) {
        return (Struct) parse(Json.parse(schemaString));
    }

    /** One type of a Delta schema. */
    static ValueType parse(JsonNode type) {
        if (type.isTextual()) {
            return parsePrimitive(type);
        }
        return switch (type.path("type").asText()) {
            case "struct" -> parseStruct(type);
            case "array" ->
                new ArrayOf(
                        parse(type.get("elementType")),
                        type.path("containsNull").asBoolean(true));
            case "map" ->
                new MapOf(
                        parse(type.get("keyType")),
                        parse(type.get("valueType")),
                        type.path("valueContainsNull").asBoolean(true));
            default -> new Other(type);
        };
    }

    private static Struct parseStruct(JsonNode type) {
        List<Field> fields = new ArrayList<>();
        for (JsonNode field : type.get("fields")) {
            JsonNode metadata = field.path("metadata");
            fields.add(new Field(
                    field.get("name").asText(),
                    parse(field.get("type")),
                    field.path("nullable").asBoolean(true),
                    metadata instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode()));
        }
        return new Struct(fields);
    }

    private static ValueType parsePrimitive(JsonNode type) {
        String name = type.asText();
        if (name.equals("decimal")) {
            return new Decimal(10, 0);
        }
        if (name.startsWith("decimal(")) {
            String[] numbers =
                    name.substring("decimal(".length(), name.length() - 1).split(",", -1);
            return new Decimal(Integer.parseInt(numbers[0].strip()), Integer.parseInt(numbers[1].strip()));
        }
        return Arrays.stream(Primitive.values())
                .filter(primitive -> primitive.toString().equals(name))
                .<ValueType>map(primitive -> primitive)
                .findFirst()
                .orElseGet(() -> new Other(type));
    }
}
