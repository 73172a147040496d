package io.github.deltamaint.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** All records that a reader reads, as plain values. */
final class Records {

    private Records() {}

    static List<Object[]> read(ColumnBatchReader reader) throws IOException {
        RecordAssembler assembler = new RecordAssembler(reader.schema());
        List<Object[]> result = new ArrayList<>();
        while (reader.next()) {
            assembler.batch(reader.columns());
            Object[] record;
            while ((record = assembler.next()) != null) {
                result.add(record);
            }
        }
        return result;
    }
}
