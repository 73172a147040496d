package io.github.deltamaint.parquet;

import java.util.List;
import org.apache.parquet.schema.MessageType;

/**
 * How the leaf columns of a target schema are made from those of a file. Immutable.
 *
 * <p>The schemas are aligned by structure: fields of structs by name or id ({@link FieldMatching}), list elements, map keys
 * and map values by position. Lists count as lists however they are spelled: all forms of the backward-compatibility rules in <a
 * href="https://github.com/apache/parquet-format/blob/master/LogicalTypes.md">LogicalTypes.md</a>, and repeated fields
 * without annotation. A field that the file lacks is null inside every struct that exists: a null struct stays null, a
 * struct that is there stays there. A required field of the target may be optional or missing in the file; only a null that
 * really occurs is an error, when it is met.
 */
public final class Projection {
    private final MessageType target;
    private final List<ProjectedLeaf> leaves;

    private Projection(MessageType target, List<ProjectedLeaf> leaves) {
        this.target = target;
        this.leaves = List.copyOf(leaves);
    }

    /**
     * Aligns the schema of a file with a target schema.
     *
     * @throws UnsupportedFileException if a column of the file cannot be turned into the type of the target, if a name or id
     *     matches several fields, or if fields are to be matched by id and the file has no ids
     */
    public static Projection of(ParquetFile file, MessageType target, FieldMatching matching)
            throws UnsupportedFileException {
        return of(file.name(), file.schema(), target, matching);
    }

    /**
     * Aligns two schemas.
     *
     * @param fileName names the file in errors
     * @throws UnsupportedFileException as {@link #of(ParquetFile, MessageType, FieldMatching)}
     */
    public static Projection of(String fileName, MessageType fileSchema, MessageType target, FieldMatching matching)
            throws UnsupportedFileException {
        return new Projection(target, new Aligner(fileName, fileSchema, target, matching).align());
    }

    /** The target schema. */
    public MessageType target() {
        return target;
    }

    /** One entry per leaf column of the target, in its order. */
    public List<ProjectedLeaf> leaves() {
        return leaves;
    }
}
