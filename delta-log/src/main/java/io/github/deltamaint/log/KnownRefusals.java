package io.github.deltamaint.log;

import io.github.deltamaint.log.RefusalRule.OptIn;
import io.github.deltamaint.log.schema.OpaqueType.Family;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.TypeWidening;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Table properties and types for which operations are refused, whatever features the protocol lists. */
final class KnownRefusals {
    private static final Set<TableOperation> ALL = EnumSet.allOf(TableOperation.class);
    private static final Set<TableOperation> WRITES = EnumSet.complementOf(EnumSet.of(TableOperation.READ));
    private static final Set<TableOperation> REWRITE = EnumSet.of(TableOperation.REWRITE);
    private static final Set<TableOperation> REWRITE_AND_VACUUM =
            EnumSet.of(TableOperation.REWRITE, TableOperation.VACUUM);

    private static final String COORDINATOR = "delta.coordinatedCommits.commitCoordinator-preview";
    private static final String REDIRECT_READERS = "delta.redirectReaderWriter-preview";
    private static final String REDIRECT_WRITERS = "delta.redirectWriterOnly-preview";

    /** A rule and the table's answer to it: empty if it does not apply, else what exactly applies. */
    record Check<T>(RefusalRule rule, Function<T, Optional<String>> finding) {}

    static final List<Check<TableProperties>> PROPERTIES = List.of(
            new Check<>(
                    new RefusalRule(
                            TableProperties.UNIVERSAL_FORMATS,
                            "names a format",
                            REWRITE_AND_VACUUM,
                            Optional.of(OptIn.STALE_UNIFORM),
                            "metadata of other formats beside the table would go on naming the files that are replaced or deleted",
                            "Use Delta Spark, which converts the metadata after each commit; for rewrites, stale metadata can"
                                    + " be accepted by an option"),
                    KnownRefusals::universalFormats),
            new Check<>(
                    new RefusalRule(
                            TableProperties.SYMLINK_MANIFEST,
                            "is `true`",
                            REWRITE_AND_VACUUM,
                            Optional.of(OptIn.STALE_SYMLINK_MANIFEST),
                            "the manifests would go on naming the files that are replaced or deleted",
                            "Use Delta Spark, which writes the manifests with each commit, or accept stale manifests by an"
                                    + " option and generate them afterwards"),
                    properties -> whenOn(properties, TableProperties.SYMLINK_MANIFEST)),
            new Check<>(
                    new RefusalRule(
                            COORDINATOR,
                            "is set",
                            ALL,
                            Optional.empty(),
                            "commits go through a coordinator: what the file system shows may be old, and a commit there"
                                    + " would corrupt the table",
                            "Maintain the table with an engine that knows the coordinator"),
                    properties -> whenSet(properties, COORDINATOR)),
            new Check<>(
                    new RefusalRule(
                            REDIRECT_READERS,
                            "is set",
                            ALL,
                            Optional.empty(),
                            "readers and writers are sent to another table",
                            "Use the table that it redirects to"),
                    properties -> whenSet(properties, REDIRECT_READERS)),
            new Check<>(
                    new RefusalRule(
                            REDIRECT_WRITERS,
                            "is set",
                            WRITES,
                            Optional.empty(),
                            "writers are sent to another table",
                            "Maintain the table that it redirects to"),
                    properties -> whenSet(properties, REDIRECT_WRITERS)));

    static final List<Check<SchemaFacts>> TYPES = List.of(
            uncommonType(
                    Family.GEOSPATIAL, "geometry, geography", "geometry and geography are not copied by this release"),
            uncommonType(Family.INTERVAL, "interval", "intervals are not copied by this release"),
            uncommonType(Family.USER_DEFINED, "udt", "user-defined types are not copied by this release"),
            uncommonType(Family.UNKNOWN, "any other name", "the type is unknown to this release"),
            new Check<>(
                    new RefusalRule(
                            "void",
                            "stands inside a list or map, or is all that a struct or the table has",
                            REWRITE,
                            Optional.empty(),
                            "a Parquet file cannot hold such a column",
                            "Drop the column or give it a type"),
                    SchemaFacts::unwritableVoid));

    /** Applies to tables that support type widening, alone. */
    static final Check<StructType> TYPE_CHANGES = new Check<>(
            new RefusalRule(
                    "delta.typeChanges",
                    "records a change that can lose values or is unknown",
                    ALL,
                    Optional.empty(),
                    "old files cannot be read as the column's present type",
                    "Rewrite the old files with the engine that made the change"),
            KnownRefusals::unsupportedTypeChange);

    private KnownRefusals() {}

    private static Check<SchemaFacts> uncommonType(Family family, String subject, String problem) {
        return new Check<>(
                new RefusalRule(
                        subject,
                        "is the type of a column or of a part of one",
                        REWRITE,
                        Optional.empty(),
                        problem,
                        "Use the engine that wrote the table for the rewrite; VACUUM and checkpoints work"),
                schema -> schema.first(family));
    }

    private static Optional<String> universalFormats(TableProperties properties) {
        Set<String> formats = properties.universalFormats();
        return formats.isEmpty()
                ? Optional.empty()
                : Optional.of(TableProperties.UNIVERSAL_FORMATS + " = "
                        + String.join(",", formats.stream().sorted().toList()));
    }

    /** A flag that cannot be understood counts as set: refusing is safe. */
    private static Optional<String> whenOn(TableProperties properties, String key) {
        String value = properties.asMap().getOrDefault(key, "false");
        return value.strip().equalsIgnoreCase("false") ? Optional.empty() : Optional.of(key + " = " + value);
    }

    private static Optional<String> whenSet(TableProperties properties, String key) {
        return Optional.ofNullable(properties.asMap().get(key)).map(value -> key);
    }

    private static Optional<String> unsupportedTypeChange(StructType schema) {
        return TypeWidening.changes(schema).stream()
                .filter(change -> !change.isSupported())
                .findFirst()
                .map(change -> "the change of column " + change);
    }
}
