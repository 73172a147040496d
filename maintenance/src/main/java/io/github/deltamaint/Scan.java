package io.github.deltamaint;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.InvalidOperationException;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a table, one after the other, in no particular order: for looking at a table and for checking it.
 *
 * <p>For one use by one thread. Memory holds a batch of rows, whatever the size of the table.
 */
public interface Scan {

    /**
     * The version to read. Default: the latest.
     *
     * @throws IllegalArgumentException if it is negative
     */
    Scan version(long version);

    /** The newest version that is not younger than a time. */
    Scan timestamp(Instant timestamp);

    /**
     * Only rows that satisfy a predicate, over any columns, such as {@code "revenue > 100 AND region = 'West'"}. Given more than once, all must
     * hold. Files that cannot have such rows are not read.
     *
     * @throws IllegalArgumentException if the text is no predicate; the message points at the position
     */
    Scan where(String predicate);

    /**
     * Only these columns, in this order. Default: all.
     *
     * @throws InvalidOperationException when the scan runs, if the table has no such column, or one is named twice
     */
    Scan columns(String... names);

    /**
     * At most this many rows. Default: all.
     *
     * @throws IllegalArgumentException if it is negative
     */
    Scan limit(long rows);

    /** What can stop the scan; by default only interrupting the thread does. */
    Scan cancellation(CancellationToken token);

    /**
     * Calls {@code action} with every row; what it throws ends the scan and is thrown on.
     *
     * <p>A row has its columns by name, in order. A value is null, {@link Boolean}, {@link Byte}, {@link Short}, {@link Integer}, {@link Long},
     * {@link Float}, {@link Double}, {@link java.math.BigDecimal}, {@link String}, {@code byte[]}, {@link java.time.LocalDate}, {@link Instant}
     * (timestamp), {@link java.time.LocalDateTime} (timestamp without time zone), a {@link Map} for a struct, a {@link java.util.List}, or a {@code
     * List} of {@link Map.Entry} for a map.
     */
    void forEach(Consumer<Map<String, @Nullable Object>> action);

    /** Hashes the rows that {@link #forEach} would give, restricted to the settings of this scan. */
    TableDigest digest();

    /**
     * The SHA-256 of all rows as sorted texts, for comparing with other programs that define it the same way. Holds every row's text in memory.
     *
     * @return 64 hexadecimal digits
     */
    String contentSha256();
}
