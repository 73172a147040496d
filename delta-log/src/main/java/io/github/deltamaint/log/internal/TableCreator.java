package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.CommitListener;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.CommitResult;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.NewTable;
import io.github.deltamaint.log.PropertyChange;
import io.github.deltamaint.log.TableFeature;
import io.github.deltamaint.log.TableFeatures;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes version 0, with the lowest protocol that has the features which the table needs. */
final class TableCreator {
    /** What Delta Spark gives every new table, and what writer version 2 implies. */
    private static final Set<String> OF_EVERY_TABLE = Set.of("appendOnly", "invariants");

    private static final int LEGACY_READER_VERSION = 1;
    private static final int LEGACY_WRITER_VERSION = 2;

    private final LogReader reader;
    private final LogDirectory directory;
    private final Clock clock;

    TableCreator(LogReader reader, LogDirectory directory, Clock clock) {
        this.reader = reader;
        this.directory = directory;
        this.clock = clock;
    }

    CommitResult create(NewTable table, CommitInfo info, UUID tableId, UUID txnId, CommitListener listener) {
        Protocol protocol;
        Metadata metadata;
        try {
            protocol = protocol(features(table));
            metadata = metadata(table, properties(table, protocol), tableId);
        } catch (InvalidPropertyException e) {
            throw new InvalidOperationException(reader.table().root(), String.valueOf(e.getMessage()));
        }
        TableDescription.of(reader.table(), protocol, metadata, 0);
        if (!directory.list(0, Long.MAX_VALUE).isEmpty()) {
            throw new InvalidOperationException(
                    reader.table().root(), "there is a table already, or what is left of one: the log is not empty");
        }
        CommitRequest request = CommitRequest.of(
                info.committed(clock.millis(), OptionalLong.empty(), OptionalLong.empty(), txnId.toString()),
                List.of(protocol, metadata));
        listener.commitStarted(0, 1);
        CommitWriter writer = new CommitWriter(reader, directory, txnId.toString());
        if (!writer.write(0, CommitWriter.content(request))) {
            throw new CommitConflictException(
                    reader.table().root(),
                    CommitConflictException.Reason.VERSION_TAKEN,
                    0,
                    Set.of(),
                    "another writer has made a table here a moment ago. Nothing was changed; open it");
        }
        listener.commitFinished(0);
        return new CommitResult(0, 1, request);
    }

    private static Set<String> features(NewTable table) {
        Set<String> features = new TreeSet<>(OF_EVERY_TABLE);
        if (hasZonelessTimestamp(table.schema())) {
            features.add("timestampNtz");
        }
        if (!table.properties().isEmpty()) {
            features.addAll(PropertyChange.setting(table.properties()).features());
        }
        return features;
    }

    private static boolean hasZonelessTimestamp(DataType type) {
        if (type instanceof StructType struct) {
            return struct.fields().stream().anyMatch(field -> hasZonelessTimestamp(field.type()));
        }
        if (type instanceof ArrayType array) {
            return hasZonelessTimestamp(array.elementType());
        }
        if (type instanceof MapType map) {
            return hasZonelessTimestamp(map.keyType()) || hasZonelessTimestamp(map.valueType());
        }
        return type.equals(PrimitiveType.TIMESTAMP_NTZ);
    }

    private static Protocol protocol(Set<String> features) {
        if (features.equals(OF_EVERY_TABLE)) {
            return new Protocol(LEGACY_READER_VERSION, LEGACY_WRITER_VERSION, Optional.empty(), Optional.empty());
        }
        List<String> ofReaders = features.stream()
                .filter(name -> TableFeatures.known(name)
                        .filter(feature -> feature.kind() == TableFeature.Kind.READER_WRITER)
                        .isPresent())
                .toList();
        return new Protocol(
                ofReaders.isEmpty() ? LEGACY_READER_VERSION : TableFeatures.MAX_READER_VERSION,
                TableFeatures.MAX_WRITER_VERSION,
                ofReaders.isEmpty() ? Optional.empty() : Optional.of(ofReaders),
                Optional.of(new ArrayList<>(features)));
    }

    private static Map<String, @Nullable String> properties(NewTable table, Protocol protocol) {
        if (table.properties().isEmpty()) {
            return Map.of();
        }
        TableFeatures features = TableFeatures.ofProtocol(
                protocol.minReaderVersion(),
                protocol.minWriterVersion(),
                protocol.readerFeatures(),
                protocol.writerFeatures());
        return new LinkedHashMap<>(PropertyChange.setting(table.properties())
                .applyTo(TableProperties.of(Map.of()), features, table.schema())
                .asMap());
    }

    private Metadata metadata(NewTable table, Map<String, @Nullable String> properties, UUID tableId) {
        return new Metadata(
                tableId.toString(),
                Optional.empty(),
                table.description(),
                new Metadata.Format("parquet", Map.of()),
                table.schema().toJson(),
                table.partitionColumns(),
                properties,
                OptionalLong.of(clock.millis()));
    }
}
