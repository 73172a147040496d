package io.github.deltamaint.interop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A table as Delta Spark sees it. */
final class SparkTable {

    private final SparkProcess spark;
    private final Path path;

    private SparkTable(SparkProcess spark, Path path) {
        this.spark = spark;
        this.path = path;
    }

    /** Asks the shared process. */
    static SparkTable of(Path path) {
        return new SparkTable(SparkProcess.shared(), path);
    }

    /**
     * What Delta Spark reads.
     *
     * @param contentSha256 as in the manifests
     * @param digest as in the fixtures' manifest
     * @param texts the sorted row texts
     */
    record Content(int rows, String contentSha256, String digest, List<String> texts) {}

    /** The rows of the latest version. */
    Content read() {
        return read(OptionalLong.empty());
    }

    /** The rows of an older version. */
    Content read(long version) {
        return read(OptionalLong.of(version));
    }

    private Content read(OptionalLong version) {
        ObjectNode question =
                SparkProcess.question("read").put("table", path.toString()).put("texts", true);
        version.ifPresent(number -> question.put("version", number));
        JsonNode answer = spark.ask(question);
        List<String> texts = new ArrayList<>();
        answer.get("texts").forEach(text -> texts.add(text.asText()));
        return new Content(
                answer.get("rows").asInt(),
                answer.get("contentSha256").asText(),
                answer.get("digest").asText(),
                List.copyOf(texts));
    }

    /**
     * Runs one SQL statement.
     *
     * @param sql the statement, with {@code %s} where the table's name goes
     * @return the rows of the result as JSON objects
     */
    List<JsonNode> sql(String sql) {
        String name = "delta.`" + path.toString().replace("`", "``") + "`";
        JsonNode answer = spark.ask(SparkProcess.question("sql").put("sql", sql.replace("%s", name)));
        List<JsonNode> rows = new ArrayList<>();
        answer.get("rows").forEach(rows::add);
        return rows;
    }

    /**
     * The actions that make up the latest version, tombstones included; each a JSON text without the table's own path, sorted. Left out are statistics and tags of tombstones, which
     * checkpoints do not have.
     */
    List<String> state() {
        JsonNode answer = spark.ask(SparkProcess.question("state").put("table", path.toString()));
        List<String> actions = new ArrayList<>();
        for (JsonNode action : answer.get("actions")) {
            if (action.get("remove") instanceof ObjectNode remove) {
                remove.remove(List.of("stats", "tags"));
            }
            if (action.get("add") instanceof ObjectNode add) {
                tidy(add);
            }
            actions.add(action.toString().replace(path.toString(), ""));
        }
        return actions.stream().sorted().toList();
    }

    /** Writers differ in the blanks of statistics, and some write tags where there are none. */
    private static void tidy(ObjectNode add) {
        if (add.path("tags").isEmpty()) {
            add.remove("tags");
        }
        if (add.hasNonNull("stats")) {
            try {
                add.set("stats", new ObjectMapper().readTree(add.get("stats").asText()));
            } catch (JsonProcessingException e) {
                // One writer's statistics are no JSON; they stay the text that they are.
            }
        }
    }

    /** The version that time travel to a time finds; empty if all are younger. */
    OptionalLong versionAt(Instant time) {
        ObjectNode question =
                SparkProcess.question("versionAt").put("table", path.toString()).put("millis", time.toEpochMilli());
        try {
            return OptionalLong.of(spark.ask(question).get("version").asLong());
        } catch (IllegalStateException e) {
            if (String.valueOf(e.getMessage()).contains("TIMESTAMP_EARLIER_THAN_COMMIT_RETENTION")
                    || String.valueOf(e.getMessage()).contains("before the earliest version")) {
                return OptionalLong.empty();
            }
            throw e;
        }
    }

    /** The change feed from one version to another, both included. */
    List<JsonNode> changes(long from, long to) {
        String text = path.toString().replace("'", "\\'");
        return sql("SELECT * FROM table_changes_by_path('" + text + "', " + from + ", " + to + ")");
    }

    /** What a full VACUUM without retention would delete: paths relative to the table, sorted. */
    List<String> vacuumDryRun() {
        List<String> paths = new ArrayList<>();
        for (JsonNode row : sql("VACUUM %s RETAIN 0 HOURS DRY RUN")) {
            Path deleted = Path.of(row.get("path").asText().replaceFirst("^file:/*", "/"));
            paths.add(path.toAbsolutePath().relativize(deleted).toString());
        }
        return paths.stream().sorted().toList();
    }

    /** What the statistics in the log claim and the data deny, with Spark as the judge of both. */
    List<String> wrongStatistics() {
        JsonNode answer = spark.ask(SparkProcess.question("statistics").put("table", path.toString()));
        List<String> wrong = new ArrayList<>();
        answer.get("wrong").forEach(line -> wrong.add(line.asText()));
        return wrong;
    }
}
