package io.github.deltamaint.log.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.log.ReferenceTables;
import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.stats.StatisticsSchema.Column;
import io.github.deltamaint.testsupport.NaiveFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StatisticsSchemaTest {
    private static final StructType SCHEMA = StructType.of(
            new StructField("p", PrimitiveType.DATE),
            new StructField("a", PrimitiveType.LONG),
            new StructField(
                    "s",
                    StructType.of(
                            new StructField("flag", PrimitiveType.BOOLEAN),
                            new StructField("deep", StructType.of(new StructField("x.y", PrimitiveType.STRING))))),
            new StructField("l", new ArrayType(StructType.of(new StructField("e", PrimitiveType.LONG)), true)),
            new StructField("m", new MapType(PrimitiveType.STRING, PrimitiveType.LONG, true)),
            new StructField("b", PrimitiveType.BINARY),
            new StructField("v", OpaqueType.VARIANT));

    private static List<String> wanted(StatisticsSettings settings, String... always) {
        List<ColumnPath> forced =
                List.of(always).stream().map(ColumnPath::parse).toList();
        return StatisticsSchema.wanted(SCHEMA, List.of("P"), ColumnMapping.NONE, settings, forced).columns().stream()
                .map(column -> column.path().toString())
                .toList();
    }

    private static StatisticsSettings first(int columns) {
        return new StatisticsSettings(columns, Optional.empty(), 32);
    }

    private static StatisticsSettings named(String columns) {
        return new StatisticsSettings(32, Optional.of(ColumnPath.parseList(columns)), 32);
    }

    @Test
    void leavesCountAndStructsAndPartitionColumnsDoNot() {
        assertThat(wanted(first(-1))).containsExactly("a", "s.flag", "s.deep.`x.y`", "l", "m", "b", "v");
        assertThat(wanted(first(3))).containsExactly("a", "s.flag", "s.deep.`x.y`");
        assertThat(wanted(first(0))).isEmpty();
    }

    @Test
    void namedColumnsReplaceTheNumberAndAStructStandsForAllInIt() {
        assertThat(wanted(named("S, L"))).containsExactly("s.flag", "s.deep.`x.y`", "l");
        assertThat(wanted(named("s.deep"))).containsExactly("s.deep.`x.y`");
        assertThat(wanted(named(""))).isEmpty();
    }

    @Test
    void namedColumnsThatAreGoneAreReported() {
        StatisticsSchema schema =
                StatisticsSchema.wanted(SCHEMA, List.of("p"), ColumnMapping.NONE, named("a, gone, s.gone"), List.of());

        assertThat(schema.columns()).hasSize(1);
        assertThat(schema.unknownColumns()).containsExactly(ColumnPath.of("gone"), ColumnPath.of("s", "gone"));
    }

    @Test
    void clusteringColumnsAlwaysHaveStatistics() {
        assertThat(wanted(first(1), "S.Deep.`x.y`")).containsExactly("a", "s.deep.`x.y`");
        assertThat(wanted(named("m"), "a")).containsExactly("a", "m");
        assertThatIllegalArgumentException().isThrownBy(() -> wanted(first(1), "gone"));
    }

    @Test
    void onlyTypesWithAnOrderHaveBounds() {
        List<Column> columns =
                StatisticsSchema.all(SCHEMA, List.of("p"), ColumnMapping.NONE).columns();

        assertThat(columns.stream().filter(Column::hasBounds))
                .extracting(column -> column.path().toString())
                .containsExactly("a", "s.deep.`x.y`");
        assertThat(columns).extracting(Column::index).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }

    /** Delta Spark is the judge: the columns that its statistics count nulls of, in files written under the table's present settings. */
    @Test
    void choosesTheColumnsThatDeltaSparkChooses() {
        int compared = 0;
        for (String name : List.of(
                "plain",
                "plain_partitioned",
                "nested",
                "wide_40",
                "stats_columns",
                "stats_indexed_2",
                "cm_id",
                "cm_name_new",
                "all_types",
                "iceberg_compat_v2",
                "timestamp_ntz",
                "clustering",
                "variant")) {
            ReferenceTable table = ReferenceTables.byId().get(name);
            StatisticsSchema schema = StatisticsSchema.wanted(
                    table.schema(),
                    table.snapshot().partitionColumns(),
                    table.properties().columnMapping(table.features().supports("columnMapping")),
                    table.properties().statistics(),
                    List.of());
            Set<List<String>> ours = new HashSet<>();
            schema.columns().forEach(column -> ours.add(column.physicalPath()));
            for (NaiveFile file : table.snapshot().files()) {
                Set<String> theirs = new TreeSet<>();
                collect(file.stats().path("nullCount"), List.of(), theirs);
                assertThat(theirs).as(name).isEqualTo(texts(ours));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(40);
    }

    private static Set<String> texts(Set<List<String>> paths) {
        Set<String> texts = new TreeSet<>();
        paths.forEach(path -> texts.add(String.join("/", path)));
        return texts;
    }

    private static void collect(JsonNode node, List<String> path, Set<String> leaves) {
        node.properties().forEach(entry -> {
            List<String> longer = new ArrayList<>(path);
            longer.add(entry.getKey());
            if (entry.getValue().isObject()) {
                collect(entry.getValue(), longer, leaves);
            } else {
                leaves.add(String.join("/", longer));
            }
        });
    }
}
