package io.github.deltamaint.internal.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.zorder.HilbertCurve;
import io.github.deltamaint.zorder.MortonCurve;
import io.github.deltamaint.zorder.SpaceFillingCurve;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An order of the rows of a table by several columns at once.
 *
 * @param columns the columns, the most important one first
 * @param kind who asked for it
 */
public record ClusterOrder(List<Column> columns, Kind kind) {
    /** Bits of the key of a single column: no more than this are told apart. */
    private static final int BITS_OF_ONE = 30;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String COLUMNS = "deltamaint.cluster.columns";
    private static final String CURVE = "deltamaint.cluster.curve";
    private static final String RUN = "deltamaint.cluster.run";
    private static final String CUBE = "ZCUBE_ID";
    private static final String CUBE_COLUMNS = "ZCUBE_ZORDER_BY";
    private static final String CUBE_CURVE = "ZCUBE_ZORDER_CURVE";

    /** The value of {@code add.clusteringProvider} of files that any engine may cluster on as Delta Spark does. */
    public static final String PROVIDER = "liquid";

    /** Copies the list. */
    public ClusterOrder {
        columns = List.copyOf(columns);
    }

    /**
     * A column to order by.
     *
     * @param path its name in the schema of the table
     * @param physicalPath its names in data files and statistics
     * @param type its type
     */
    public record Column(ColumnPath path, List<String> physicalPath, PrimitiveType type) {
        /** Copies the list. */
        public Column {
            physicalPath = List.copyOf(physicalPath);
        }
    }

    /** Where an order comes from. */
    public enum Kind {
        /** Asked for as Z-order: the Morton curve. */
        Z_ORDER,
        /** Asked for once for a table that has no clustering columns: the Hilbert curve. */
        CLUSTER,
        /** The clustering columns of the table: the Hilbert curve. */
        LIQUID
    }

    /** The names of the columns. */
    public List<String> names() {
        return columns.stream().map(column -> column.path().toString()).toList();
    }

    /** The curve along which rows are put. A single column is its own order. */
    public SpaceFillingCurve curve() {
        int dimensions = columns.size();
        if (dimensions == 1) {
            return new MortonCurve(1, BITS_OF_ONE);
        }
        int bits = SpaceFillingCurve.defaultBits(dimensions);
        return kind == Kind.Z_ORDER ? new MortonCurve(dimensions, bits) : new HilbertCurve(dimensions, bits);
    }

    /**
     * What the log says about a file that was put into this order.
     *
     * @param run names what was ordered together
     */
    public Map<String, String> tags(String run) {
        return kind == Kind.LIQUID
                ? Map.of(CUBE, run, CUBE_COLUMNS, json(names()))
                : Map.of(COLUMNS, physicalNames(), CURVE, curveName(), RUN, run);
    }

    /** Whether a file was put along a curve, whoever did it. */
    public static boolean isOnCurve(AddFile file) {
        return file.clusteringProvider().isPresent() || !tagsOf(file).isEmpty();
    }

    /** What the tags of a file say about the curve along which it was put: also true of a file with some of its rows in the same order. */
    public static Map<String, String> tagsOf(AddFile file) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (String key : List.of(COLUMNS, CURVE, RUN, CUBE, CUBE_COLUMNS, CUBE_CURVE)) {
            String value = file.tags().get(key);
            if (value != null) {
                tags.put(key, value);
            }
        }
        return tags;
    }

    /** The provider that the log names for a file that was put into this order. */
    public Optional<String> provider() {
        return kind == Kind.LIQUID ? Optional.of(PROVIDER) : Optional.empty();
    }

    /** The name of what was put into this order together with the file; empty if the file is not in this order. */
    public Optional<String> runOf(AddFile file) {
        if (kind == Kind.LIQUID) {
            boolean isOurs = file.clusteringProvider().equals(provider())
                    && json(names()).equals(normalized(file.tags().get(CUBE_COLUMNS)));
            return isOurs ? Optional.ofNullable(file.tags().get(CUBE)) : Optional.empty();
        }
        boolean isOurs = physicalNames().equals(file.tags().get(COLUMNS))
                && curveName().equals(file.tags().get(CURVE));
        return isOurs ? Optional.ofNullable(file.tags().get(RUN)) : Optional.empty();
    }

    /**
     * Whether a file was clustered by other columns, or by somebody whose rules nobody knows, so that it is left alone unless everything is to be rewritten. Only
     * the files of tables with clustering columns.
     */
    public boolean isClusteredOtherwise(AddFile file) {
        if (kind != Kind.LIQUID || file.clusteringProvider().isEmpty()) {
            return false;
        }
        return !file.clusteringProvider().equals(provider())
                || (file.tags().get(CUBE_COLUMNS) != null && runOf(file).isEmpty());
    }

    private String physicalNames() {
        return json(columns.stream().map(Column::physicalPath).toList());
    }

    private String curveName() {
        return kind == Kind.Z_ORDER ? "morton" : "hilbert";
    }

    private static String normalized(@Nullable String json) {
        try {
            return json == null ? "" : JSON.readTree(json).toString();
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("names cannot be written as JSON", e);
        }
    }
}
