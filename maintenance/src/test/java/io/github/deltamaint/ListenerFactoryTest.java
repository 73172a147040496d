package io.github.deltamaint;

import static io.github.deltamaint.Tables.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Those that hear of all operations of a context. */
class ListenerFactoryTest {
    @TempDir
    Path directory;

    private final List<String> tables = new ArrayList<>();
    private final List<EventLog> heard = new ArrayList<>();

    private List<String> hearing(Consumer<TableMaintenance> operation) {
        heard.clear();
        try (MaintenanceContext context = MaintenanceContext.builder()
                .maxConcurrentRewrites(1)
                .listeners(table -> {
                    EventLog log = new EventLog();
                    tables.add(table);
                    heard.add(log);
                    return log;
                })
                .build()) {
            operation.accept(DeltaMaintenance.table(directory.toString(), context));
        }
        return heard.stream().flatMap(log -> log.events().stream()).toList();
    }

    private static List<String> commit(long version) {
        return List.of("commit " + version + " attempt 1", "committed " + version);
    }

    @Test
    void everyOperationThatCommitsIsHeard() {
        long version = Tables.threeTasks(directory).version();
        assertThat(hearing(it -> it.optimize().where("region = 'West'").execute()))
                .startsWith("planned 1", "started 0", "finished 0")
                .endsWith(commit(version + 1).toArray(String[]::new));
        assertThat(hearing(it -> it.properties().set("owner", "sales").commit()))
                .isEqualTo(commit(version + 2));
        assertThat(hearing(it -> {
                    try (Append append = it.append()) {
                        append.row(Map.of("id", 7L, "region", "West"));
                        append.commit();
                    }
                }))
                .isEqualTo(commit(version + 3));
        assertThat(hearing(it -> it.restore().toVersion(version).execute())).isEqualTo(commit(version + 4));
        assertThat(hearing(it -> it.autoCompact().always().minNumFiles(2).execute()))
                .contains("planned 3");
        assertThat(tables).containsOnly(directory.toString());
    }

    @Test
    void changesOfClusteringColumnsAreHeard() {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 5));
        assertThat(hearing(it -> it.clusterBy().columns("id").commit())).isEqualTo(commit(table.version() + 1));
    }

    @Test
    void eachOperationHasAListenerOfItsOwn() {
        Tables.threeTasks(directory);
        hearing(it -> {
            it.optimize().execute();
            it.properties().set("owner", "sales").commit();
        });
        assertThat(heard).hasSize(2);
        assertThat(heard.get(0).events("planned")).hasSize(1);
        assertThat(heard.get(1).events()).hasSize(2);
    }

    @Test
    void aCommitThatFailsIsHeardToo() {
        TestTable table = TestTable.in(directory).append(rows("West", 0, 5)).append(rows("West", 5, 5));
        List<String> events = hearing(it -> {
            RestorePlan plan = it.restore().toVersion(0).plan();
            table.append(rows("West", 10, 5));
            assertThatThrownBy(plan::execute).isInstanceOf(CommitConflictException.class);
        });
        assertThat(events).endsWith("commit failed");
    }

    @Test
    void listenersOfTheOperationAreToldToo() {
        Tables.threeTasks(directory);
        EventLog own = new EventLog();
        hearing(it -> it.optimize().listener(own).execute());
        assertThat(own.events()).isNotEmpty().isEqualTo(heard.get(0).events());
    }
}
