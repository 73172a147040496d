package io.github.deltamaint.vacuum;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The naive model of what a vacuum must leave alone: every version within the retention is replayed by itself, and everything that it names is needed. Shares no code with
 * what it judges.
 */
final class NeededFiles {
    private static final String Z85 =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

    private final Path table;
    private final Instant cutoff;
    private final TreeMap<Long, Instant> commits = new TreeMap<>();
    private final Set<String> needed = new TreeSet<>();
    private final Set<Long> retained = new TreeSet<>();

    NeededFiles(Path table, Instant cutoff, Collection<Long> kept) {
        this.table = table;
        this.cutoff = cutoff;
        Path log = table.resolve("_delta_log");
        for (Path file : filesBelow(log)) {
            String name = file.getFileName().toString();
            // Another table may lie in a folder of the log.
            if (log.equals(file.getParent()) && name.matches("\\d{20}\\.json")) {
                commits.put(Long.parseLong(name.substring(0, 20)), modified(file));
            }
        }
        long latest = commits.lastKey();
        Long atCutoff = null;
        for (long version : commits.keySet()) {
            if (!commits.get(version).isAfter(cutoff)) {
                atCutoff = version;
            }
        }
        for (long version = 0; version <= latest; version++) {
            boolean within = atCutoff == null || version >= atCutoff;
            if ((within || kept.contains(version)) && canBeRead(version)) {
                need(NaiveLog.at(table, version));
                if (within) {
                    retained.add(version);
                }
            }
        }
        NaiveLog.latest(table).tombstones().stream()
                .filter(tombstone -> tombstone.path("deletionTimestamp").asLong() >= cutoff.toEpochMilli())
                .forEach(this::need);
        commits.forEach((version, time) -> NaiveLog.commit(table, version).forEach(action -> {
            if (action.has("cdc") && !time.isBefore(cutoff)) {
                need(action.get("cdc"));
            }
            // A removal is as young as the younger of its own time and that of its commit.
            boolean young = !time.isBefore(cutoff)
                    || action.path("remove").path("deletionTimestamp").asLong() >= cutoff.toEpochMilli();
            if (action.has("remove") && young) {
                need(action.get("remove"));
            }
        }));
    }

    private boolean canBeRead(long version) {
        try {
            NaiveLog.at(table, version);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The versions within the retention that the log can rebuild. */
    Set<Long> retainedVersions() {
        return retained;
    }

    private void need(NaiveSnapshot snapshot) {
        snapshot.files().forEach(file -> need(file.add()));
    }

    private void need(JsonNode action) {
        String path = action.get("path").asText();
        needed.add(
                path.startsWith("file:")
                        ? table.relativize(Path.of(URI.create(path))).toString()
                        : URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8));
        JsonNode vector = action.path("deletionVector");
        String where = vector.path("pathOrInlineDv").asText();
        if (vector.path("storageType").asText().equals("u")) {
            String prefix = where.substring(0, where.length() - 20);
            needed.add((prefix.isEmpty() ? "" : prefix + "/") + "deletion_vector_"
                    + id(where.substring(prefix.length())) + ".bin");
        } else if (vector.path("storageType").asText().equals("p")) {
            needed.add(table.relativize(Path.of(URI.create(where))).toString());
        }
    }

    private static UUID id(String text) {
        BigInteger value = BigInteger.ZERO;
        for (int i = 0; i < 4; i++) {
            long word = 0;
            for (int j = 0; j < 5; j++) {
                word = word * 85 + Z85.indexOf(text.charAt(5 * i + j));
            }
            value = value.shiftLeft(32).or(BigInteger.valueOf(word));
        }
        return new UUID(value.shiftRight(64).longValue(), value.longValue());
    }

    /** The files that are there and that nobody needs: what a full vacuum deletes. */
    Set<String> unneeded(List<String> partitionColumns) {
        Set<String> unneeded = new TreeSet<>();
        for (Path file : filesBelow(table)) {
            String relative = table.relativize(file).toString();
            if (!needed.contains(relative)
                    && modified(file).isBefore(cutoff)
                    && !isHidden(relative, partitionColumns)
                    && !isOfOtherTable(file)) {
                unneeded.add(relative);
            }
        }
        return unneeded;
    }

    static boolean isHidden(String relative, List<String> partitionColumns) {
        for (String name : relative.split("/")) {
            boolean marked = name.startsWith("_") || name.startsWith(".");
            boolean shown = name.startsWith("_change_data")
                    || name.startsWith("_delta_index")
                    || partitionColumns.stream().anyMatch(column -> name.startsWith(column + "="));
            if (marked && !shown) {
                return true;
            }
        }
        return false;
    }

    private boolean isOfOtherTable(Path file) {
        for (Path above = file.getParent(); !above.equals(table); above = above.getParent()) {
            if (Files.isDirectory(above.resolve("_delta_log"))) {
                return true;
            }
        }
        return false;
    }

    static List<Path> filesBelow(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
