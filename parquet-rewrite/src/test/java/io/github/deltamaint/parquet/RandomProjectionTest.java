package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Fields that come, go, move and become optional, at any depth: as a model does it, record by record. */
class RandomProjectionTest {

    @Property(tries = 400)
    void readsAnEvolvedSchemaAsTheModelDoes(@ForAll long seed) throws IOException {
        RandomFile generator = new RandomFile(seed);
        MessageType schema = generator.schema();
        Random random = new Random(seed);
        byte[] bytes = generator.write(schema, random.nextInt(60));
        MessageType target = new MessageType("evolved", evolved(schema, random, 3));
        RowSelection.Builder selection = RowSelection.builder();
        for (int i = random.nextInt(20); i > 0; i--) {
            selection.delete(random.nextInt(60));
        }
        List<String> expected = new ArrayList<>();
        for (Object[] record : read(bytes, schema, selection.build(), 17)) {
            expected.add(Plain.text(project(schema, target, record)));
        }
        List<String> projected = read(bytes, target, selection.build(), 1 + random.nextInt(20)).stream()
                .map(Plain::text)
                .toList();
        assertThat(projected).as("%s as %s", schema, target).isEqualTo(expected);
    }

    private static List<Object[]> read(byte[] bytes, MessageType target, RowSelection selection, int batchRecords)
            throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemorySource("random", bytes));
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, target, FieldMatching.NAME, selection, batchRecords)) {
            return Records.read(reader);
        }
    }

    private static List<Type> evolved(GroupType group, Random random, int depth) {
        List<Type> fields = new ArrayList<>();
        for (Type field : group.getFields()) {
            if (random.nextInt(4) > 0) {
                fields.add(evolved(field, random, depth));
            }
        }
        for (int i = random.nextInt(2); i > 0 || fields.isEmpty(); i--) {
            fields.add(fresh("new" + random.nextInt(1000), random, depth));
        }
        Collections.shuffle(fields, random);
        return fields;
    }

    private static Type evolved(Type field, Random random, int depth) {
        Repetition repetition = field.isRepetition(Repetition.REQUIRED) && random.nextBoolean()
                ? Repetition.OPTIONAL
                : field.getRepetition();
        if (!field.isPrimitive()) {
            return new GroupType(repetition, field.getName(), evolved(field.asGroupType(), random, depth - 1));
        }
        PrimitiveType type = field.asPrimitiveType();
        if (type.getPrimitiveTypeName() == PrimitiveTypeName.INT32 && random.nextBoolean()) {
            return new PrimitiveType(repetition, PrimitiveTypeName.INT64, field.getName());
        }
        return new PrimitiveType(repetition, type.getPrimitiveTypeName(), type.getTypeLength(), field.getName());
    }

    private static Type fresh(String name, Random random, int depth) {
        Repetition repetition = random.nextBoolean() ? Repetition.OPTIONAL : Repetition.REPEATED;
        if (depth > 0 && random.nextInt(3) == 0) {
            return new GroupType(repetition, name, fresh(name + "x", random, depth - 1));
        }
        return Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
    }

    /** The model: a value of one schema as a value of the other. */
    private static Object[] project(GroupType from, GroupType to, Object[] record) {
        Object[] result = new Object[to.getFieldCount()];
        for (int i = 0; i < result.length; i++) {
            Type field = to.getType(i);
            if (from.containsField(field.getName())) {
                int index = from.getFieldIndex(field.getName());
                result[i] = project(from.getType(index), field, record[index]);
            } else {
                result[i] = field.isRepetition(Repetition.REPEATED) ? List.of() : null;
            }
        }
        return result;
    }

    private static Object project(Type from, Type to, Object value) {
        if (value instanceof List<?> list) {
            List<Object> result = new ArrayList<>();
            for (Object element : list) {
                result.add(projectOne(from, to, element));
            }
            return result;
        }
        return value == null ? null : projectOne(from, to, value);
    }

    private static Object projectOne(Type from, Type to, Object value) {
        return from.isPrimitive() ? value : project(from.asGroupType(), to.asGroupType(), (Object[]) value);
    }
}
