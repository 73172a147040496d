package io.github.deltamaint.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.github.deltamaint.common.DataSize;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.temporal.Temporal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Results as JSON: fields as in the records, sizes in bytes, durations in milliseconds, times as ISO 8601, what is absent as null. */
final class JsonOutput {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addSerializer(writer(DataSize.class, (size, json) -> json.writeNumber(size.bytes())))
                    .addSerializer(writer(Duration.class, (duration, json) -> json.writeNumber(duration.toMillis())))
                    .addSerializer(writer(Temporal.class, (time, json) -> json.writeString(time.toString())))
                    .addSerializer(
                            writer(Throwable.class, (failure, json) -> json.writeString(String.valueOf(failure))))
                    .addSerializer(writer(
                            byte[].class,
                            (bytes, json) ->
                                    json.writeString(Base64.getEncoder().encodeToString(bytes))))
                    .addSerializer(
                            Optional.class,
                            writer(
                                    Object.class,
                                    (optional, json) -> json.writePOJO(((Optional<?>) optional).orElse(null))))
                    .addSerializer(writer(OptionalInt.class, (optional, json) -> {
                        if (optional.isPresent()) {
                            json.writeNumber(optional.getAsInt());
                        } else {
                            json.writeNull();
                        }
                    }))
                    .addSerializer(writer(OptionalLong.class, (optional, json) -> {
                        if (optional.isPresent()) {
                            json.writeNumber(optional.getAsLong());
                        } else {
                            json.writeNull();
                        }
                    })));

    private JsonOutput() {}

    static String toJson(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write as JSON: " + value.getClass(), e);
        }
    }

    /** Writes a value as it goes, so that what it iterates over need not fit into memory. */
    static void write(Object value, PrintWriter out) {
        try {
            MAPPER.writer()
                    .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                    .without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
                    .writeValue(out, value);
        } catch (IOException e) {
            throw new IllegalStateException("cannot write as JSON: " + value.getClass(), e);
        }
    }

    /** The fields of a record, in order, so that more can be added. */
    static Map<String, Object> toMap(Object record) {
        return MAPPER.convertValue(record, new TypeReference<LinkedHashMap<String, Object>>() {});
    }

    private interface Writer<T> {
        void write(T value, JsonGenerator json) throws IOException;
    }

    private static <T> StdSerializer<T> writer(Class<T> type, Writer<T> writer) {
        return new StdSerializer<>(type) {
            @Override
            public void serialize(T value, JsonGenerator json, SerializerProvider provider) throws IOException {
                writer.write(value, json);
            }
        };
    }
}
