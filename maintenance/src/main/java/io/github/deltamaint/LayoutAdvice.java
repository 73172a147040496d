package io.github.deltamaint;

import java.util.List;
import java.util.Optional;

/**
 * By which columns rows should be ordered, for some predicates. Made by the library; components may be added.
 *
 * <p>Orders are tried on a sample of the rows: it is cut into as many pieces as the table would have files, and for each predicate the pieces are counted whose smallest
 * and largest values do not rule it out. Partitions do not count.
 *
 * <p>Without predicates, single values are asked for of each column that gets bounds in the statistics, of the first 32 if there are more. Orders of one to three columns are made of at
 * most six columns: those that most predicates look at, and among these, or without predicates, those by whose order most is skipped. These have many distinct
 * values and few nulls, or others follow them.
 *
 * @param version the version of the table
 * @param numFiles the files that it has
 * @param targetFiles the files that it would have at the target size
 * @param sampledRows how many rows were looked at
 * @param currentFilesRead how many files have to be read for a predicate at present, on average
 * @param orders what was tried, best first
 * @param columns what was found about the columns
 */
public record LayoutAdvice(
        long version,
        long numFiles,
        long targetFiles,
        int sampledRows,
        double currentFilesRead,
        List<Order> orders,
        List<ColumnFacts> columns) {

    /** Copies the lists. */
    public LayoutAdvice {
        orders = List.copyOf(orders);
        columns = List.copyOf(columns);
    }

    /**
     * An order that was tried.
     *
     * @param columns the columns, for {@link Optimize#clusterBy} or {@link Optimize#zOrderBy}
     * @param filesRead how many of {@link LayoutAdvice#targetFiles()} would have to be read for a predicate, on average
     * @param reason why it is good or bad
     */
    public record Order(List<String> columns, double filesRead, String reason) {
        /** Copies the list. */
        public Order {
            columns = List.copyOf(columns);
        }
    }

    /**
     * One column.
     *
     * @param name the column
     * @param predicates how many of the predicates look at it
     * @param distinct how many distinct values are in the sample
     * @param nullShare the share of rows without a value
     * @param depth how many files hold a value at present, on average: 1 if files are in the order of this column
     * @param follows another column whose order it follows closely, so that ordering by both gains little over ordering by one
     */
    public record ColumnFacts(
            String name, int predicates, long distinct, double nullShare, double depth, Optional<String> follows) {}
}
