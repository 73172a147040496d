package com.example.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableMaintenance;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application gets that depends on the library, and nothing else. */
@Tag("consumer")
class ConsumerTest {

    private static final Path TABLE_OF_DELTA_SPARK =
            Path.of("..", "..", "test-support", "fixtures", "plain_partitioned", "table");

    private static final List<String> JARS = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .map(path -> new File(path).getPath())
            .toList();

    @Test
    void allPartsOfTheLibraryAreThere() {
        for (String part : List.of("maintenance", "delta-log", "parquet-rewrite", "zorder", "vacuum")) {
            assertTrue(
                    JARS.stream().anyMatch(jar -> jar.contains(File.separator + part + File.separator)),
                    () -> part + " is not among " + JARS);
        }
    }

    @Test
    void nothingComesAlongThatAnApplicationMustChooseItself() {
        List<String> unwanted = JARS.stream()
                .filter(jar -> jar.matches(".*(hadoop-(common|client|aws)|spark-|log4j|logback|slf4j-simple|reload4j|"
                        + "duckdb|delta-kernel|test-support).*"))
                .toList();
        assertEquals(List.of(), unwanted);
    }

    @Test
    void parquetIsNotOlderThanTheFirstSafeVersion() {
        assertTrue(
                JARS.stream().anyMatch(jar -> jar.matches(".*parquet-hadoop-1\\.(1[89]|[2-9]\\d)\\..*")),
                () -> "no parquet-hadoop of 1.18 or newer among " + JARS);
    }

    @Test
    void oneCallCompactsATable(@TempDir Path directory) throws IOException {
        Path copy = copyOf(TABLE_OF_DELTA_SPARK, directory.resolve("table"));
        TableMaintenance table = DeltaMaintenance.table(copy.toString());
        String digest = table.digest().digest();

        OptimizePlan plan = table.optimize().plan();
        OptimizeResult result = plan.execute();

        assertFalse(plan.tasks().isEmpty());
        assertFalse(result.isNoOp());
        assertEquals(digest, table.digest().digest());
        assertTrue(table.optimize().execute().isNoOp());
    }

    private static Path copyOf(Path source, Path target) throws IOException {
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : paths.toList()) {
                Files.copy(path, target.resolve(source.relativize(path)));
            }
        }
        return target;
    }
}
