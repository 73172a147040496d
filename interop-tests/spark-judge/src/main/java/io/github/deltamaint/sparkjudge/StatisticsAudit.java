package io.github.deltamaint.sparkjudge;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.from_json;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Lets Spark compute the bounds and null counts of every file and compares them with the statistics as Delta parses them. */
final class StatisticsAudit {

    private final SparkSession spark;
    private final String table;
    private final List<String> wrong = new ArrayList<>();
    private int bounds;

    StatisticsAudit(SparkSession spark, String table) {
        this.spark = spark;
        this.table = table;
    }

    List<String> wrong() {
        return wrong;
    }

    int bounds() {
        return bounds;
    }

    /** A leaf column: its path in the data and in the statistics. */
    private record Leaf(List<String> logicalPath, List<String> physicalPath, DataType type) {

        String logical() {
            return quoted(logicalPath);
        }

        String physical() {
            return quoted(physicalPath);
        }

        boolean isIn(StructType statistics, String part) {
            DataType parent = statistics;
            List<String> steps = new ArrayList<>(List.of(part));
            steps.addAll(physicalPath);
            for (String step : steps) {
                if (!(parent instanceof StructType struct)
                        || !Arrays.asList(struct.fieldNames()).contains(step)) {
                    return false;
                }
                parent = struct.apply(step).dataType();
            }
            return true;
        }

        private static String quoted(List<String> path) {
            return path.stream()
                    .map(name -> "`" + name.replace("`", "``") + "`")
                    .collect(Collectors.joining("."));
        }
    }

    void run() {
        Snapshot snapshot = DeltaLog.forTable(spark, table).update(false, scala.Option.empty(), scala.Option.empty());
        StructType schema = snapshot.statsSchema();
        List<Leaf> leaves = new ArrayList<>();
        collect(snapshot.metadata().dataSchema(), List.of(), List.of(), leaves);
        leaves.removeIf(leaf -> !leaf.isIn(schema, "minValues") && !leaf.isIn(schema, "nullCount"));
        if (leaves.isEmpty()) {
            return;
        }
        Column[] lies = IntStream.range(0, leaves.size())
                .mapToObj(i -> lie(i, leaves.get(i).type()))
                .toArray(Column[]::new);
        Dataset<Row> joined = realValues(leaves, schema)
                .join(statedValues(snapshot, leaves, schema), "name")
                .select(Stream.concat(Stream.of(col("*")), Arrays.stream(lies)).toArray(Column[]::new));
        for (Row row : joined.collectAsList()) {
            for (int i = 0; i < leaves.size(); i++) {
                bounds += row.isNullAt(row.fieldIndex("lower" + i)) ? 0 : 2;
                if (row.<Boolean>getAs("lie" + i)) {
                    wrong.add(leaves.get(i).logical() + ": " + describe(row, i));
                }
            }
        }
    }

    /** What Spark finds in the rows of each file: {@code least}, {@code greatest} and {@code present} of every leaf. */
    private Dataset<Row> realValues(List<Leaf> leaves, StructType schema) {
        List<Column> values =
                new ArrayList<>(List.of(expr("_metadata.file_name").as("name")));
        List<Column> facts = new ArrayList<>();
        for (int i = 0; i < leaves.size(); i++) {
            Leaf leaf = leaves.get(i);
            Column bound = leaf.isIn(schema, "minValues")
                    ? col("value" + i)
                    : lit(null).cast("int");
            values.add(col(leaf.logical()).as("value" + i));
            facts.add(min(bound).as("least" + i));
            facts.add(max(bound).as("greatest" + i));
            facts.add(count("value" + i).as("present" + i));
        }
        return spark.read()
                .format("delta")
                .load(table)
                .select(values.toArray(Column[]::new))
                .groupBy("name")
                .agg(count(lit(1)).as("rows"), facts.toArray(Column[]::new));
    }

    /** What the log says about each file: {@code lower}, {@code upper} and {@code nulls} of every leaf. */
    private static Dataset<Row> statedValues(Snapshot snapshot, List<Leaf> leaves, StructType schema) {
        boolean saysTight = Arrays.asList(schema.fieldNames()).contains("tightBounds");
        List<Column> stated = new ArrayList<>();
        stated.add(expr("reverse(split(path, '/'))[0]").as("name"));
        stated.add(
                expr(saysTight ? "coalesce(parsed.tightBounds, true)" : "true").as("tight"));
        for (int i = 0; i < leaves.size(); i++) {
            Leaf leaf = leaves.get(i);
            Column none = lit(null).cast("int");
            boolean bounded = leaf.isIn(schema, "minValues");
            stated.add((bounded ? col("parsed.minValues." + leaf.physical()) : none).as("lower" + i));
            stated.add((bounded ? col("parsed.maxValues." + leaf.physical()) : none).as("upper" + i));
            stated.add((leaf.isIn(schema, "nullCount")
                            ? col("parsed.nullCount." + leaf.physical())
                            : lit(null).cast("long"))
                    .as("nulls" + i));
        }
        return snapshot.allFiles()
                .toDF()
                .withColumn("parsed", from_json(col("stats"), schema, new HashMap<>()))
                .where("parsed IS NOT NULL")
                .select(stated.toArray(Column[]::new));
    }

    /** Delta cuts the maximum of a timestamp to milliseconds and knows it when it reads. */
    private static Column lie(int i, DataType type) {
        boolean time = type instanceof TimestampType || type instanceof TimestampNTZType;
        String upper = "upper" + i + (time ? " + INTERVAL 1 MILLISECOND" : "");
        return expr("coalesce(least" + i + " < lower" + i + ", false) OR coalesce(greatest" + i + " > " + upper
                        + ", false) OR coalesce(tight AND nulls" + i + " <> rows - present" + i + ", false)")
                .as("lie" + i);
    }

    private static String describe(Row row, int i) {
        List<String> facts = new ArrayList<>();
        for (String fact : List.of("lower", "least", "greatest", "upper", "nulls", "present")) {
            facts.add(fact + " " + row.getAs(fact + i));
        }
        return row.getAs("name") + ": " + String.join(", ", facts) + ", rows " + row.getAs("rows");
    }

    private static void collect(StructType struct, List<String> logical, List<String> physical, List<Leaf> into) {
        for (StructField field : struct.fields()) {
            String physicalName = field.metadata().contains("delta.columnMapping.physicalName")
                    ? field.metadata().getString("delta.columnMapping.physicalName")
                    : field.name();
            List<String> logicalPath = with(logical, field.name());
            List<String> physicalPath = with(physical, physicalName);
            if (field.dataType() instanceof StructType nested) {
                collect(nested, logicalPath, physicalPath, into);
            } else {
                into.add(new Leaf(logicalPath, physicalPath, field.dataType()));
            }
        }
    }

    private static List<String> with(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }
}
