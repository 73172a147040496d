package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds rows to a table: for services that write small batches. Rows are checked as they come, gathered per partition into as few files as possible, and
 * become part of the table together, by one commit.
 *
 * <pre>{@code
 * try (Append append = sales.append()) {
 *     append.transaction("sales-service", batchNumber);
 *     for (Sale sale : batch) {
 *         append.row(Map.of("id", sale.id(), "region", sale.region(), "revenue", sale.revenue()));
 *     }
 *     append.commit();
 * }
 * sales.autoCompact().execute();
 * }</pre>
 *
 * <p>Values are those that {@link Scan#forEach} gives; whole numbers may be of any Java type and decimals of any scale, if they fit without loss, and a
 * map may be a {@link Map} too. Timestamps are cut to microseconds.
 *
 * <p>Memory holds rows of at most 16 files at a time, within the memory limit of the context; when rows go to more partitions than that in turn, some of them get
 * more than one file. Sorting rows by partition avoids it. Readers see nothing before the commit. When it fails, or the append is closed without it, what was
 * written is deleted; what a dead process leaves behind is for VACUUM.
 *
 * <p>Refused, with {@link UnsupportedTableFeatureException}, at the first row: what OPTIMIZE refuses, generated and identity columns, constraints and
 * invariants, {@code char} and {@code varchar} columns, and IcebergCompat.
 *
 * <p>For one use by one thread.
 */
public interface Append extends AutoCloseable {

    /**
     * Says which batch of which application this is. If the table has this batch, or a later one of the application, already, the commit does nothing: repeating
     * a batch whose fate is unknown is safe. The table remembers the latest batch of each application.
     *
     * @param applicationId a name that no other writer uses
     * @param version the number of the batch; greater than that of the batch before
     * @throws IllegalStateException if there are rows already
     */
    Append transaction(String applicationId, long version);

    /** A text that goes into the history of the table ({@code commitInfo.userMetadata}). */
    Append userMetadata(String note);

    /**
     * Adds a row.
     *
     * @param row values by name of the column; what is missing is null
     * @throws InvalidOperationException if the row does not fit the table: an unknown column, a value of another type or out of range, a null where none may be, or
     *     no value for a column that has a default. The message names row and column; the append goes on without the row
     */
    Append row(Map<String, ? extends @Nullable Object> row);

    /**
     * Adds a row.
     *
     * @param values a value for each column, in the order of the table
     * @throws InvalidOperationException as {@link #row} does, or if the number of values is another
     */
    Append values(@Nullable Object... values);

    /**
     * Makes the rows part of the table. Other appends meanwhile are no conflict.
     *
     * @throws CommitConflictException if another writer changed the table's schema or properties meanwhile, or wrote a batch of the same application; nothing was
     *     changed
     * @throws CommitStateUnknownException if nobody knows whether the rows are part of the table; repeating is safe with {@link #transaction} only
     * @throws IllegalStateException if it was committed or closed before
     */
    AppendResult commit();

    /** Gives the rows up, unless they were committed. Does nothing if it was closed before. */
    @Override
    void close();
}
