package io.github.deltamaint.log.actions;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of the actions, as the protocol has it: UTF-8, one action per line. Optional members that are absent are not written; partition values
 * are, with a JSON null for SQL NULL. {@link ActionReader} is the way back.
 */
public final class ActionJson {
    private static final JsonFactory FACTORY = JsonValues.FACTORY;

    private ActionJson() {}

    /** The content of a commit. */
    public static byte[] write(List<? extends Action> actions) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 * Math.max(1, Math.min(actions.size(), 1 << 16)));
        try {
            write(actions, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    /** Writes actions one per line; {@code out} stays open. */
    public static void write(Iterable<? extends Action> actions, OutputStream out) throws IOException {
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            generator.setRootValueSeparator(null);
            for (Action action : actions) {
                write(generator, action);
                generator.writeRaw('\n');
            }
        }
    }

    /** One action as a line of text, without the line feed. */
    public static String write(Action action) {
        byte[] line = write(List.of(action));
        return new String(line, 0, line.length - 1, StandardCharsets.UTF_8);
    }

    /** A text as JSON, with its quotes. */
    static String quote(String value) {
        return text(generator -> generator.writeString(value));
    }

    /** A list of texts as JSON. */
    static String list(List<String> values) {
        return text(generator -> {
            generator.writeStartArray();
            for (String value : values) {
                generator.writeString(value);
            }
            generator.writeEndArray();
        });
    }

    private static String text(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            content.write(generator);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return text.toString();
    }

    @FunctionalInterface
    private interface Content {
        void write(JsonGenerator generator) throws IOException;
    }

    private static void write(JsonGenerator json, Action action) throws IOException {
        json.writeStartObject();
        if (action instanceof AddFile add) {
            writeAdd(json, add);
        } else if (action instanceof RemoveFile remove) {
            writeRemove(json, remove);
        } else if (action instanceof CommitInfo info) {
            writeCommitInfo(json, info);
        } else if (action instanceof Metadata metadata) {
            writeMetadata(json, metadata);
        } else if (action instanceof Protocol protocol) {
            writeProtocol(json, protocol);
        } else if (action instanceof SetTransaction txn) {
            writeTransaction(json, txn);
        } else if (action instanceof DomainMetadata domain) {
            writeDomain(json, domain);
        } else if (action instanceof AddCdcFile cdc) {
            writeCdc(json, cdc);
        } else if (action instanceof CheckpointMetadata checkpoint) {
            writeCheckpointMetadata(json, checkpoint);
        } else if (action instanceof SidecarFile sidecar) {
            writeSidecar(json, sidecar);
        } else {
            throw new IllegalArgumentException("unknown action " + action.getClass());
        }
        json.writeEndObject();
    }

    private static void writeAdd(JsonGenerator json, AddFile add) throws IOException {
        json.writeObjectFieldStart(ActionKind.ADD.key());
        json.writeStringField("path", add.path());
        writeMap(json, "partitionValues", add.partitionValues());
        json.writeNumberField("size", add.size());
        json.writeNumberField("modificationTime", add.modificationTime());
        json.writeBooleanField("dataChange", add.dataChange());
        writeText(json, "stats", add.stats());
        writeMapUnlessEmpty(json, "tags", add.tags());
        writeDeletionVector(json, add.deletionVector());
        writeNumber(json, "baseRowId", add.baseRowId());
        writeNumber(json, "defaultRowCommitVersion", add.defaultRowCommitVersion());
        writeText(json, "clusteringProvider", add.clusteringProvider());
        json.writeEndObject();
    }

    private static void writeRemove(JsonGenerator json, RemoveFile remove) throws IOException {
        json.writeObjectFieldStart(ActionKind.REMOVE.key());
        json.writeStringField("path", remove.path());
        writeNumber(json, "deletionTimestamp", remove.deletionTimestamp());
        json.writeBooleanField("dataChange", remove.dataChange());
        if (remove.extendedFileMetadata().isPresent()) {
            json.writeBooleanField(
                    "extendedFileMetadata", remove.extendedFileMetadata().get());
        }
        if (remove.extendedFileMetadata().orElse(false)) {
            writeMap(json, "partitionValues", remove.partitionValues());
        } else {
            writeMapUnlessEmpty(json, "partitionValues", remove.partitionValues());
        }
        writeNumber(json, "size", remove.size());
        writeText(json, "stats", remove.stats());
        writeMapUnlessEmpty(json, "tags", remove.tags());
        writeDeletionVector(json, remove.deletionVector());
        writeNumber(json, "baseRowId", remove.baseRowId());
        writeNumber(json, "defaultRowCommitVersion", remove.defaultRowCommitVersion());
        json.writeEndObject();
    }

    private static void writeDeletionVector(JsonGenerator json, Optional<DeletionVectorDescriptor> deletionVector)
            throws IOException {
        if (deletionVector.isEmpty()) {
            return;
        }
        DeletionVectorDescriptor descriptor = deletionVector.get();
        json.writeObjectFieldStart("deletionVector");
        json.writeStringField("storageType", descriptor.storageType());
        json.writeStringField("pathOrInlineDv", descriptor.pathOrInlineDv());
        if (descriptor.offset().isPresent()) {
            json.writeNumberField("offset", descriptor.offset().getAsInt());
        }
        json.writeNumberField("sizeInBytes", descriptor.sizeInBytes());
        json.writeNumberField("cardinality", descriptor.cardinality());
        json.writeEndObject();
    }

    private static void writeCommitInfo(JsonGenerator json, CommitInfo info) throws IOException {
        json.writeObjectFieldStart(ActionKind.COMMIT_INFO.key());
        // First, so that a reader finds it without parsing the rest.
        writeNumber(json, "inCommitTimestamp", info.inCommitTimestamp());
        writeNumber(json, "timestamp", info.timestamp());
        writeText(json, "operation", info.operation());
        if (info.operation().isPresent() || !info.operationParameters().isEmpty()) {
            writeJsonMap(json, "operationParameters", info.operationParameters());
        }
        writeNumber(json, "readVersion", info.readVersion());
        writeText(json, "isolationLevel", info.isolationLevel());
        if (info.isBlindAppend().isPresent()) {
            json.writeBooleanField("isBlindAppend", info.isBlindAppend().get());
        }
        writeMapUnlessEmpty(json, "operationMetrics", info.operationMetrics());
        writeText(json, "userMetadata", info.userMetadata());
        writeMapUnlessEmpty(json, "tags", info.tags());
        writeText(json, "engineInfo", info.engineInfo());
        writeText(json, "txnId", info.txnId());
        for (Map.Entry<String, String> other : info.others().entrySet()) {
            json.writeFieldName(other.getKey());
            json.writeRawValue(other.getValue());
        }
        json.writeEndObject();
    }

    private static void writeMetadata(JsonGenerator json, Metadata metadata) throws IOException {
        json.writeObjectFieldStart(ActionKind.METADATA.key());
        json.writeStringField("id", metadata.id());
        writeText(json, "name", metadata.name());
        writeText(json, "description", metadata.description());
        json.writeObjectFieldStart("format");
        json.writeStringField("provider", metadata.format().provider());
        writeMap(json, "options", metadata.format().options());
        json.writeEndObject();
        json.writeStringField("schemaString", metadata.schemaString());
        writeList(json, "partitionColumns", metadata.partitionColumns());
        writeMap(json, "configuration", metadata.configuration());
        writeNumber(json, "createdTime", metadata.createdTime());
        json.writeEndObject();
    }

    private static void writeProtocol(JsonGenerator json, Protocol protocol) throws IOException {
        json.writeObjectFieldStart(ActionKind.PROTOCOL.key());
        json.writeNumberField("minReaderVersion", protocol.minReaderVersion());
        json.writeNumberField("minWriterVersion", protocol.minWriterVersion());
        if (protocol.readerFeatures().isPresent()) {
            writeList(json, "readerFeatures", protocol.readerFeatures().get());
        }
        if (protocol.writerFeatures().isPresent()) {
            writeList(json, "writerFeatures", protocol.writerFeatures().get());
        }
        json.writeEndObject();
    }

    private static void writeTransaction(JsonGenerator json, SetTransaction txn) throws IOException {
        json.writeObjectFieldStart(ActionKind.TXN.key());
        json.writeStringField("appId", txn.appId());
        json.writeNumberField("version", txn.version());
        writeNumber(json, "lastUpdated", txn.lastUpdated());
        json.writeEndObject();
    }

    private static void writeDomain(JsonGenerator json, DomainMetadata domain) throws IOException {
        json.writeObjectFieldStart(ActionKind.DOMAIN_METADATA.key());
        json.writeStringField("domain", domain.domain());
        json.writeStringField("configuration", domain.configuration());
        json.writeBooleanField("removed", domain.removed());
        json.writeEndObject();
    }

    private static void writeCdc(JsonGenerator json, AddCdcFile cdc) throws IOException {
        json.writeObjectFieldStart(ActionKind.CDC.key());
        json.writeStringField("path", cdc.path());
        writeMap(json, "partitionValues", cdc.partitionValues());
        json.writeNumberField("size", cdc.size());
        json.writeBooleanField("dataChange", cdc.dataChange());
        writeMapUnlessEmpty(json, "tags", cdc.tags());
        json.writeEndObject();
    }

    private static void writeCheckpointMetadata(JsonGenerator json, CheckpointMetadata checkpoint) throws IOException {
        json.writeObjectFieldStart(ActionKind.CHECKPOINT_METADATA.key());
        json.writeNumberField("version", checkpoint.version());
        writeMapUnlessEmpty(json, "tags", checkpoint.tags());
        json.writeEndObject();
    }

    private static void writeSidecar(JsonGenerator json, SidecarFile sidecar) throws IOException {
        json.writeObjectFieldStart(ActionKind.SIDECAR.key());
        json.writeStringField("path", sidecar.path());
        json.writeNumberField("sizeInBytes", sidecar.sizeInBytes());
        json.writeNumberField("modificationTime", sidecar.modificationTime());
        writeMapUnlessEmpty(json, "tags", sidecar.tags());
        json.writeEndObject();
    }

    private static void writeText(JsonGenerator json, String name, Optional<String> value) throws IOException {
        if (value.isPresent()) {
            json.writeStringField(name, value.get());
        }
    }

    private static void writeNumber(JsonGenerator json, String name, OptionalLong value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(name, value.getAsLong());
        }
    }

    private static void writeMapUnlessEmpty(JsonGenerator json, String name, Map<String, @Nullable String> map)
            throws IOException {
        if (!map.isEmpty()) {
            writeMap(json, name, map);
        }
    }

    private static void writeMap(JsonGenerator json, String name, Map<String, @Nullable String> map)
            throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, @Nullable String> entry : map.entrySet()) {
            json.writeStringField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }

    private static void writeJsonMap(JsonGenerator json, String name, Map<String, String> map) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> entry : map.entrySet()) {
            json.writeFieldName(entry.getKey());
            json.writeRawValue(entry.getValue());
        }
        json.writeEndObject();
    }

    private static void writeList(JsonGenerator json, String name, List<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
