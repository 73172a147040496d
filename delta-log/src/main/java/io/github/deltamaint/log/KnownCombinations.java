package io.github.deltamaint.log;

import io.github.deltamaint.log.KnownRefusals.Check;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.OpaqueType.Family;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Features, properties and types that forbid a rewrite together, though each of them alone is maintained: tables that contradict themselves, and
 * what a compatibility mode does not allow.
 */
final class KnownCombinations {
    private static final String REPAIR = "Repair the table with the engine that wrote it";
    private static final String ROW_TRACKING = "rowTracking";

    /** All that is known of a table. */
    record Table(TableFeatures features, TableProperties properties, StructType schema, SchemaFacts facts) {

        private boolean isActive(String feature) {
            return features.state(feature) == FeatureState.ACTIVE;
        }

        private ColumnMapping mapping() {
            return properties.columnMapping(features.supports("columnMapping"));
        }
    }

    static final List<Check<Table>> CHECKS = List.of(
            check(
                    ROW_TRACKING,
                    "`delta.enableRowTracking` and `delta.rowTrackingSuspended` are both `true`",
                    "new files would need row ids and must not have them",
                    "Switch one of them off with Delta Spark",
                    KnownCombinations::suspendedThoughEnabled),
            check(
                    ROW_TRACKING,
                    "active without `delta.rowTracking.materializedRowIdColumnName` and"
                            + " `…materializedRowCommitVersionColumnName`, or with names that other columns have",
                    "rewritten rows could not carry their ids",
                    REPAIR,
                    KnownCombinations::unusableRowTrackingColumns),
            check(
                    "icebergCompatV1, V2, V3",
                    "more than one of them is active",
                    "their rules exclude each other",
                    "Switch all but one off with Delta Spark",
                    KnownCombinations::severalIcebergVersions),
            check(
                    "icebergCompatV1, V2, V3",
                    "active, and column mapping is not",
                    "Iceberg finds columns by the field ids of column mapping",
                    REPAIR,
                    table -> whenIceberg(
                            table,
                            1,
                            version -> table.mapping().isOn()
                                    ? Optional.empty()
                                    : Optional.of("icebergCompatV" + version + " without column mapping"))),
            check(
                    "icebergCompatV1, V2",
                    "active together with deletion vectors (V1: supported, V2: active)",
                    "Iceberg would read deleted rows",
                    "Drop deletion vectors from the table with Delta Spark",
                    KnownCombinations::vectorsUnknownToIceberg),
            check(
                    "icebergCompatV3",
                    "active, and row tracking is not",
                    "its files must hold row ids",
                    REPAIR,
                    table -> whenIceberg(
                            table,
                            3,
                            version -> table.isActive(ROW_TRACKING)
                                    ? Optional.empty()
                                    : Optional.of("icebergCompatV3 without row tracking"))),
            check(
                    "icebergCompatV1, V2, V3",
                    "active, and a column is of a type that is no primitive one, no struct and (from V2 on) no list or map",
                    "the type has no form that both Delta and Iceberg read, or it is not written by this release",
                    "Use Delta Spark for the rewrite",
                    table -> whenIceberg(
                            table,
                            1,
                            version -> rules(table, version)
                                    .unsuitableType(table.schema())
                                    .map(what -> "icebergCompatV" + version + " and " + what))),
            check(
                    "icebergCompatV2, V3",
                    "active, and a list element, map key or map value has no field id",
                    "Iceberg finds nested columns by their field ids",
                    REPAIR,
                    table -> whenIceberg(
                            table,
                            2,
                            version -> rules(table, version)
                                    .missingNestedId(table.schema())
                                    .map(what -> "icebergCompatV" + version + " and " + what))),
            check(
                    "icebergCompatV1, V2, V3",
                    "active, and `delta.typeChanges` records a change that Iceberg does not know",
                    "Iceberg cannot read old files as the column's present type",
                    "Use Delta Spark for the rewrite",
                    table -> whenIceberg(
                            table,
                            1,
                            version -> IcebergRules.unsuitableTypeChange(table.schema())
                                    .map(what -> "icebergCompatV" + version + " and " + what))),
            check(
                    "variant",
                    "is the type of a column or of a part of one, and neither `variantType` nor `variantType-preview` is supported",
                    "readers that do not know the type may read the table",
                    REPAIR,
                    KnownCombinations::undeclaredVariant));

    private KnownCombinations() {}

    private static Check<Table> check(
            String subject,
            String condition,
            String problem,
            String remedy,
            Function<Table, Optional<String>> finding) {
        return new Check<>(
                new RefusalRule(
                        subject, condition, EnumSet.of(TableOperation.REWRITE), Optional.empty(), problem, remedy),
                table -> {
                    try {
                        return finding.apply(table);
                    } catch (InvalidPropertyException e) {
                        return Optional.of(String.valueOf(e.getMessage()));
                    }
                });
    }

    private static Optional<String> suspendedThoughEnabled(Table table) {
        return table.isActive(ROW_TRACKING) && table.properties().rowTrackingSuspended()
                ? Optional.of("row tracking that is both enabled and suspended")
                : Optional.empty();
    }

    private static Optional<String> unusableRowTrackingColumns(Table table) {
        if (!table.isActive(ROW_TRACKING)) {
            return Optional.empty();
        }
        Optional<String> rowId = table.properties().materializedRowIdColumn();
        Optional<String> version = table.properties().materializedRowCommitVersionColumn();
        if (rowId.isEmpty() || version.isEmpty()) {
            return Optional.of("row tracking without a name for "
                    + (rowId.isEmpty() ? TableProperties.ROW_ID_COLUMN : TableProperties.ROW_COMMIT_VERSION_COLUMN));
        }
        List<String> names = new ArrayList<>(List.of(rowId.get(), version.get()));
        for (StructField field : table.schema().fields()) {
            names.add(physicalName(table.mapping(), field));
        }
        boolean clash = names.stream()
                                .filter(name -> isOneOf(name, names.get(0), names.get(1)))
                                .count()
                        > 2
                || names.get(0).equalsIgnoreCase(names.get(1));
        return clash
                ? Optional.of("row tracking in columns " + names.get(0) + " and " + names.get(1)
                        + ", which are not the only ones of these names")
                : Optional.empty();
    }

    private static boolean isOneOf(String name, String first, String second) {
        return name.equalsIgnoreCase(first) || name.equalsIgnoreCase(second);
    }

    private static String physicalName(ColumnMapping mapping, StructField field) {
        try {
            return mapping.physicalName(field);
        } catch (IllegalArgumentException e) {
            return field.name();
        }
    }

    private static Optional<String> severalIcebergVersions(Table table) {
        List<String> active = List.of("icebergCompatV1", "icebergCompatV2", "icebergCompatV3").stream()
                .filter(table::isActive)
                .toList();
        return active.size() > 1 ? Optional.of(String.join(" and ", active)) : Optional.empty();
    }

    private static Optional<String> vectorsUnknownToIceberg(Table table) {
        return whenIceberg(table, 1, version -> {
            boolean forbidden = version == 1
                    ? table.features().supports("deletionVectors")
                    : version == 2 && table.isActive("deletionVectors");
            return forbidden
                    ? Optional.of("icebergCompatV" + version + " together with deletion vectors")
                    : Optional.empty();
        });
    }

    private static Optional<String> undeclaredVariant(Table table) {
        return table.features().supports("variantType") || table.features().supports("variantType-preview")
                ? Optional.empty()
                : table.facts().first(Family.VARIANT);
    }

    /** Asks if a version of IcebergCompat, not below the given one, is active. */
    private static Optional<String> whenIceberg(Table table, int atLeast, IntFunction<Optional<String>> finding) {
        OptionalInt version = table.features().icebergCompatVersion();
        return version.isPresent() && version.getAsInt() >= atLeast
                ? finding.apply(version.getAsInt())
                : Optional.empty();
    }

    private static IcebergRules rules(Table table, int version) {
        return new IcebergRules(version, table.mapping());
    }
}
