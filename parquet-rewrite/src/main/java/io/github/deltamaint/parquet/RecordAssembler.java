package io.github.deltamaint.parquet;

import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Puts the records of batches together as plain Java values, one at a time. Meant for showing rows and for tests, not for
 * speed. Used by one thread.
 *
 * <table>
 * <caption>Values</caption>
 * <tr><th>Parquet</th><th>Java</th></tr>
 * <tr><td>struct, record</td><td>{@code Object[]}, one per field</td></tr>
 * <tr><td>list in any spelling</td><td>{@code List<Object>}</td></tr>
 * <tr><td>map</td><td>{@code List<Map.Entry<Object, Object>>} in file order, duplicates kept</td></tr>
 * <tr><td>BOOLEAN, INT32, INT64, FLOAT, DOUBLE</td><td>Boolean, Integer, Long, Float, Double</td></tr>
 * <tr><td>DECIMAL</td><td>BigDecimal</td></tr>
 * <tr><td>STRING, ENUM, JSON</td><td>String</td></tr>
 * <tr><td>BINARY, FIXED_LEN_BYTE_ARRAY, INT96</td><td>{@code byte[]}</td></tr>
 * </table>
 */
public final class RecordAssembler {

    /** Assembles records of {@code schema}. */
    public RecordAssembler(MessageType schema) {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes the next batch.
     *
     * @param columns one per leaf of the schema, in its order; read while records are taken, so the batch must stay
     */
    public void batch(List<ColumnBatch> columns) {
        throw new UnsupportedOperationException();
    }

    /** The next record of the batch, or null after the last one. */
    public @Nullable Object @Nullable [] next() {
        throw new UnsupportedOperationException();
    }
}
