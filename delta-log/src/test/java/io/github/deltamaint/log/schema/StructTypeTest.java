package io.github.deltamaint.log.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class StructTypeTest {
    private static final StructType SCHEMA = StructType.of(
            new StructField("Id", PrimitiveType.LONG),
            new StructField("a.b", PrimitiveType.STRING),
            new StructField(
                    "Address",
                    StructType.of(
                            new StructField("City", PrimitiveType.STRING),
                            new StructField("Zip", PrimitiveType.INTEGER))),
            new StructField("tags", new ArrayType(PrimitiveType.STRING, true)),
            new StructField("x", PrimitiveType.LONG),
            new StructField("X", PrimitiveType.DATE));

    @Test
    void namesAreFoundInWhateverCase() {
        assertThat(SCHEMA.field("ID")).contains(SCHEMA.fields().get(0));
        assertThat(SCHEMA.canonical(ColumnPath.parse("ADDRESS.zip"))).isEqualTo(ColumnPath.of("Address", "Zip"));
        assertThat(SCHEMA.canonical(ColumnPath.parse("`A.B`"))).isEqualTo(ColumnPath.of("a.b"));
        assertThat(SCHEMA.find(ColumnPath.parse("a.b"))).isEmpty();
        assertThat(SCHEMA.find(ColumnPath.parse("tags.element"))).isEmpty();
    }

    @Test
    void amongNamesThatDifferByCaseOnlyTheExactOneIsMeant() {
        assertThat(SCHEMA.field("x").orElseThrow().type()).isEqualTo(PrimitiveType.LONG);
        assertThat(SCHEMA.field("X").orElseThrow().type()).isEqualTo(PrimitiveType.DATE);

        StructType twice =
                StructType.of(new StructField("ab", PrimitiveType.LONG), new StructField("AB", PrimitiveType.LONG));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> twice.field("Ab"))
                .withMessage("column name Ab is ambiguous: the schema has ab, AB");
    }

    @Test
    void aMissingColumnIsAnErrorThatNamesTheChoice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SCHEMA.resolve(ColumnPath.parse("city")))
                .withMessage("there is no column city; the table has Id, `a.b`, Address, tags, x, X");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SCHEMA.resolve(ColumnPath.parse("address.street")))
                .withMessage("there is no column address.street; address has City, Zip");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SCHEMA.resolve(ColumnPath.parse("tags.element")))
                .withMessage("there is no column tags.element; tags is of type array<string>, only structs have parts");
    }

    @Test
    void theShortFormIsForPeople() {
        assertThat(SCHEMA)
                .hasToString(
                        "struct<Id:long,a.b:string,Address:struct<City:string,Zip:integer>,tags:array<string>,x:long,X:date>");
        assertThat(new MapType(PrimitiveType.STRING, OpaqueType.VARIANT, false)).hasToString("map<string,variant>");
    }
}
