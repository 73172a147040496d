package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.log.TableProperties.CheckpointPolicy;
import io.github.deltamaint.log.TableProperties.Codec;
import io.github.deltamaint.log.TableProperties.InCommitTimestampEnablement;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.stats.StatisticsSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablePropertiesTest {
    private static final TableProperties EMPTY = TableProperties.of(Map.of());

    private static TableProperties of(String key, String value) {
        return TableProperties.of(Map.of(key, value));
    }

    @Test
    void aTableThatSaysNothingHasTheDefaultsOfDeltaSpark() {
        assertThat(EMPTY.deletedFileRetention()).isEqualTo(Duration.ofDays(7));
        assertThat(EMPTY.logRetention()).isEqualTo(Duration.ofDays(30));
        assertThat(EMPTY.transactionRetention()).isEmpty();
        assertThat(EMPTY.cleansUpLog()).isTrue();
        assertThat(EMPTY.checkpointInterval()).isEqualTo(10);
        assertThat(EMPTY.checkpointPolicy()).isEqualTo(CheckpointPolicy.CLASSIC);
        assertThat(EMPTY.checkpointsHoldStatsAsJson()).isTrue();
        assertThat(EMPTY.checkpointsHoldStatsAsStruct()).isEmpty();
        assertThat(EMPTY.checkpointProtectionBeforeVersion()).isZero();
        assertThat(EMPTY.statistics()).isEqualTo(StatisticsSettings.DEFAULT);
        assertThat(EMPTY.inCommitTimestampsEnabled()).isFalse();
        assertThat(EMPTY.inCommitTimestampEnablement()).isEmpty();
        assertThat(EMPTY.rowTrackingEnabled()).isFalse();
        assertThat(EMPTY.rowTrackingSuspended()).isFalse();
        assertThat(EMPTY.materializedRowIdColumn()).isEmpty();
        assertThat(EMPTY.materializedRowCommitVersionColumn()).isEmpty();
        assertThat(EMPTY.columnMapping(true)).isEqualTo(ColumnMapping.NONE);
        assertThat(EMPTY.randomizesFilePrefixes()).isFalse();
        assertThat(EMPTY.randomPrefixLength()).isEqualTo(2);
        assertThat(EMPTY.compressionCodec()).isEmpty();
        assertThat(EMPTY.writesDataPagesV2()).isFalse();
        assertThat(EMPTY.writesPartitionColumns()).isEmpty();
        assertThat(EMPTY.targetFileSize()).isEmpty();
        assertThat(EMPTY.autoCompact()).isEmpty();
        assertThat(EMPTY.vOrder()).isEmpty();
        assertThat(EMPTY.appendOnly()).isFalse();
        assertThat(EMPTY.changeDataFeedEnabled()).isFalse();
        assertThat(EMPTY.deletionVectorsEnabled()).isFalse();
        assertThat(EMPTY.universalFormats()).isEmpty();
        assertThat(EMPTY.symlinkManifestEnabled()).isFalse();
    }

    @Test
    void readsWhatATableSays() {
        assertThat(of("delta.deletedFileRetentionDuration", "interval 1 week 2 days 3 hours")
                        .deletedFileRetention())
                .isEqualTo(Duration.ofHours(219));
        assertThat(of("delta.logRetentionDuration", "interval 36500 days").logRetention())
                .isEqualTo(Duration.ofDays(36500));
        assertThat(of("delta.setTransactionRetentionDuration", "interval 1 days")
                        .transactionRetention())
                .contains(Duration.ofDays(1));
        assertThat(of("delta.enableExpiredLogCleanup", "False").cleansUpLog()).isFalse();
        assertThat(of("delta.checkpointInterval", "100").checkpointInterval()).isEqualTo(100);
        assertThat(of("delta.checkpointPolicy", "v2").checkpointPolicy()).isEqualTo(CheckpointPolicy.V2);
        assertThat(of("delta.checkpoint.writeStatsAsJson", "false").checkpointsHoldStatsAsJson())
                .isFalse();
        assertThat(of("delta.checkpoint.writeStatsAsStruct", "true").checkpointsHoldStatsAsStruct())
                .contains(true);
        assertThat(of("delta.requireCheckpointProtectionBeforeVersion", "12").checkpointProtectionBeforeVersion())
                .isEqualTo(12);
        assertThat(of("delta.dataSkippingNumIndexedCols", "-1").indexedColumns())
                .isEqualTo(-1);
        assertThat(of("delta.dataSkippingStatsColumns", "a,`b.c`.d").statsColumns())
                .contains(List.of(ColumnPath.of("a"), ColumnPath.of("b.c", "d")));
        assertThat(of("delta.dataSkippingStringPrefixLength", "64").stringPrefixLength())
                .isEqualTo(64);
        assertThat(of("delta.enableInCommitTimestamps", "true").inCommitTimestampsEnabled())
                .isTrue();
        assertThat(of("delta.enableRowTracking", "true").rowTrackingEnabled()).isTrue();
        assertThat(of("delta.rowTrackingSuspended", "true").rowTrackingSuspended())
                .isTrue();
        assertThat(of("delta.rowTracking.materializedRowIdColumnName", "_row-id")
                        .materializedRowIdColumn())
                .contains("_row-id");
        assertThat(of("delta.rowTracking.materializedRowCommitVersionColumnName", "_v")
                        .materializedRowCommitVersionColumn())
                .contains("_v");
        assertThat(of("delta.columnMapping.mode", "id").columnMapping(true).mode())
                .isEqualTo(ColumnMapping.Mode.ID);
        assertThat(of("delta.columnMapping.mode", "id").columnMapping(false)).isEqualTo(ColumnMapping.NONE);
        assertThat(of("delta.randomizeFilePrefixes", "true").randomizesFilePrefixes())
                .isTrue();
        assertThat(of("delta.randomPrefixLength", "3").randomPrefixLength()).isEqualTo(3);
        assertThat(of("delta.parquet.compression.codec", "ZSTD").compressionCodec())
                .contains(Codec.ZSTD);
        assertThat(of("delta.parquet.compression.codec", "none").compressionCodec())
                .contains(Codec.UNCOMPRESSED);
        assertThat(of("delta.parquet.compression.codec", "lz4").compressionCodec())
                .contains(Codec.LZ4_RAW);
        assertThat(of("delta.parquet.format.version", "2.12.0").writesDataPagesV2())
                .isTrue();
        assertThat(of("delta.writePartitionColumnsToParquet", "false").writesPartitionColumns())
                .contains(false);
        assertThat(of("delta.targetFileSize", "16mb").targetFileSize()).contains(DataSize.mebibytes(16));
        assertThat(of("delta.targetFileSize", "33554432").targetFileSize()).contains(DataSize.mebibytes(32));
        assertThat(of("delta.autoOptimize.autoCompact", "auto").autoCompact()).contains(true);
        assertThat(of("delta.autoOptimize", "true").autoCompact()).contains(true);
        assertThat(of("delta.parquet.vorder.enabled", "true").vOrder()).contains(true);
        assertThat(of("delta.parquet.vorder.default", "true").vOrder()).contains(true);
        assertThat(of("delta.appendOnly", "true").appendOnly()).isTrue();
        assertThat(of("delta.enableChangeDataFeed", "true").changeDataFeedEnabled())
                .isTrue();
        assertThat(of("delta.enableChangeDataCapture", "true").changeDataFeedEnabled())
                .isTrue();
        assertThat(of("delta.enableDeletionVectors", "true").deletionVectorsEnabled())
                .isTrue();
        assertThat(of("delta.universalFormat.enabledFormats", "Iceberg, hudi").universalFormats())
                .containsExactlyInAnyOrder("iceberg", "hudi");
        assertThat(of("delta.compatibility.symlinkFormatManifest.enabled", "true")
                        .symlinkManifestEnabled())
                .isTrue();
    }

    @Test
    void versionAndTimeOfInCommitTimestampsGoTogether() {
        TableProperties both = TableProperties.of(Map.of(
                "delta.inCommitTimestampEnablementVersion",
                "3",
                "delta.inCommitTimestampEnablementTimestamp",
                "1796003793920"));

        assertThat(both.inCommitTimestampEnablement())
                .isEqualTo(Optional.of(new InCommitTimestampEnablement(3, 1796003793920L)));
        assertThatThrownBy(() ->
                        of("delta.inCommitTimestampEnablementVersion", "3").inCommitTimestampEnablement())
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessage("table property delta.inCommitTimestampEnablementTimestamp: it is missing although"
                        + " delta.inCommitTimestampEnablementVersion is set");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delta.deletedFileRetentionDuration|7|its value is '7', but it is no interval such as 'interval 7 days'",
                "delta.logRetentionDuration|interval 1 month|its value is 'interval 1 month', but months and years have no fixed length; write days or weeks",
                "delta.enableExpiredLogCleanup|yes|its value is 'yes', but it should be true or false",
                "delta.checkpointInterval|0|its value is '0', but it should be a whole number from 1 to 2147483647",
                "delta.checkpointInterval|ten|its value is 'ten', but it should be a whole number, 1 or more",
                "delta.checkpointPolicy|v3|its value is 'v3', but it should be one of classic, v2",
                "delta.dataSkippingNumIndexedCols|-2|its value is '-2', but it should be a whole number from -1 to 2147483647",
                "delta.dataSkippingStatsColumns|a,,b|its value is 'a,,b', but a column name is missing at position 2 of: a,,b",
                "delta.parquet.compression.codec|brotli|its value is 'brotli', but it should be one of uncompressed, snappy, gzip, lz4_raw, zstd",
                "delta.parquet.format.version|3|its value is '3', but it should be a version such as 1.0.0 or 2.12.0",
                "delta.targetFileSize|0|its value is '0', but it should be more than nothing",
                "delta.columnMapping.mode|uuid|its value is 'uuid', but table property delta.columnMapping.mode is none, name or id, but this one is 'uuid'"
            })
    void aValueThatAPropertyCannotHaveIsNeverReplacedByADefault(String key, String value, String problem) {
        Map<String, Function<TableProperties, Object>> readers = Map.ofEntries(
                Map.entry("delta.deletedFileRetentionDuration", TableProperties::deletedFileRetention),
                Map.entry("delta.logRetentionDuration", TableProperties::logRetention),
                Map.entry("delta.enableExpiredLogCleanup", TableProperties::cleansUpLog),
                Map.entry("delta.checkpointInterval", TableProperties::checkpointInterval),
                Map.entry("delta.checkpointPolicy", TableProperties::checkpointPolicy),
                Map.entry("delta.dataSkippingNumIndexedCols", TableProperties::indexedColumns),
                Map.entry("delta.dataSkippingStatsColumns", TableProperties::statsColumns),
                Map.entry("delta.parquet.compression.codec", TableProperties::compressionCodec),
                Map.entry("delta.parquet.format.version", TableProperties::writesDataPagesV2),
                Map.entry("delta.targetFileSize", TableProperties::targetFileSize),
                Map.entry("delta.columnMapping.mode", properties -> properties.columnMapping(true)));

        assertThatThrownBy(() -> readers.get(key).apply(of(key, value)))
                .isInstanceOfSatisfying(
                        InvalidPropertyException.class, e -> assertThat(e.key()).isEqualTo(key))
                .hasMessage("table property " + key + ": " + problem);
    }

    @Test
    void propertiesOfEveryReferenceTableAreRead() {
        for (ReferenceTable table : ReferenceTables.all().toList()) {
            TableProperties properties = table.properties();
            assertThat(properties.asMap())
                    .as(table.id())
                    .isEqualTo(table.snapshot().configuration());
            assertThat(properties.deletedFileRetention()).as(table.id()).isNotNull();
            assertThat(properties.logRetention()).as(table.id()).isNotNull();
            assertThat(properties.checkpointInterval()).as(table.id()).isPositive();
            assertThat(properties.statistics()).as(table.id()).isNotNull();
            assertThat(properties.inCommitTimestampEnablement()).as(table.id()).isNotNull();
        }
    }
}
