package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.VersionTime;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.testsupport.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time travel by timestamp finds the version that Delta Spark and Delta Kernel find, at and around the time of every commit. */
@Tag("spark")
class SparkJudgesTimeTravelTest {
    @TempDir
    Path directory;

    private final KernelReader kernel = new KernelReader();

    @ParameterizedTest
    @ValueSource(strings = {"ict", "ict_enabled_later", "plain", "log_cleaned"})
    void everyTimeFindsTheVersionThatOthersFind(String name) {
        agree(Fixtures.named(name).copyTo(directory));
    }

    /** Clocks of writers differ: files of versions without a recorded time may be older than those before them. */
    @Test
    void fileTimesThatGoBackAreMadeIncreasingUpToTheEnablementOfInCommitTimestamps() throws IOException {
        Path table = Fixtures.named("ict_enabled_later").copyTo(directory);
        Path log = table.resolve("_delta_log");
        long first = Files.getLastModifiedTime(log.resolve("%020d.json".formatted(0)))
                .toMillis();
        touch(log, 1, first - 60_000);
        touch(log, 2, first - 120_000);
        agree(table);
    }

    @Test
    void fileTimesThatGoBackAreMadeIncreasingWithoutInCommitTimestamps() throws IOException {
        Path table = Fixtures.named("plain").copyTo(directory);
        Path log = table.resolve("_delta_log");
        long first = Files.getLastModifiedTime(log.resolve("%020d.json".formatted(0)))
                .toMillis();
        touch(log, 1, first - 60_000);
        touch(log, 3, first);
        agree(table);
    }

    private static void touch(Path log, long version, long millis) throws IOException {
        Files.setLastModifiedTime(log.resolve("%020d.json".formatted(version)), FileTime.fromMillis(millis));
    }

    private void agree(Path table) {
        DeltaLog log = DeltaLog.forTable(new LocalStorage(), table.toString(), Clock.systemUTC());
        SparkTable spark = SparkTable.of(table);
        TreeSet<Instant> times = new TreeSet<>();
        for (VersionTime version : log.versions()) {
            times.add(version.timestamp().minusMillis(1));
            times.add(version.timestamp());
            times.add(version.timestamp().plusMillis(1));
        }
        Instant latest = times.last().minusMillis(1);
        times.add(latest.plusSeconds(3_600));
        assertThat(times).hasSizeGreaterThan(5);
        for (Instant time : times) {
            OptionalLong found = versionAt(log, time);
            assertThat(found).as("%s by Delta Spark", time).isEqualTo(spark.versionAt(time));
            if (found.isPresent() && !time.isAfter(latest)) {
                assertThat(found).as("%s by Delta Kernel", time).hasValue(kernel.versionAt(table, time));
            }
        }
    }

    private static OptionalLong versionAt(DeltaLog log, Instant time) {
        try {
            return OptionalLong.of(log.snapshotAt(time).version());
        } catch (InvalidOperationException e) {
            assertThat(e).hasMessageContaining("there is no version of");
            return OptionalLong.empty();
        }
    }
}
