package io.github.deltamaint.internal.health;

import io.github.deltamaint.Engine;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableFeature;
import io.github.deltamaint.log.TableFeatures;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What keeps an engine from a table.
 *
 * <p>delta-rs and Delta Kernel were asked with tables that have each feature; tests ask them again. Direct Lake and the SQL endpoint: learn.microsoft.com, "Delta Lake table format
 * interoperability" and "Understand storage for Direct Lake semantic models".
 */
final class EngineLimits {
    /** Features that delta-rs can keep up when it writes; it refuses all others by name. */
    private static final Set<String> DELTA_RS_WRITES = Set.of(
            "appendOnly",
            "invariants",
            "checkConstraints",
            "changeDataFeed",
            "generatedColumns",
            "columnMapping",
            "deletionVectors",
            "timestampNtz",
            "v2Checkpoint",
            "variantType");

    private static final Set<String> DELTA_RS_READS =
            Set.of("columnMapping", "deletionVectors", "timestampNtz", "v2Checkpoint", "variantType");

    private static final Set<String> KERNEL_READS = Set.of(
            "columnMapping",
            "deletionVectors",
            "timestampNtz",
            "typeWidening",
            "typeWidening-preview",
            "v2Checkpoint",
            "vacuumProtocolCheck");

    private static final Set<DataType> DIRECT_LAKE_LACKS = Set.of(PrimitiveType.TIMESTAMP_NTZ, PrimitiveType.BINARY);

    /**
     * Why an engine cannot use a table.
     *
     * @param features what it does not know, by name
     * @param columns columns of types that it does not know
     */
    record Obstacles(Set<String> features, List<String> columns) {
        boolean isEmpty() {
            return features.isEmpty() && columns.isEmpty();
        }

        @Override
        public String toString() {
            String named = String.join(", ", features);
            return columns.isEmpty()
                    ? named
                    : (features.isEmpty() ? "" : named + " and ") + "the types of " + String.join(", ", columns);
        }
    }

    private EngineLimits() {}

    /** What keeps an engine from reading a table. */
    static Obstacles reading(Engine engine, Snapshot snapshot) {
        return switch (engine) {
            case DELTA_RS -> features(snapshot, true, DELTA_RS_READS);
            case DELTA_KERNEL -> features(snapshot, true, KERNEL_READS);
            case DIRECT_LAKE ->
                new Obstacles(
                        Set.of(),
                        columns(
                                snapshot,
                                type -> !(type instanceof PrimitiveType) || DIRECT_LAKE_LACKS.contains(type)));
            case SQL_ENDPOINT ->
                new Obstacles(Set.of(), columns(snapshot, type -> type.equals(PrimitiveType.TIMESTAMP_NTZ)));
        };
    }

    /** What keeps an engine that can read a table from changing it; nothing for those that never write, or of which it is not known. */
    static Obstacles writing(Engine engine, Snapshot snapshot) {
        return engine == Engine.DELTA_RS
                ? features(snapshot, false, DELTA_RS_WRITES)
                : new Obstacles(Set.of(), List.of());
    }

    private static Obstacles features(Snapshot snapshot, boolean forReaders, Set<String> known) {
        Set<String> unknown = new TreeSet<>();
        for (String name : snapshot.features().names()) {
            if (!known.contains(name) && (!forReaders || isForReaders(snapshot, name))) {
                unknown.add(name);
            }
        }
        return new Obstacles(unknown, List.of());
    }

    private static boolean isForReaders(Snapshot snapshot, String name) {
        return TableFeatures.known(name)
                .map(feature -> feature.kind() == TableFeature.Kind.READER_WRITER)
                .orElseGet(() ->
                        snapshot.protocol().readerFeatures().orElse(List.of()).contains(name));
    }

    private static List<String> columns(Snapshot snapshot, java.util.function.Predicate<DataType> isUnknown) {
        return snapshot.schema().fields().stream()
                .filter(field -> isUnknown.test(field.type()))
                .map(StructField::name)
                .toList();
    }
}
