package io.github.deltamaint.internal.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.schema.ColumnPath;
import java.util.ArrayList;
import java.util.List;

/** The clustering columns of a table: physical names in its metadata domain, logical ones for people (PROTOCOL.md, "Clustered Table"). */
public final class ClusteringColumns {
    private static final String DOMAIN = "delta.clustering";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ClusteringColumns() {}

    /** For people, in their order; empty if the table is not clustered or its metadata cannot be understood. */
    public static List<String> names(Snapshot snapshot) {
        return physicalPaths(snapshot).stream()
                .map(physical -> snapshot.columnMapping()
                        .logicalPath(snapshot.schema(), physical)
                        .map(ColumnPath::toString)
                        .orElseGet(() -> String.join(".", physical)))
                .toList();
    }

    /**
     * The metadata of a table that is clustered by these columns, as Delta Spark writes it.
     *
     * @param physicalPaths the names in data files on the way to each column; none if the table stays without
     */
    public static DomainMetadata domain(List<List<String>> physicalPaths) {
        ObjectNode configuration = JSON.createObjectNode();
        ArrayNode columns = configuration.putArray("clusteringColumns");
        for (List<String> path : physicalPaths) {
            ArrayNode names = columns.addArray();
            path.forEach(names::add);
        }
        configuration.put("domainName", DOMAIN);
        return new DomainMetadata(DOMAIN, configuration.toString(), false);
    }

    /** Whether the table has the metadata of a clustered table, be it with columns or without. */
    public static boolean isClustered(Snapshot snapshot) {
        return snapshot.domainMetadata().containsKey(DOMAIN);
    }

    /** Those that the schema has. */
    public static List<ColumnPath> paths(Snapshot snapshot) {
        return physicalPaths(snapshot).stream()
                .flatMap(physical -> snapshot.columnMapping().logicalPath(snapshot.schema(), physical).stream())
                .toList();
    }

    /** The names in data files on the way to each column; empty if the table is not clustered or its metadata cannot be understood. */
    public static List<List<String>> physicalPaths(Snapshot snapshot) {
        DomainMetadata domain = snapshot.domainMetadata().get(DOMAIN);
        if (domain == null) {
            return List.of();
        }
        try {
            List<List<String>> columns = new ArrayList<>();
            for (JsonNode column : JSON.readTree(domain.configuration()).path("clusteringColumns")) {
                columns.add(names(column));
            }
            return columns;
        } catch (JsonProcessingException e) {
            return List.of();
        }
    }

    /** Delta Spark writes a column as the list of its names; the protocol's example writes a plain text for a single name. */
    private static List<String> names(JsonNode column) {
        if (column.isTextual()) {
            return List.of(column.textValue());
        }
        List<String> names = new ArrayList<>();
        column.forEach(name -> names.add(name.asText()));
        return names;
    }
}
