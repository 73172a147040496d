package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The third-party files that tests read, where they are present. */
final class Corpus {
    private static final Path ROOT = Path.of(System.getProperty("deltamaint.corpus", "absent"));

    private Corpus() {}

    /** The corpus; aborts the test, visibly, where there is none. */
    static Path root() {
        assumeThat(ROOT.resolve("manifest.json"))
                .as("the corpus of third-party files")
                .exists();
        return ROOT;
    }

    /** The Parquet files of the manifest that may be used in a way. */
    static List<JsonNode> parquetFiles(String use) throws IOException {
        JsonNode manifest = new ObjectMapper().readTree(Files.readAllBytes(root().resolve("manifest.json")));
        List<JsonNode> result = new ArrayList<>();
        for (JsonNode file : manifest.get("parquet")) {
            for (JsonNode allowed : file.get("use")) {
                if (allowed.asText().equals(use)) {
                    result.add(file);
                }
            }
        }
        return result;
    }

    /** All Parquet files inside of the Delta tables. */
    static List<Path> filesOfTables() throws IOException {
        try (Stream<Path> files = Files.walk(root().resolve("tables"))) {
            return files.filter(f -> f.getFileName().toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        }
    }
}
