package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.InvalidOperationException;

/**
 * Makes a new, empty table, for a service that then {@linkplain Append appends} to it.
 *
 * <pre>{@code
 * DeltaMaintenance.table("/lake/gold/sales").create()
 *         .column("id", "bigint")
 *         .column("region", "string")
 *         .column("revenue", "decimal(10,2)")
 *         .column("order_date", "date")
 *         .partitionedBy("order_date")
 *         .property("delta.autoOptimize.autoCompact", "true")
 *         .ifNotExists()
 *         .commit();
 * }</pre>
 *
 * <p>The table gets the lowest protocol that has what its columns and properties need, so that any engine can use it. What needs more than a
 * value, such as column mapping, row tracking or constraints, is refused by name; {@link ClusterBy} sets clustering columns afterwards.
 *
 * <p>For one use by one thread.
 */
public interface Create {

    /**
     * Adds a column that may be null.
     *
     * @param name letters of any script, digits and signs, but no blanks and none of {@code ,;{}()=}
     * @param type as SQL writes it: {@code boolean}, {@code tinyint}, {@code smallint}, {@code int}, {@code bigint}, {@code float}, {@code double}, {@code decimal(p,s)},
     *     {@code string}, {@code binary}, {@code date}, {@code timestamp}, {@code timestamp_ntz}, {@code array<…>}, {@code map<…,…>}, {@code struct<name: …, …>}
     * @throws IllegalArgumentException if it is no such type
     */
    Create column(String name, String type);

    /** Adds a column that must not be null; otherwise as {@link #column}. */
    Create requiredColumn(String name, String type);

    /** The partition columns, in the order of their directories. Default: none. */
    Create partitionedBy(String... columns);

    /** A table property, as {@link Properties#set} takes it; table features that it needs are switched on. */
    Create property(String key, String value);

    /** What the table is for. */
    Create description(String text);

    /** Leaves a table that is there as it is, whatever its columns, instead of failing. */
    Create ifNotExists();

    /**
     * Makes the table.
     *
     * @return 0, or, with {@link #ifNotExists}, the latest version of the table that is there
     * @throws InvalidOperationException if there is a table already, or a property cannot be set
     * @throws IllegalArgumentException if the columns make no table: none, one twice, a name that cannot be, an unknown partition column
     * @throws CommitConflictException if another writer makes a table at the same moment; with {@link #ifNotExists} that one counts
     */
    long commit();
}
