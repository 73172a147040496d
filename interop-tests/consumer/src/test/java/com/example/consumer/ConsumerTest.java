package com.example.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an application gets that depends on the library, and nothing else. */
class ConsumerTest {

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
}
