package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A judge that does not answer must fail the test that asks, not stop the build. */
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SparkProcessTest {
    @TempDir
    Path directory;

    private SparkProcess process(String script) throws IOException {
        return new SparkProcess(
                List.of("sh", "-c", script), directory, directory.resolve("spark.log"), Duration.ofMillis(500));
    }

    @Test
    void anAnswerIsReturned() throws IOException {
        try (SparkProcess process = process("read question; echo '{\"rows\":3}'; read end")) {
            assertThat(process.ask(SparkProcess.question("read")).get("rows").asInt())
                    .isEqualTo(3);
        }
    }

    @Test
    void aSilentProcessIsEndedAndItsLogIsTold() throws IOException {
        try (SparkProcess process = process("echo lost my thread >&2; exec sleep 100")) {
            assertThatThrownBy(() -> process.ask(SparkProcess.question("read")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("Delta Spark has been silent for 0 s")
                    .hasMessageContaining("asked {\"op\":\"read\"}")
                    .hasMessageContaining("lost my thread");
            assertThatThrownBy(() -> process.ask(SparkProcess.question("sql")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("asked {\"op\":\"sql\"}");
        }
    }

    @Test
    void aDeadProcessIsNotWaitedFor() throws IOException {
        try (SparkProcess process = process("read question; echo out of memory >&2; exit 3")) {
            assertThatThrownBy(() -> process.ask(SparkProcess.question("read")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("Delta Spark has ended, asked ")
                    .hasMessageContaining("out of memory");
        }
    }
}
