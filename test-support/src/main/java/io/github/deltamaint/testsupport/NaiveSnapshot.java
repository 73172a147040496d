package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state of a table at one version.
 *
 * @param table the table's root
 * @param protocol the protocol action
 * @param metadata the metaData action
 * @param files the active files
 * @param tombstones the remove actions that no later add undid, whatever their age
 * @param transactions the txn actions by application id
 * @param domains the domainMetadata actions that are not removed, by domain
 */
public record NaiveSnapshot(
        Path table,
        long version,
        JsonNode protocol,
        JsonNode metadata,
        List<NaiveFile> files,
        List<JsonNode> tombstones,
        SortedMap<String, JsonNode> transactions,
        SortedMap<String, JsonNode> domains) {

    /** The table's columns, partition columns included. */
    public ValueType.Struct columns() {
        return ValueType.parse(metadata.get("schemaString").asText());
    }

    /** The logical names of the partition columns. */
    public List<String> partitionColumns() {
        return Fixture.strings(metadata.path("partitionColumns"));
    }

    /** The columns that data files hold. */
    public ValueType.Struct dataColumns() {
        return new ValueType.Struct(columns().fields().stream()
                .filter(field -> !partitionColumns().contains(field.name()))
                .toList());
    }

    /** The table properties. */
    public Map<String, String> configuration() {
        Map<String, String> configuration = new LinkedHashMap<>();
        metadata.path("configuration")
                .properties()
                .forEach(entry ->
                        configuration.put(entry.getKey(), entry.getValue().asText()));
        return configuration;
    }

    /** How columns find theirs in data files. */
    public ParquetRows.Matching matching() {
        return configuration().getOrDefault("delta.columnMapping.mode", "none").equals("id")
                ? ParquetRows.Matching.FIELD_ID
                : ParquetRows.Matching.NAME;
    }

    /** The state without version and order, for comparing what a checkpoint says with what the commits say. */
    public SortedMap<String, String> contents() {
        SortedMap<String, String> contents = new TreeMap<>();
        contents.put("protocol", CheckpointJson.comparable(protocol));
        contents.put("metaData", CheckpointJson.comparable(metadata));
        transactions.forEach((id, txn) -> contents.put("txn " + id, CheckpointJson.comparable(txn)));
        domains.forEach((name, domain) -> contents.put("domain " + name, CheckpointJson.comparable(domain)));
        for (NaiveFile file : files) {
            contents.put(
                    "add " + file.path() + " " + file.add().path("deletionVector"),
                    CheckpointJson.comparable(file.add()));
        }
        return contents;
    }
}
