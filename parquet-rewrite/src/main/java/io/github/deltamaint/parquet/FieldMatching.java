package io.github.deltamaint.parquet;

/** How the fields of a target schema find their counterparts in a file, at every struct level. */
public enum FieldMatching {
    /** By name: the field of exactly this name, else the only one whose name differs in case alone. */
    NAME,

    /**
     * By Parquet field id; names play no part. A file without any field id is refused: it was written without column
     * mapping, and reading all of its columns as null would lose them.
     *
     * <p>Ids that Iceberg reserves for metadata columns, the 200 highest there are, are an exception: such a field is found by name in a file
     * where no field has its id. Files hold these columns from before they got the ids.
     */
    FIELD_ID
}
