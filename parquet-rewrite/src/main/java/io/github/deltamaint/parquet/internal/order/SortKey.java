package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.CodeVector;
import io.github.deltamaint.parquet.internal.write.CodedColumn;

/**
 * A column to sort rows by.
 *
 * @param codes one for each row
 * @param nullCodes how many of the lowest codes stand for a missing value
 * @param nullsLast whether these come behind all others
 */
public record SortKey(CodeVector codes, int nullCodes, boolean nullsLast) {

    /** A column, missing values first. */
    static SortKey of(CodedColumn column) {
        return new SortKey(column.codes(), column.nullCodes(), false);
    }

    /** How many of the lowest codes come behind all others. */
    int lowsLast() {
        return nullsLast ? nullCodes : 0;
    }

    /** The bits of a code. */
    int bits() {
        return Bits.of(codes.range());
    }
}
