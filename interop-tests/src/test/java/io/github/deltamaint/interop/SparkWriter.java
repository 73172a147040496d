package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Delta Spark as one of several writers of a table of {@link AppendLoop}, until a time has come: it appends rows, deletes rows of the others by deletion vectors, and optimizes. Whoever it loses
 * against, the others' commits stay.
 */
final class SparkWriter {
    private static final int ROWS = 5;
    private static final int DELETED_OF = 10;

    private final SparkTable spark;
    private long inserted;
    private long deletedBelow;
    private int committed;
    private int lost;
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
            switch (turn % 4) {
                case 0 -> insert();
                case 1, 3 -> delete();
                default -> commit("OPTIMIZE %s");
            }
            between.run();
        }
    }

    private void insert() {
        StringBuilder values = new StringBuilder();
        for (int i = 1; i <= ROWS; i++) {
            values.append(i == 1 ? "" : ", ")
                    .append("(-")
                    .append(inserted + i)
                    .append(", 'by Delta Spark', '")
                    .append(AppendLoop.REGIONS.get(i % AppendLoop.REGIONS.size()))
                    .append("')");
        }
        if (commit("INSERT INTO %s VALUES " + values)) {
            inserted += ROWS;
        }
    }

    /** All rows below the largest number are there: they were appended in this order. */
    private void delete() {
        JsonNode row =
                spark.sql("SELECT coalesce(max(id), 0) AS largest FROM %s").get(0);
        long bound = Math.max(deletedBelow, row.get("largest").asLong());
        if (commit("DELETE FROM %s WHERE id >= 0 AND id < " + bound + " AND id % " + DELETED_OF + " = 3")) {
            deletedBelow = bound;
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
            lost++;
            return false;
        } finally {
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            longest = took.compareTo(longest) > 0 ? took : longest;
        }
    }

    /** How many rows the table has more than the others have appended; negative if it has fewer. */
    long balance() {
        return inserted - Math.floorDiv(deletedBelow + DELETED_OF - 4, DELETED_OF);
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
        return committed + " commits (" + lost + " lost), " + inserted + " rows inserted, one in " + DELETED_OF
                + " deleted of " + deletedBelow + ", the slowest took "
                + TimeUnit.NANOSECONDS.toMillis(longest.toNanos()) + " ms";
    }
}
