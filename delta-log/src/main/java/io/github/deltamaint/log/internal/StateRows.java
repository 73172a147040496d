package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.actions.SidecarFile;
import io.github.deltamaint.parquet.ColumnBatchReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of a Parquet checkpoint that are not about files. */
final class StateRows {

    /** The actions that are looked for. */
    static final Set<String> ACTIONS =
            Set.of("protocol", "metaData", "txn", "domainMetadata", "sidecar", "checkpointMetadata");

    /** Columns of which one has a value in every row that matters. */
    static final String[] MARKERS = {
        "protocol.minReaderVersion",
        "metaData.id",
        "txn.appId",
        "domainMetadata.domain",
        "sidecar.path",
        "checkpointMetadata.version"
    };

    private final Function<String, RuntimeException> malformed;
    private final SnapshotState state = new SnapshotState();
    private final List<SidecarFile> sidecars = new ArrayList<>();

    /**
     * Begins with nothing.
     *
     * @param malformed makes the error for what must not be
     */
    StateRows(Function<String, RuntimeException> malformed) {
        this.malformed = malformed;
    }

    CheckpointState state() {
        return new CheckpointState(state, sidecars);
    }

    void read(ColumnBatchReader batches) throws IOException {
        CheckpointColumns columns = new CheckpointColumns(batches);
        List<Rows> kinds = List.of(
                new ProtocolRows(columns),
                new MetadataRows(columns),
                new TransactionRows(columns),
                new DomainRows(columns),
                new SidecarRows(columns));
        while (batches.next()) {
            for (int row = 0; row < batches.records(); row++) {
                for (Rows kind : kinds) {
                    kind.read(row);
                }
            }
        }
    }

    private String required(@Nullable String value, String name) {
        if (value == null) {
            throw malformed.apply("has a row without " + name);
        }
        return value;
    }

    private long required(OptionalLong value, String name) {
        if (value.isEmpty()) {
            throw malformed.apply("has a row without " + name);
        }
        return value.getAsLong();
    }

    private interface Rows {
        void read(int row);
    }

    private final class ProtocolRows implements Rows {
        private final CheckpointColumns.Numeric minReaderVersion;
        private final CheckpointColumns.Numeric minWriterVersion;
        private final CheckpointColumns.TextList readerFeatures;
        private final CheckpointColumns.TextList writerFeatures;

        ProtocolRows(CheckpointColumns columns) {
            minReaderVersion = columns.number("protocol", "minReaderVersion");
            minWriterVersion = columns.number("protocol", "minWriterVersion");
            readerFeatures = columns.textList("protocol", "readerFeatures");
            writerFeatures = columns.textList("protocol", "writerFeatures");
        }

        @Override
        public void read(int row) {
            if (minReaderVersion.isNull(row) && minWriterVersion.isNull(row)) {
                return;
            }
            boolean only = state.add(new Protocol(
                    Math.toIntExact(required(minReaderVersion.at(row), "protocol.minReaderVersion")),
                    Math.toIntExact(required(minWriterVersion.at(row), "protocol.minWriterVersion")),
                    readerFeatures.at(row),
                    writerFeatures.at(row)));
            if (!only) {
                throw malformed.apply("has more than one protocol");
            }
        }
    }

    private final class MetadataRows implements Rows {
        private final CheckpointColumns.Text id;
        private final CheckpointColumns.Text name;
        private final CheckpointColumns.Text description;
        private final CheckpointColumns.Text provider;
        private final CheckpointColumns.TextMap options;
        private final CheckpointColumns.Text schemaString;
        private final CheckpointColumns.TextList partitionColumns;
        private final CheckpointColumns.TextMap configuration;
        private final CheckpointColumns.Numeric createdTime;

        MetadataRows(CheckpointColumns columns) {
            id = columns.text("metaData", "id");
            name = columns.text("metaData", "name");
            description = columns.text("metaData", "description");
            provider = columns.text("metaData", "format", "provider");
            options = columns.textMap("metaData", "format", "options");
            schemaString = columns.text("metaData", "schemaString");
            partitionColumns = columns.textList("metaData", "partitionColumns");
            configuration = columns.textMap("metaData", "configuration");
            createdTime = columns.number("metaData", "createdTime");
        }

        @Override
        public void read(int row) {
            if (id.isNull(row)) {
                return;
            }
            String format = provider.at(row);
            String schema = schemaString.at(row);
            boolean only = state.add(new Metadata(
                    required(id.at(row), "metaData.id"),
                    name.optionalAt(row),
                    description.optionalAt(row),
                    new Metadata.Format(format == null ? "parquet" : format, options.at(row)),
                    schema == null ? Metadata.NO_COLUMNS : schema,
                    partitionColumns.at(row).orElse(List.of()),
                    configuration.at(row),
                    createdTime.at(row)));
            if (!only) {
                throw malformed.apply("has more than one metaData");
            }
        }
    }

    private final class TransactionRows implements Rows {
        private final CheckpointColumns.Text appId;
        private final CheckpointColumns.Numeric version;
        private final CheckpointColumns.Numeric lastUpdated;

        TransactionRows(CheckpointColumns columns) {
            appId = columns.text("txn", "appId");
            version = columns.number("txn", "version");
            lastUpdated = columns.number("txn", "lastUpdated");
        }

        @Override
        public void read(int row) {
            if (!appId.isNull(row)) {
                state.add(new SetTransaction(
                        required(appId.at(row), "txn.appId"),
                        required(version.at(row), "txn.version"),
                        lastUpdated.at(row)));
            }
        }
    }

    private final class DomainRows implements Rows {
        private final CheckpointColumns.Text domain;
        private final CheckpointColumns.Text configuration;
        private final CheckpointColumns.Numeric removed;

        DomainRows(CheckpointColumns columns) {
            domain = columns.text("domainMetadata", "domain");
            configuration = columns.text("domainMetadata", "configuration");
            removed = columns.number("domainMetadata", "removed");
        }

        @Override
        public void read(int row) {
            if (!domain.isNull(row)) {
                state.add(new DomainMetadata(
                        required(domain.at(row), "domainMetadata.domain"),
                        required(configuration.at(row), "domainMetadata.configuration"),
                        // Some writers keep removed domains in checkpoints, though the protocol forbids it.
                        removed.booleanAt(row).orElse(false)));
            }
        }
    }

    private final class SidecarRows implements Rows {
        private final CheckpointColumns.Text path;
        private final CheckpointColumns.Numeric sizeInBytes;
        private final CheckpointColumns.Numeric modificationTime;

        SidecarRows(CheckpointColumns columns) {
            path = columns.text("sidecar", "path");
            sizeInBytes = columns.number("sidecar", "sizeInBytes");
            modificationTime = columns.number("sidecar", "modificationTime");
        }

        @Override
        public void read(int row) {
            if (!path.isNull(row)) {
                sidecars.add(new SidecarFile(
                        required(path.at(row), "sidecar.path"),
                        required(sizeInBytes.at(row), "sidecar.sizeInBytes"),
                        modificationTime.at(row).orElse(0),
                        Map.of()));
            }
        }
    }
}
