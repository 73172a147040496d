package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Delta Spark as one of several writers of a table of {@link AppendLoop}, until a time has come: it appends rows, deletes one of them each time by a deletion vector, and optimizes. Its rows are in a
 * partition of their own, because a deletion loses against every append to what it reads.
 */
final class SparkWriter {
    private static final int ROWS = 5;
    private static final String REGION = "South";

    private final SparkTable spark;
    private long inserted;
    private long deleted;
    private long lastDeleted = -1;
    private int committed;
    private final Map<String, Integer> lost = new TreeMap<>();
    private Duration longest = Duration.ZERO;

    SparkWriter(Path table) {
        this.spark = SparkTable.of(table);
    }

    /** Does everything once: what Delta Spark does for the first time takes many times as long. */
    void warmUp() {
        insert();
        delete();
        commit("OPTIMIZE %s");
        committed = 0;
        longest = Duration.ZERO;
    }

    /**
     * Writes.
     *
     * @param end when to stop, in milliseconds since 1970
     * @param between what to do between two operations
     */
    void run(long end, Runnable between) {
        for (int turn = 0; System.currentTimeMillis() < end; turn++) {
            switch (turn % 3) {
                case 0 -> insert();
                case 1 -> delete();
                default -> commit("OPTIMIZE %s");
            }
            between.run();
        }
    }

    private void insert() {
        List<String> values = new ArrayList<>();
        for (long row = inserted; row < inserted + ROWS; row++) {
            values.add("(-" + row + ", 'by Delta Spark', '" + REGION + "')");
        }
        if (commit("INSERT INTO %s VALUES " + String.join(", ", values))) {
            inserted += ROWS;
        }
    }

    /** One row of those that came last. */
    private void delete() {
        long row = inserted - 2;
        if (row > lastDeleted && commit("DELETE FROM %s WHERE region = '" + REGION + "' AND id = -" + row)) {
            lastDeleted = row;
            deleted++;
        }
    }

    private boolean commit(String sql) {
        long start = System.nanoTime();
        try {
            spark.sql(sql);
            committed++;
            return true;
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("DELTA_CONCURRENT");
            lost.merge(sql.substring(0, sql.indexOf(' ')), 1, Integer::sum);
            return false;
        } finally {
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            longest = took.compareTo(longest) > 0 ? took : longest;
        }
    }

    /** How many of its rows the table has. */
    long rows() {
        return inserted - deleted;
    }

    /** How many operations were committed. */
    int committed() {
        return committed;
    }

    /** How long the slowest operation took: what it has written was in nobody's log for so long at most. */
    Duration longest() {
        return longest;
    }

    @Override
    public String toString() {
        return committed + " commits, lost " + lost + ", " + inserted + " rows inserted, " + deleted
                + " deleted, the slowest took " + TimeUnit.NANOSECONDS.toMillis(longest.toNanos()) + " ms";
    }
}
