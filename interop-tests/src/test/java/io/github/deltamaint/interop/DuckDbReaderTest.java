package io.github.deltamaint.interop;

import io.github.deltamaint.testsupport.TableReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class DuckDbReaderTest extends TableReaderContract {

    private static @Nullable DuckDb duckDb;

    @BeforeAll
    static void start() {
        duckDb = new DuckDb();
    }

    @AfterAll
    static void stop() {
        duckDb.close();
    }

    @Override
    TableReader reader() {
        return new DuckDbReader(duckDb);
    }

    @Override
    Map<String, String> misses() {
        return NaiveMisses.MISSES;
    }
}
