package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
    @TempDir
    Path directory;

    @Test
    void showsBothSides() {
        Path table = directory.resolve("a sales table");
        String out = Dm.succeeds("demo", table, "--rows", 2000).out();
        assertThat(out.lines())
                .contains("creating a sales table of 2,000 rows in 200 files at " + table, "compacting it")
                .contains("all rows are the same before and after")
                .anyMatch(line -> line.matches(" +before +after"))
                .anyMatch(line -> line.matches("files +200 +1"))
                .anyMatch(line -> line.startsWith("revenue with electronics in the Northeast"));
        assertThat(Dm.json("digest", table).get("rows").asInt()).isEqualTo(2000);
    }

    @Test
    void showsWhatACurveChanges() {
        String out = Dm.succeeds("demo", directory.resolve("t"), "--rows", 40_000, "--zorder")
                .out();
        assertThat(out.lines())
                .contains("in the order of customer_region, product_category, order_date:")
                .anyMatch(line -> line.matches("files +1 +([4-9]|1\\d)"))
                .anyMatch(line -> line.matches("query: files read +1 +[1-3]"))
                .anyMatch(line -> line.matches(
                        "a query for a value of customer_region reads \\d\\.\\d of \\d+ files, before 1\\.0 of 1"))
                .filteredOn("all rows are the same before and after"::equals)
                .hasSize(2);
    }

    @Test
    void isOneDocumentInJson() {
        JsonNode report = Dm.json("demo", directory.resolve("t"), "--rows", 500);
        assertThat(Dm.shape(report))
                .containsOnlyKeys(
                        "table", "rows", "queryRows", "queryRevenue", "before", "after", "optimize", "sameRows");
        assertThat(report.get("sameRows").asBoolean()).isTrue();
        assertThat(report.get("after").get("files").asInt()).isEqualTo(1);
    }

    @Test
    void isOneDocumentInJsonWithACurveToo() {
        JsonNode report = Dm.json("demo", directory.resolve("t"), "--rows", 500, "--zorder");
        assertThat(Dm.shape(report)).containsOnlyKeys("compacted", "zOrder");
        assertThat(report.at("/zOrder/sameRows").asBoolean()).isTrue();
        assertThat(report.at("/zOrder/optimize/clustering/after/columns")).hasSize(3);
    }

    @Test
    void refusesAPlaceThatIsTaken() throws Exception {
        Files.writeString(directory.resolve("mine"), "mine");
        assertThat(Dm.run("demo", directory).exitCode()).isEqualTo(2);
        assertThat(Dm.run("--json", "demo", directory).out()).isEmpty();
        assertThat(directory.toFile().list()).containsExactly("mine");
    }
}
