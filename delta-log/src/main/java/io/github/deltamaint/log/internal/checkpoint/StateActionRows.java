package io.github.deltamaint.log.internal.checkpoint;

import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.CheckpointMetadata;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.actions.SidecarFile;
import io.github.deltamaint.parquet.ParquetFileAppender;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Writes the actions that are not about files. */
final class StateActionRows {
    private final Fields txn;
    private final Fields metaData;
    private final Fields protocol;
    private final Fields domainMetadata;
    private final @Nullable Fields checkpointMetadata;
    private final @Nullable Fields sidecar;
    private final List<Fields> all = new ArrayList<>();

    StateActionRows(ParquetFileAppender file, MessageType schema, boolean v2) {
        txn = fields(file, schema, "txn");
        metaData = fields(file, schema, "metaData");
        protocol = fields(file, schema, "protocol");
        domainMetadata = fields(file, schema, "domainMetadata");
        checkpointMetadata = v2 ? fields(file, schema, "checkpointMetadata") : null;
        sidecar = v2 ? fields(file, schema, "sidecar") : null;
    }

    private Fields fields(ParquetFileAppender file, MessageType schema, String action) {
        Fields fields = new Fields(file, schema, action);
        all.add(fields);
        return fields;
    }

    List<Fields> fields() {
        return all;
    }

    void write(Action action) {
        Fields fields = fieldsOf(action);
        fields.flush();
        for (Fields other : all) {
            if (other != fields) {
                other.skipRow();
            }
        }
        if (action instanceof Protocol found) {
            write(found);
        } else if (action instanceof Metadata found) {
            write(found);
        } else if (action instanceof SetTransaction found) {
            write(found);
        } else if (action instanceof DomainMetadata found) {
            write(found);
        } else if (action instanceof CheckpointMetadata found) {
            fields.leaf("version").number(found.version());
            fields.texts("tags").mapUnlessEmpty(found.tags());
        } else if (action instanceof SidecarFile found) {
            fields.leaf("path").text(found.path());
            fields.leaf("sizeInBytes").number(found.sizeInBytes());
            fields.leaf("modificationTime").number(found.modificationTime());
            fields.texts("tags").mapUnlessEmpty(found.tags());
        }
    }

    private Fields fieldsOf(Action action) {
        Fields fields = null;
        if (action instanceof Protocol) {
            fields = protocol;
        } else if (action instanceof Metadata) {
            fields = metaData;
        } else if (action instanceof SetTransaction) {
            fields = txn;
        } else if (action instanceof DomainMetadata) {
            fields = domainMetadata;
        } else if (action instanceof CheckpointMetadata) {
            fields = checkpointMetadata;
        } else if (action instanceof SidecarFile) {
            fields = sidecar;
        }
        if (fields == null) {
            throw new IllegalArgumentException("this checkpoint cannot hold " + action);
        }
        return fields;
    }

    private void write(Protocol action) {
        protocol.leaf("minReaderVersion").small(action.minReaderVersion());
        protocol.leaf("minWriterVersion").small(action.minWriterVersion());
        protocol.textList("readerFeatures").list(action.readerFeatures());
        protocol.textList("writerFeatures").list(action.writerFeatures());
    }

    private void write(Metadata action) {
        metaData.leaf("id").text(action.id());
        metaData.leaf("name").text(action.name());
        metaData.leaf("description").text(action.description());
        metaData.leaf("format", "provider").text(action.format().provider());
        metaData.texts("format", "options").map(action.format().options());
        metaData.leaf("schemaString").text(action.schemaString());
        metaData.textList("partitionColumns").list(Optional.of(action.partitionColumns()));
        metaData.texts("configuration").map(action.configuration());
        metaData.leaf("createdTime").number(action.createdTime());
    }

    private void write(SetTransaction action) {
        txn.leaf("appId").text(action.appId());
        txn.leaf("version").number(action.version());
        txn.leaf("lastUpdated").number(action.lastUpdated());
    }

    private void write(DomainMetadata action) {
        domainMetadata.leaf("domain").text(action.domain());
        domainMetadata.leaf("configuration").text(action.configuration());
        domainMetadata.leaf("removed").flag(action.removed());
    }
}
