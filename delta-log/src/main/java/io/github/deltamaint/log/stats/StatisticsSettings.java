package io.github.deltamaint.log.stats;

import io.github.deltamaint.log.schema.ColumnPath;
import java.util.List;
import java.util.Optional;

/**
 * What a table says about statistics.
 *
 * @param indexedColumns how many leaf columns have statistics, counted from the first; −1 for all
 * @param columns the columns that have statistics, instead of a number of them; a struct stands for all in it
 * @param stringPrefixLength after how many characters strings are cut
 */
public record StatisticsSettings(int indexedColumns, Optional<List<ColumnPath>> columns, int stringPrefixLength) {
    /** What holds for tables that say nothing: 32 columns, 32 characters. */
    public static final StatisticsSettings DEFAULT = new StatisticsSettings(32, Optional.empty(), 32);

    /** Checks the numbers and copies the list. */
    public StatisticsSettings {
        if (indexedColumns < -1 || stringPrefixLength < 1) {
            throw new IllegalArgumentException(
                    "indexedColumns must be -1 or more and stringPrefixLength 1 or more, but they are " + indexedColumns
                            + " and " + stringPrefixLength);
        }
        columns = columns.map(List::copyOf);
    }
}
