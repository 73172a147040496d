package io.github.deltamaint.interop;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.log.CheckpointResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Copies of tables of which nothing is left but our checkpoint, and the commit of the same version. */
final class CheckpointAlone {
    private CheckpointAlone() {}

    /** Writes the checkpoint of the latest version and deletes everything else that the log could be read from. */
    static CheckpointResult in(Path table) {
        return in(table, Clock.systemUTC());
    }

    /** The same at another time, which decides what has expired. */
    static CheckpointResult in(Path table, Clock clock) {
        deleteCheckpoints(table);
        CheckpointResult checkpoint;
        try (MaintenanceContext context =
                MaintenanceContext.builder().clock(clock).build()) {
            checkpoint = DeltaMaintenance.table(table.toString(), context).checkpoint();
        }
        String version = String.format(Locale.ROOT, "%020d", checkpoint.version());
        Path log = table.resolve("_delta_log");
        for (Path file : files(log)) {
            String name = log.relativize(file).toString().replace('\\', '/');
            boolean stays = checkpoint.files().contains(name)
                    || name.equals(version + ".json")
                    || name.equals("_last_checkpoint");
            if (!stays) {
                delete(file);
            }
        }
        return checkpoint;
    }

    /** The checkpoints of others, where the commits are all there and the log can be read without. */
    private static void deleteCheckpoints(Path table) {
        List<Path> files = files(table.resolve("_delta_log"));
        List<String> commits = files.stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.matches("\\d{20}\\.json"))
                .sorted()
                .toList();
        if (!commits.isEmpty()
                && commits.get(commits.size() - 1)
                        .equals(String.format(Locale.ROOT, "%020d.json", commits.size() - 1))) {
            files.stream()
                    .filter(file -> file.getFileName().toString().contains("checkpoint"))
                    .forEach(CheckpointAlone::delete);
        }
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
