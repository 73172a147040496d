package io.github.deltamaint.internal.plan;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.Projection;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds files with columns that nobody reads any more, by their footers: leaves from which no column of the table is made, at whatever depth. Partition columns and
 * the columns of row tracking are allowed in files whether the table asks for them or not, and so are the parts of a variant.
 */
final class DroppedColumns {
    private final DataFiles files;
    private final FileColumns columns;
    private final Set<String> allowed = new HashSet<>();

    DroppedColumns(DataFiles files, Snapshot snapshot) {
        this.files = files;
        this.columns = FileColumns.ofNewFiles(snapshot);
        for (PartitionColumns.Column column : files.partitionColumns(snapshot).columns()) {
            allowed.add(column.name());
            allowed.add(column.physicalName());
        }
        snapshot.properties().materializedRowIdColumn().ifPresent(allowed::add);
        snapshot.properties().materializedRowCommitVersionColumn().ifPresent(allowed::add);
    }

    /**
     * Whether a file has such a column. Reads its footer. Thread-safe.
     *
     * @throws CorruptTableException if the file is missing or no Parquet file
     * @throws UnsupportedTableFeatureException if the columns of the table cannot be read from it
     * @throws StorageException if it cannot be read
     */
    boolean areIn(AddFile file) {
        try (ParquetFile open = ParquetFile.open(files.open(file))) {
            Set<Integer> used = usedLeaves(open);
            for (int leaf = 0; leaf < open.columns().size(); leaf++) {
                if (!used.contains(leaf) && !allowed.contains(path(open, leaf).get(0))) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw files.translate("read", file.path(), e);
        }
    }

    private Set<Integer> usedLeaves(ParquetFile file) throws IOException {
        List<ProjectedLeaf> leaves = Projection.of(file, columns.schema().messageType(), columns.matching())
                .leaves();
        Set<Integer> used = new HashSet<>();
        leaves.stream().filter(leaf -> !leaf.isMissing()).forEach(leaf -> used.add(leaf.fileLeaf()));
        for (DataFileSchema.Variant variant : columns.schema().variants()) {
            ProjectedLeaf metadata = leaves.get(variant.metadata());
            if (!metadata.isMissing()) {
                addAllBelowParentOf(file, metadata.fileLeaf(), used);
            }
        }
        return used;
    }

    private static void addAllBelowParentOf(ParquetFile file, int leaf, Set<Integer> used) {
        List<String> parent = path(file, leaf);
        parent = parent.subList(0, parent.size() - 1);
        for (int other = 0; other < file.columns().size(); other++) {
            List<String> path = path(file, other);
            if (path.size() > parent.size() && path.subList(0, parent.size()).equals(parent)) {
                used.add(other);
            }
        }
    }

    private static List<String> path(ParquetFile file, int leaf) {
        return Arrays.asList(file.columns().get(leaf).getPath());
    }
}
