package io.github.deltamaint.log.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.log.ReferenceTables;
import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.testsupport.Corpus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaJsonTest {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    @Test
    void schemasOfAllFixturesKeepTheirMeaning() throws IOException {
        assertThat(ReferenceTables.fixtures()).hasSizeGreaterThan(60);
        for (ReferenceTable table : ReferenceTables.fixtures()) {
            assertKeepsMeaning(table);
        }
    }

    @Test
    void schemasOfTheWholeCorpusKeepTheirMeaning() throws IOException {
        Corpus.assumePresent();
        assertThat(ReferenceTables.corpus()).hasSizeGreaterThan(350);
        for (ReferenceTable table : ReferenceTables.corpus()) {
            assertKeepsMeaning(table);
        }
    }

    private static void assertKeepsMeaning(ReferenceTable table) throws IOException {
        assertThat(JSON.readTree(table.schema().toJson()))
                .as(table.id())
                .isEqualTo(JSON.readTree(table.schemaString()));
    }

    @Test
    void keepsMetadataKeysThatNobodyKnows() throws IOException {
        String json = """
                {"type":"struct","fields":[{"name":"a","type":"long","nullable":false,"metadata":{
                "z":1,"a":{"b":[1,2.50,null,true,"x\\"y"]},"":"","big":12345678901234567890.12345678901234567890}}]}""";

        StructType schema = StructType.fromJson(json);

        assertThat(JSON.readTree(schema.toJson())).isEqualTo(JSON.readTree(json));
        assertThat(schema.toJson())
                .contains("12345678901234567890.12345678901234567890")
                .contains("2.50");
        assertThat(schema.fields().get(0).metadata().asJson().keySet()).containsExactly("z", "a", "", "big");
    }

    @Test
    void metadataValuesAreThereByType() {
        FieldMetadata metadata = FieldMetadata.ofJson(
                Map.of("text", "\"x\"", "number", " 7 ", "fraction", "7.5", "huge", "99999999999999999999"));

        assertThat(metadata.string("text")).contains("x");
        assertThat(metadata.string("number")).isEmpty();
        assertThat(metadata.number("number")).hasValue(7);
        assertThat(metadata.number("fraction")).isEmpty();
        assertThat(metadata.number("huge")).isEmpty();
        assertThat(metadata.number("missing")).isEmpty();
        assertThat(metadata.json("number")).contains("7");
        assertThat(metadata).isEqualTo(FieldMetadata.ofJson(metadata.asJson()));
        assertThatIllegalArgumentException().isThrownBy(() -> FieldMetadata.ofJson(Map.of("x", "{")));
    }

    @Test
    void typesThatAreNotInterpretedKeepTheirSpelling() {
        String udt = "{\"type\":\"udt\",\"class\":\"org.x.Point\",\"sqlType\":{\"type\":\"struct\",\"fields\":[]}}";

        assertThat(families("variant", "void", "geometry(OGC:CRS84)", "geography(OGC:CRS84, spherical)"))
                .containsExactly(
                        OpaqueType.Family.VARIANT,
                        OpaqueType.Family.VOID,
                        OpaqueType.Family.GEOSPATIAL,
                        OpaqueType.Family.GEOSPATIAL);
        assertThat(families(
                        "interval day to second", "interval", "intervals", "decimal(39,0)", "timestamp_nanos", "Long"))
                .containsExactly(
                        OpaqueType.Family.INTERVAL,
                        OpaqueType.Family.INTERVAL,
                        OpaqueType.Family.UNKNOWN,
                        OpaqueType.Family.UNKNOWN,
                        OpaqueType.Family.UNKNOWN,
                        OpaqueType.Family.UNKNOWN);
        assertThat(DataType.fromJson(udt))
                .isEqualTo(new OpaqueType(udt, OpaqueType.Family.USER_DEFINED))
                .extracting(DataType::toJson)
                .isEqualTo(udt);
        assertThat(DataType.fromJson("\"geometry(OGC:CRS84)\"")).hasToString("geometry(OGC:CRS84)");
    }

    private static List<OpaqueType.Family> families(String... names) {
        List<OpaqueType.Family> families = new ArrayList<>();
        for (String name : names) {
            DataType type = DataType.fromJson("\"" + name + "\"");
            assertThat(type.toJson()).isEqualTo("\"" + name + "\"");
            families.add(((OpaqueType) type).family());
        }
        return families;
    }

    @Test
    void decimalsMayHaveBlanksOrNoParameters() {
        assertThat(DataType.fromJson("\"decimal( 10 , 2 )\"")).isEqualTo(PrimitiveType.decimal(10, 2));
        assertThat(DataType.fromJson("\"decimal\"")).isEqualTo(PrimitiveType.decimal(10, 0));
        assertThat(PrimitiveType.decimal(38, 18).toJson()).isEqualTo("\"decimal(38,18)\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrimitiveType.decimal(10, 11))
                .withMessage("not a type: DECIMAL with precision 10 and scale 11");
    }

    @Test
    void aMissingFlagOrMetadataMeansNullableAndNone() {
        StructType schema =
                StructType.fromJson("{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":\"long\"}]}");

        assertThat(schema.fields()).containsExactly(new StructField("a", PrimitiveType.LONG));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{}",
                "[]",
                "\"long\"",
                "{\"type\":\"struct\"}",
                "{\"type\":\"struct\",\"fields\":{}}",
                "{\"type\":\"struct\",\"fields\":[]} x",
                "{\"type\":\"struct\",\"fields\":[{\"type\":\"long\"}]}",
                "{\"type\":\"struct\",\"fields\":[{\"name\":7,\"type\":\"long\"}]}",
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\"}]}",
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":\"long\",\"nullable\":\"yes\"}]}",
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":\"long\",\"metadata\":[]}]}",
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":{\"type\":\"map\",\"keyType\":\"long\"}}]}"
            })
    void refusesWhatIsNoSchema(String json) {
        assertThatIllegalArgumentException().isThrownBy(() -> StructType.fromJson(json));
    }

    @Test
    void aMessageSaysWhere() {
        String json = "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":{\"type\":\"array\",\"elementType\":"
                + "{\"type\":\"struct\",\"fields\":[{\"name\":\"b\",\"nullable\":true}]}}}]}";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> StructType.fromJson(json))
                .withMessage(
                        "malformed schema at column a.element.b: 'type' is missing in {\"name\":\"b\",\"nullable\":true}");
    }

    @Test
    void bottomlessNestingIsAnErrorAndNoOverflow() {
        String open = "{\"type\":\"array\",\"elementType\":".repeat(100_000);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataType.fromJson(open))
                .withMessageContaining("nesting depth");
    }

    @Property(tries = 300)
    void anySchemaComesBack(@ForAll("types") DataType type) {
        assertThat(DataType.fromJson(type.toJson())).isEqualTo(type).hasToString(type.toString());
    }

    @Provide
    Arbitrary<DataType> types() {
        return type(3);
    }

    private static Arbitrary<DataType> type(int depth) {
        Arbitrary<DataType> leaf = Arbitraries.of(
                PrimitiveType.BOOLEAN,
                PrimitiveType.BYTE,
                PrimitiveType.TIMESTAMP_NTZ,
                PrimitiveType.decimal(5, 5),
                OpaqueType.VOID,
                OpaqueType.VARIANT,
                OpaqueType.named("a \"new\" type"));
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<DataType> inner = type(depth - 1);
        Arbitrary<StructField> field = Combinators.combine(
                        Arbitraries.strings().ofMinLength(1).ofMaxLength(6),
                        inner,
                        Arbitraries.of(true, false),
                        metadata())
                .as(StructField::new);
        return Arbitraries.oneOf(
                leaf,
                Combinators.combine(inner, Arbitraries.of(true, false)).as(ArrayType::new),
                Combinators.combine(inner, inner, Arbitraries.of(true, false)).as(MapType::new),
                field.list().ofMaxSize(4).map(StructType::new));
    }

    private static Arbitrary<FieldMetadata> metadata() {
        Arbitrary<String> value = Arbitraries.of("1", "\"x\"", "[1,{\"y\":null}]", "{}", "1.50", "true");
        return Arbitraries.maps(Arbitraries.strings().ofMaxLength(5), value)
                .ofMaxSize(3)
                .map(FieldMetadata::ofJson);
    }
}
