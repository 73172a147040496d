package io.github.deltamaint.log.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The JSON form of schemas. */
final class SchemaJson {
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            // Numbers in field metadata keep all their digits.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private SchemaJson() {}

    static DataType parseType(String json) {
        return type(tree(json), "");
    }

    static String write(DataType type) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.getFactory().createGenerator(text)) {
            write(type, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** A JSON value in the spelling of this class, so that equal values have equal texts. */
    static String normalize(String json) {
        return tree(json).toString();
    }

    static Optional<String> stringValue(String json) {
        JsonNode value = tree(json);
        return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
    }

    static OptionalLong longValue(String json) {
        return longValue(tree(json));
    }

    static OptionalLong longMember(String json, String key) {
        return longValue(tree(json).path(key));
    }

    private static OptionalLong longValue(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong()
                ? OptionalLong.of(value.longValue())
                : OptionalLong.empty();
    }

    static String quote(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    static JsonNode tree(String json) {
        JsonNode tree;
        try {
            tree = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage() + " in: " + shortened(json), e);
        }
        if (tree.isMissingNode()) {
            throw new IllegalArgumentException("not JSON: the text is empty");
        }
        return tree;
    }

    private static DataType type(JsonNode node, String path) {
        if (node.isTextual()) {
            String name = node.textValue();
            return PrimitiveType.named(name).<DataType>map(known -> known).orElseGet(() -> OpaqueType.named(name));
        }
        String kind = required(node, "type", path).asText();
        return switch (kind) {
            case "struct" -> struct(node, path);
            case "array" ->
                new ArrayType(
                        type(required(node, "elementType", path), path + ".element"), flag(node, "containsNull", path));
            case "map" ->
                new MapType(
                        type(required(node, "keyType", path), path + ".key"),
                        type(required(node, "valueType", path), path + ".value"),
                        flag(node, "valueContainsNull", path));
            case "udt" -> new OpaqueType(node.toString(), OpaqueType.Family.USER_DEFINED);
            default -> new OpaqueType(node.toString(), OpaqueType.Family.UNKNOWN);
        };
    }

    private static StructType struct(JsonNode node, String path) {
        JsonNode fields = required(node, "fields", path);
        if (!fields.isArray()) {
            throw malformed("'fields' is no list", path);
        }
        List<StructField> parsed = new ArrayList<>(fields.size());
        for (JsonNode field : fields) {
            parsed.add(field(field, path));
        }
        return new StructType(parsed);
    }

    private static StructField field(JsonNode node, String path) {
        JsonNode name = required(node, "name", path);
        if (!name.isTextual()) {
            throw malformed("'name' is no text", path);
        }
        String here = path.isEmpty() ? name.textValue() : path + "." + name.textValue();
        return new StructField(
                name.textValue(),
                type(required(node, "type", here), here),
                flag(node, "nullable", here),
                metadata(node.path("metadata"), here));
    }

    private static FieldMetadata metadata(JsonNode node, String path) {
        if (node.isMissingNode() || node.isNull()) {
            return FieldMetadata.EMPTY;
        }
        if (!node.isObject()) {
            throw malformed("'metadata' is no object", path);
        }
        Map<String, String> values = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> values.put(entry.getKey(), entry.getValue().toString()));
        return FieldMetadata.ofNormalized(values);
    }

    /** A flag; one that is missing allows nulls, which is what data files do in every case. */
    private static boolean flag(JsonNode node, String key, String path) {
        JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return true;
        }
        if (!value.isBoolean()) {
            throw malformed("'" + key + "' is neither true nor false", path);
        }
        return value.booleanValue();
    }

    private static JsonNode required(JsonNode node, String key, String path) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            throw malformed("'" + key + "' is missing in " + shortened(node.toString()), path);
        }
        return value;
    }

    private static IllegalArgumentException malformed(String problem, String path) {
        return new IllegalArgumentException(
                "malformed schema" + (path.isEmpty() ? "" : " at column " + path) + ": " + problem);
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }

    private static void write(DataType type, JsonGenerator out) throws IOException {
        if (type instanceof StructType struct) {
            writeStruct(struct, out);
        } else if (type instanceof ArrayType array) {
            out.writeStartObject();
            out.writeStringField("type", "array");
            out.writeFieldName("elementType");
            write(array.elementType(), out);
            out.writeBooleanField("containsNull", array.containsNull());
            out.writeEndObject();
        } else if (type instanceof MapType map) {
            out.writeStartObject();
            out.writeStringField("type", "map");
            out.writeFieldName("keyType");
            write(map.keyType(), out);
            out.writeFieldName("valueType");
            write(map.valueType(), out);
            out.writeBooleanField("valueContainsNull", map.valueContainsNull());
            out.writeEndObject();
        } else if (type instanceof OpaqueType opaque) {
            out.writeRawValue(opaque.json());
        } else if (type instanceof PrimitiveType primitive) {
            out.writeString(primitive.name());
        }
    }

    private static void writeStruct(StructType struct, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", "struct");
        out.writeArrayFieldStart("fields");
        for (StructField field : struct.fields()) {
            out.writeStartObject();
            out.writeStringField("name", field.name());
            out.writeFieldName("type");
            write(field.type(), out);
            out.writeBooleanField("nullable", field.nullable());
            out.writeObjectFieldStart("metadata");
            for (Map.Entry<String, String> entry : field.metadata().asJson().entrySet()) {
                out.writeFieldName(entry.getKey());
                out.writeRawValue(entry.getValue());
            }
            out.writeEndObject();
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
