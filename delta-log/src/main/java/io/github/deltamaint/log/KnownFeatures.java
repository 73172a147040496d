package io.github.deltamaint.log;

import static io.github.deltamaint.log.FeatureDefinition.readerWriter;
import static io.github.deltamaint.log.FeatureDefinition.writer;

import io.github.deltamaint.log.schema.OpaqueType.Family;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table features of the protocol, of Delta Spark, Delta Kernel and the published proposals, with what we do about each.
 */
final class KnownFeatures {
    private static final Set<TableOperation> ALL = EnumSet.allOf(TableOperation.class);
    private static final Set<TableOperation> WRITES = EnumSet.complementOf(EnumSet.of(TableOperation.READ));
    private static final Set<TableOperation> LOG_CLEANUP = EnumSet.of(TableOperation.LOG_CLEANUP);

    private static final String WITH_SPARK = "Use Delta Spark for this table";
    private static final String WITH_CATALOG = "Maintain the table through its catalog";
    private static final String COMMITS_ELSEWHERE =
            "commits go through a catalog: what the file system shows may be old, and a commit there would corrupt the table";

    private static final Map<String, FeatureDefinition> BY_NAME = byName(definitions());

    private KnownFeatures() {}

    /** All of them, in the order of the documentation. */
    static List<TableFeature> features() {
        return BY_NAME.values().stream().map(FeatureDefinition::feature).toList();
    }

    /** The one of that name, in whatever case. */
    static @Nullable FeatureDefinition named(String name) {
        return BY_NAME.get(lowerCase(name));
    }

    static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static List<FeatureDefinition> definitions() {
        List<FeatureDefinition> definitions = new ArrayList<>();
        Collections.addAll(definitions, featuresOfLegacyVersions());
        Collections.addAll(definitions, maintainedFeatures());
        definitions.addAll(refusedFeaturesOfWriters());
        definitions.addAll(refusedFeaturesOfReaders());
        return definitions;
    }

    private static FeatureDefinition[] featuresOfLegacyVersions() {
        return new FeatureDefinition[] {
            writer("appendOnly")
                    .impliedByWriter(2)
                    .activeWhenTrue(TableProperties.APPEND_ONLY)
                    .note("rewrites remove files without removing rows, which it allows"),
            writer("invariants")
                    .impliedByWriter(2)
                    .activeWhenAColumnHas("delta.invariants")
                    .note("rows are copied as they are, nothing is checked again"),
            writer("checkConstraints")
                    .impliedByWriter(3)
                    .activeWhen("a property `delta.constraints.…` exists", KnownFeatures::hasConstraints)
                    .note("rows are copied as they are, nothing is checked again"),
            writer("changeDataFeed")
                    .impliedByWriter(4)
                    .activeWhenTrue(TableProperties.ENABLE_CHANGE_DATA_FEED)
                    .note("rewrites change no data and therefore write no change files"),
            writer("generatedColumns")
                    .impliedByWriter(4)
                    .activeWhenAColumnHas("delta.generationExpression")
                    .note("stored values are copied, never computed again"),
            readerWriter("columnMapping")
                    .impliedByReader(2)
                    .impliedByWriter(5)
                    .activeWhen(
                            "`delta.columnMapping.mode` is `name` or `id`",
                            properties -> properties.columnMapping(true).isOn())
                    .note("files are written with physical names and field ids at every level"),
            writer("identityColumns")
                    .impliedByWriter(6)
                    .activeWhenAColumnHas("delta.identity.start")
                    .note("values are copied; the high-water mark is not touched"),
        };
    }

    private static FeatureDefinition[] maintainedFeatures() {
        return new FeatureDefinition[] {
            writer("allowColumnDefaults")
                    .activeWhenAColumnHas("CURRENT_DEFAULT")
                    .note("defaults are never filled in: a column that a file lacks is null"),
            writer("domainMetadata").note("all domains are kept, known or not"),
            writer("clustering")
                    .requires("domainMetadata")
                    .note("rewrites follow the table's clustering columns, which can be set, changed and taken away"),
            writer("inCommitTimestamp")
                    .activeWhenTrue(TableProperties.ENABLE_IN_COMMIT_TIMESTAMPS)
                    .note("every commit carries its timestamp"),
            writer("rowTracking")
                    .requires("domainMetadata")
                    .activeWhenTrue(TableProperties.ENABLE_ROW_TRACKING)
                    .note(
                            "every new file gets fresh row ids, unless row tracking is suspended; when active, rewritten rows keep"
                                    + " their ids and commit versions in the materialized columns"),
            writer("materializePartitionColumns")
                    .note("partition columns are written into data files, after the other columns"),
            icebergCompat(1, "partition columns are in new files"),
            icebergCompat(
                    2, "as `icebergCompatV1`; elements, keys and values have field ids, and new files have the tag"),
            icebergCompat(3, "as `icebergCompatV2`; the columns of row tracking have the field ids reserved for them"),
            readerWriter("deletionVectors")
                    .activeWhenTrue(TableProperties.ENABLE_DELETION_VECTORS)
                    .note("honoured and purged, also where the property is off; never created"),
            readerWriter("timestampNtz").note("read and written"),
            readerWriter("v2Checkpoint")
                    .activeWhen(
                            "`delta.checkpointPolicy` is `v2`",
                            properties -> properties.checkpointPolicy() == TableProperties.CheckpointPolicy.V2)
                    .note("every kind is read; checkpoints are V2 ones where the policy says so"),
            readerWriter("typeWidening")
                    .activeWhenTrue(TableProperties.ENABLE_TYPE_WIDENING)
                    .note(
                            "old files are widened on rewrite; a recorded change that loses values makes the table unreadable"),
            readerWriter("typeWidening-preview")
                    .activeWhenTrue(TableProperties.ENABLE_TYPE_WIDENING)
                    .note("as `typeWidening`"),
            variant(
                    "variantType",
                    "variants are copied as they are; files with shredded ones are refused by name, for reading too"),
            variant("variantType-preview", "as `variantType`"),
            variant("variantShredding", "as `variantType`; new files are never shredded"),
            variant("variantShredding-preview", "as `variantShredding`"),
            readerWriter("vacuumProtocolCheck").note("VACUUM checks the protocol of every table"),
            writer("checkpointProtection")
                    .activeWhen(
                            "`delta.requireCheckpointProtectionBeforeVersion` is above 0",
                            properties -> properties.checkpointProtectionBeforeVersion() > 0)
                    .refusedWhenActive(LOG_CLEANUP)
                    .remedy("Leave the log as it is, or drop the protection with Delta Spark"
                            + " (ALTER TABLE … DROP FEATURE … TRUNCATE HISTORY)")
                    .note("the log's history before the protected version must not be cut"),
        };
    }

    private static FeatureDefinition icebergCompat(int version, String note) {
        return writer("icebergCompatV" + version)
                .requires("columnMapping")
                .activeWhenTrue(TableProperties.ENABLE_ICEBERG_COMPAT + version)
                .note(note);
    }

    private static FeatureDefinition variant(String name, String note) {
        return readerWriter(name)
                .activeWhenSchema(
                        "a column is a variant",
                        schema -> schema.first(Family.VARIANT).isPresent())
                .note(note);
    }

    private static List<FeatureDefinition> refusedFeaturesOfWriters() {
        List<FeatureDefinition> definitions = new ArrayList<>();
        for (String name : List.of("icebergWriterCompatV1", "icebergWriterCompatV3")) {
            definitions.add(writer(name)
                    .refusedWhenSupported(WRITES)
                    .remedy("Maintain the table with the tool that owns it")
                    .note("an Iceberg writer shares the table"));
        }
        for (String name : List.of("collations", "collations-preview")) {
            definitions.add(writer(name)
                    .refusedWhenSupported(WRITES)
                    .remedy(WITH_SPARK)
                    .note("order and statistics by collation are unknown to this release"));
        }
        definitions.add(writer("coordinatedCommits-preview")
                .refusedWhenSupported(ALL)
                .remedy(WITH_CATALOG)
                .note(COMMITS_ELSEWHERE));
        definitions.add(writer("redirectWriterOnly-preview")
                .refusedWhenSupported(WRITES)
                .remedy("Maintain the table that it redirects to")
                .note("writers are sent to another table"));
        definitions.add(writer("columnMappingUsageTracking")
                .refusedWhenSupported(WRITES)
                .remedy(WITH_SPARK)
                .note("it is a proposal whose duties for writers are unknown to this release"));
        return definitions;
    }

    private static List<FeatureDefinition> refusedFeaturesOfReaders() {
        List<FeatureDefinition> definitions = new ArrayList<>();
        for (String name : List.of("catalogManaged", "catalogOwned-preview")) {
            definitions.add(readerWriter(name)
                    .refusedWhenSupported(ALL)
                    .remedy(WITH_CATALOG)
                    .note(COMMITS_ELSEWHERE));
        }
        for (String name : List.of("geospatial", "geospatial-dev")) {
            definitions.add(readerWriter(name)
                    .refusedWhenSupported(ALL)
                    .remedy(WITH_SPARK)
                    .note("geometry and geography are unknown to this release"));
        }
        definitions.add(readerWriter("adaptiveMetadata-preview")
                .refusedWhenSupported(ALL)
                .remedy(WITH_SPARK)
                .note("the table's state is in manifests, which this release does not read"));
        definitions.add(readerWriter("redirectReaderWriter-preview")
                .refusedWhenSupported(ALL)
                .remedy("Use the table that it redirects to")
                .note("readers and writers are sent to another table"));
        definitions.add(readerWriter("timestampNanos")
                .refusedWhenSupported(ALL)
                .remedy(WITH_SPARK)
                .note("timestamps of nanoseconds are unknown to this release"));
        return definitions;
    }

    private static boolean hasConstraints(TableProperties properties) {
        return properties.asMap().keySet().stream()
                .anyMatch(key -> lowerCase(key).startsWith("delta.constraints."));
    }

    private static Map<String, FeatureDefinition> byName(List<FeatureDefinition> definitions) {
        Map<String, FeatureDefinition> byName = new LinkedHashMap<>();
        for (FeatureDefinition definition : definitions) {
            byName.put(lowerCase(definition.feature().name()), definition);
        }
        return Collections.unmodifiableMap(byName);
    }
}
