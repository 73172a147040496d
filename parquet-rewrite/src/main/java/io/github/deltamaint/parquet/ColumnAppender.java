package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import io.github.deltamaint.parquet.internal.write.EntryBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Takes the entries of one leaf column of a {@link ParquetFileAppender}: values and nulls, as Parquet shreds records.
 *
 * <p>In a column without repetition a record has one entry. In a repeated column it has one per innermost list element, and
 * one for each null or empty list; {@link #repeat} says at which level an entry repeats. Used by one thread.
 *
 * <p>Every method refuses with an {@link IllegalArgumentException} what the column cannot hold, and names it.
 */
public final class ColumnAppender {
    private final ColumnDescriptor column;
    private final EntryBuffer entries;
    private final int maxDefinitionLevel;

    ColumnAppender(ColumnDescriptor column, EntryBuffer entries) {
        this.column = column;
        this.entries = entries;
        maxDefinitionLevel = column.getMaxDefinitionLevel();
    }

    /** The leaf column. */
    public ColumnDescriptor column() {
        return column;
    }

    /**
     * Says that the next entry repeats at a level instead of starting a record.
     *
     * @param repetitionLevel 1 to the highest of the column
     * @return this appender
     */
    public ColumnAppender repeat(int repetitionLevel) {
        if (repetitionLevel < 1 || repetitionLevel > column.getMaxRepetitionLevel()) {
            throw refused(
                    "a repetition level from 1 to " + column.getMaxRepetitionLevel(), String.valueOf(repetitionLevel));
        }
        entries.repeat(repetitionLevel);
        return this;
    }

    /** Appends a null: the column itself has no value, everything around it is there. */
    public void appendNull() {
        appendNull(maxDefinitionLevel - 1);
    }

    /**
     * Appends a null.
     *
     * @param definitionLevel how much of what is around the value is there: 0 to one less than the highest of the column
     */
    public void appendNull(int definitionLevel) {
        requireNull(definitionLevel);
        entries.addNull(definitionLevel);
    }

    /**
     * Appends records that are null in this column, all alike.
     *
     * @param definitionLevel as for {@link #appendNull(int)}
     * @param records how many, 0 or more
     */
    public void appendNulls(int definitionLevel, int records) {
        requireNull(definitionLevel);
        if (records < 0) {
            throw new IllegalArgumentException("records must not be negative but was " + records);
        }
        entries.addNulls(definitionLevel, records);
    }

    private void requireNull(int definitionLevel) {
        if (definitionLevel < 0 || definitionLevel >= maxDefinitionLevel) {
            throw refused(
                    maxDefinitionLevel == 0
                            ? "values, the column is required"
                            : "nulls of a definition level from 0 to " + (maxDefinitionLevel - 1),
                    definitionLevel < 0 ? "a null" : "one of level " + definitionLevel);
        }
    }

    /** Appends a value of an INT32 column. */
    public void appendInt(int value) {
        require(PrimitiveTypeName.INT32);
        values().add(value);
        entries.addPresent();
    }

    /** Appends a value of an INT64 column. */
    public void appendLong(long value) {
        require(PrimitiveTypeName.INT64);
        values().add(value);
        entries.addPresent();
    }

    /** Appends a value of a FLOAT column; the bits of a NaN are kept. */
    public void appendFloat(float value) {
        require(PrimitiveTypeName.FLOAT);
        values().add(Float.floatToRawIntBits(value));
        entries.addPresent();
    }

    /** Appends a value of a DOUBLE column; the bits of a NaN are kept. */
    public void appendDouble(double value) {
        require(PrimitiveTypeName.DOUBLE);
        values().add(Double.doubleToRawLongBits(value));
        entries.addPresent();
    }

    /** Appends a value of a BOOLEAN column. */
    public void appendBoolean(boolean value) {
        require(PrimitiveTypeName.BOOLEAN);
        values().add(value ? 1 : 0);
        entries.addPresent();
    }

    /** Appends a value of a BINARY column as UTF-8. */
    public void appendString(String value) {
        require(PrimitiveTypeName.BINARY);
        appendBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Appends a value of a BINARY, FIXED_LEN_BYTE_ARRAY or INT96 column. */
    public void appendBytes(byte[] value) {
        appendBytes(value, 0, value.length);
    }

    /** Appends the value {@code source[from, from + length)} of a BINARY, FIXED_LEN_BYTE_ARRAY or INT96 column. */
    public void appendBytes(byte[] source, int from, int length) {
        switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case BINARY -> {}
            case FIXED_LEN_BYTE_ARRAY -> requireLength(column.getPrimitiveType().getTypeLength(), length);
            case INT96 -> requireLength(12, length);
            default -> throw refused(String.valueOf(column.getPrimitiveType()), "bytes");
        }
        values().add(source, from, length);
        entries.addPresent();
    }

    private ValueVector values() {
        return entries.values();
    }

    private void require(PrimitiveTypeName type) {
        if (column.getPrimitiveType().getPrimitiveTypeName() != type) {
            throw refused("values of " + column.getPrimitiveType(), "one of type " + type);
        }
    }

    private void requireLength(int expected, int length) {
        if (length != expected) {
            throw refused("values of " + expected + " bytes", "one of " + length);
        }
    }

    private IllegalArgumentException refused(String expected, String found) {
        return new IllegalArgumentException(
                "column " + String.join(".", column.getPath()) + " takes " + expected + ", not " + found);
    }
}
