package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives the files of a copied table the times that they had when they were written, as far as the log tells. */
final class FileTimes {

    /** Everything that no action names. */
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    private static final Pattern VERSION = Pattern.compile("(\\d{20})\\..*");

    private FileTimes() {}

    static void restore(Path table) {
        Path log = table.resolve("_delta_log");
        Map<Path, Instant> known = new HashMap<>();
        Map<Long, Instant> commits = new HashMap<>();
        Instant latest = LONG_AGO;
        for (Path file : Trees.filesIn(log)) {
            if (file.getFileName().toString().matches("\\d{20}\\.json")) {
                List<JsonNode> actions = Json.readAll(file);
                latest = commitTime(actions, latest);
                commits.put(version(file), latest);
                for (JsonNode action : actions) {
                    note(table, action, latest, known);
                }
            }
        }
        for (Path path : Trees.contents(table)) {
            Instant time = known.getOrDefault(path, LONG_AGO);
            if (Files.isRegularFile(path) && path.startsWith(log)) {
                time = commits.getOrDefault(version(path), latest);
            }
            Trees.setTime(path, time);
        }
    }

    private static long version(Path file) {
        Matcher name = VERSION.matcher(file.getFileName().toString());
        return name.matches() ? Long.parseLong(name.group(1)) : -1;
    }

    private static Instant commitTime(List<JsonNode> actions, Instant otherwise) {
        for (JsonNode action : actions) {
            JsonNode info = action.path("commitInfo");
            if (info.has("timestamp")) {
                return Instant.ofEpochMilli(info.get("timestamp").asLong());
            }
        }
        return otherwise;
    }

    private static void note(Path table, JsonNode action, Instant commit, Map<Path, Instant> known) {
        for (String kind : List.of("add", "remove", "cdc")) {
            JsonNode file = action.path(kind);
            if (file.has("path")) {
                Instant time = file.has("modificationTime")
                        ? Instant.ofEpochMilli(file.get("modificationTime").asLong())
                        : commit;
                known.putIfAbsent(LogPath.resolve(table, file.get("path").asText()), time);
            }
            JsonNode vector = file.path("deletionVector");
            if (List.of("u", "p").contains(vector.path("storageType").asText())) {
                known.putIfAbsent(DeletedRows.file(table, vector), commit);
            }
        }
    }
}
