package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.FieldMetadata;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableFeaturesTest {
    private static final StructType PLAIN = StructType.of(new StructField("a", PrimitiveType.LONG));

    private static TableFeatures legacy(int reader, int writer) {
        return TableFeatures.ofProtocol(reader, writer, Optional.empty(), Optional.empty());
    }

    /** A table with these features, in both lists where they belong there, and what they require. */
    private static TableFeatures listing(String... names) {
        Set<String> all = new TreeSet<>(List.of(names));
        for (String name : names) {
            TableFeatures.known(name).ifPresent(feature -> all.addAll(feature.requires()));
        }
        List<String> readers = all.stream()
                .filter(name -> TableFeatures.known(name)
                        .map(feature -> feature.kind() == TableFeature.Kind.READER_WRITER)
                        .orElse(false))
                .toList();
        return TableFeatures.ofProtocol(3, 7, Optional.of(readers), Optional.of(List.copyOf(all)));
    }

    private static Set<TableOperation> refused(TableFeatures features) {
        return Arrays.stream(TableOperation.values())
                .filter(operation -> !features.refusals(operation).isEmpty())
                .collect(Collectors.toSet());
    }

    private static TableFeatures with(TableFeatures features, StructType schema, String... properties) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < properties.length; i += 2) {
            map.put(properties[i], properties[i + 1]);
        }
        return features.with(TableProperties.of(map), schema);
    }

    private static StructType column(DataType type) {
        return StructType.of(new StructField("a", PrimitiveType.LONG), new StructField("c", type));
    }

    @Test
    void aProtocolWithMoreFeaturesKeepsWhatItsVersionsImplied() {
        assertThat(legacy(1, 2).withWriterFeatures(List.of("clustering")))
                .contains(new Protocol(
                        1,
                        7,
                        Optional.empty(),
                        Optional.of(List.of("appendOnly", "invariants", "clustering", "domainMetadata"))));
        Protocol mapped = legacy(2, 5).withWriterFeatures(List.of("Clustering")).orElseThrow();
        assertThat(mapped.minReaderVersion()).isEqualTo(2);
        TableFeatures after = TableFeatures.ofProtocol(
                mapped.minReaderVersion(), mapped.minWriterVersion(), mapped.readerFeatures(), mapped.writerFeatures());
        assertThat(after.protocolErrors()).isEmpty();
        assertThat(refused(after)).isEmpty();
        assertThat(after.names()).containsAll(legacy(2, 5).names()).contains("clustering", "domainMetadata");
    }

    @Test
    void aProtocolWithMoreFeaturesKeepsItsListsAsTheyAre() {
        TableFeatures unknown = TableFeatures.ofProtocol(
                3, 7, Optional.of(List.of("deletionVectors")), Optional.of(List.of("new", "deletionVectors")));
        assertThat(unknown.withWriterFeatures(List.of("domainMetadata")))
                .contains(new Protocol(
                        3,
                        7,
                        Optional.of(List.of("deletionVectors")),
                        Optional.of(List.of("new", "deletionVectors", "domainMetadata"))));
        assertThat(listing("clustering").withWriterFeatures(List.of("clustering", "domainMetadata")))
                .isEmpty();
        assertThatThrownBy(() -> unknown.withWriterFeatures(List.of("deletionVectors")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'deletionVectors' is no known feature for writers alone");
        assertThatThrownBy(() -> unknown.withWriterFeatures(List.of("new")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oldVersionsImplyFeatures() {
        assertThat(legacy(1, 1).names()).isEmpty();
        assertThat(legacy(1, 2).names()).containsExactly("appendOnly", "invariants");
        assertThat(legacy(1, 4).names())
                .containsExactly("appendOnly", "changeDataFeed", "checkConstraints", "generatedColumns", "invariants");
        assertThat(legacy(2, 5).names()).contains("columnMapping").doesNotContain("identityColumns");
        assertThat(legacy(1, 5).names()).doesNotContain("columnMapping");
        assertThat(legacy(2, 6).names()).contains("identityColumns");
        assertThat(legacy(2, 6).supports("COLUMNMAPPING")).isTrue();
    }

    @Test
    void listsReplaceVersions() {
        TableFeatures features = TableFeatures.ofProtocol(
                2, 7, Optional.empty(), Optional.of(List.of("ColumnMapping", "icebergCompatV2")));

        assertThat(features.names()).containsExactly("columnMapping", "icebergCompatV2");
        assertThat(features.protocolErrors()).isEmpty();
        assertThat(features.state("appendOnly")).isEqualTo(FeatureState.ABSENT);
    }

    @ParameterizedTest
    @CsvSource({
        "appendOnly, delta.appendOnly, true, ACTIVE",
        "appendOnly, delta.appendOnly, false, SUPPORTED",
        "appendOnly, delta.appendOnly, perhaps, ACTIVE",
        "checkConstraints, delta.constraints.c, a > 0, ACTIVE",
        "columnMapping, delta.columnMapping.mode, name, ACTIVE",
        "columnMapping, delta.columnMapping.mode, none, SUPPORTED",
        "rowTracking, delta.enableRowTracking, true, ACTIVE",
        "rowTracking, delta.rowTrackingSuspended, true, SUSPENDED",
        "rowTracking, x, y, SUPPORTED",
        "icebergCompatV1, delta.enableIcebergCompatV1, true, ACTIVE",
        "icebergCompatV1, delta.enableIcebergCompatV2, true, SUPPORTED",
        "typeWidening, delta.enableTypeWidening, true, ACTIVE",
        "v2Checkpoint, delta.checkpointPolicy, v2, ACTIVE",
        "v2Checkpoint, delta.checkpointPolicy, classic, SUPPORTED",
        "checkpointProtection, delta.requireCheckpointProtectionBeforeVersion, 5, ACTIVE",
        "checkpointProtection, delta.requireCheckpointProtectionBeforeVersion, 0, SUPPORTED",
        "deletionVectors, x, y, SUPPORTED",
        "domainMetadata, x, y, ACTIVE",
        "variantType, x, y, SUPPORTED"
    })
    void supportedIsNotActive(String feature, String property, String value, FeatureState expected) {
        assertThat(with(listing(feature), PLAIN, property, value).state(feature))
                .isEqualTo(expected);
        assertThat(listing(feature).state(feature)).isEqualTo(FeatureState.SUPPORTED);
    }

    @Test
    void theSchemaMayMakeAFeatureActive() {
        StructField generated = new StructField(
                "g", PrimitiveType.LONG, true, FieldMetadata.ofJson(Map.of("delta.generationExpression", "\"a + 1\"")));

        assertThat(with(listing("generatedColumns"), StructType.of(generated)).state("generatedColumns"))
                .isEqualTo(FeatureState.ACTIVE);
        assertThat(with(listing("generatedColumns"), PLAIN).state("generatedColumns"))
                .isEqualTo(FeatureState.SUPPORTED);
        assertThat(with(listing("variantType"), column(new ArrayType(OpaqueType.VARIANT, true)))
                        .state("variantType"))
                .isEqualTo(FeatureState.ACTIVE);
    }

    @Test
    void rowTrackingBothOnAndSuspendedCountsAsOn() {
        TableFeatures both = with(
                listing("rowTracking"), PLAIN, "delta.enableRowTracking", "true", "delta.rowTrackingSuspended", "true");

        assertThat(both.state("rowTracking")).isEqualTo(FeatureState.ACTIVE);
        assertThat(refused(both)).containsExactly(TableOperation.REWRITE);
    }

    @Test
    void everyFeatureThatIsMaintainedIsAllowedForEverything() {
        for (String name : List.of(
                "appendOnly",
                "invariants",
                "checkConstraints",
                "changeDataFeed",
                "generatedColumns",
                "allowColumnDefaults",
                "identityColumns",
                "columnMapping",
                "deletionVectors",
                "domainMetadata",
                "clustering",
                "timestampNtz",
                "typeWidening",
                "typeWidening-preview",
                "v2Checkpoint",
                "inCommitTimestamp",
                "materializePartitionColumns",
                "rowTracking",
                "icebergCompatV1",
                "icebergCompatV2",
                "icebergCompatV3",
                "variantType",
                "variantType-preview",
                "variantShredding",
                "variantShredding-preview",
                "vacuumProtocolCheck")) {
            assertThat(refused(with(
                            listing(name),
                            PLAIN,
                            "delta.enableTypeWidening",
                            "true",
                            "delta.columnMapping.mode",
                            "name")))
                    .as(name)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rowTracking, x, ''",
        "rowTracking, delta.rowTrackingSuspended, ''",
        "icebergCompatV2, x, ''",
        "icebergWriterCompatV1, x, REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "icebergWriterCompatV3, x, REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "collations, x, REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "collations-preview, x, REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "columnMappingUsageTracking, x, REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "redirectWriterOnly-preview, x, REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "coordinatedCommits-preview, x, READ REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "catalogManaged, x, READ REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "catalogOwned-preview, x, READ REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "geospatial, x, READ REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "geospatial-dev, x, READ REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "adaptiveMetadata-preview, x, READ REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "redirectReaderWriter-preview, x, READ REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "timestampNanos, x, READ REWRITE VACUUM CHECKPOINT LOG_CLEANUP METADATA",
        "variantType, x, ''",
        "checkpointProtection, x, ''"
    })
    void otherFeaturesAreRefusedForWhatTheyForbid(String feature, String property, String operations) {
        Set<TableOperation> expected = operations.isEmpty()
                ? Set.of()
                : Arrays.stream(operations.split(" "))
                        .map(TableOperation::valueOf)
                        .collect(Collectors.toSet());

        TableFeatures features = with(listing(feature), PLAIN, property, "true");

        assertThat(refused(features)).isEqualTo(expected);
        for (TableOperation operation : expected) {
            assertThat(features.refusals(operation)).allSatisfy(refusal -> {
                assertThat(refusal.cause()).isEqualTo(Refusal.Cause.FEATURE);
                assertThat(refusal.subject()).isEqualTo(feature);
                assertThat(refusal.message())
                        .startsWith(operation.phrase() + " is refused: ")
                        .contains("'" + feature + "'");
            });
        }
    }

    @Test
    void checkpointProtectionForbidsToCutTheLogAlone() {
        TableFeatures features =
                with(listing("checkpointProtection"), PLAIN, "delta.requireCheckpointProtectionBeforeVersion", "10");

        assertThat(refused(features)).containsExactly(TableOperation.LOG_CLEANUP);
    }

    @Test
    void whatNobodyKnowsIsRefusedByName() {
        TableFeatures forWriters =
                TableFeatures.ofProtocol(1, 7, Optional.empty(), Optional.of(List.of("futureThing")));
        TableFeatures forReaders = TableFeatures.ofProtocol(
                3, 7, Optional.of(List.of("futureThing")), Optional.of(List.of("FutureThing")));

        assertThat(refused(forWriters)).hasSize(5).doesNotContain(TableOperation.READ);
        assertThat(refused(forReaders)).hasSize(6);
        assertThat(forWriters.state("futureThing")).isEqualTo(FeatureState.ACTIVE);
        assertThat(forWriters.refusals(TableOperation.VACUUM))
                .extracting(Refusal::message)
                .containsExactly(
                        "VACUUM is refused: the table's protocol requires the table feature 'futureThing', which this library"
                                + " does not know. Use a newer version of this library, or the engine that wrote the table");
        assertThat(refused(legacy(4, 7))).hasSize(6);
        assertThat(refused(legacy(1, 8))).hasSize(5).doesNotContain(TableOperation.READ);
        assertThat(legacy(99, 7).refusals(TableOperation.READ).get(0).subject()).isEqualTo("minReaderVersion 99");
        assertThat(legacy(99, 7).protocolErrors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "1|7|-|-|minWriterVersion 7 requires writerFeatures, but there are none",
                "3|7|-|a|minReaderVersion 3 requires readerFeatures, but there are none",
                "3|6|deletionVectors|-|minReaderVersion 3 requires minWriterVersion 7, but that is 6",
                "1|2|-|a|writerFeatures go with minWriterVersion 7, but that is 2",
                "2|7|a|a|readerFeatures go with minReaderVersion 3, but that is 2",
                "3|7|deletionVectors|v2Checkpoint|'deletionVectors' is listed in readerFeatures but not in writerFeatures",
                "0|2|-|-|protocol versions begin at 1, but these are 0 for readers and 2 for writers"
            })
    void protocolsThatContradictThemselvesAreInvalid(
            int reader, int writer, String readerFeatures, String writerFeatures, String error) {
        TableFeatures features = TableFeatures.ofProtocol(
                reader,
                writer,
                Optional.ofNullable(readerFeatures).map(List::of),
                Optional.ofNullable(writerFeatures).map(List::of));

        assertThat(features.protocolErrors()).contains(error);
    }

    @Test
    void listsThatAreEmptyDoNoHarm() {
        assertThat(TableFeatures.ofProtocol(1, 2, Optional.of(List.of()), Optional.of(List.of()))
                        .protocolErrors())
                .isEmpty();
        assertThat(TableFeatures.ofProtocol(3, 7, Optional.of(List.of()), Optional.of(List.of()))
                        .protocolErrors())
                .isEmpty();
    }

    @Test
    void inconsistentListsAreReadButNotWritten() {
        TableFeatures alone = TableFeatures.ofProtocol(1, 7, Optional.empty(), Optional.of(List.of("clustering")));
        TableFeatures hidden =
                TableFeatures.ofProtocol(3, 7, Optional.of(List.of()), Optional.of(List.of("columnMapping")));

        assertThat(refused(alone)).hasSize(5).doesNotContain(TableOperation.READ);
        assertThat(alone.refusals(TableOperation.METADATA).get(0).problem())
                .isEqualTo("the table's protocol lists 'clustering' without 'domainMetadata', which that requires");
        assertThat(refused(hidden)).hasSize(5).doesNotContain(TableOperation.READ);
        assertThat(hidden.refusals(TableOperation.VACUUM).get(0))
                .satisfies(refusal -> assertThat(refusal.cause()).isEqualTo(Refusal.Cause.INCONSISTENT_PROTOCOL))
                .satisfies(refusal -> assertThat(refusal.problem())
                        .isEqualTo(
                                "the table's protocol asks writers, but not readers, to understand 'columnMapping'"));
        assertThat(refused(TableFeatures.ofProtocol(2, 7, Optional.empty(), Optional.of(List.of("columnMapping")))))
                .isEmpty();
    }

    @Test
    void propertiesMayForbidWhatFeaturesAllow() {
        TableFeatures uniform = with(legacy(1, 2), PLAIN, "delta.universalFormat.enabledFormats", "iceberg");
        TableFeatures manifest = with(legacy(1, 2), PLAIN, "delta.compatibility.symlinkFormatManifest.enabled", "true");

        assertThat(refused(uniform)).containsExactlyInAnyOrder(TableOperation.REWRITE, TableOperation.VACUUM);
        assertThat(uniform.refusals(TableOperation.REWRITE).get(0).optIn()).contains(RefusalRule.OptIn.STALE_UNIFORM);
        assertThat(uniform.refusals(TableOperation.VACUUM).get(0).optIn()).isEmpty();
        assertThat(refused(manifest)).containsExactlyInAnyOrder(TableOperation.REWRITE, TableOperation.VACUUM);
        assertThat(manifest.refusals(TableOperation.VACUUM).get(0).optIn())
                .contains(RefusalRule.OptIn.STALE_SYMLINK_MANIFEST);
        assertThat(refused(with(legacy(1, 2), PLAIN, "delta.compatibility.symlinkFormatManifest.enabled", "false")))
                .isEmpty();
        assertThat(refused(with(legacy(1, 2), PLAIN, "delta.universalFormat.enabledFormats", "")))
                .isEmpty();
        assertThat(refused(with(legacy(1, 2), PLAIN, "delta.coordinatedCommits.commitCoordinator-preview", "x")))
                .hasSize(6);
        assertThat(refused(with(legacy(1, 2), PLAIN, "delta.redirectReaderWriter-preview", "{}")))
                .hasSize(6);
        assertThat(refused(with(legacy(1, 2), PLAIN, "delta.redirectWriterOnly-preview", "{}")))
                .hasSize(5);
    }

    @Test
    void typesMayForbidToRewrite() {
        for (DataType type : List.of(
                OpaqueType.named("geometry(OGC:CRS84)"),
                OpaqueType.named("interval day to second"),
                OpaqueType.named("hyperloglog"),
                DataType.fromJson("{\"type\":\"udt\",\"class\":\"x\"}"),
                new ArrayType(OpaqueType.VOID, true),
                StructType.of(new StructField("x", OpaqueType.VOID)))) {
            TableFeatures features = with(legacy(1, 2), column(type));
            assertThat(refused(features)).as(type.toString()).containsExactly(TableOperation.REWRITE);
            assertThat(features.refusals(TableOperation.REWRITE))
                    .allMatch(refusal -> refusal.cause() == Refusal.Cause.SCHEMA);
        }
        assertThat(with(legacy(1, 2), column(OpaqueType.named("hyperloglog")))
                        .refusals(TableOperation.REWRITE)
                        .get(0)
                        .subject())
                .isEqualTo("c of type hyperloglog");
        assertThat(refused(with(legacy(1, 2), column(OpaqueType.VOID)))).isEmpty();
        assertThat(refused(with(legacy(1, 2), StructType.of(new StructField("c", OpaqueType.VOID)))))
                .containsExactly(TableOperation.REWRITE);
        assertThat(refused(with(legacy(1, 2), new StructType(List.of())))).isEmpty();
    }

    @Test
    void aTypeChangeThatLosesValuesMakesTheTableUnreadable() {
        StructField changed = new StructField(
                "c",
                PrimitiveType.INTEGER,
                true,
                FieldMetadata.ofJson(Map.of("delta.typeChanges", "[{\"fromType\":\"long\",\"toType\":\"integer\"}]")));

        assertThat(refused(with(listing("typeWidening"), StructType.of(changed))))
                .hasSize(6);
        assertThat(with(listing("typeWidening-preview"), StructType.of(changed))
                        .refusals(TableOperation.READ)
                        .get(0)
                        .subject())
                .isEqualTo("the change of column c from long to integer");
        assertThat(refused(with(legacy(1, 2), StructType.of(changed)))).isEmpty();
    }

    @Test
    void everyPublishedFeatureIsKnownOnce() {
        assertThat(TableFeatures.known())
                .hasSize(41)
                .extracting(TableFeature::name)
                .doesNotHaveDuplicates();
    }

    @Test
    void fixturesAreAllowedOrRefusedAsTheirUseSays() {
        List<String> wrong = new ArrayList<>();
        Map<String, ReferenceTable> tables = ReferenceTables.byId();
        for (Fixture fixture : Fixtures.all()) {
            ReferenceTable table = tables.get(fixture.name());
            TableFeatures features = table.features();
            assertThat(features.protocolErrors()).as(fixture.name()).isEmpty();
            boolean readable = features.refusals(TableOperation.READ).isEmpty();
            boolean vacuumable = features.refusals(TableOperation.VACUUM).isEmpty();
            if (readable != fixture.isFor("read")
                    || vacuumable != fixture.isFor("vacuum") && !fixture.name().equals("variant")) {
                wrong.add(fixture.name());
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void amongFixturesOnlyThoseWithUnknownFeaturesCannotBeRewritten() {
        Set<String> refused = ReferenceTables.fixtures().stream()
                .filter(table ->
                        !table.features().refusals(TableOperation.REWRITE).isEmpty())
                .map(ReferenceTable::id)
                .collect(Collectors.toSet());

        assertThat(refused).containsExactlyInAnyOrder("unsupported_reader_feature", "unsupported_writer_feature");
    }

    /** The corpus says what must be refused; the rest must not be. */
    @Test
    void theCorpusIsAllowedOrRefusedAsItSays() {
        Corpus.assumePresent();
        Map<String, ReferenceTable> tables = ReferenceTables.byId();
        List<String> wrong = new ArrayList<>();
        int checked = 0;
        for (CorpusTable corpusTable : Corpus.tables()) {
            ReferenceTable table = tables.get(corpusTable.id());
            if (table == null) {
                continue;
            }
            checked++;
            TableFeatures features = table.features();
            boolean invalid = !features.protocolErrors().isEmpty();
            boolean readRefused =
                    invalid || !features.refusals(TableOperation.READ).isEmpty();
            boolean rewriteRefused =
                    invalid || !features.refusals(TableOperation.REWRITE).isEmpty();
            boolean vacuumRefused =
                    invalid || !features.refusals(TableOperation.VACUUM).isEmpty();
            String refuse = corpusTable.refuse().orElse("");
            if (refuse.equals("read") && !readRefused) {
                wrong.add(corpusTable.id() + ": can be read");
            }
            if (!refuse.isEmpty() && rewriteRefused != corpusTable.isRefusedToWriters()) {
                wrong.add(corpusTable.id() + (rewriteRefused ? ": cannot be rewritten" : ": can be rewritten"));
            }
            if (refuse.equals("write") && !vacuumRefused) {
                wrong.add(corpusTable.id() + ": can be vacuumed");
            }
            if (corpusTable.isFor("read") && readRefused) {
                wrong.add(corpusTable.id() + ": cannot be read");
            }
            if (corpusTable.isFor("vacuum") && !corpusTable.isFor("must-refuse") && vacuumRefused) {
                wrong.add(corpusTable.id() + ": cannot be vacuumed");
            }
        }
        assertThat(checked).isGreaterThan(365);
        assertThat(wrong).isEmpty();
    }

    @Test
    void allTablesOfTheCorpusThatMayBeRewrittenCanBe() {
        Corpus.assumePresent();
        Map<String, ReferenceTable> tables = ReferenceTables.byId();
        Set<String> subjects = new TreeSet<>();
        for (CorpusTable corpusTable : Corpus.tablesUsedFor("optimize")) {
            ReferenceTable table = tables.get(corpusTable.id());
            if (table != null) {
                table.features().refusals(TableOperation.REWRITE).forEach(refusal -> subjects.add(refusal.subject()));
            }
        }

        assertThat(subjects).isEmpty();
    }

    @Test
    void invalidProtocolsOfTheCorpusAreSeen() {
        Corpus.assumePresent();

        Set<String> invalid = ReferenceTables.corpus().stream()
                .filter(table -> !table.features().protocolErrors().isEmpty())
                .map(ReferenceTable::id)
                .collect(Collectors.toSet());

        assertThat(invalid)
                .contains("derived/proto-writer7-without-features", "derived/proto-reader-writer-feature-mismatch")
                .allMatch(id -> id.startsWith("derived/proto-")
                        || id.startsWith("delta-rs/")
                        || id.startsWith("delta-golden/"));
    }
}
