package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyChangeTest {
    private static final StructType SCHEMA = StructType.of(new StructField("a", PrimitiveType.LONG));
    private static final TableFeatures LEGACY = TableFeatures.ofProtocol(1, 2, Optional.empty(), Optional.empty());
    private static final TableProperties NONE = TableProperties.of(Map.of());

    private static Map<String, String> set(TableProperties current, String key, String value) {
        return PropertyChange.setting(Map.of(key, value))
                .applyTo(current, LEGACY, SCHEMA)
                .asMap();
    }

    @Test
    void setsAndUnsetsAndKeepsTheRest() {
        Map<String, String> before = new LinkedHashMap<>();
        before.put("delta.unknownThing", "1");
        before.put("delta.checkpointInterval", "5");
        before.put("my.own.key", "ü");
        PropertyChange change = new PropertyChange(
                Map.of("delta.targetFileSize", "268435456", "owner", "me"),
                Set.of("delta.checkpointInterval", "not.there"));

        Map<String, String> after =
                change.applyTo(TableProperties.of(before), LEGACY, SCHEMA).asMap();

        assertThat(after)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "delta.unknownThing",
                        "1",
                        "my.own.key",
                        "ü",
                        "delta.targetFileSize",
                        "268435456",
                        "owner",
                        "me"));
        assertThat(before).hasSize(3);
    }

    @Test
    void keysOfDeltaAreWrittenAsDeltaSpellsThem() {
        TableProperties odd = TableProperties.of(Map.of("delta.CHECKPOINTINTERVAL", "5", "Owner", "you"));

        assertThat(set(odd, "DELTA.checkpointinterval", "20"))
                .isEqualTo(Map.of("delta.checkpointInterval", "20", "Owner", "you"));
        assertThat(set(odd, "owner", "me")).containsEntry("Owner", "you").containsEntry("owner", "me");
        assertThat(PropertyChange.unsetting(Set.of("Delta.CheckpointInterval"))
                        .applyTo(odd, LEGACY, SCHEMA)
                        .asMap())
                .isEqualTo(Map.of("Owner", "you"));
    }

    @ParameterizedTest
    @CsvSource({
        "delta.logRetentionDuration, interval 60 days",
        "delta.deletedFileRetentionDuration, interval 2 weeks",
        "delta.checkpointInterval, 20",
        "delta.checkpointPolicy, classic",
        "delta.appendOnly, true",
        "delta.enableDeletionVectors, false",
        "delta.dataSkippingNumIndexedCols, -1",
        "delta.dataSkippingStatsColumns, A",
        "delta.parquet.compression.codec, zstd",
        "delta.parquet.vorder.enabled, true",
        "delta.autoOptimize.autoCompact, true",
        "delta.autoOptimize.optimizeWrite, false",
        "delta.enableExpiredLogCleanup, false",
        "delta.enableFullRetentionRollback, false",
        "delta.isolationLevel, Serializable"
    })
    void setsWhatSteersWritersAndMaintenance(String key, String value) {
        assertThat(set(NONE, key, value)).isEqualTo(Map.of(key, value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delta.columnMapping.mode",
                "delta.columnMapping.maxColumnId",
                "delta.enableRowTracking",
                "delta.enableInCommitTimestamps",
                "delta.enableIcebergCompatV2",
                "delta.feature.clustering",
                "delta.minReaderVersion",
                "delta.minWriterVersion",
                "delta.rowTrackingSuspended",
                "delta.constraints.c",
                "delta.universalFormat.enabledFormats",
                "delta.compatibility.symlinkFormatManifest.enabled",
                "delta.rowTracking.materializedRowIdColumnName",
                "delta.inCommitTimestampEnablementVersion",
                "delta.requireCheckpointProtectionBeforeVersion",
                "delta.coordinatedCommits.commitCoordinator-preview",
                "delta.redirectReaderWriter-preview"
            })
    void refusesWhatTakesMoreThanAValue(String key) {
        for (PropertyChange change :
                List.of(PropertyChange.setting(Map.of(key, "true")), PropertyChange.unsetting(Set.of(key)))) {
            assertThatThrownBy(() -> change.applyTo(NONE, LEGACY, SCHEMA))
                    .isInstanceOf(InvalidPropertyException.class)
                    .hasMessageStartingWith("table property " + key + ": it cannot be changed here: ");
        }
    }

    @Test
    void refusesKeysThatDeltaDoesNotHave() {
        assertThatThrownBy(() -> set(NONE, "delta.logRetention", "interval 60 days"))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessage(
                        "table property delta.logRetention: it is unknown, and keys beginning with 'delta.' are Delta's;"
                                + " check the spelling, or set it with the engine that defines it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delta.checkpointInterval|0|it cannot be '0': it should be a whole number from 1 to 2147483647",
                "delta.deletedFileRetentionDuration|7 fortnights|it cannot be '7 fortnights': 'fortnights' is no unit of time",
                "delta.dataSkippingStatsColumns|a,b|it cannot be 'a,b': there is no column b; the table has a",
                "delta.isolationLevel|WriteSerializable|it cannot be 'WriteSerializable': it should be Serializable, the only level that every engine takes",
                "delta.enableDeletionVectors|true|it cannot be 'true', because the table's protocol does not support the table feature 'deletionVectors'; add the feature with Delta Spark first",
                "delta.checkpointPolicy|v2|it cannot be 'v2', because the table's protocol does not support the table feature 'v2Checkpoint'; add the feature with Delta Spark first"
            })
    void refusesValuesThatAPropertyCannotHave(String key, String value, String problem) {
        assertThatThrownBy(() -> set(NONE, key, value))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessage("table property " + key + ": " + problem);
    }

    @Test
    void aFeatureThatTheTableSupportsCanBeSwitchedOn() {
        TableFeatures features = TableFeatures.ofProtocol(
                3, 7, Optional.of(List.of("deletionVectors")), Optional.of(List.of("deletionVectors")));

        assertThat(PropertyChange.setting(Map.of("delta.enableDeletionVectors", "true"))
                        .applyTo(NONE, features, SCHEMA)
                        .deletionVectorsEnabled())
                .isTrue();
    }

    @Test
    void theLogMustRememberFilesAtLeastAsLongAsTheyStay() {
        String message = "table property delta.logRetentionDuration: it would be interval 1 day, shorter than"
                + " delta.deletedFileRetentionDuration (interval 1 week); it must be at least as long";
        TableProperties wrongAlready = TableProperties.of(Map.of("delta.logRetentionDuration", "interval 1 day"));

        assertThatThrownBy(() -> set(NONE, "delta.logRetentionDuration", "interval 1 day"))
                .hasMessage(message);
        assertThatThrownBy(() -> set(NONE, "delta.deletedFileRetentionDuration", "interval 31 days"))
                .isInstanceOf(InvalidPropertyException.class);
        assertThatThrownBy(() -> PropertyChange.unsetting(Set.of("delta.deletedFileRetentionDuration"))
                        .applyTo(
                                TableProperties.of(Map.of(
                                        "delta.logRetentionDuration", "interval 1 day",
                                        "delta.deletedFileRetentionDuration", "interval 1 day")),
                                LEGACY,
                                SCHEMA))
                .hasMessage(message);
        assertThat(set(wrongAlready, "delta.checkpointInterval", "20")).hasSize(2);
        assertThat(PropertyChange.setting(Map.of(
                                "delta.logRetentionDuration", "interval 2 days",
                                "delta.deletedFileRetentionDuration", "interval 2 days"))
                        .applyTo(NONE, LEGACY, SCHEMA)
                        .asMap())
                .hasSize(2);
    }

    @Test
    void aChangeMustBeOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PropertyChange.setting(Map.of()))
                .withMessage("no table property to set or unset");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PropertyChange(Map.of("a", "1"), Set.of("a")))
                .withMessage("table property a is both set and unset");
    }
}
