package io.github.deltamaint.log.actions;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The {@code metaData} action: schema, partitioning and properties of the table.
 *
 * @param id the identity of the table
 * @param name the name, if it has one
 * @param description the description, if it has one
 * @param format the format of the data files
 * @param schemaString the schema as JSON text, exactly as in the log
 * @param partitionColumns the partition columns by their logical names
 * @param configuration the table properties; every key, known or not
 * @param createdTime when the table was made, in milliseconds since 1970
 */
public record Metadata(
        String id,
        Optional<String> name,
        Optional<String> description,
        Format format,
        String schemaString,
        List<String> partitionColumns,
        Map<String, @Nullable String> configuration,
        OptionalLong createdTime)
        implements Action {

    /** The schema of a table that has no columns. */
    public static final String NO_COLUMNS = "{\"type\":\"struct\",\"fields\":[]}";

    public Metadata {
        requireNonNull(id, "id");
        requireNonNull(schemaString, "schemaString");
        partitionColumns = List.copyOf(partitionColumns);
        configuration = Maps.copy(configuration);
    }

    /**
     * The format of the data files.
     *
     * @param provider always {@code parquet}
     * @param options options of the format
     */
    public record Format(String provider, Map<String, @Nullable String> options) {

        public Format {
            requireNonNull(provider, "provider");
            options = Maps.copy(options);
        }
    }

    /** The same with other properties. */
    public Metadata withConfiguration(Map<String, @Nullable String> newConfiguration) {
        return new Metadata(
                id, name, description, format, schemaString, partitionColumns, newConfiguration, createdTime);
    }
}
