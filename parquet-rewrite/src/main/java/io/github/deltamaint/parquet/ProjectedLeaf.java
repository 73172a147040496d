package io.github.deltamaint.parquet;

import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Where one leaf column of a target schema comes from in a file: from the leaf that holds its values; or, if the file
 * lacks the field, from the levels of a neighbour under the same struct, list or map; or from nothing, when the rows of
 * the file alone say where the nulls are. Immutable.
 */
public final class ProjectedLeaf {
    private final int index;
    private final ColumnDescriptor target;
    private final int fileLeaf;
    private final @Nullable ValueConversion conversion;
    private final int maxRepetitionLevel;
    private final byte[] definitionLevels;

    /**
     * @param definitionLevels for each definition level of the file leaf the one of the target, or -1 where the file has a
     *     null that the target does not allow
     */
    ProjectedLeaf(
            int index,
            ColumnDescriptor target,
            int fileLeaf,
            @Nullable ValueConversion conversion,
            int maxRepetitionLevel,
            byte[] definitionLevels) {
        this.index = index;
        this.target = target;
        this.fileLeaf = fileLeaf;
        this.conversion = conversion;
        this.maxRepetitionLevel = maxRepetitionLevel;
        this.definitionLevels = definitionLevels;
    }

    /** The position of the leaf among the leaves of the target schema. */
    public int index() {
        return index;
    }

    /** The leaf of the target schema. */
    public ColumnDescriptor target() {
        return target;
    }

    /** Whether the file lacks the field, so that every value is null. */
    public boolean isMissing() {
        return conversion == null;
    }

    /**
     * The position, among the leaves of the file, of the one that supplies the levels and, unless the field {@linkplain
     * #isMissing() is missing}, the values; -1 if none is needed because every row has one null.
     */
    public int fileLeaf() {
        return fileLeaf;
    }

    /** What is done to the values; only of a field that is not {@linkplain #isMissing() missing}. */
    public ValueConversion conversion() {
        return Objects.requireNonNull(conversion, "the file has no values for this column");
    }

    /** Entries of the file leaf with a higher repetition level are no entries of the target leaf. */
    public int maxRepetitionLevel() {
        return maxRepetitionLevel;
    }

    /**
     * The definition level of the target for one of the file leaf, or -1 where the file has a null that the target schema
     * does not allow. With {@link #fileLeaf()} -1: the level of each row, for 0.
     */
    public int definitionLevel(int fileLevel) {
        return definitionLevels[fileLevel];
    }

    @Override
    public String toString() {
        return String.join(".", target.getPath()) + (isMissing() ? " missing" : " from leaf " + fileLeaf);
    }
}
