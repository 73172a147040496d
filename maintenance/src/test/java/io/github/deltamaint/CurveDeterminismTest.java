package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The same rows put along the same curve give the same bytes: in any run, with any number of threads, on any JDK. Footers name the version of the library, so the digest is of all that
 * is before them. Who changes what is written on purpose writes down the new digest.
 */
class CurveDeterminismTest {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "a", ValueType.Primitive.LONG, "b", ValueType.Primitive.DOUBLE, "text", ValueType.Primitive.STRING);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "1, false, a843325f5439127413ac69708c7fe1a7",
        "3, false, a843325f5439127413ac69708c7fe1a7",
        "2, true, fbf5383b7cf1d68eefdeb949f31571a6"
    })
    void theBytesAreThoseWrittenDown(int threads, boolean hilbert, String digest)
            throws IOException, NoSuchAlgorithmException {
        Random random = new Random(20_261_130);
        TestTable table = TestTable.in(directory)
                .columns(COLUMNS)
                .property("delta.parquet.compression.codec", "uncompressed")
                .create();
        for (int file = 0; file < 3; file++) {
            List<List<Object>> rows = new ArrayList<>();
            for (int row = 0; row < 4_000; row++) {
                int a = random.nextInt(2_000);
                rows.add(List.of((long) a, random.nextInt(900) / 8.0, "text " + a % 77));
            }
            table.append(Columns.of(COLUMNS, rows));
        }
        try (MaintenanceContext context =
                MaintenanceContext.builder().maxConcurrentRewrites(threads).build()) {
            Optimize optimize =
                    DeltaMaintenance.table(directory.toString(), context).optimize();
            (hilbert ? optimize.clusterBy("a", "b") : optimize.zOrderBy("a", "b")).execute();
        }
        MessageDigest sum = MessageDigest.getInstance("SHA-256");
        for (String file : Tables.activeFiles(directory)) {
            byte[] content = Files.readAllBytes(directory.resolve(file));
            int footer = ByteBuffer.wrap(content, content.length - 8, 4)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getInt();
            sum.update(Arrays.copyOf(content, content.length - 8 - footer));
        }
        assertThat(HexFormat.of().formatHex(sum.digest(), 0, 16)).isEqualTo(digest);
    }
}
