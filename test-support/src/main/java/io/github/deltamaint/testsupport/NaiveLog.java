package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replays a transaction log in the simplest way that can be right: every action of every commit in turn, in memory.
 *
 * <p>Neither {@code _last_checkpoint} nor compacted commits nor checksums are looked at, no protocol is checked. This is a
 * judge for tests, not a reader for tables of any size.
 */
public final class NaiveLog {

    private static final Pattern COMMIT = Pattern.compile("(\\d{20})\\.json");
    private static final Pattern CHECKPOINT = Pattern.compile(
            "(\\d{20})\\.checkpoint(?:\\.(\\d{10})\\.(\\d{10})|\\.[0-9a-fA-F-]{36})?\\.(?:parquet|json)");

    private final Path table;
    private final TreeMap<Long, Path> commits = new TreeMap<>();
    private final TreeMap<Long, List<Path>> checkpoints = new TreeMap<>();

    private NaiveLog(Path table) {
        this.table = table;
        Path directory = table.resolve("_delta_log");
        Map<String, List<Path>> parts = new TreeMap<>();
        for (Path file : Trees.filesIn(directory)) {
            String name = file.getFileName().toString();
            Matcher commit = COMMIT.matcher(name);
            Matcher checkpoint = CHECKPOINT.matcher(name);
            if (commit.matches()) {
                commits.put(Long.parseLong(commit.group(1)), file);
            } else if (checkpoint.matches() && Trees.size(file) > 0) {
                String group = checkpoint.group(1) + "/" + (checkpoint.group(3) != null ? checkpoint.group(3) : name);
                parts.computeIfAbsent(group, key -> new ArrayList<>()).add(file);
            }
        }
        parts.forEach((group, files) -> {
            String wanted = group.substring(21);
            if (!wanted.matches("\\d{10}") || files.size() == Integer.parseInt(wanted)) {
                checkpoints.put(Long.parseLong(group.substring(0, 20)), files);
            }
        });
    }

    /** The state at the latest version, from the newest readable checkpoint on. */
    public static NaiveSnapshot latest(Path table) {
        NaiveLog log = new NaiveLog(table);
        return log.replay(log.latestVersion(), true);
    }

    /** The state at an older version, from the newest readable checkpoint not after it on. */
    public static NaiveSnapshot at(Path table, long version) {
        return new NaiveLog(table).replay(version, true);
    }

    /** The state at a version as the commits from 0 on alone give it: what a checkpoint must agree with. */
    public static NaiveSnapshot fromCommits(Path table, long version) {
        return new NaiveLog(table).replay(version, false);
    }

    /** The state that actions make, oldest first, wherever they are kept. */
    public static NaiveSnapshot of(Path table, long version, Iterable<JsonNode> actions) {
        State state = new State();
        actions.forEach(state::apply);
        return state.toSnapshot(table, version);
    }

    /** The actions of one commit, in order. */
    public static List<JsonNode> commit(Path table, long version) {
        return Json.readAll(table.resolve("_delta_log").resolve(String.format(Locale.ROOT, "%020d.json", version)));
    }

    private long latestVersion() {
        if (commits.isEmpty() && checkpoints.isEmpty()) {
            throw new IllegalArgumentException(table + ": no transaction log");
        }
        return Math.max(commits.isEmpty() ? -1 : commits.lastKey(), checkpoints.isEmpty() ? -1 : checkpoints.lastKey());
    }

    private NaiveSnapshot replay(long version, boolean withCheckpoint) {
        State state = new State();
        OptionalLong start = withCheckpoint ? newestReadable(version, state) : OptionalLong.empty();
        for (long next = start.orElse(-1) + 1; next <= version; next++) {
            Path commit = commits.get(next);
            if (commit == null) {
                throw new IllegalArgumentException(table + ": commit " + next + " of " + version + " is missing");
            }
            Json.readAll(commit).forEach(state::apply);
        }
        return state.toSnapshot(table, version);
    }

    private OptionalLong newestReadable(long version, State state) {
        for (Map.Entry<Long, List<Path>> checkpoint :
                checkpoints.headMap(version, true).descendingMap().entrySet()) {
            try {
                List<JsonNode> actions = new ArrayList<>();
                checkpoint.getValue().forEach(file -> actions.addAll(actionsOf(file)));
                actions.forEach(state::apply);
                return OptionalLong.of(checkpoint.getKey());
            } catch (RuntimeException unreadable) {
                if (!commits.containsKey(0L)) {
                    throw unreadable;
                }
            }
        }
        return OptionalLong.empty();
    }

    private List<JsonNode> actionsOf(Path checkpoint) {
        boolean json = checkpoint.getFileName().toString().endsWith(".json");
        List<JsonNode> actions = new ArrayList<>();
        for (JsonNode action : json ? Json.readAll(checkpoint) : CheckpointJson.read(checkpoint)) {
            JsonNode sidecar = action.path("sidecar");
            if (sidecar.has("path")) {
                Path directory = table.resolve("_delta_log").resolve("_sidecars");
                actions.addAll(CheckpointJson.read(
                        LogPath.resolve(directory, sidecar.get("path").asText())));
            } else {
                actions.add(action);
            }
        }
        return actions;
    }

    /** Whether the table has a checkpoint of this version, with all its parts. */
    public static boolean hasCheckpoint(Path table, long version) {
        return Files.isDirectory(table) && new NaiveLog(table).checkpoints.containsKey(version);
    }

    private static final class State {
        private @Nullable JsonNode protocol;
        private @Nullable JsonNode metadata;
        private final Map<List<String>, JsonNode> adds = new LinkedHashMap<>();
        private final Map<List<String>, JsonNode> removes = new LinkedHashMap<>();
        private final TreeMap<String, JsonNode> transactions = new TreeMap<>();
        private final TreeMap<String, JsonNode> domains = new TreeMap<>();

        void apply(JsonNode action) {
            action.properties().forEach(entry -> {
                if (!entry.getValue().isNull()) {
                    apply(entry.getKey(), entry.getValue());
                }
            });
        }

        private void apply(String kind, JsonNode action) {
            switch (kind) {
                case "protocol" -> protocol = action;
                case "metaData" -> metadata = action;
                case "txn" -> transactions.put(action.get("appId").asText(), action);
                case "domainMetadata" -> {
                    domains.put(action.get("domain").asText(), action);
                    domains.values().removeIf(domain -> domain.path("removed").asBoolean());
                }
                case "add" -> {
                    adds.put(key(action), action);
                    removes.remove(key(action));
                }
                case "remove" -> {
                    adds.remove(key(action));
                    removes.put(key(action), action);
                }
                default -> {
                    // commitInfo, cdc and whatever the future brings are not part of the state
                }
            }
        }

        /** A file is identified by its path and its deletion vector. */
        private static List<String> key(JsonNode file) {
            JsonNode vector = file.path("deletionVector");
            return List.of(
                    LogPath.decode(file.get("path").asText()),
                    vector.path("storageType").asText()
                            + vector.path("pathOrInlineDv").asText()
                            + (vector.hasNonNull("offset")
                                    ? "@" + vector.get("offset").asLong()
                                    : ""));
        }

        NaiveSnapshot toSnapshot(Path table, long version) {
            if (protocol == null || metadata == null) {
                throw new IllegalArgumentException(table + ": no protocol or metaData up to version " + version);
            }
            List<NaiveFile> files = new ArrayList<>();
            adds.values().forEach(add -> files.add(new NaiveFile(table, add)));
            return new NaiveSnapshot(
                    table,
                    version,
                    protocol,
                    metadata,
                    List.copyOf(files),
                    List.copyOf(removes.values()),
                    transactions,
                    domains);
        }
    }
}
