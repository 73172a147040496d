package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files cut off anywhere and changed anywhere: an error that names the file, or other values; nothing else. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DamagedFilesTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message m {
              optional int32 i;
              required int64 l;
              optional binary s (STRING);
              optional boolean b;
              optional group list (LIST) {
                repeated group list {
                  optional double element;
                }
              }
            }
            """);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyFlippedBitIsReportedOrChangesValues(long seed) throws IOException {
        byte[] good = new RandomFile(seed).write(SCHEMA, 25);
        Random random = new Random(seed);
        int reported = 0;
        for (int position = 0; position < good.length; position++) {
            byte[] bad = good.clone();
            bad[position] ^= (byte) (1 << random.nextInt(8));
            reported += isReported(bad) ? 1 : 0;
        }
        assertThat(reported).as("of %s changes", good.length).isGreaterThan(good.length / 20);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void anyTruncationAtEitherEndIsReported(long seed) throws IOException {
        byte[] good = new RandomFile(seed).write(SCHEMA, 25);
        for (int length = 0; length < good.length; length++) {
            assertThat(isReported(Arrays.copyOf(good, length)))
                    .as("the first %s bytes", length)
                    .isTrue();
            assertThat(isReported(Arrays.copyOfRange(good, good.length - length, good.length)))
                    .as("the last %s bytes", length)
                    .isTrue();
        }
    }

    @Test
    void randomChangesOfRandomFilesAreReportedOrChangeValues() throws IOException {
        for (long seed = 100; seed < 140; seed++) {
            RandomFile generator = new RandomFile(seed);
            byte[] good = generator.write(generator.schema(), 30);
            Random random = new Random(seed);
            for (int i = 0; i < 50; i++) {
                byte[] bad = good.clone();
                for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                    // Half of them in the footer, which has most of the structure.
                    int from = random.nextBoolean() ? 4 : good.length / 2;
                    bad[from + random.nextInt(good.length - from)] =
                            (byte) random.nextInt(random.nextBoolean() ? 256 : 4);
                }
                isReported(bad);
            }
        }
    }

    /** Reads a file in both ways; whether that failed as it should. */
    private static boolean isReported(byte[] bytes) {
        try (ParquetFile file = ParquetFile.open(new MemorySource("damaged", bytes))) {
            RowSelection selection = RowSelection.builder().delete(5, 20).build();
            for (RowSelection rows : new RowSelection[] {RowSelection.all(), selection}) {
                try (ColumnBatchReader reader =
                        ColumnBatchReader.open(file, file.schema(), FieldMatching.NAME, rows, 16)) {
                    int records = 0;
                    // Damage may announce any number of rows; they are missing columns' nulls at worst.
                    while (reader.next() && records < 100_000) {
                        records += reader.records();
                    }
                }
            }
            return false;
        } catch (CorruptFileException | UnsupportedFileException e) {
            assertThat(e).hasMessageStartingWith("damaged: ");
            return true;
        } catch (Throwable e) {
            return fail("an error of another kind", e);
        }
    }
}
