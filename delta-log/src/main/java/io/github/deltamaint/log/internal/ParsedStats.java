package io.github.deltamaint.log.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.deltamaint.parquet.ColumnBatch;
import io.github.deltamaint.parquet.ColumnBatchReader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Turns the {@code stats_parsed} of a checkpoint into the JSON that {@code stats} would have. Members that are null are left out; a struct
 * that is null is left out with all that is in it.
 */
final class ParsedStats {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String[] PATH = {"add", "stats_parsed"};

    private final @Nullable Struct root;

    /** Reads the statistics of what {@code reader} reads; there are none if that has no such columns. */
    ParsedStats(ColumnBatchReader reader) {
        Type type =
                reader.schema().containsField(PATH[0]) ? member(reader.schema().getType(PATH[0]), PATH[1]) : null;
        this.root = type == null || type.isPrimitive() ? null : struct(reader, type.asGroupType(), PATH, false);
    }

    private static @Nullable Type member(Type type, String name) {
        return !type.isPrimitive() && type.asGroupType().containsField(name)
                ? type.asGroupType().getType(name)
                : null;
    }

    private static Struct struct(ColumnBatchReader reader, GroupType group, String[] path, boolean upperBounds) {
        List<Member> members = new ArrayList<>();
        for (Type field : group.getFields()) {
            String[] fieldPath = Arrays.copyOf(path, path.length + 1);
            fieldPath[path.length] = field.getName();
            boolean isUpper = upperBounds
                    || (path.length == PATH.length && field.getName().equals("maxValues"));
            if (field.isRepetition(Type.Repetition.REPEATED)) {
                // Statistics have neither lists nor maps; whatever this is, it is not ours to interpret.
                continue;
            }
            if (field.isPrimitive()) {
                StatsValue.of(field.asPrimitiveType(), isUpper)
                        .ifPresent(format -> members.add(
                                new Leaf(field.getName(), reader.column(String.join(".", fieldPath)), format)));
            } else if (isStruct(field.asGroupType())) {
                members.add(struct(reader, field.asGroupType(), fieldPath, isUpper));
            }
        }
        return new Struct(group.getName(), members, reader.schema().getMaxDefinitionLevel(path));
    }

    private static boolean isStruct(GroupType group) {
        return group.getLogicalTypeAnnotation() == null;
    }

    /** The statistics of a row as JSON; empty if it has none. */
    Optional<String> at(int row) {
        if (root == null || !root.isPresent(row)) {
            return Optional.empty();
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (Member member : root.members()) {
                member.write(json, row);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return Optional.of(text.toString());
    }

    private sealed interface Member permits Leaf, Struct {

        /** Whether the struct at a level above is there, by what the first leaf below says. */
        boolean reaches(int row, int level);

        void write(JsonGenerator json, int row) throws IOException;
    }

    private record Leaf(String name, ColumnBatch column, StatsValue format) implements Member {
        @Override
        public boolean reaches(int row, int level) {
            return column.definitionLevel(row) >= level;
        }

        @Override
        public void write(JsonGenerator json, int row) throws IOException {
            if (!column.isNull(row)) {
                json.writeFieldName(name);
                format.write(json, column, column.value(row));
            }
        }
    }

    private record Struct(String name, List<Member> members, int level) implements Member {
        /** Whether the row has it, though it may be empty. */
        boolean isPresent(int row) {
            return reaches(row, level);
        }

        @Override
        public boolean reaches(int row, int wanted) {
            return !members.isEmpty() && members.get(0).reaches(row, wanted);
        }

        @Override
        public void write(JsonGenerator json, int row) throws IOException {
            if (isPresent(row)) {
                json.writeObjectFieldStart(name);
                for (Member member : members) {
                    member.write(json, row);
                }
                json.writeEndObject();
            }
        }
    }
}
