package io.github.deltamaint.internal.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording of the Java Flight Recorder holds. */
class FlightRecorderTest {
    private static final Path REFERENCE =
            Path.of(System.getProperty("basedir", "."), "..", "docs", "reference", "metrics.md");

    private static final String PREFIX = "io.github.deltamaint.";

    @TempDir
    Path directory;

    private Path lake;
    private TestTable table;

    @BeforeEach
    void makeTable() throws IOException {
        lake = Files.createDirectory(directory.resolve("lake"));
        table = TestTable.in(lake)
                .startingAt(Instant.now().minus(Duration.ofDays(30)))
                .append(new Columns().longs("id", 0L, 1L));
        for (long i = 1; i < 3; i++) {
            table.append(new Columns().longs("id", 2 * i, 2 * i + 1));
        }
    }

    @FunctionalInterface
    private interface Operation {
        void run(TableMaintenance table) throws IOException;
    }

    private List<RecordedEvent> recording(Operation operation) throws IOException {
        try (Recording recording = new Recording()) {
            for (Class<? extends Event> type : types()) {
                recording.enable(name(type));
            }
            recording.start();
            operation.run(DeltaMaintenance.table(lake.toString()));
            recording.stop();
            Path file = directory.resolve("recording.jfr");
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().startsWith(PREFIX))
                    .filter(event -> lake.toString().equals(event.getString("table")))
                    .toList();
        }
    }

    private static String name(Class<?> type) {
        return type.getAnnotation(Name.class).value();
    }

    private static List<Class<? extends Event>> types() {
        List<Class<? extends Event>> types = new ArrayList<>();
        for (Class<?> type : FlightEvents.class.getDeclaredClasses()) {
            if (type.isAnnotationPresent(Name.class)) {
                types.add(type.asSubclass(Event.class));
            }
        }
        return types;
    }

    private static RecordedEvent only(List<RecordedEvent> events, String name) {
        List<RecordedEvent> found = events.stream()
                .filter(event -> event.getEventType().getName().equals(PREFIX + name))
                .toList();
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    @Test
    void holdsPlanTasksAndCommitOfAnOptimize() throws IOException {
        List<OptimizeResult> results = new ArrayList<>();
        List<RecordedEvent> events = recording(it -> results.add(it.optimize().execute()));
        OptimizeResult result = results.get(0);
        assertThat(only(events, "OptimizePlan").getInt("tasks")).isEqualTo(1);
        RecordedEvent task = only(events, "RewriteTask");
        assertThat(task.getInt("inputFiles")).isEqualTo(3);
        assertThat(task.getLong("inputBytes"))
                .isEqualTo(result.filesRemoved().totalSize().bytes());
        assertThat(task.getLong("outputFiles")).isEqualTo(1);
        assertThat(task.getLong("outputBytes"))
                .isEqualTo(result.filesAdded().totalSize().bytes());
        assertThat(task.getString("failure")).isNull();
        assertThat(task.getDuration()).isPositive();
        RecordedEvent commit = only(events, "Commit");
        assertThat(commit.getLong("version")).isEqualTo(result.versions().get(0));
        assertThat(commit.getInt("attempts")).isEqualTo(1);
        assertThat(commit.getString("failure")).isNull();
    }

    @Test
    void holdsWhyATaskFailed() throws IOException {
        Files.delete(table.files().get(1).file());
        List<RecordedEvent> events = recording(
                it -> assertThatThrownBy(() -> it.optimize().execute()).isInstanceOf(CorruptTableException.class));
        assertThat(only(events, "RewriteTask").getString("failure")).contains("CorruptTableException");
    }

    @Test
    void holdsPlanRemovalsAndBothCommitsOfAVacuum() throws IOException {
        table.remove(table.files().get(0));
        List<RecordedEvent> events = recording(it -> it.vacuum().execute());
        assertThat(only(events, "VacuumPlan").getLong("candidates")).isEqualTo(1);
        assertThat(only(events, "VacuumRemoval").getLong("removed")).isEqualTo(1);
        assertThat(events.stream()
                        .filter(event -> event.getEventType().getName().equals(PREFIX + "Commit")))
                .hasSize(2);
    }

    @Test
    void allEventsAndFieldsAreInTheReference() throws IOException {
        String reference = Files.readString(REFERENCE);
        assertThat(types()).hasSize(7);
        for (Class<? extends Event> type : types()) {
            String row = Stream.of(reference.split("\n"))
                    .filter(line -> line.startsWith("| `" + name(type).substring(PREFIX.length()) + "` |"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(name(type) + " is not in " + REFERENCE));
            for (ValueDescriptor field : EventType.getEventType(type).getFields()) {
                if (!List.of("startTime", "duration", "eventThread", "stackTrace", "table")
                        .contains(field.getName())) {
                    assertThat(row).contains("`" + field.getName() + "`");
                }
            }
        }
    }
}
