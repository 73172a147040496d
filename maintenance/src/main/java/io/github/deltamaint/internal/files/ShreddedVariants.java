package io.github.deltamaint.internal.files;

import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.parquet.FieldMatching;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.Projection;
import io.github.deltamaint.parquet.UnsupportedFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Refuses files in which parts of variants are in columns of their own. Whoever reads only the other two columns loses those parts.
 *
 * @see <a href="https://github.com/apache/parquet-format/blob/master/VariantShredding.md">VariantShredding.md</a>
 */
public final class ShreddedVariants {
    private static final Set<String> PARTS = Set.of(DataFileSchema.VARIANT_METADATA, DataFileSchema.VARIANT_VALUE);

    private ShreddedVariants() {}

    /**
     * Compares the variants of a file with the two columns that are read of them.
     *
     * @param schema the columns that are read
     * @param variants those of them that are variants
     * @param access what is to be done with the file
     * @throws UnsupportedTableFeatureException if a variant has other columns in the file
     */
    public static void refuse(
            TablePath table,
            ParquetFile file,
            MessageType schema,
            List<DataFileSchema.Variant> variants,
            FieldMatching matching,
            Access access)
            throws UnsupportedFileException {
        if (variants.isEmpty()) {
            return;
        }
        List<ProjectedLeaf> leaves = Projection.of(file, schema, matching).leaves();
        for (DataFileSchema.Variant variant : variants) {
            for (int leaf : new int[] {variant.metadata(), variant.value()}) {
                if (!leaves.get(leaf).isMissing()
                        && !isWhole(file, leaves.get(leaf).fileLeaf())) {
                    throw new UnsupportedTableFeatureException(
                            table.root(),
                            access,
                            List.of("variantShredding"),
                            file.name() + ": parts of the variants in column " + variant.path()
                                    + " are in columns of their own (they are shredded), which this release does not"
                                    + " put together again. Use Delta Spark for this table; VACUUM and checkpoints work");
                }
            }
        }
    }

    /** Whether the group around a leaf has the two fields of a variant, and no other. */
    private static boolean isWhole(ParquetFile file, int leaf) {
        ColumnDescriptor column = file.columns().get(leaf);
        GroupType group = file.schema();
        for (String name : Arrays.copyOf(column.getPath(), column.getPath().length - 1)) {
            group = group.getType(name).asGroupType();
        }
        return group.getFieldCount() == PARTS.size()
                && group.getFields().stream().map(Type::getName).allMatch(PARTS::contains);
    }
}
