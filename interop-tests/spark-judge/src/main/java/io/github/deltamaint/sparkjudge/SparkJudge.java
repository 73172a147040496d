package io.github.deltamaint.sparkjudge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.RowDigest;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.ValueType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import scala.Option;

/**
 * Answers questions about Delta tables with Delta Spark: one JSON object per line in, one per line out.
 *
 * <ul>
 *   <li>{@code {"op":"read","table":T,"version":N}}: {@code rows}, {@code contentSha256}, {@code digest} and, if
 *       {@code "texts":true}, the sorted row {@code texts}; without a version, of the latest
 *   <li>{@code {"op":"sql","sql":S}}: the {@code rows} of the result as JSON objects
 *   <li>{@code {"op":"state","table":T}}: the {@code actions} that make up the latest version, tombstones included, as JSON objects
 *   <li>{@code {"op":"versionAt","table":T,"millis":M}}: the {@code version} that time travel to a time finds
 *   <li>{@code {"op":"statistics","table":T}}: {@code wrong}, what the statistics in the log claim and the data deny, and the
 *       number of {@code bounds} compared
 *   <li>{@code {"op":"rename","from":F,"to":T}}: whether the file system with which Delta Spark commits has {@code renamed} a file
 * </ul>
 *
 * <p>Whatever fails answers {@code {"error":CLASS,"message":TEXT}}. The process ends with its input.
 */
public final class SparkJudge {

    /** Off, because the tables under test keep the times at which they were written and every one of them grows old. */
    private static final String TIME_TRAVEL_ONLY_WITHIN_RETENTION =
            "spark.databricks.delta.vacuum.enforceTimeTravelWithinDeletedFileRetentionDuration";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final SparkSession spark;

    private SparkJudge(SparkSession spark) {
        this.spark = spark;
    }

    /**
     * Starts Spark and answers until the input ends. Then, or if that fails, threads of Spark's own keep nothing alive.
     *
     * @param args settings of the session, as {@code key=value}, that count more than those that are here for small tables
     */
    public static void main(String[] args) {
        int status = 1;
        try {
            answerAll(List.of(args));
            status = 0;
        } catch (Throwable e) {
            e.printStackTrace();
        } finally {
            System.exit(status);
        }
    }

    private static void answerAll(List<String> settings) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        SparkSession.Builder session = SparkSession.builder()
                .master("local[2]")
                .appName("judge")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                .config("spark.sql.datetime.java8API.enabled", "true")
                // Small tables: compiling a query would take longer than running it.
                .config("spark.sql.codegen.wholeStage", "false")
                .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                .config("spark.sql.shuffle.partitions", "1")
                .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "2")
                .config("spark.databricks.delta.snapshotPartitions", "1")
                // One process is asked about hundreds of tables: it must forget them, else its heap fills with their
                // plans.
                .config("spark.databricks.delta.delta.log.cacheSize", "2")
                .config("spark.sql.ui.retainedExecutions", "1")
                .config("spark.ui.retainedJobs", "1")
                .config("spark.ui.retainedStages", "1")
                .config("spark.ui.retainedTasks", "1")
                .config("spark.databricks.delta.retentionDurationCheck.enabled", "false")
                .config(TIME_TRAVEL_ONLY_WITHIN_RETENTION, "false")
                .config("spark.hadoop.fs.file.impl", QuietLocalFileSystem.class.getName())
                .config("spark.hadoop.fs.file.impl.disable.cache", "false")
                .config("spark.delta.logStore.file.impl", "io.delta.storage.LocalLogStore");
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            session.config(setting.substring(0, equals), setting.substring(equals + 1));
        }
        SparkJudge judge = new SparkJudge(session.getOrCreate());
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            answers.write((judge.answer(line) + "\n").getBytes(StandardCharsets.UTF_8));
            answers.flush();
        }
    }

    private ObjectNode answer(String line) {
        try {
            JsonNode question = MAPPER.readTree(line);
            return switch (question.path("op").asText()) {
                case "read" -> read(question);
                case "sql" -> sql(question);
                case "state" -> state(question);
                case "versionAt" -> versionAt(question);
                case "statistics" -> statistics(question);
                case "rename" -> rename(question);
                default -> throw new IllegalArgumentException("unknown op in " + line);
            };
        } catch (Exception | LinkageError | StackOverflowError e) {
            return MAPPER.createObjectNode()
                    .put("error", e.getClass().getName())
                    .put("message", messages(e));
        }
    }

    /** With those of its causes, because Spark hides them behind "you hit a bug". */
    private static String messages(Throwable failure) {
        StringBuilder messages = new StringBuilder(String.valueOf(failure.getMessage()));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            messages.append("; caused by ").append(cause).append(" at ");
            messages.append(cause.getStackTrace().length > 0 ? cause.getStackTrace()[0] : "an unknown place");
        }
        return messages.toString();
    }

    private ObjectNode read(JsonNode question) {
        DataFrameReader reader = spark.read().format("delta");
        if (question.has("version")) {
            reader = reader.option("versionAsOf", question.get("version").asLong());
        }
        Dataset<Row> table = reader.load(question.get("table").asText());
        ValueType.Struct columns =
                ValueType.withoutVariants(ValueType.parse(table.schema().json()));
        List<List<Object>> rows = new ArrayList<>();
        for (Row row : table.collectAsList()) {
            rows.add(SparkValues.row(columns, row));
        }
        TableRows read = new TableRows(columns, Columns.of(columns, rows).rows());
        ObjectNode answer = MAPPER.createObjectNode()
                .put("rows", read.count())
                .put("contentSha256", read.contentSha256())
                .put("digest", RowDigest.of(read));
        if (question.path("texts").asBoolean()) {
            read.texts().forEach(answer.putArray("texts")::add);
        }
        return answer;
    }

    private ObjectNode sql(JsonNode question) throws IOException {
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode rows = answer.putArray("rows");
        Dataset<Row> result = spark.sql(question.get("sql").asText());
        for (String row : result.toJSON().collectAsList()) {
            rows.add(MAPPER.readTree(row));
        }
        return answer;
    }

    private ObjectNode state(JsonNode question) throws IOException {
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode actions = answer.putArray("actions");
        Dataset<?> state = DeltaLog.forTable(spark, question.get("table").asText())
                .update(false, Option.empty(), Option.empty())
                .stateDS();
        for (String action : state.toJSON().collectAsList()) {
            actions.add(MAPPER.readTree(action));
        }
        return answer;
    }

    private ObjectNode versionAt(JsonNode question) {
        Timestamp time = new Timestamp(question.get("millis").asLong());
        long version = DeltaLog.forTable(spark, question.get("table").asText())
                .history()
                .getActiveCommitAtTime(time, Option.empty(), true, true, false)
                .version();
        return MAPPER.createObjectNode().put("version", version);
    }

    private ObjectNode statistics(JsonNode question) {
        StatisticsAudit audit = new StatisticsAudit(spark, question.get("table").asText());
        audit.run();
        ObjectNode answer = MAPPER.createObjectNode().put("bounds", audit.bounds());
        audit.wrong().forEach(answer.putArray("wrong")::add);
        return answer;
    }

    private ObjectNode rename(JsonNode question) throws IOException {
        Path from = new Path(question.get("from").asText());
        boolean renamed = from.getFileSystem(spark.sessionState().newHadoopConf())
                .rename(from, new Path(question.get("to").asText()));
        return MAPPER.createObjectNode().put("renamed", renamed);
    }
}
