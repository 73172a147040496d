package io.github.deltamaint;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TestTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Small tables, and how others than us see them. */
final class Tables {
    private static final ParquetJavaReader JUDGE = new ParquetJavaReader();

    private Tables() {}

    /** Rows with these ids and one partition value for all. */
    static Columns rows(@Nullable String region, long firstId, int count) {
        @Nullable Long[] ids = new @Nullable Long[count];
        @Nullable String[] regions = new @Nullable String[count];
        @Nullable String[] notes = new @Nullable String[count];
        for (int i = 0; i < count; i++) {
            ids[i] = firstId + i;
            regions[i] = region;
            notes[i] = ids[i] % 3 == 0 ? null : "note " + (firstId + i);
        }
        return new Columns().longs("id", ids).strings("region", regions).strings("note", notes);
    }

    /** Three partitions with two files each, so three tasks for OPTIMIZE: regions East, North and West. */
    static TestTable threeTasks(Path directory) {
        TestTable table = TestTable.in(directory)
                .feature("deletionVectors")
                .partitionedBy("region")
                .columns(rows("", 0, 0).type())
                .create();
        for (String region : List.of("East", "North", "West")) {
            long first = region.charAt(0) * 100L;
            table.append(rows(region, first, 10)).append(rows(region, first + 10, 10));
        }
        return table;
    }

    /** The table under the facade. */
    static TableMaintenance maintain(TestTable table) {
        return DeltaMaintenance.table(table.path().toString());
    }

    /** A table under a storage in which another writer is faster once. */
    static TableMaintenance overtakenBy(Path table, Runnable other) {
        LocalStorage local = new LocalStorage();
        AtomicBoolean pending = new AtomicBoolean(true);
        Storage storage = (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("putIfAbsent") && pending.getAndSet(false)) {
                        other.run();
                    }
                    try {
                        return method.invoke(local, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return DeltaMaintenance.table(
                table.toString(),
                new DefaultMaintenanceContext.ContextBuilder()
                        .storage("", storage)
                        .build());
    }

    /** The texts of all rows, as parquet-java and a naive replay of the log see them. */
    static List<String> judge(Path table) {
        return JUDGE.rows(table).texts();
    }

    /** The active files, as a naive replay of the log sees them: decoded paths relative to the table. */
    static Set<String> activeFiles(Path table) {
        Set<String> paths = new TreeSet<>();
        for (NaiveFile file : NaiveLog.latest(table).files()) {
            paths.add(table.relativize(file.file()).toString());
        }
        return paths;
    }

    /** The actions of one kind in a commit. */
    static List<JsonNode> actions(Path table, long version, String kind) {
        List<JsonNode> actions = new ArrayList<>();
        for (JsonNode action : NaiveLog.commit(table, version)) {
            if (action.has(kind)) {
                actions.add(action.get(kind));
            }
        }
        return actions;
    }
}
