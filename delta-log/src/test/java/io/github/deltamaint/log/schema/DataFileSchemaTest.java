package io.github.deltamaint.log.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.github.deltamaint.log.FileBytes;
import io.github.deltamaint.log.ReferenceTables;
import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.log.schema.DataFileSchema.Leaf;
import io.github.deltamaint.log.schema.DataFileSchema.Options;
import io.github.deltamaint.log.schema.DataFileSchema.Role;
import io.github.deltamaint.log.schema.DataFileSchema.RowTrackingColumns;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.testsupport.NaiveFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.VariantLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataFileSchemaTest {
    private static final ColumnMapping ID = new ColumnMapping(ColumnMapping.Mode.ID);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "boolean|boolean|",
                "byte|int32|INTEGER(8,true)",
                "short|int32|INTEGER(16,true)",
                "integer|int32|",
                "long|int64|",
                "float|float|",
                "double|double|",
                "string|binary|STRING",
                "binary|binary|",
                "date|int32|DATE",
                "timestamp|int64|TIMESTAMP(MICROS,true)",
                "timestamp_ntz|int64|TIMESTAMP(MICROS,false)",
                "decimal(9,2)|int32|DECIMAL(9,2)",
                "decimal(10,2)|int64|DECIMAL(10,2)",
                "decimal(18,0)|int64|DECIMAL(18,0)",
                "decimal(19,0)|fixed_len_byte_array(9)|DECIMAL(19,0)",
                "decimal(38,18)|fixed_len_byte_array(16)|DECIMAL(38,18)"
            })
    void everyTypeHasItsParquetType(String type, String physical, String annotation) {
        String expected = "optional " + physical + " c" + (annotation == null ? "" : " (" + annotation + ")");

        DataFileSchema schema = of(StructType.of(new StructField("c", DataType.fromJson("\"" + type + "\""))));

        assertThat(schema.messageType())
                .isEqualTo(MessageTypeParser.parseMessageType("message delta_schema {" + expected + ";}"));
    }

    @Test
    void listsAndMapsHaveThreeLevelsAndEverythingButKeysIsOptional() {
        StructType point = StructType.of(
                new StructField("x", PrimitiveType.DOUBLE, false, FieldMetadata.EMPTY),
                new StructField("nothing", OpaqueType.VOID));
        DataFileSchema schema = of(StructType.of(
                new StructField(
                        "l",
                        new ArrayType(new ArrayType(PrimitiveType.LONG, false), false),
                        false,
                        FieldMetadata.EMPTY),
                new StructField("m", new MapType(point, new ArrayType(PrimitiveType.STRING, true), false)),
                new StructField("nothing", OpaqueType.VOID)));

        assertThat(schema.messageType()).isEqualTo(MessageTypeParser.parseMessageType("""
                                message delta_schema {
                                  optional group l (LIST) {
                                    repeated group list { optional group element (LIST) {
                                      repeated group list { optional int64 element; } } } }
                                  optional group m (MAP) {
                                    repeated group key_value {
                                      required group key { optional double x; }
                                      optional group value (LIST) { repeated group list { optional binary element (STRING); } } } }
                                }"""));
        assertThat(schema.leaves())
                .containsExactly(
                        leaf(0, "l.element.element", PrimitiveType.LONG, "l", "list", "element", "list", "element"),
                        leaf(1, "m.key.x", PrimitiveType.DOUBLE, "m", "key_value", "key", "x"),
                        leaf(2, "m.value.element", PrimitiveType.STRING, "m", "key_value", "value", "list", "element"));
        assertThat(schema.leavesOf(ColumnPath.of("m"))).extracting(Leaf::index).containsExactly(1, 2);
        assertThat(schema.leavesOf(ColumnPath.of("x"))).isEmpty();
        assertThat(schema.leafAt(List.of("m", "key_value", "key", "x")))
                .contains(schema.leaves().get(1));
        assertThat(schema.leafAt(List.of("m"))).isEmpty();
    }

    private static Leaf leaf(int index, String path, PrimitiveType type, String... parquetPath) {
        return new Leaf(index, Role.DATA, ColumnPath.parse(path), List.of(parquetPath), type, true);
    }

    @Test
    void partitionColumnsAndRowTrackingStandLast() {
        StructType schema = StructType.of(
                new StructField("p", PrimitiveType.DATE),
                new StructField("a", PrimitiveType.LONG),
                new StructField("Q", PrimitiveType.STRING));
        Options options = Options.dataColumns(List.of("q", "p"))
                .withPartitionColumns()
                .withRowTracking(new RowTrackingColumns("_id", "_version", false));

        List<Leaf> leaves =
                DataFileSchema.of(schema, ColumnMapping.NONE, options).leaves();

        assertThat(leaves)
                .extracting(leaf -> leaf.path() + " " + leaf.role())
                .containsExactly("a DATA", "Q PARTITION", "p PARTITION", "_id ROW_ID", "_version ROW_COMMIT_VERSION");
        assertThat(DataFileSchema.of(schema, ColumnMapping.NONE, Options.dataColumns(List.of("q", "p")))
                        .leaves())
                .extracting(Leaf::path)
                .containsExactly(ColumnPath.of("a"));
    }

    @Test
    void rowTrackingHasReservedIdsOnlyWhereAskedFor() {
        StructType schema = StructType.of(new StructField("a", PrimitiveType.LONG));
        Options options = Options.dataColumns(List.of());

        MessageType plain = DataFileSchema.of(
                        schema, ColumnMapping.NONE, options.withRowTracking(new RowTrackingColumns("r", "v", false)))
                .messageType();
        MessageType reserved = DataFileSchema.of(
                        schema, ColumnMapping.NONE, options.withRowTracking(new RowTrackingColumns("r", "v", true)))
                .messageType();

        assertThat(plain.getType("r").getId()).isNull();
        assertThat(reserved.getType("r").getId().intValue()).isEqualTo(2147483540);
        assertThat(reserved.getType("v").getId().intValue()).isEqualTo(2147483539);
    }

    @Test
    void columnMappingGivesNamesAndIdsAtEveryLevel() {
        StructType schema = StructType.of(new StructField(
                "a",
                new ArrayType(StructType.of(mapped("b", PrimitiveType.LONG, "c2", 2, "{}")), true),
                true,
                metadata("c1", 1, "{\"c1.element\": 3}")));

        String withoutNested = "message delta_schema { optional group c1 (LIST) = 1 {"
                + " repeated group list { optional group element { optional int64 c2 = 2; } } } }";
        String withNested = withoutNested.replace("element {", "element = 3 {");

        Options options = Options.dataColumns(List.of());
        assertThat(DataFileSchema.of(schema, ID, options).messageType())
                .isEqualTo(MessageTypeParser.parseMessageType(withoutNested));
        assertThat(DataFileSchema.of(schema, ID, options.withNestedFieldIds()).messageType())
                .isEqualTo(MessageTypeParser.parseMessageType(withNested));
        assertThat(DataFileSchema.of(schema, ID, options).leaves().get(0).path())
                .isEqualTo(ColumnPath.parse("a.element.b"));
        assertThat(DataFileSchema.of(schema, ID, options).leaves().get(0).parquetPath())
                .containsExactly("c1", "list", "element", "c2");
    }

    private static StructField mapped(String name, DataType type, String physicalName, int id, String nestedIds) {
        return new StructField(name, type, true, metadata(physicalName, id, nestedIds));
    }

    private static FieldMetadata metadata(String physicalName, int id, String nestedIds) {
        return FieldMetadata.ofJson(Map.of(
                "delta.columnMapping.physicalName",
                "\"" + physicalName + "\"",
                "delta.columnMapping.id",
                Integer.toString(id),
                "delta.columnMapping.nested.ids",
                nestedIds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "geometry(OGC:CRS84)|column c of type geometry(OGC:CRS84) cannot be written to a data file",
                "interval day|column c of type interval day cannot be written to a data file",
                "void|a data file needs a column, but all columns of the table are void or in partitions"
            })
    void refusesWhatAFileCannotHold(String type, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(StructType.of(new StructField("c", OpaqueType.named(type)))))
                .withMessage(message);
    }

    @Test
    void refusesVoidThatCannotBeLeftOut() {
        StructType hollow = StructType.of(new StructField("nothing", OpaqueType.VOID));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(StructType.of(new StructField("l", new ArrayType(OpaqueType.VOID, true)))))
                .withMessage("column l.element of type void cannot be written to a data file");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(StructType.of(new StructField("s", hollow))))
                .withMessage("column s cannot be written to a data file: all its fields are void");
    }

    @Test
    void refusesTwoColumnsOfOneName() {
        StructType schema = StructType.of(new StructField("r", PrimitiveType.LONG));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataFileSchema.of(
                        schema,
                        ColumnMapping.NONE,
                        Options.dataColumns(List.of()).withRowTracking(new RowTrackingColumns("r", "v", false))))
                .withMessage("the table has two columns that are both called 'r' in data files");
    }

    private static DataFileSchema of(StructType schema) {
        return DataFileSchema.of(schema, ColumnMapping.NONE, Options.dataColumns(List.of()));
    }

    @Test
    void variantsAreTwoRequiredLeavesWithoutAnnotation() {
        StructType schema = StructType.of(
                new StructField("a", PrimitiveType.LONG),
                new StructField("v", OpaqueType.VARIANT),
                new StructField("l", new ArrayType(OpaqueType.VARIANT, true)));

        DataFileSchema file = of(schema);

        assertThat(file.toString()).isEqualTo("""
                message delta_schema {
                  optional int64 a;
                  optional group v {
                    required binary metadata;
                    required binary value;
                  }
                  optional group l (LIST) {
                    repeated group list {
                      optional group element {
                        required binary metadata;
                        required binary value;
                      }
                    }
                  }
                }
                """);
        assertThat(file.variants())
                .containsExactly(
                        new DataFileSchema.Variant(ColumnPath.of("v"), 1, 2),
                        new DataFileSchema.Variant(ColumnPath.of("l").child("element"), 3, 4));
        assertThat(file.leavesOf(ColumnPath.of("v")))
                .extracting(leaf -> leaf.path().names(), DataFileSchema.Leaf::type)
                .containsExactly(
                        tuple(List.of("v", "metadata"), PrimitiveType.BINARY),
                        tuple(List.of("v", "value"), PrimitiveType.BINARY));
    }

    /** Files that other engines wrote agree with us leaf by leaf, where theirs are not of an older kind that we turn into this one. */
    @Test
    void agreesWithTheFilesThatDeltaSparkWrote() throws IOException {
        Set<String> olderKinds = Set.of("nested_legacy", "type_widening", "int96_timestamps");
        int compared = 0;
        for (ReferenceTable table : ReferenceTables.fixtures()) {
            if (olderKinds.contains(table.id())) {
                continue;
            }
            ColumnMapping mapping =
                    table.properties().columnMapping(table.features().supports("columnMapping"));
            Options options = Options.dataColumns(table.snapshot().partitionColumns());
            boolean iceberg = table.features().icebergCompatVersion().isPresent();
            MessageType ours = DataFileSchema.of(
                            table.schema(), mapping, iceberg ? options.withNestedFieldIds() : options)
                    .messageType();
            for (NaiveFile file : table.snapshot().files()) {
                if (Files.exists(file.file())) {
                    try (ParquetFile theirs = ParquetFile.open(FileBytes.of(file.file()))) {
                        compared += compare(table.id(), ours, theirs.schema());
                    }
                }
            }
        }

        assertThat(compared).isGreaterThan(1000);
    }

    private static int compare(String table, GroupType ours, GroupType theirs) {
        int compared = 0;
        for (Type type : ours.getFields()) {
            if (!theirs.containsField(type.getName())) {
                continue; // a column that is younger than the file
            }
            Type their = theirs.getType(type.getName());
            String where = table + ": " + type.getName();
            boolean upgraded = type.getId() != null && their.getId() == null;
            if (!upgraded) { // files from before column mapping was switched on have no ids
                assertThat(type.getId()).as(where).isEqualTo(their.getId());
            }
            assertThat(type.isPrimitive()).as(where).isEqualTo(their.isPrimitive());
            if (!type.isPrimitive()) {
                if (!(their.getLogicalTypeAnnotation() instanceof VariantLogicalTypeAnnotation)) {
                    assertThat(type.getLogicalTypeAnnotation()).as(where).isEqualTo(their.getLogicalTypeAnnotation());
                }
                assertThat(type.getRepetition()).as(where).isEqualTo(their.getRepetition());
                compared += compare(table, type.asGroupType(), their.asGroupType());
            } else if (their.asPrimitiveType().getPrimitiveTypeName() != PrimitiveTypeName.INT96) {
                Optional<String> difference = difference(type, their);
                assertThat(difference).as(where).isEmpty();
                compared++;
            }
        }
        return compared;
    }

    private static Optional<String> difference(Type ours, Type theirs) {
        List<Object> our = new ArrayList<>();
        List<Object> their = new ArrayList<>();
        for (Type type : List.of(ours, theirs)) {
            List<Object> facts = type == ours ? our : their;
            facts.add(type.asPrimitiveType().getPrimitiveTypeName());
            facts.add(type.asPrimitiveType().getTypeLength());
            facts.add(String.valueOf(type.getLogicalTypeAnnotation()));
        }
        return our.equals(their) ? Optional.empty() : Optional.of(our + " but " + their);
    }
}
