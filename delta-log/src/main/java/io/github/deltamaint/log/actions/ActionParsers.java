package io.github.deltamaint.log.actions;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One method per action: the parser stands on the opening brace of its object before, and on the closing one after. */
final class ActionParsers {
    private ActionParsers() {}

    static Action parse(JsonParser parser, ActionKind kind, boolean withStats) throws IOException {
        return switch (kind) {
            case ADD -> new FileFields(parser, kind, withStats).add();
            case REMOVE -> new FileFields(parser, kind, withStats).remove();
            case CDC -> new FileFields(parser, kind, withStats).cdc();
            case METADATA -> metadata(parser);
            case PROTOCOL -> protocol(parser);
            case COMMIT_INFO -> commitInfo(parser);
            case TXN -> transaction(parser);
            case DOMAIN_METADATA -> domainMetadata(parser);
            case CHECKPOINT_METADATA -> checkpointMetadata(parser);
            case SIDECAR -> sidecar(parser);
        };
    }

    /** Moves to the value of the next member and gives its name; null at the end of the object. */
    private static @Nullable String nextMember(JsonParser parser) throws IOException {
        if (parser.nextToken() == JsonToken.END_OBJECT) {
            return null;
        }
        String name = parser.currentName();
        parser.nextToken();
        return name;
    }

    private static <T> T required(JsonParser parser, @Nullable T value, ActionKind kind, String name)
            throws MalformedActionException {
        return required(parser.currentLocation(), value, kind, name);
    }

    private static <T> T required(JsonLocation location, @Nullable T value, ActionKind kind, String name)
            throws MalformedActionException {
        if (value == null) {
            throw JsonValues.malformed(location, "'" + kind.key() + "' has no '" + name + "'", null);
        }
        return value;
    }

    private static Long boxed(JsonParser parser, String name) throws IOException {
        return JsonValues.longValue(parser, name);
    }

    /** The members of add, remove and cdc, which are mostly the same. */
    private static final class FileFields {
        private final JsonParser parser;
        private final ActionKind kind;
        private @Nullable String path;
        private @Nullable Map<String, @Nullable String> partitionValues;
        private OptionalLong size = OptionalLong.empty();
        private OptionalLong modificationTime = OptionalLong.empty();
        private OptionalLong deletionTimestamp = OptionalLong.empty();
        private @Nullable Boolean dataChange;
        private Optional<Boolean> extendedFileMetadata = Optional.empty();
        private Optional<String> stats = Optional.empty();
        private Map<String, @Nullable String> tags = Map.of();
        private Optional<DeletionVectorDescriptor> deletionVector = Optional.empty();
        private OptionalLong baseRowId = OptionalLong.empty();
        private OptionalLong defaultRowCommitVersion = OptionalLong.empty();
        private Optional<String> clusteringProvider = Optional.empty();

        FileFields(JsonParser parser, ActionKind kind, boolean withStats) throws IOException {
            this.parser = parser;
            this.kind = kind;
            for (String name = nextMember(parser); name != null; name = nextMember(parser)) {
                if (name.equals("stats") && !withStats) {
                    continue;
                }
                read(name);
            }
        }

        private void read(String name) throws IOException {
            switch (name) {
                case "path" -> path = JsonValues.text(parser, name);
                case "partitionValues" ->
                    partitionValues = JsonValues.isNull(parser) ? null : JsonValues.textMap(parser, name);
                case "size" -> size = JsonValues.optionalLong(parser, name);
                case "modificationTime" -> modificationTime = JsonValues.optionalLong(parser, name);
                case "deletionTimestamp" -> deletionTimestamp = JsonValues.optionalLong(parser, name);
                case "dataChange" ->
                    dataChange = JsonValues.isNull(parser) ? null : JsonValues.booleanValue(parser, name);
                case "extendedFileMetadata" ->
                    extendedFileMetadata = JsonValues.isNull(parser)
                            ? Optional.empty()
                            : Optional.of(JsonValues.booleanValue(parser, name));
                case "stats" -> stats = JsonValues.optionalText(parser, name);
                case "tags" -> tags = JsonValues.textMap(parser, name);
                case "deletionVector" -> deletionVector = ActionParsers.deletionVector(parser);
                case "baseRowId" -> baseRowId = JsonValues.optionalLong(parser, name);
                case "defaultRowCommitVersion" -> defaultRowCommitVersion = JsonValues.optionalLong(parser, name);
                case "clusteringProvider" -> clusteringProvider = JsonValues.optionalText(parser, name);
                default -> parser.skipChildren();
            }
        }

        AddFile add() throws IOException {
            return new AddFile(
                    required(parser, path, kind, "path"),
                    required(parser, partitionValues, kind, "partitionValues"),
                    number(size, "size"),
                    number(modificationTime, "modificationTime"),
                    required(parser, dataChange, kind, "dataChange"),
                    stats,
                    tags,
                    deletionVector,
                    baseRowId,
                    defaultRowCommitVersion,
                    clusteringProvider);
        }

        RemoveFile remove() throws IOException {
            return new RemoveFile(
                    required(parser, path, kind, "path"),
                    deletionTimestamp,
                    // Absent in tombstones of old writers; true is what they meant.
                    dataChange == null || dataChange,
                    extendedFileMetadata,
                    partitionValues == null ? Map.of() : partitionValues,
                    size,
                    stats,
                    tags,
                    deletionVector,
                    baseRowId,
                    defaultRowCommitVersion);
        }

        AddCdcFile cdc() throws IOException {
            return new AddCdcFile(
                    required(parser, path, kind, "path"),
                    partitionValues == null ? Map.of() : partitionValues,
                    number(size, "size"),
                    dataChange != null && dataChange,
                    tags);
        }

        private long number(OptionalLong value, String name) throws IOException {
            if (value.isEmpty()) {
                throw JsonValues.malformed(
                        parser.currentLocation(), "'" + kind.key() + "' has no '" + name + "'", null);
            }
            return value.getAsLong();
        }
    }

    private static Optional<DeletionVectorDescriptor> deletionVector(JsonParser parser) throws IOException {
        if (JsonValues.isNull(parser)) {
            return Optional.empty();
        }
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw JsonValues.malformed(parser, "'deletionVector' must be an object but is " + parser.currentToken());
        }
        String storageType = null;
        String pathOrInlineDv = null;
        OptionalInt offset = OptionalInt.empty();
        Integer sizeInBytes = null;
        Long cardinality = null;
        for (String name = nextMember(parser); name != null; name = nextMember(parser)) {
            switch (name) {
                case "storageType" -> storageType = JsonValues.text(parser, name);
                case "pathOrInlineDv" -> pathOrInlineDv = JsonValues.text(parser, name);
                case "offset" ->
                    offset = JsonValues.isNull(parser)
                            ? OptionalInt.empty()
                            : OptionalInt.of(JsonValues.intValue(parser, name));
                case "sizeInBytes" -> sizeInBytes = JsonValues.intValue(parser, name);
                case "cardinality" -> cardinality = boxed(parser, name);
                default -> parser.skipChildren();
            }
        }
        JsonLocation end = parser.currentLocation();
        if (storageType == null || pathOrInlineDv == null || sizeInBytes == null || cardinality == null) {
            throw JsonValues.malformed(
                    end, "'deletionVector' needs storageType, pathOrInlineDv, sizeInBytes and cardinality", null);
        }
        return Optional.of(new DeletionVectorDescriptor(storageType, pathOrInlineDv, offset, sizeInBytes, cardinality));
    }

    private static Metadata metadata(JsonParser parser) throws IOException {
        String id = null;
        Optional<String> name = Optional.empty();
        Optional<String> description = Optional.empty();
        Metadata.Format format = new Metadata.Format("parquet", Map.of());
        String schemaString = null;
        List<String> partitionColumns = List.of();
        Map<String, @Nullable String> configuration = Map.of();
        OptionalLong createdTime = OptionalLong.empty();
        for (String key = nextMember(parser); key != null; key = nextMember(parser)) {
            switch (key) {
                case "id" -> id = JsonValues.text(parser, key);
                case "name" -> name = JsonValues.optionalText(parser, key);
                case "description" -> description = JsonValues.optionalText(parser, key);
                case "format" -> format = JsonValues.isNull(parser) ? format : format(parser);
                case "schemaString" -> schemaString = JsonValues.text(parser, key);
                case "partitionColumns" ->
                    partitionColumns = JsonValues.isNull(parser) ? List.of() : JsonValues.textList(parser, key);
                case "configuration" -> configuration = JsonValues.textMap(parser, key);
                case "createdTime" -> createdTime = JsonValues.optionalLong(parser, key);
                default -> parser.skipChildren();
            }
        }
        return new Metadata(
                required(parser, id, ActionKind.METADATA, "id"),
                name,
                description,
                format,
                // Tables that were only made to test logs have none; Delta Spark takes them to have no columns.
                schemaString == null ? Metadata.NO_COLUMNS : schemaString,
                partitionColumns,
                configuration,
                createdTime);
    }

    private static Metadata.Format format(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw JsonValues.malformed(parser, "'format' must be an object but is " + parser.currentToken());
        }
        String provider = null;
        Map<String, @Nullable String> options = Map.of();
        for (String key = nextMember(parser); key != null; key = nextMember(parser)) {
            switch (key) {
                case "provider" -> provider = JsonValues.text(parser, key);
                case "options" -> options = JsonValues.textMap(parser, key);
                default -> parser.skipChildren();
            }
        }
        return new Metadata.Format(provider == null ? "parquet" : provider, options);
    }

    private static Protocol protocol(JsonParser parser) throws IOException {
        Integer minReaderVersion = null;
        Integer minWriterVersion = null;
        Optional<List<String>> readerFeatures = Optional.empty();
        Optional<List<String>> writerFeatures = Optional.empty();
        for (String key = nextMember(parser); key != null; key = nextMember(parser)) {
            switch (key) {
                case "minReaderVersion" -> minReaderVersion = JsonValues.intValue(parser, key);
                case "minWriterVersion" -> minWriterVersion = JsonValues.intValue(parser, key);
                case "readerFeatures" -> readerFeatures = features(parser, key);
                case "writerFeatures" -> writerFeatures = features(parser, key);
                default -> parser.skipChildren();
            }
        }
        return new Protocol(
                required(parser, minReaderVersion, ActionKind.PROTOCOL, "minReaderVersion"),
                required(parser, minWriterVersion, ActionKind.PROTOCOL, "minWriterVersion"),
                readerFeatures,
                writerFeatures);
    }

    private static Optional<List<String>> features(JsonParser parser, String key) throws IOException {
        return JsonValues.isNull(parser) ? Optional.empty() : Optional.of(JsonValues.textList(parser, key));
    }

    private static SetTransaction transaction(JsonParser parser) throws IOException {
        String appId = null;
        Long version = null;
        OptionalLong lastUpdated = OptionalLong.empty();
        for (String key = nextMember(parser); key != null; key = nextMember(parser)) {
            switch (key) {
                case "appId" -> appId = JsonValues.text(parser, key);
                case "version" -> version = boxed(parser, key);
                case "lastUpdated" -> lastUpdated = JsonValues.optionalLong(parser, key);
                default -> parser.skipChildren();
            }
        }
        return new SetTransaction(
                required(parser, appId, ActionKind.TXN, "appId"),
                required(parser, version, ActionKind.TXN, "version"),
                lastUpdated);
    }

    private static DomainMetadata domainMetadata(JsonParser parser) throws IOException {
        String domain = null;
        String configuration = null;
        Boolean removed = null;
        for (String key = nextMember(parser); key != null; key = nextMember(parser)) {
            switch (key) {
                case "domain" -> domain = JsonValues.text(parser, key);
                case "configuration" -> configuration = JsonValues.text(parser, key);
                case "removed" -> removed = JsonValues.booleanValue(parser, key);
                default -> parser.skipChildren();
            }
        }
        return new DomainMetadata(
                required(parser, domain, ActionKind.DOMAIN_METADATA, "domain"),
                required(parser, configuration, ActionKind.DOMAIN_METADATA, "configuration"),
                required(parser, removed, ActionKind.DOMAIN_METADATA, "removed"));
    }

    private static CheckpointMetadata checkpointMetadata(JsonParser parser) throws IOException {
        Long version = null;
        Map<String, @Nullable String> tags = Map.of();
        for (String key = nextMember(parser); key != null; key = nextMember(parser)) {
            switch (key) {
                case "version" -> version = boxed(parser, key);
                case "tags" -> tags = JsonValues.textMap(parser, key);
                default -> parser.skipChildren();
            }
        }
        return new CheckpointMetadata(required(parser, version, ActionKind.CHECKPOINT_METADATA, "version"), tags);
    }

    private static SidecarFile sidecar(JsonParser parser) throws IOException {
        String path = null;
        Long sizeInBytes = null;
        Long modificationTime = null;
        Map<String, @Nullable String> tags = Map.of();
        for (String key = nextMember(parser); key != null; key = nextMember(parser)) {
            switch (key) {
                case "path" -> path = JsonValues.text(parser, key);
                case "sizeInBytes" -> sizeInBytes = boxed(parser, key);
                case "modificationTime" -> modificationTime = boxed(parser, key);
                case "tags" -> tags = JsonValues.textMap(parser, key);
                default -> parser.skipChildren();
            }
        }
        return new SidecarFile(
                required(parser, path, ActionKind.SIDECAR, "path"),
                required(parser, sizeInBytes, ActionKind.SIDECAR, "sizeInBytes"),
                required(parser, modificationTime, ActionKind.SIDECAR, "modificationTime"),
                tags);
    }

    /** Never fails on what a member contains: a member of another shape than expected is kept as text among the others. */
    private static CommitInfo commitInfo(JsonParser parser) throws IOException {
        Map<String, String> json = new LinkedHashMap<>();
        for (String key = nextMember(parser); key != null; key = nextMember(parser)) {
            if (!JsonValues.isNull(parser)) {
                json.put(key, JsonValues.json(parser));
            }
        }
        return new CommitInfoMembers(json).toCommitInfo();
    }
}
