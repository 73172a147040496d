package io.github.deltamaint.interop;

import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TableReader;
import java.util.Map;

class ParquetJavaReaderTest extends TableReaderContract {

    @Override
    TableReader reader() {
        return new ParquetJavaReader();
    }

    @Override
    Map<String, String> misses() {
        return NaiveMisses.MISSES;
    }
}
