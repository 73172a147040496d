package io.github.deltamaint.interop;

import io.github.deltamaint.testsupport.TableReader;
import java.util.Map;

class DuckDbReaderTest extends TableReaderContract {

    @Override
    TableReader reader() {
        return new DuckDbReader(DuckDb.shared());
    }

    @Override
    Map<String, String> misses() {
        return NaiveMisses.MISSES;
    }
}
