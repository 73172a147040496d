package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.TableFeatures;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.StructType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Protocol and metadata of a version together with what they mean.
 *
 * @param protocol the protocol action
 * @param metadata the metaData action
 * @param properties the table properties that have a value
 * @param features what the table asks of us
 * @param schema the columns
 * @param columnMapping what the columns are called in files
 * @param physicalPartitionColumns the keys that the partition values of every file must have
 */
record TableDescription(
        Protocol protocol,
        Metadata metadata,
        TableProperties properties,
        TableFeatures features,
        StructType schema,
        ColumnMapping columnMapping,
        List<String> physicalPartitionColumns) {

    /** Checks that the table can be read, before anything but the protocol is interpreted. */
    static TableFeatures requireReadable(TablePath table, Protocol protocol, long version) {
        TableFeatures features = TableFeatures.ofProtocol(
                protocol.minReaderVersion(),
                protocol.minWriterVersion(),
                protocol.readerFeatures(),
                protocol.writerFeatures());
        FeatureGate.require(table, features, TableOperation.READ, Set.of());
        FeatureGate.requireSound(table, features, version);
        return features;
    }

    /**
     * Interprets protocol and metadata.
     *
     * @throws CorruptTableException if they contradict themselves
     * @throws io.github.deltamaint.common.UnsupportedTableFeatureException if the table needs what we cannot read
     * @throws InvalidOperationException if a property that reading needs is malformed
     */
    static TableDescription of(TablePath table, Protocol protocol, Metadata metadata, long version) {
        TableFeatures protocolFeatures = requireReadable(table, protocol, version);
        TableProperties properties = properties(metadata);
        StructType schema;
        try {
            schema = StructType.fromJson(metadata.schemaString());
        } catch (IllegalArgumentException e) {
            throw corrupt(table, version, "the schema cannot be read: " + e.getMessage(), e);
        }
        TableFeatures features;
        ColumnMapping mapping;
        try {
            features = protocolFeatures.with(properties, schema);
            FeatureGate.require(table, features, TableOperation.READ, Set.of());
            mapping = properties.columnMapping(features.supports("columnMapping"));
        } catch (InvalidPropertyException e) {
            throw new InvalidOperationException(table.root(), String.valueOf(e.getMessage()));
        }
        List<String> partitionColumns = physical(table, metadata, schema, mapping, version);
        return new TableDescription(protocol, metadata, properties, features, schema, mapping, partitionColumns);
    }

    private static List<String> physical(
            TablePath table, Metadata metadata, StructType schema, ColumnMapping mapping, long version) {
        List<String> names = new ArrayList<>();
        for (String column : metadata.partitionColumns()) {
            try {
                names.add(mapping.physicalName(schema.field(column)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "the partition column '" + column + "' is not in the schema"))));
            } catch (IllegalArgumentException e) {
                throw corrupt(table, version, e.getMessage(), e);
            }
        }
        return List.copyOf(names);
    }

    private static CorruptTableException corrupt(
            TablePath table, long version, @Nullable String problem, Throwable cause) {
        return new CorruptTableException(
                table.root(),
                "_delta_log",
                OptionalLong.of(version),
                "metaData of version " + version + ": " + problem,
                cause);
    }

    /** The table properties that have a value. */
    static TableProperties properties(Metadata metadata) {
        Map<String, String> configuration = new LinkedHashMap<>();
        metadata.configuration().forEach((key, value) -> {
            if (value != null) {
                configuration.put(key, value);
            }
        });
        return TableProperties.of(configuration);
    }
}
