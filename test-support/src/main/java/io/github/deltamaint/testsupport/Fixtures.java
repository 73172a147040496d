package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables under {@code test-support/fixtures}, written by Delta Spark, one per feature.
 *
 * <p>They are found through the system property {@code deltamaint.fixtures}, else below the repository that
 * {@code deltamaint.root} names.
 */
public final class Fixtures {

    private Fixtures() {}

    /** The directory of all fixtures. */
    public static Path root() {
        String given = System.getProperty("deltamaint.fixtures");
        Path root = given != null
                ? Path.of(given)
                : Path.of(System.getProperty("deltamaint.root", "."), "test-support", "fixtures");
        if (!Files.isRegularFile(root.resolve("manifest.json"))) {
            throw new IllegalStateException("no fixtures in " + root.toAbsolutePath()
                    + "; set the system property deltamaint.fixtures or deltamaint.root");
        }
        return root;
    }

    /** All fixtures, sorted by name. */
    public static List<Fixture> all() {
        Path root = root();
        List<Fixture> fixtures = new ArrayList<>();
        for (JsonNode entry : Json.read(root.resolve("manifest.json")).get("fixtures")) {
            fixtures.add(Fixture.parse(root.resolve(entry.get("name").asText()), (ObjectNode) entry));
        }
        return List.copyOf(fixtures);
    }

    /** The fixtures for one use: {@code read}, {@code optimize}, {@code vacuum} or {@code must-refuse}. */
    public static List<Fixture> usedFor(String purpose) {
        return all().stream().filter(fixture -> fixture.isFor(purpose)).toList();
    }

    /**
     * The fixture of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Fixture named(String name) {
        return all().stream()
                .filter(fixture -> fixture.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no fixture '" + name + "' in " + root()));
    }
}
