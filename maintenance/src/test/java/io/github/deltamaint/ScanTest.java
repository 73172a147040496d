package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.Tables.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScanTest {
    @TempDir
    Path directory;

    private static List<Map<String, @Nullable Object>> read(Scan scan) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        scan.forEach(rows::add);
        return rows;
    }

    private static List<@Nullable Object> ids(Scan scan) {
        List<@Nullable Object> ids = new ArrayList<>();
        scan.forEach(row -> ids.add(row.get("id")));
        return ids;
    }

    @Test
    void givesValuesAsTheTypesOfJava() {
        Map<String, Class<?>> expected = new HashMap<>(Map.of(
                "b", Boolean.class,
                "i8", Byte.class,
                "i16", Short.class,
                "i32", Integer.class,
                "i64", Long.class,
                "f32", Float.class,
                "f64", Double.class,
                "s", String.class,
                "bin", byte[].class,
                "d", LocalDate.class));
        expected.putAll(Map.of(
                "ts", Instant.class, "ntz", LocalDateTime.class, "d5", BigDecimal.class, "d38", BigDecimal.class));
        List<Map<String, @Nullable Object>> rows =
                read(DeltaMaintenance.table(Fixtures.named("all_types").table().toString())
                        .scan());
        expected.forEach((column, type) -> assertThat(rows)
                .extracting(row -> row.get(column))
                .filteredOn(value -> value != null)
                .isNotEmpty()
                .hasOnlyElementsOfType(type));
        assertThat(rows).extracting(row -> row.get("allnull")).containsOnlyNulls();
        assertThat(rows.get(0).keySet()).startsWith("k", "b", "i8");
    }

    @Test
    void refusesAColumnThatIsNamedTwice() {
        String table = Fixtures.named("all_types").table().toString();
        Scan scan = DeltaMaintenance.table(table).scan().columns("k", "b", "K");
        assertThatThrownBy(() -> read(scan))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessage(table + ": column k is named twice; name it once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all_types", "nested", "nested_legacy", "typed_partitions", "int96_timestamps", "dv_dml"})
    void contentIsWhatDeltaSparkSays(String name) {
        Fixture fixture = Fixtures.named(name);
        TableMaintenance table = DeltaMaintenance.table(fixture.table().toString());
        assertThat(table.scan().contentSha256())
                .isEqualTo(fixture.contentSha256().orElseThrow());
        assertThat(table.digest().rows()).isEqualTo(fixture.rows().orElseThrow());
    }

    @Test
    void readsVariantsThatAreNotShredded() {
        Fixture fixture = Fixtures.named("variant");
        TableMaintenance table = DeltaMaintenance.table(fixture.table().toString());
        assertThat(table.digest().rows()).isEqualTo(fixture.expectedRows().size());
        table.scan().forEach(row -> assertThat(row).isNotEmpty());
    }

    @Test
    void givesStructsListsAndMapsAsCollections() {
        ValueType.Struct columns = ValueType.columns(
                "s", ValueType.struct("a", ValueType.Primitive.LONG, "b", ValueType.Primitive.STRING),
                "l", ValueType.array(ValueType.Primitive.DATE),
                "m", ValueType.map(ValueType.Primitive.STRING, ValueType.Primitive.INTEGER));
        TestTable table = TestTable.in(directory)
                .append(Columns.of(
                        columns,
                        List.of(
                                List.of(Arrays.asList(1L, null), Arrays.asList(0, null), List.of(Map.entry("k", 7))),
                                Arrays.asList(null, List.of(), null))));
        List<Map<String, @Nullable Object>> rows = read(maintain(table).scan());
        Map<String, @Nullable Object> struct = new HashMap<>();
        struct.put("a", 1L);
        struct.put("b", null);
        assertThat(rows.get(0))
                .containsEntry("s", struct)
                .containsEntry("l", Arrays.asList(LocalDate.EPOCH, null))
                .containsEntry("m", List.of(Map.entry("k", 7)));
        assertThat(rows.get(1))
                .containsEntry("s", null)
                .containsEntry("l", List.of())
                .containsEntry("m", null);
    }

    @Test
    void readsAVersionOrATime() {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 2));
        Instant second = table.now();
        table.append(rows("West", 2, 2)).append(rows("West", 4, 2));
        assertThat(ids(maintain(table).scan().version(1))).containsExactlyInAnyOrder(0L, 1L);
        assertThat(ids(maintain(table).scan().timestamp(second))).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
        assertThat(ids(maintain(table).scan().timestamp(second.plusSeconds(59))))
                .hasSize(4);
        assertThat(maintain(table).scan().version(2).digest().version()).isEqualTo(2);
        assertThatThrownBy(() -> maintain(table).scan().version(17).digest())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("17");
        assertThatThrownBy(() -> maintain(table).scan().timestamp(Instant.EPOCH).digest())
                .isInstanceOf(InvalidOperationException.class);
    }

    @Test
    void readsOnlyRowsThatSatisfyThePredicates() {
        TestTable table = Tables.threeTasks(directory);
        long first = 'N' * 100L;
        assertThat(ids(maintain(table).scan().where("region = 'North'"))).hasSize(20);
        assertThat(ids(maintain(table).scan().where("id >= " + (first + 18)).where("region = 'North'")))
                .containsExactlyInAnyOrder(first + 18, first + 19);
        assertThat(ids(maintain(table).scan().where("note IS NULL AND id < " + (first + 3) + " AND id >= " + first)))
                .containsExactly(first);
        assertThat(ids(maintain(table).scan().where("note = 'nothing'"))).isEmpty();
        assertThat(maintain(table).scan().where("region = 'North'").digest().rows())
                .isEqualTo(20);
    }

    @Test
    void filtersRowsOfFilesWithDeletionVectorsAndNestedColumns() {
        ValueType.Struct columns =
                ValueType.columns("id", ValueType.Primitive.LONG, "s", ValueType.struct("a", ValueType.Primitive.LONG));
        TestTable table = TestTable.in(directory)
                .feature("deletionVectors")
                .append(Columns.of(
                        columns,
                        List.of(
                                List.of(0L, List.of(5L)),
                                List.of(1L, List.of(6L)),
                                Arrays.asList(2L, null),
                                List.of(3L, List.of(7L)),
                                List.of(4L, List.of(8L)))));
        table.deleteRows(table.files().get(0), 3);
        assertThat(ids(maintain(table).scan().where("s.a > 5"))).containsExactly(1L, 4L);
        assertThat(ids(maintain(table).scan().where("s.a IS NULL"))).containsExactly(2L);
        assertThat(ids(maintain(table).scan().where("s.a > 100"))).isEmpty();
    }

    @Test
    void readsOnlyTheColumnsAskedForInTheirOrder() {
        TestTable table = Tables.threeTasks(directory);
        List<Map<String, @Nullable Object>> rows =
                read(maintain(table).scan().columns("region", "id").limit(1));
        assertThat(rows)
                .singleElement()
                .satisfies(row -> assertThat(row.keySet()).containsExactly("region", "id"));
        assertThat(read(maintain(table).scan().columns("region"))).hasSize(60);
        assertThatThrownBy(() -> maintain(table).scan().columns("nope").digest())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageStartingWith(directory + ": ")
                .hasMessageContaining("nope");
        assertThatThrownBy(() -> maintain(table).scan().columns())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a scan needs at least one column");
    }

    @Test
    void stopsAtTheLimit() {
        TestTable table = Tables.threeTasks(directory);
        assertThat(read(maintain(table).scan().limit(25))).hasSize(25);
        assertThat(read(maintain(table).scan().limit(1000))).hasSize(60);
        assertThat(read(maintain(table).scan().limit(0))).isEmpty();
        assertThatThrownBy(() -> read(maintain(table).scan().limit(0).columns("nope")))
                .isInstanceOf(InvalidOperationException.class);
    }

    @Test
    void refusesWhatHasNoMeaning() {
        Scan scan = DeltaMaintenance.table("/nowhere").scan();
        assertThatThrownBy(() -> scan.version(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("version must not be negative but was -1");
        assertThatThrownBy(() -> scan.limit(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limit must not be negative but was -1");
        scan.version(1);
        assertThatThrownBy(() -> scan.timestamp(Instant.EPOCH)).isInstanceOf(IllegalStateException.class);
        Scan other = DeltaMaintenance.table("/nowhere").scan().timestamp(Instant.EPOCH);
        assertThatThrownBy(() -> other.version(1)).isInstanceOf(IllegalStateException.class);
        Scan limited = DeltaMaintenance.table("/nowhere").scan().limit(5);
        assertThatThrownBy(limited::digest)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("digest of the first 5 rows would depend on their order; leave out limit(…)");
        assertThatThrownBy(limited::contentSha256).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatTheCallersActionThrowsIsThrownOn() {
        TestTable table = Tables.threeTasks(directory);
        IllegalArgumentException own = new IllegalArgumentException("mine");
        assertThatThrownBy(() -> maintain(table).scan().forEach(row -> {
                    throw own;
                }))
                .isSameAs(own);
    }

    @Test
    void namesTheFileThatCannotBeRead() throws Exception {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 2)).append(rows("West", 2, 2));
        Path damaged = table.files().get(1).file();
        Files.write(damaged, new byte[100]);
        assertThatThrownBy(() -> maintain(table).digest())
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(damaged.getFileName().toString());
        Files.delete(damaged);
        assertThatThrownBy(() -> maintain(table).digest())
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(damaged.getFileName()
                        + ": the log says that this file is part of the table, but it is not there");
    }

    @Test
    void namesTheFileWhosePartitionValueIsNoneOfItsType() {
        TestTable table = TestTable.in(directory)
                .partitionedBy("p")
                .append(new Columns().longs("id", 1L).ints("p", 7));
        String name = table.files().get(0).path();
        table.commitRaw(
                "{\"add\":" + table.files().get(0).add().toString().replace("\"p\":\"7\"", "\"p\":\"seven\"") + "}");
        for (Runnable reading : List.<Runnable>of(
                () -> maintain(table).digest(),
                () -> maintain(table).scan().contentSha256(),
                () -> read(maintain(table).scan()),
                () -> read(maintain(table).scan().where("p > 5")))) {
            assertThatThrownBy(reading::run)
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("'seven'");
        }
    }

    @Test
    void aDigestIsTheSameWhateverTheFilesAndDiffersWhenOneValueDoes() {
        TestTable one = TestTable.in(directory.resolve("one")).append(rows("West", 0, 10));
        TestTable two = TestTable.in(directory.resolve("two")).append(rows("West", 5, 5));
        two.append(rows("West", 0, 5));
        TestTable other = TestTable.in(directory.resolve("other")).append(rows("West", 0, 9));
        other.append(new Columns()
                .longs("id", 9L)
                .strings("region", "west")
                .column("note", ValueType.Primitive.STRING, Arrays.asList((String) null)));
        String digest = maintain(one).digest().digest();
        assertThat(digest).matches("[0-9a-f]{32}");
        assertThat(maintain(two).digest().digest()).isEqualTo(digest);
        assertThat(maintain(other).digest().digest()).isNotEqualTo(digest);
        assertThat(maintain(other).digest().rows()).isEqualTo(10);
    }

    @Test
    void pathIsAbsoluteAndDecoded() {
        assertThat(DeltaMaintenance.table("file:///lake/a%20b/").path()).isEqualTo("/lake/a b");
        assertThat(DeltaMaintenance.table("/lake/a%20b").path()).isEqualTo("/lake/a%20b");
        assertThat(DeltaMaintenance.table("relative").path())
                .isEqualTo(Path.of("relative").toAbsolutePath().toString());
    }
}
