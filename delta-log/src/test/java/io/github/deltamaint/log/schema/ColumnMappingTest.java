package io.github.deltamaint.log.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnMappingTest {
    private static final ColumnMapping NAME = new ColumnMapping(ColumnMapping.Mode.NAME);
    private static final StructType SCHEMA = StructType.of(
            mapped("id", PrimitiveType.LONG, "c1", 1),
            mapped("who", StructType.of(mapped("name", PrimitiveType.STRING, "c3", 3)), "c2", 2));

    private static StructField mapped(String name, DataType type, String physicalName, int id) {
        return new StructField(
                name,
                type,
                true,
                FieldMetadata.ofJson(Map.of(
                        "delta.columnMapping.physicalName",
                        "\"" + physicalName + "\"",
                        "delta.columnMapping.id",
                        Integer.toString(id),
                        "delta.columnMapping.nested.ids",
                        "{\"" + physicalName + ".element.key\": 9}")));
    }

    @Test
    void countsOnlyWhereTheProtocolSupportsIt() {
        Map<String, String> configuration = Map.of("delta.columnMapping.mode", "Name");

        assertThat(ColumnMapping.of(configuration, true)).isEqualTo(NAME);
        assertThat(ColumnMapping.of(configuration, false)).isEqualTo(ColumnMapping.NONE);
        assertThat(ColumnMapping.of(Map.of(), true)).isEqualTo(ColumnMapping.NONE);
        assertThat(ColumnMapping.of(Map.of("delta.columnMapping.mode", "none"), true))
                .isEqualTo(ColumnMapping.NONE);
        assertThat(ColumnMapping.of(Map.of("delta.columnMapping.mode", "id"), true)
                        .mode())
                .isEqualTo(ColumnMapping.Mode.ID);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ColumnMapping.of(Map.of("delta.columnMapping.mode", "uuid"), true))
                .withMessage("table property delta.columnMapping.mode is none, name or id, but this one is 'uuid'");
    }

    @Test
    void switchedOffItIgnoresWhatTheSchemaSays() {
        assertThat(ColumnMapping.NONE.physicalPath(SCHEMA, ColumnPath.parse("who.name")))
                .containsExactly("who", "name");
        assertThat(ColumnMapping.NONE.fieldId(SCHEMA.fields().get(0))).isEmpty();
        assertThat(ColumnMapping.NONE.nestedFieldId(SCHEMA.fields().get(0), List.of("element", "key")))
                .isEmpty();
    }

    @Test
    void namesLeadBothWays() {
        ColumnPath path = ColumnPath.parse("WHO.name");

        assertThat(NAME.physicalPath(SCHEMA, path)).containsExactly("c2", "c3");
        assertThat(NAME.logicalPath(SCHEMA, List.of("c2", "c3"))).contains(ColumnPath.of("who", "name"));
        assertThat(NAME.logicalPath(SCHEMA, List.of("who", "name"))).isEmpty();
        assertThat(NAME.logicalPath(SCHEMA, List.of("c1", "c3"))).isEmpty();
        assertThat(NAME.fieldId(SCHEMA.fields().get(1))).hasValue(2);
        assertThat(NAME.nestedFieldId(SCHEMA.fields().get(1), List.of("element", "key")))
                .hasValue(9);
        assertThat(NAME.nestedFieldId(SCHEMA.fields().get(1), List.of("element")))
                .isEmpty();
    }

    @Test
    void aMissingNameOrIdIsAnError() {
        StructField plain = new StructField("a b", PrimitiveType.LONG);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> NAME.physicalName(plain))
                .withMessage(
                        "column mapping is on (delta.columnMapping.mode = name), but the schema gives column `a b` no"
                                + " delta.columnMapping.physicalName");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NAME.fieldId(plain))
                .withMessageEndingWith("no delta.columnMapping.id");
    }
}
