package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.FieldMetadata;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose parts are maintained one by one, but not together. */
class RefusedCombinationsTest {
    private static final String MODE = "delta.columnMapping.mode";
    private static final String ROW_ID = "delta.rowTracking.materializedRowIdColumnName";
    private static final String ROW_COMMIT_VERSION = "delta.rowTracking.materializedRowCommitVersionColumnName";

    private final List<String> features = new ArrayList<>();
    private final Map<String, String> properties = new HashMap<>();
    private final List<StructField> fields =
            new ArrayList<>(List.of(mapped("a", PrimitiveType.LONG, "{}"), mapped("b", PrimitiveType.STRING, "{}")));

    private static StructField mapped(String name, DataType type, String nestedIds) {
        return mapped(name, type, nestedIds, "[]");
    }

    private static StructField mapped(String name, DataType type, String nestedIds, String typeChanges) {
        return new StructField(
                name,
                type,
                true,
                FieldMetadata.ofJson(Map.of(
                        "delta.columnMapping.id",
                        "1",
                        "delta.columnMapping.physicalName",
                        "\"col-" + name + "\"",
                        "delta.columnMapping.nested.ids",
                        nestedIds,
                        "delta.typeChanges",
                        typeChanges)));
    }

    private void feature(String... names) {
        Collections.addAll(features, names);
    }

    private void property(String key, String value) {
        properties.put(key, value);
    }

    private void iceberg(int version) {
        feature("columnMapping", "icebergCompatV" + version);
        property("delta.enableIcebergCompatV" + version, "true");
        property(MODE, "name");
        if (version == 3) {
            rowTracking();
        }
    }

    private void rowTracking() {
        feature("rowTracking", "domainMetadata");
        property("delta.enableRowTracking", "true");
        property(ROW_ID, "_row-id");
        property(ROW_COMMIT_VERSION, "_row-version");
    }

    /** The subjects of all refusals; those of rewrites, because there must be none of anything else. */
    private List<String> refused() {
        Set<String> forReaders = new TreeSet<>(features);
        forReaders.retainAll(Set.of("columnMapping", "deletionVectors", "typeWidening", "variantType"));
        TableFeatures table = TableFeatures.ofProtocol(
                        3, 7, Optional.of(List.copyOf(forReaders)), Optional.of(List.copyOf(features)))
                .with(TableProperties.of(properties), new StructType(fields));
        for (TableOperation operation : TableOperation.values()) {
            assertThat(table.refusals(operation).isEmpty() || operation == TableOperation.REWRITE)
                    .as("%s is refused: %s", operation, table.refusals(operation))
                    .isTrue();
        }
        return table.refusals(TableOperation.REWRITE).stream()
                .peek(refusal -> assertThat(refusal.cause()).isEqualTo(Refusal.Cause.COMBINATION))
                .peek(refusal -> assertThat(refusal.message()).contains(refusal.subject()))
                .map(Refusal::subject)
                .toList();
    }

    @Test
    void rowTrackingIsRewrittenWhenItsColumnsHaveNames() {
        rowTracking();

        assertThat(refused()).isEmpty();
    }

    @Test
    void rowTrackingThatIsOnAndSuspendedIsRefused() {
        rowTracking();
        property("delta.rowTrackingSuspended", "true");

        assertThat(refused()).containsExactly("row tracking that is both enabled and suspended");
    }

    @Test
    void rowTrackingWithoutANameForAColumnIsRefused() {
        rowTracking();
        properties.remove(ROW_ID);
        assertThat(refused()).containsExactly("row tracking without a name for " + ROW_ID);

        property(ROW_ID, "_row-id");
        properties.remove(ROW_COMMIT_VERSION);
        assertThat(refused()).containsExactly("row tracking without a name for " + ROW_COMMIT_VERSION);
    }

    @Test
    void rowTrackingThatIsOnlySupportedNeedsNoNames() {
        feature("rowTracking", "domainMetadata");

        assertThat(refused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "B", "_row-version"})
    void rowTrackingInAColumnThatIsAnotherOneIsRefused(String name) {
        rowTracking();
        property(ROW_ID, name);

        assertThat(refused())
                .containsExactly("row tracking in columns " + name
                        + " and _row-version, which are not the only ones of these names");
    }

    @Test
    void rowTrackingIsComparedWithTheNamesInFiles() {
        rowTracking();
        feature("columnMapping");
        property(MODE, "name");
        property(ROW_ID, "a");
        assertThat(refused()).isEmpty();

        property(ROW_ID, "col-a");
        assertThat(refused()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void icebergIsRewrittenWhenItsRulesAreKept(int version) {
        iceberg(version);

        assertThat(refused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void icebergWithoutColumnMappingIsRefused(int version) {
        iceberg(version);
        property(MODE, "none");

        assertThat(refused()).containsExactly("icebergCompatV" + version + " without column mapping");
    }

    @Test
    void twoVersionsOfIcebergAreRefused() {
        iceberg(1);
        iceberg(2);

        assertThat(refused()).containsExactly("icebergCompatV1 and icebergCompatV2");
    }

    @Test
    void deletionVectorsAndIcebergGoTogetherFromTheThirdVersionOn() {
        iceberg(1);
        feature("deletionVectors");
        assertThat(refused()).containsExactly("icebergCompatV1 together with deletion vectors");

        properties.remove("delta.enableIcebergCompatV1");
        iceberg(2);
        assertThat(refused()).isEmpty();
        property("delta.enableDeletionVectors", "true");
        assertThat(refused()).containsExactly("icebergCompatV2 together with deletion vectors");

        properties.remove("delta.enableIcebergCompatV2");
        iceberg(3);
        assertThat(refused()).isEmpty();
    }

    @Test
    void theThirdVersionOfIcebergNeedsRowTracking() {
        iceberg(3);
        properties.remove("delta.enableRowTracking");

        assertThat(refused()).containsExactly("icebergCompatV3 without row tracking");
    }

    @Test
    void listsAndMapsAreForIcebergFromTheSecondVersionOnIfTheyHaveIds() {
        DataType map = new MapType(PrimitiveType.STRING, new ArrayType(PrimitiveType.LONG, true), true);
        String ids = "{\"col-m.key\":7,\"col-m.value\":8,\"col-m.value.element\":9}";
        fields.add(mapped("m", map, ids));
        iceberg(1);
        assertThat(refused()).containsExactly("icebergCompatV1 and column m of type " + map);

        properties.remove("delta.enableIcebergCompatV1");
        iceberg(2);
        assertThat(refused()).isEmpty();

        fields.set(2, mapped("m", map, ids.replace("value.element", "element")));
        assertThat(refused())
                .containsExactly(
                        "icebergCompatV2 and m.value.element without a field id (delta.columnMapping.nested.ids)");
    }

    @Test
    void nestedIdsBelongToTheNearestField() {
        iceberg(2);
        DataType inner = StructType.of(mapped("x", new ArrayType(PrimitiveType.LONG, true), "{\"col-x.element\":9}"));
        fields.add(mapped("l", new ArrayType(inner, true), "{\"col-l.element\":8}"));

        assertThat(refused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void typesThatIcebergLacksAreRefused(int version) {
        iceberg(version);
        fields.add(mapped(
                "s", StructType.of(mapped("n", OpaqueType.VOID, "{}"), mapped("i", PrimitiveType.LONG, "{}")), "{}"));

        assertThat(refused()).containsExactly("icebergCompatV" + version + " and column s.n of type void");
    }

    @Test
    void variantsOfIcebergTablesAreRefused() {
        iceberg(3);
        feature("variantType");
        fields.add(mapped("v", OpaqueType.VARIANT, "{}"));

        assertThat(refused()).containsExactly("icebergCompatV3 and column v of type variant");
    }

    @Test
    void typeChangesThatIcebergLacksAreRefused() {
        iceberg(2);
        feature("typeWidening");
        fields.add(mapped("d", PrimitiveType.LONG, "{}", "[{\"fromType\":\"integer\",\"toType\":\"long\"}]"));
        assertThat(refused()).isEmpty();

        fields.add(mapped("e", PrimitiveType.DOUBLE, "{}", "[{\"fromType\":\"integer\",\"toType\":\"double\"}]"));
        assertThat(refused()).containsExactly("icebergCompatV2 and the change of column e from integer to double");
    }

    @Test
    void variantsOfTablesWithoutTheFeatureAreRefused() {
        fields.add(new StructField("v", OpaqueType.VARIANT));
        assertThat(refused()).containsExactly("v of type variant");

        feature("variantType");
        assertThat(refused()).isEmpty();
    }

    @Test
    void aPropertyThatCannotBeUnderstoodIsRefused() {
        rowTracking();
        property("delta.rowTrackingSuspended", "perhaps");

        assertThat(refused())
                .singleElement()
                .asString()
                .contains("delta.rowTrackingSuspended")
                .contains("perhaps");
    }
}
