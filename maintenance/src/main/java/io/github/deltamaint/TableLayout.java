package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * How the files of a table are laid out, as their footers say. Made by the library; components may be added.
 *
 * @param version the version that was looked at
 * @param vOrderWanted what the table property {@code delta.parquet.vorder.enabled} says of files written from now on; empty if it is not set
 * @param order in which order the rows of the files are, by kind of order; kinds that no file has are left out
 * @param numFiles the files
 * @param numRows their rows, those deleted by deletion vectors included
 * @param size their size together
 * @param rowGroups their row groups
 * @param columns what the chunks of each column take, in the order of the first file that has it
 * @param files the files, with row groups and column chunks
 * @param directLake how the table fits Power BI's Direct Lake, from the smallest capacity to the largest
 */
public record TableLayout(
        long version,
        Optional<Boolean> vOrderWanted,
        List<OrderShare> order,
        int numFiles,
        long numRows,
        DataSize size,
        RowGroupSizes rowGroups,
        List<Column> columns,
        List<File> files,
        List<DirectLakeFit> directLake) {

    /** Copies the lists. */
    public TableLayout {
        order = List.copyOf(order);
        columns = List.copyOf(columns);
        files = List.copyOf(files);
        directLake = List.copyOf(directLake);
    }

    /** In which order the rows of a file are. */
    public enum Order {
        /** The V-Order-style layout of this library. */
        AUTOMATIC,
        /** Sorted by columns, by this library. */
        COLUMNS,
        /** Microsoft's V-Order. */
        MICROSOFT,
        /** None that anybody says. */
        NONE,
        /** Microsoft's mark is there, but cannot be understood. */
        UNKNOWN
    }

    /**
     * How many files are in an order.
     *
     * @param order the order
     * @param files how many
     * @param rows their rows
     * @param rowShare the share of all rows, between 0 and 1
     */
    public record OrderShare(Order order, int files, long rows, double rowShare) {}

    /**
     * The rows of row groups.
     *
     * @param count how many row groups
     * @param minRows the rows of the smallest; 0 if there are none
     * @param avgRows the average
     * @param maxRows the rows of the largest
     * @param variation the standard deviation divided by the average: 0 if all are equal
     * @param rowShareBelowMillion the share of rows in row groups of less than 2<sup>20</sup> rows, between 0 and 1
     */
    public record RowGroupSizes(
            int count, long minRows, double avgRows, long maxRows, double variation, double rowShareBelowMillion) {}

    /**
     * A leaf column in all files.
     *
     * @param name its logical path, joined by dots; as the file spells it where the table has no such column
     * @param compressedSize its chunks in the files
     * @param uncompressedSize its chunks before compression
     * @param sizeShare the share of the compressed chunks of all columns, between 0 and 1
     * @param chunks how many chunks it has
     * @param dictionaryChunks how many of them have a dictionary
     * @param dictionaryFallbacks how many of those have pages that do not use it
     * @param minDistinct the smallest number of distinct values of a chunk that uses nothing but its dictionary; empty if there is none
     * @param maxDistinct the largest
     * @param encodings of all chunks, as Parquet names them
     */
    public record Column(
            String name,
            DataSize compressedSize,
            DataSize uncompressedSize,
            double sizeShare,
            int chunks,
            int dictionaryChunks,
            int dictionaryFallbacks,
            OptionalLong minDistinct,
            OptionalLong maxDistinct,
            SortedSet<String> encodings) {}

    /**
     * A file.
     *
     * @param path relative to the table and decoded
     * @param size its size
     * @param rows its rows, deleted ones included
     * @param deletedRows how many of them a deletion vector deletes
     * @param createdBy the writer as the footer names it; empty if it does not
     * @param order in which order its rows are
     * @param evidence what says so; empty for {@link Order#NONE}
     * @param profile the profile it was written for by this library, if the footer or a tag says
     * @param vOrderLevel the level of Microsoft's V-Order, if the footer says
     * @param rowGroups its row groups
     */
    public record File(
            String path,
            DataSize size,
            long rows,
            long deletedRows,
            String createdBy,
            Order order,
            String evidence,
            Optional<String> profile,
            OptionalInt vOrderLevel,
            List<RowGroup> rowGroups) {

        /** Copies the list. */
        public File {
            rowGroups = List.copyOf(rowGroups);
        }
    }

    /**
     * A row group.
     *
     * @param index its number in the file
     * @param rows its rows
     * @param compressedSize its chunks in the file
     * @param uncompressedSize its chunks before compression
     * @param chunks one for each leaf column of the file
     */
    public record RowGroup(
            int index, long rows, DataSize compressedSize, DataSize uncompressedSize, List<Chunk> chunks) {

        /** Copies the list. */
        public RowGroup {
            chunks = List.copyOf(chunks);
        }
    }

    /**
     * A column chunk.
     *
     * @param column the logical path, joined by dots
     * @param type the Parquet type
     * @param compressedSize in the file
     * @param uncompressedSize before compression
     * @param values its values, nulls included
     * @param nulls how many of them are null, if the footer says
     * @param hasDictionary whether it has a dictionary
     * @param dictionaryFallback whether it has a dictionary, and pages that do not use it
     * @param distinct the exact number of distinct values, if all pages use the dictionary
     * @param encodings as Parquet names them
     * @param codec as Parquet names it
     * @param min the smallest value as text, if the footer says
     * @param max the largest
     */
    public record Chunk(
            String column,
            String type,
            DataSize compressedSize,
            DataSize uncompressedSize,
            long values,
            OptionalLong nulls,
            boolean hasDictionary,
            boolean dictionaryFallback,
            OptionalLong distinct,
            Set<String> encodings,
            String codec,
            @Nullable String min,
            @Nullable String max) {}

    /**
     * How the table fits the limits of Direct Lake; above one of them queries fail or fall back.
     *
     * @param capacities the capacities that have these limits
     * @param maxFiles the most files of a table
     * @param maxRowGroups the most row groups
     * @param maxRows the most rows
     * @param maxModelSize the largest model, of which the table is a part; empty if it is not limited
     * @param fits whether files, row groups and rows are within the limits
     * @param headroom how much of the tightest limit is left, between 0 and 1; negative if the table does not fit
     */
    public record DirectLakeFit(
            List<String> capacities,
            int maxFiles,
            int maxRowGroups,
            long maxRows,
            Optional<DataSize> maxModelSize,
            boolean fits,
            double headroom) {

        /** Copies the list. */
        public DirectLakeFit {
            capacities = List.copyOf(capacities);
        }
    }
}
