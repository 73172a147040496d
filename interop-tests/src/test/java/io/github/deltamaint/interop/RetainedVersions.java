package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.NaiveLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The younger half of a table's versions: what Delta Kernel and Delta Spark read in them before something happened to the table, to be asked again afterwards. Which versions are
 * within a retention is found out from the times of the commits, with none of the code under test.
 */
final class RetainedVersions {
    private final Path table;
    private final SparkTable spark;
    private final KernelReader kernel = new KernelReader();
    private final TreeMap<Long, Instant> commits = new TreeMap<>();
    private final Instant cutoff;
    /** What Delta Kernel reads, or Delta Spark where Delta Kernel cannot: both read the same. */
    private final TreeMap<Long, String> contents = new TreeMap<>();

    private final TreeMap<Long, Boolean> readByKernel = new TreeMap<>();
    private final ReadBySpark readBySpark;
    private List<String> changes = List.of();
    private long changesFrom;

    /** What Delta Spark is to read afterwards; Delta Kernel reads everything in any case. */
    enum ReadBySpark {
        /** Every version. */
        ALL,
        /** The oldest and the latest version. */
        ENDS,
        /** None, because it takes files for live that are not. */
        NONE
    }

    /** Reads them. */
    RetainedVersions(Path table, ReadBySpark readBySpark) {
        this.table = table;
        this.spark = SparkTable.of(table);
        this.readBySpark = readBySpark;
        findCommits();
        List<Instant> times = List.copyOf(commits.values());
        this.cutoff = times.get((times.size() - 1) / 2);
        long oldest = commits.entrySet().stream()
                .filter(commit -> !commit.getValue().isAfter(cutoff))
                .mapToLong(commit -> commit.getKey())
                .max()
                .orElseThrow();
        commits.tailMap(oldest, true).keySet().forEach(this::read);
        if (!contents.isEmpty() && hasChangeFeed(contents.firstKey())) {
            changesFrom = contents.firstKey() + 1;
            changes = changes();
        }
    }

    private void findCommits() {
        try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                if (name.matches("\\d{20}\\.json")) {
                    long version = Long.parseLong(name.substring(0, 20));
                    commits.put(version, time(version, file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // A version that says that it is no younger than the one before is a millisecond younger.
        Instant[] before = {Instant.MIN};
        commits.replaceAll((version, time) -> {
            before[0] = time.isAfter(before[0]) ? time : before[0].plusMillis(1);
            return before[0];
        });
    }

    private Instant time(long version, Path file) throws IOException {
        JsonNode time =
                NaiveLog.commit(table, version).get(0).path("commitInfo").path("inCommitTimestamp");
        return time.isIntegralNumber()
                ? Instant.ofEpochMilli(time.asLong())
                : Files.getLastModifiedTime(file).toInstant();
    }

    private void read(long version) {
        try {
            contents.put(version, kernel.rows(table, version).contentSha256());
            readByKernel.put(version, true);
        } catch (RuntimeException unreadable) {
            try {
                contents.put(version, spark.read(version).contentSha256());
            } catch (IllegalStateException e) {
                // A version that the log cannot give any more, or a table that nobody can read.
            }
        }
    }

    private boolean hasChangeFeed(long version) {
        return version < commits.lastKey()
                && kernel.tableProperties(table, version)
                        .getOrDefault("delta.enableChangeDataFeed", "false")
                        .equals("true");
    }

    private List<String> changes() {
        return spark.changes(changesFrom, commits.lastKey()).stream()
                .map(JsonNode::toString)
                .sorted()
                .toList();
    }

    /** The time since when what is needed stays. */
    Instant cutoff() {
        return cutoff;
    }

    /** When the latest version was made. */
    Instant latest() {
        return commits.lastEntry().getValue();
    }

    /** How many versions can be read by somebody. */
    int count() {
        return contents.size();
    }

    /** How many rows the change feed has. */
    int changeCount() {
        return changes.size();
    }

    /** Fails unless all of it can be read as before. */
    void assertUnchanged() {
        contents.forEach((version, content) -> {
            if (readByKernel.containsKey(version)) {
                assertThat(kernel.rows(table, version).contentSha256())
                        .as("Delta Kernel reads version %d of %s", version, table)
                        .isEqualTo(content);
            }
            boolean isEnd = version.equals(contents.firstKey()) || version.equals(contents.lastKey());
            if (readBySpark == ReadBySpark.ALL || (readBySpark == ReadBySpark.ENDS && isEnd)) {
                assertThat(spark.read(version).contentSha256())
                        .as("Delta Spark reads version %d of %s", version, table)
                        .isEqualTo(content);
            }
        });
        if (!changes.isEmpty()) {
            assertThat(changes()).as("the change feed of %s", table).isEqualTo(changes);
        }
    }
}
