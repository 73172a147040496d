package io.github.deltamaint.log;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.stats.StatisticsSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The properties of a table, the {@code configuration} of its {@code metaData} action, with types and defaults.
 *
 * <p>Keys are compared exactly, as Delta Spark does when it reads them. A value that a property cannot have is never replaced by a
 * default: the method that is asked for it throws {@link InvalidPropertyException}. Immutable.
 */
public final class TableProperties {
    static final String APPEND_ONLY = "delta.appendOnly";
    static final String AUTO_COMPACT = "delta.autoOptimize.autoCompact";
    static final String AUTO_OPTIMIZE = "delta.autoOptimize";
    static final String CHECKPOINT_INTERVAL = "delta.checkpointInterval";
    static final String CHECKPOINT_POLICY = "delta.checkpointPolicy";
    static final String CHECKPOINT_PROTECTION = "delta.requireCheckpointProtectionBeforeVersion";
    /** The property that says whether checkpoints have statistics as JSON. */
    public static final String CHECKPOINT_STATS_AS_JSON = "delta.checkpoint.writeStatsAsJson";
    /** The property that says whether checkpoints have statistics as columns. */
    public static final String CHECKPOINT_STATS_AS_STRUCT = "delta.checkpoint.writeStatsAsStruct";

    static final String COMPRESSION_CODEC = "delta.parquet.compression.codec";
    static final String DELETED_FILE_RETENTION = "delta.deletedFileRetentionDuration";
    /** What the next one was called at first. */
    static final String ENABLE_CHANGE_DATA_CAPTURE = "delta.enableChangeDataCapture";

    static final String ENABLE_CHANGE_DATA_FEED = "delta.enableChangeDataFeed";
    static final String ENABLE_DELETION_VECTORS = "delta.enableDeletionVectors";
    static final String ENABLE_ICEBERG_COMPAT = "delta.enableIcebergCompatV";
    static final String ENABLE_IN_COMMIT_TIMESTAMPS = "delta.enableInCommitTimestamps";
    static final String ENABLE_LOG_CLEANUP = "delta.enableExpiredLogCleanup";
    static final String ENABLE_ROW_TRACKING = "delta.enableRowTracking";
    static final String ENABLE_TYPE_WIDENING = "delta.enableTypeWidening";
    static final String IN_COMMIT_TIMESTAMP_VERSION = "delta.inCommitTimestampEnablementVersion";
    static final String IN_COMMIT_TIMESTAMP_TIME = "delta.inCommitTimestampEnablementTimestamp";
    static final String INDEXED_COLUMNS = "delta.dataSkippingNumIndexedCols";
    static final String ISOLATION_LEVEL = "delta.isolationLevel";
    static final String LOG_RETENTION = "delta.logRetentionDuration";
    static final String PARQUET_FORMAT_VERSION = "delta.parquet.format.version";
    static final String RANDOM_PREFIX_LENGTH = "delta.randomPrefixLength";
    static final String RANDOMIZE_FILE_PREFIXES = "delta.randomizeFilePrefixes";
    static final String ROW_COMMIT_VERSION_COLUMN = "delta.rowTracking.materializedRowCommitVersionColumnName";
    static final String ROW_ID_COLUMN = "delta.rowTracking.materializedRowIdColumnName";
    static final String ROW_TRACKING_SUSPENDED = "delta.rowTrackingSuspended";
    static final String STATS_COLUMNS = "delta.dataSkippingStatsColumns";
    static final String STRING_PREFIX_LENGTH = "delta.dataSkippingStringPrefixLength";
    static final String SYMLINK_MANIFEST = "delta.compatibility.symlinkFormatManifest.enabled";
    static final String TARGET_FILE_SIZE = "delta.targetFileSize";
    static final String TRANSACTION_RETENTION = "delta.setTransactionRetentionDuration";
    static final String UNIVERSAL_FORMATS = "delta.universalFormat.enabledFormats";
    static final String VORDER = "delta.parquet.vorder.enabled";
    static final String VORDER_DEFAULT = "delta.parquet.vorder.default";
    static final String WRITE_PARTITION_COLUMNS = "delta.writePartitionColumnsToParquet";

    private static final int DEFAULT_CHECKPOINT_INTERVAL = 10;
    private static final int DEFAULT_INDEXED_COLUMNS = 32;
    private static final int DEFAULT_STRING_PREFIX_LENGTH = 32;
    private static final int DEFAULT_RANDOM_PREFIX_LENGTH = 2;
    private static final Duration DEFAULT_DELETED_FILE_RETENTION = Duration.ofDays(7);
    private static final Duration DEFAULT_LOG_RETENTION = Duration.ofDays(30);

    private final Map<String, String> configuration;

    private TableProperties(Map<String, String> configuration) {
        this.configuration = Collections.unmodifiableMap(new LinkedHashMap<>(configuration));
    }

    /** The properties in a configuration. Nothing is checked before it is asked for. */
    public static TableProperties of(Map<String, String> configuration) {
        return new TableProperties(configuration);
    }

    /** Which kind of checkpoint a table asks for. */
    public enum CheckpointPolicy {
        /** One file of the classic name, or several. */
        CLASSIC,
        /** The V2 specification. */
        V2
    }

    /** The compression of data files. */
    public enum Codec {
        /** No compression. */
        UNCOMPRESSED,
        /** Snappy. */
        SNAPPY,
        /** Gzip. */
        GZIP,
        /** LZ4 as Parquet defines it today, whether the property says {@code lz4} or {@code lz4_raw}. */
        LZ4_RAW,
        /** Zstandard. */
        ZSTD
    }

    /**
     * Since when a table has in-commit timestamps.
     *
     * @param version the first version that has one
     * @param timestampMillis its timestamp, in milliseconds since the epoch
     */
    public record InCommitTimestampEnablement(long version, long timestampMillis) {}

    /** All properties by key, in the order of the log, known or not. */
    public Map<String, String> asMap() {
        return configuration;
    }

    /** How long files that were removed from the table stay in storage; 7 days unless the table says otherwise. */
    public Duration deletedFileRetention() {
        return parsed(DELETED_FILE_RETENTION, CalendarIntervals::parse).orElse(DEFAULT_DELETED_FILE_RETENTION);
    }

    /** How long commits and checkpoints stay in the log; 30 days unless the table says otherwise. */
    public Duration logRetention() {
        return parsed(LOG_RETENTION, CalendarIntervals::parse).orElse(DEFAULT_LOG_RETENTION);
    }

    /** How long application transaction identifiers are kept; for ever if the table does not say. */
    public Optional<Duration> transactionRetention() {
        return parsed(TRANSACTION_RETENTION, CalendarIntervals::parse);
    }

    /** Whether old commits and checkpoints are deleted after a checkpoint; yes unless the table says otherwise. */
    public boolean cleansUpLog() {
        return flag(ENABLE_LOG_CLEANUP).orElse(true);
    }

    /** After how many commits a checkpoint is due; 10 unless the table says otherwise. */
    public int checkpointInterval() {
        return parsed(CHECKPOINT_INTERVAL, PropertyTexts::positiveInt).orElse(DEFAULT_CHECKPOINT_INTERVAL);
    }

    /** Which kind of checkpoint the table asks for; classic unless it says otherwise. */
    public CheckpointPolicy checkpointPolicy() {
        return parsed(CHECKPOINT_POLICY, text -> PropertyTexts.constant(text, CheckpointPolicy.class))
                .orElse(CheckpointPolicy.CLASSIC);
    }

    /** Whether checkpoints hold statistics as JSON text; yes unless the table says otherwise. */
    public boolean checkpointsHoldStatsAsJson() {
        return flag(CHECKPOINT_STATS_AS_JSON).orElse(true);
    }

    /** Whether checkpoints hold statistics as structs, if the table says; engines differ in what they do if not. */
    public Optional<Boolean> checkpointsHoldStatsAsStruct() {
        return flag(CHECKPOINT_STATS_AS_STRUCT);
    }

    /** Up to which version the log's history must not be cut; 0 if it may be. */
    public long checkpointProtectionBeforeVersion() {
        return parsed(CHECKPOINT_PROTECTION, PropertyTexts::nonNegativeLong).orElse(0L);
    }

    /** How many leaf columns have statistics, −1 for all; 32 unless the table says otherwise. See {@link #statsColumns}. */
    public int indexedColumns() {
        return parsed(INDEXED_COLUMNS, PropertyTexts::indexedColumns).orElse(DEFAULT_INDEXED_COLUMNS);
    }

    /** The columns that have statistics, if the table names them; a struct stands for all in it. */
    public Optional<List<ColumnPath>> statsColumns() {
        return parsed(STATS_COLUMNS, ColumnPath::parseList);
    }

    /** After how many characters strings in statistics are cut; 32 unless the table says otherwise. */
    public int stringPrefixLength() {
        return parsed(STRING_PREFIX_LENGTH, PropertyTexts::positiveInt).orElse(DEFAULT_STRING_PREFIX_LENGTH);
    }

    /** The three together, as the statistics of a file need them. */
    public StatisticsSettings statistics() {
        return new StatisticsSettings(indexedColumns(), statsColumns(), stringPrefixLength());
    }

    /** Whether commits must carry their timestamp. */
    public boolean inCommitTimestampsEnabled() {
        return isOn(ENABLE_IN_COMMIT_TIMESTAMPS);
    }

    /**
     * Since when commits carry their timestamp, if not from the table's first version on.
     *
     * @throws InvalidPropertyException if the table gives the version without the time or the time without the version
     */
    public Optional<InCommitTimestampEnablement> inCommitTimestampEnablement() {
        Optional<Long> version = parsed(IN_COMMIT_TIMESTAMP_VERSION, PropertyTexts::nonNegativeLong);
        Optional<Long> time = parsed(IN_COMMIT_TIMESTAMP_TIME, PropertyTexts::nonNegativeLong);
        if (version.isPresent() != time.isPresent()) {
            String missing = version.isPresent() ? IN_COMMIT_TIMESTAMP_TIME : IN_COMMIT_TIMESTAMP_VERSION;
            String present = version.isPresent() ? IN_COMMIT_TIMESTAMP_VERSION : IN_COMMIT_TIMESTAMP_TIME;
            throw new InvalidPropertyException(missing, "it is missing although " + present + " is set");
        }
        return version.map(first -> new InCommitTimestampEnablement(first, time.orElseThrow()));
    }

    /** Whether the table asks for stable row ids. */
    public boolean rowTrackingEnabled() {
        return isOn(ENABLE_ROW_TRACKING);
    }

    /** Whether the table has put row tracking on hold: new files then get no ids. */
    public boolean rowTrackingSuspended() {
        return isOn(ROW_TRACKING_SUSPENDED);
    }

    /** The column of data files that holds row ids where they differ from the default. */
    public Optional<String> materializedRowIdColumn() {
        return Optional.ofNullable(configuration.get(ROW_ID_COLUMN));
    }

    /** The column of data files that holds row commit versions where they differ from the default. */
    public Optional<String> materializedRowCommitVersionColumn() {
        return Optional.ofNullable(configuration.get(ROW_COMMIT_VERSION_COLUMN));
    }

    /**
     * What columns are called in data files.
     *
     * @param supported whether the table's protocol supports the feature {@code columnMapping}
     */
    public ColumnMapping columnMapping(boolean supported) {
        try {
            return ColumnMapping.of(configuration, supported);
        } catch (IllegalArgumentException e) {
            throw invalid(ColumnMapping.MODE_PROPERTY, e);
        }
    }

    /** Whether data files go to directories with random names instead of directories of partitions. */
    public boolean randomizesFilePrefixes() {
        return isOn(RANDOMIZE_FILE_PREFIXES);
    }

    /** How long the random names of directories are; 2 unless the table says otherwise. */
    public int randomPrefixLength() {
        return parsed(RANDOM_PREFIX_LENGTH, PropertyTexts::positiveInt).orElse(DEFAULT_RANDOM_PREFIX_LENGTH);
    }

    /** The compression of data files, if the table says. */
    public Optional<Codec> compressionCodec() {
        return parsed(COMPRESSION_CODEC, PropertyTexts::codec);
    }

    /** Whether data files have data pages of version 2; no unless the table says otherwise. */
    public boolean writesDataPagesV2() {
        return parsed(PARQUET_FORMAT_VERSION, PropertyTexts::isParquetFormat2).orElse(false);
    }

    /** Whether partition columns should be in data files too, if the table says. */
    public Optional<Boolean> writesPartitionColumns() {
        return flag(WRITE_PARTITION_COLUMNS);
    }

    /** How large data files should be, if the table says. */
    public Optional<DataSize> targetFileSize() {
        return parsed(TARGET_FILE_SIZE, PropertyTexts::positiveSize);
    }

    /** Whether writers should compact small files after a commit, if the table says. */
    public Optional<Boolean> autoCompact() {
        Optional<Boolean> compact = parsed(AUTO_COMPACT, PropertyTexts::autoCompact);
        return compact.isPresent() ? compact : flag(AUTO_OPTIMIZE);
    }

    /** Whether data files should be laid out in V-Order, if the table says, in either of the property's two spellings. */
    public Optional<Boolean> vOrder() {
        Optional<Boolean> enabled = flag(VORDER);
        return enabled.isPresent() ? enabled : flag(VORDER_DEFAULT);
    }

    /** Whether rows may only be added. */
    public boolean appendOnly() {
        return isOn(APPEND_ONLY);
    }

    /** Whether writers record which rows they change. */
    public boolean changeDataFeedEnabled() {
        return isOn(ENABLE_CHANGE_DATA_FEED) || isOn(ENABLE_CHANGE_DATA_CAPTURE);
    }

    /** Whether writers may delete rows by deletion vectors. Those that exist count in any case. */
    public boolean deletionVectorsEnabled() {
        return isOn(ENABLE_DELETION_VECTORS);
    }

    /** The other formats whose metadata is kept beside the table, in lower case. */
    public Set<String> universalFormats() {
        return parsed(
                        UNIVERSAL_FORMATS,
                        text -> Arrays.stream(text.split(","))
                                .map(format -> format.strip().toLowerCase(Locale.ROOT))
                                .filter(format -> !format.isEmpty())
                                .collect(Collectors.toUnmodifiableSet()))
                .orElse(Set.of());
    }

    /** Whether writers keep manifests for engines that read symlink tables. */
    public boolean symlinkManifestEnabled() {
        return isOn(SYMLINK_MANIFEST);
    }

    /** What is wrong with the properties that have no value that they can have, by key. */
    public SortedMap<String, String> malformed() {
        SortedMap<String, String> problems = new TreeMap<>();
        List<Runnable> readers = List.of(
                this::deletedFileRetention,
                this::logRetention,
                this::transactionRetention,
                this::cleansUpLog,
                this::checkpointInterval,
                this::checkpointPolicy,
                this::checkpointsHoldStatsAsJson,
                this::checkpointsHoldStatsAsStruct,
                this::indexedColumns,
                this::statsColumns,
                this::stringPrefixLength,
                this::inCommitTimestampEnablement,
                this::randomizesFilePrefixes,
                this::randomPrefixLength,
                this::compressionCodec,
                this::writesDataPagesV2,
                this::writesPartitionColumns,
                this::targetFileSize,
                this::autoCompact,
                this::vOrder,
                this::appendOnly,
                this::changeDataFeedEnabled,
                this::deletionVectorsEnabled);
        for (Runnable reader : readers) {
            try {
                reader.run();
            } catch (InvalidPropertyException e) {
                problems.put(e.key(), String.valueOf(e.getMessage()));
            }
        }
        return problems;
    }

    @Override
    public String toString() {
        return configuration.toString();
    }

    boolean isOn(String key) {
        return flag(key).orElse(false);
    }

    private Optional<Boolean> flag(String key) {
        return parsed(key, PropertyTexts::flag);
    }

    private <T> Optional<T> parsed(String key, Function<String, T> parser) {
        String text = configuration.get(key);
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(parser.apply(text));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw invalid(key, e);
        }
    }

    private InvalidPropertyException invalid(String key, RuntimeException cause) {
        InvalidPropertyException invalid = new InvalidPropertyException(
                key, "its value is '" + configuration.get(key) + "', but " + cause.getMessage());
        invalid.initCause(cause);
        return invalid;
    }
}
