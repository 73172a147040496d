package io.github.deltamaint.log.deletionvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.log.FileBytes;
import io.github.deltamaint.log.ReferenceTables;
import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.longlong.Roaring64NavigableMap;

class DeletionVectorsTest {
    /** The example of PROTOCOL.md, whose file is ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin. */
    private static final String EXAMPLE = "ab^-aqEH.-t@S}K{vb[*k^";

    private static DeletionVectorDescriptor relative(String path, int offset, int size, long cardinality) {
        return new DeletionVectorDescriptor("u", path, OptionalInt.of(offset), size, cardinality);
    }

    private static DeletionVectorDescriptor descriptor(JsonNode json) {
        return new DeletionVectorDescriptor(
                json.get("storageType").asText(),
                json.get("pathOrInlineDv").asText(),
                json.hasNonNull("offset") ? OptionalInt.of(json.get("offset").asInt()) : OptionalInt.empty(),
                json.get("sizeInBytes").asInt(),
                json.get("cardinality").asLong());
    }

    private static Set<Long> positions(DeletionVector vector) {
        TreeSet<Long> positions = new TreeSet<>();
        vector.forEach(positions::add);
        return positions;
    }

    private static DeletionVector read(byte[] file, DeletionVectorDescriptor descriptor) throws IOException {
        return DeletionVectors.read(descriptor, "/t", "part-0.parquet", path -> new FileBytes(path, file));
    }

    @Test
    void findsFilesByTheirDescriptors() {
        assertThat(DeletionVectors.file(relative(EXAMPLE, 1, 36, 6))
                        .orElseThrow()
                        .resolve("/t"))
                .isEqualTo("/t/ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin");
        assertThat(DeletionVectors.file(relative(EXAMPLE.substring(2), 1, 36, 6))
                        .orElseThrow()
                        .path())
                .isEqualTo("deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin");
        assertThat(DeletionVectors.file(
                                new DeletionVectorDescriptor("p", "s3a://b/x%20y.bin", OptionalInt.of(4), 40, 6))
                        .orElseThrow()
                        .resolve("/t"))
                .isEqualTo("s3a://b/x y.bin");
        assertThat(DeletionVectors.file(new DeletionVectorDescriptor(
                        "i", "wi5b=000010000siXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L", OptionalInt.empty(), 40, 6)))
                .isEmpty();
    }

    @Test
    void tellsWhichRowsAreDeleted() throws IOException {
        byte[] bitmap = portable(bitmap(3, 4, 7, 11, 18, 29));

        DeletionVector vector = read(file(1, bitmap), relative(EXAMPLE, 1, bitmap.length, 6));

        assertThat(positions(vector)).containsExactly(3L, 4L, 7L, 11L, 18L, 29L);
        assertThat(vector.last()).hasValue(29);
        assertThat(vector.contains(29)).isTrue();
        assertThat(vector.contains(28)).isFalse();
        assertThat(vector.contains(-1)).isFalse();
        assertThat(vector.contains(3L + (1L << 32))).isFalse();
        assertThat(vector).hasToString("6 deleted rows");
    }

    @Test
    void aRunThatEndsAtTheLargestSignedNumberIsNotLost() throws IOException {
        Roaring64NavigableMap bitmap = new Roaring64NavigableMap();
        bitmap.addRange(Integer.MAX_VALUE - 9L, Integer.MAX_VALUE + 1L);
        bitmap.addRange((1L << 32) - 5, (1L << 32) + 5);
        bitmap.runOptimize();
        byte[] bytes = portable(bitmap);

        DeletionVector vector = read(file(1, bytes), relative(EXAMPLE, 1, bytes.length, 20));

        assertThat(positions(vector)).hasSize(20).contains((long) Integer.MAX_VALUE, (1L << 32) - 1, 1L << 32);
    }

    /** The naive reader of test-support is the judge, on the vectors that Delta Spark wrote. */
    @Test
    void readsTheVectorsOfAllFixtures() throws IOException {
        assertThat(compareAll(ReferenceTables.fixtures())).isGreaterThan(8);
    }

    @Test
    void readsTheVectorsOfTheCorpus() throws IOException {
        Corpus.assumePresent();

        assertThat(compareAll(ReferenceTables.corpus().stream()
                        .filter(table -> !table.id().contains("clone_merge")) // whose vectors are in a store elsewhere
                        .filter(table -> !Set.of(
                                        "derived/dv-missing-file",
                                        "derived/dv-checksum-mismatch",
                                        "derived/dv-truncated")
                                .contains(table.id()))
                        .toList()))
                .isGreaterThan(30);
    }

    private static int compareAll(List<ReferenceTable> tables) throws IOException {
        int compared = 0;
        for (ReferenceTable table : tables) {
            for (NaiveFile file : table.snapshot().files()) {
                if (file.add().path("deletionVector").has("storageType")) {
                    assertThat(positions(read(table.snapshot().table(), file)))
                            .as(table.id())
                            .isEqualTo(file.deletedRows());
                    compared++;
                }
            }
        }
        return compared;
    }

    private static DeletionVector read(Path table, NaiveFile file) throws IOException {
        return DeletionVectors.read(
                descriptor(file.add().get("deletionVector")),
                table.toString(),
                file.path(),
                path -> FileBytes.of(Path.of(path)));
    }

    @Test
    void readsAVectorAtAnAbsolutePath(@TempDir Path directory) throws IOException {
        Corpus.assumePresent();
        CorpusTable table = Corpus.table("derived/dv-absolute-path-TEMPLATE");
        Path copy = table.copyTo(directory);

        int vectors = 0;
        for (NaiveFile file : NaiveLog.latest(copy).files()) {
            if (file.add().path("deletionVector").has("storageType")) {
                assertThat(positions(read(copy, file)))
                        .isEqualTo(file.deletedRows())
                        .isNotEmpty();
                vectors++;
            }
        }
        assertThat(vectors).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dv-missing-file", "dv-checksum-mismatch", "dv-truncated"})
    void aDamagedVectorOfTheCorpusIsAnErrorThatNamesBothFiles(String id) {
        Corpus.assumePresent();
        ReferenceTable table = ReferenceTables.byId().get("derived/" + id);
        NaiveFile file = table.snapshot().files().stream()
                .filter(active -> active.add().path("deletionVector").has("storageType"))
                .findFirst()
                .orElseThrow();

        assertThatThrownBy(() -> {
                    Path root = table.snapshot().table();
                    DeletionVectors.read(
                            descriptor(file.add().get("deletionVector")), root.toString(), file.path(), path -> {
                                try {
                                    return FileBytes.of(Path.of(path));
                                } catch (UncheckedIOException e) {
                                    throw e.getCause();
                                }
                            });
                })
                .isInstanceOfSatisfying(DeletionVectorException.class, e -> {
                    assertThat(e.dataFile()).isEqualTo(file.path());
                    assertThat(e).hasMessageContaining(file.path()).hasMessageContaining("deletion_vector_");
                    assertThat(e.getMessage())
                            .containsPattern(
                                    id.equals("dv-missing-file")
                                            ? "is missing"
                                            : "is (damaged|truncated|malformed)|has \\d+ bytes");
                });
    }

    @Test
    void aSmallVectorIsOneRequestAndOneFarInsideItsFileTwo() throws IOException {
        byte[] bitmap = portable(bitmap(1, 2, 3));
        FileBytes small = new FileBytes("x", file(1, bitmap));
        FileBytes far = new FileBytes("x", file(70_000, bitmap));

        DeletionVectors.read(relative(EXAMPLE, 1, bitmap.length, 3), "/t", "d", path -> small);
        DeletionVectors.read(relative(EXAMPLE, 70_000, bitmap.length, 3), "/t", "d", path -> far);

        int block = bitmap.length + 8;
        assertThat(small.reads()).containsExactly("0+" + (block + 1));
        assertThat(far.reads()).containsExactly("70000+" + block, "0+1");
    }

    @Test
    void aDescriptorWithoutOffsetMeansTheOnlyVectorOfAFile() throws IOException {
        byte[] bitmap = portable(bitmap(7));
        DeletionVectorDescriptor descriptor =
                new DeletionVectorDescriptor("u", EXAMPLE, OptionalInt.empty(), bitmap.length, 1);

        assertThat(positions(read(file(1, bitmap), descriptor))).containsExactly(7L);
    }

    @Test
    void anEmptyVectorDeletesNothing() throws IOException {
        byte[] bitmap = portable(bitmap());

        DeletionVector vector = read(file(1, bitmap), relative(EXAMPLE, 1, bitmap.length, 0));

        assertThat(vector.cardinality()).isZero();
        assertThat(vector.last()).isEmpty();
        assertThat(positions(vector)).isEmpty();
    }

    private static Roaring64NavigableMap bitmap(long... positions) {
        Roaring64NavigableMap bitmap = new Roaring64NavigableMap();
        Arrays.stream(positions).forEach(bitmap::addLong);
        return bitmap;
    }

    /** Roaring's own portable form of 64-bit bitmaps, behind Delta's magic number. */
    private static byte[] portable(Roaring64NavigableMap bitmap) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(Integer.reverseBytes(1681511377));
        bitmap.serializePortable(out);
        return bytes.toByteArray();
    }

    /** A file with one vector at an offset; what stands before it is of no concern. */
    private static byte[] file(int offset, byte[] bitmap) {
        CRC32 crc = new CRC32();
        crc.update(bitmap);
        ByteBuffer file = ByteBuffer.allocate(offset + 8 + bitmap.length);
        file.put(0, (byte) 1);
        file.position(offset);
        file.putInt(bitmap.length).put(bitmap).putInt((int) crc.getValue());
        return file.array();
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void readsWhatRoaringWrites(@ForAll("bitmaps") long[] positions, @ForAll boolean runs) throws IOException {
        Roaring64NavigableMap bitmap = bitmap(positions);
        if (runs) {
            bitmap.runOptimize();
        }
        byte[] bytes = portable(bitmap);

        DeletionVector vector = read(file(1, bytes), relative(EXAMPLE, 1, bytes.length, bitmap.getLongCardinality()));

        List<Long> read = new ArrayList<>();
        vector.forEach(read::add);
        assertThat(read).isEqualTo(Arrays.stream(bitmap.toArray()).boxed().toList());
        assertThat(vector.cardinality()).isEqualTo(bitmap.getLongCardinality());
        assertThat(vector.last().orElse(-1)).isEqualTo(read.isEmpty() ? -1 : read.get(read.size() - 1));
        for (long position : positions) {
            assertThat(vector.contains(position)).isTrue();
            assertThat(vector.contains(position + 1)).isEqualTo(bitmap.contains(position + 1));
        }
    }

    /** Array, bitmap and run containers in several buckets, also beyond 2^32. */
    @Provide
    Arbitrary<long[]> bitmaps() {
        Arbitrary<Long> starts = Arbitraries.of(
                0L,
                65_530L,
                1L << 20,
                (1L << 31) - 3,
                (1L << 32) - 3,
                1L << 32,
                (5L << 32) + 70_000,
                ((long) Integer.MAX_VALUE << 32) + 5);
        Arbitrary<long[]> stretch = starts.flatMap(start -> Arbitraries.integers()
                .between(1, 7000)
                .flatMap(length -> Arbitraries.of(1, 2, 7, 300).map(step -> {
                    long[] positions = new long[length];
                    for (int i = 0; i < length; i++) {
                        positions[i] = start + (long) i * step;
                    }
                    return positions;
                })));
        return stretch.list()
                .ofMaxSize(3)
                .map(stretches -> stretches.stream()
                        .flatMapToLong(Arrays::stream)
                        .distinct()
                        .toArray());
    }

    /** Flipped bits and cut ends: an error that names both files, or, where Roaring has two spellings of one set, the same positions. */
    @Test
    void noDamageToABitmapGoesUnnoticedOrCrashes() throws IOException {
        Roaring64NavigableMap bitmap = bitmap(0, 1, 2, 3, 70_000, 70_002, (1L << 32) + 5);
        for (long i = 0; i < 5000; i++) {
            bitmap.addLong((2L << 32) + 2 * i);
        }
        bitmap.runOptimize();
        byte[] sound = portable(bitmap);
        Set<Long> expected =
                new TreeSet<>(Arrays.stream(bitmap.toArray()).boxed().toList());
        Random random = new Random(7);
        int accepted = 0;
        for (int i = 0; i < 3000; i++) {
            byte[] damaged =
                    random.nextInt(10) == 0 ? Arrays.copyOf(sound, random.nextInt(sound.length)) : sound.clone();
            if (damaged.length > 0 && damaged.length == sound.length) {
                int position = random.nextInt(3) == 0 ? random.nextInt(sound.length) : random.nextInt(120);
                damaged[position] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                // The checksum is right, as if the writer had been wrong.
                DeletionVector vector =
                        read(file(1, damaged), relative(EXAMPLE, 1, damaged.length, bitmap.getLongCardinality()));
                assertThat(vector.cardinality()).isEqualTo(expected.size());
                assertThat(positions(vector)).hasSize(expected.size());
                accepted++;
            } catch (DeletionVectorException e) {
                assertThat(e).hasMessageContaining("part-0.parquet").hasMessageContaining("/t/ab/deletion_vector_");
            }
        }
        assertThat(accepted)
                .as("bits of positions that move one to another place")
                .isLessThan(2000);
    }

    @Test
    void everyFlippedBitOfAFileIsCaughtByTheChecksum() throws IOException {
        byte[] bitmap = portable(bitmap(3, 4, 7, 11, 18, 29));
        byte[] sound = file(1, bitmap);
        for (int i = 0; i < sound.length * 8; i++) {
            byte[] damaged = sound.clone();
            damaged[i / 8] ^= (byte) (1 << i % 8);
            assertThatThrownBy(() -> read(damaged, relative(EXAMPLE, 1, bitmap.length, 6)))
                    .as("bit " + i)
                    .isInstanceOf(DeletionVectorException.class);
        }
        for (int length = 0; length < sound.length; length++) {
            byte[] cut = Arrays.copyOf(sound, length);
            assertThatThrownBy(() -> read(cut, relative(EXAMPLE, 1, bitmap.length, 6)))
                    .isInstanceOf(DeletionVectorException.class)
                    .hasMessageEndingWith("is truncated: its file ends before " + sound.length + " bytes");
        }
    }

    @Test
    void messagesSayWhatIsWrong() throws IOException {
        byte[] bitmap = portable(bitmap(1, 2));
        byte[] file = file(1, bitmap);
        String name =
                "/t/ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin at byte 1, which is the deletion vector of part-0.parquet, ";

        assertError(file, relative(EXAMPLE, 1, bitmap.length, 3), name + "deletes 2 rows, but the log says 3");
        assertError(
                file,
                relative(EXAMPLE, 1, bitmap.length - 1, 2),
                name + "has " + bitmap.length + " bytes, but the log says " + (bitmap.length - 1));
        byte[] newer = file.clone();
        newer[0] = 2;
        assertError(
                newer,
                relative(EXAMPLE, 1, bitmap.length, 2),
                name + "is in a file of version 2, but only version 1 is known");
        byte[] nativeMagic = bitmap.clone();
        ByteBuffer.wrap(nativeMagic).order(ByteOrder.LITTLE_ENDIAN).putInt(1681511376);
        assertError(
                file(1, nativeMagic),
                relative(EXAMPLE, 1, bitmap.length, 2),
                name
                        + "is in the layout with the magic number 1681511376, which is not read here; rewrite the vector with the engine that made it");
        byte[] noMagic = bitmap.clone();
        noMagic[0]++;
        assertError(
                file(1, noMagic),
                relative(EXAMPLE, 1, bitmap.length, 2),
                name + "is malformed: its magic number is 1681511378, not 1681511377");
        byte[] longer = Arrays.copyOf(bitmap, bitmap.length + 3);
        assertError(
                file(1, longer), relative(EXAMPLE, 1, longer.length, 2), name + "is malformed: 3 bytes follow its end");
        byte[] crowded = bitmap.clone();
        ByteBuffer.wrap(crowded).order(ByteOrder.LITTLE_ENDIAN).putLong(4, Long.MAX_VALUE);
        assertError(
                file(1, crowded),
                relative(EXAMPLE, 1, bitmap.length, 2),
                name + "is malformed: it claims to have 9223372036854775807 parts in " + bitmap.length + " bytes");
    }

    @Test
    void malformedDescriptorsAreErrorsBeforeAnythingIsRead() {
        String name = ", which is the deletion vector of part-0.parquet, is malformed: ";

        assertError(
                null,
                relative("abc", 1, 36, 6),
                "the descriptor uabc@1" + name + "'abc' is shorter than a UUID of 20 characters");
        assertError(
                null,
                relative("../" + EXAMPLE, 1, 36, 6),
                "the descriptor u../" + EXAMPLE + "@1" + name + "'../" + EXAMPLE + "' leads out of the table's root");
        assertError(
                null,
                new DeletionVectorDescriptor("r", "x", OptionalInt.empty(), 36, 6),
                "the descriptor rx" + name + "deletion vectors of storage type 'r' are not known here");
        assertError(null, new DeletionVectorDescriptor("p", "a%zz", OptionalInt.of(1), 36, 6), null);
        assertError(
                null,
                new DeletionVectorDescriptor("i", "00000", OptionalInt.empty(), 5, 1),
                "the descriptor i00000" + name + "its text holds 4 bytes, but sizeInBytes is 5");
        assertError(null, new DeletionVectorDescriptor("i", "0000000000", OptionalInt.empty(), 4, 1), null);
        assertError(null, relative(EXAMPLE, -1, 36, 6), null);
        assertError(null, relative(EXAMPLE, 1, -36, 6), null);
        assertError(null, relative(EXAMPLE, 1, 36, -6), null);
        assertError(null, relative(EXAMPLE, 1, Integer.MAX_VALUE, 6), null);
    }

    private static void assertError(byte[] file, DeletionVectorDescriptor descriptor, String message) {
        assertThatThrownBy(() -> DeletionVectors.read(descriptor, "/t", "part-0.parquet", path -> {
                    assertThat(file).as("nothing is read").isNotNull();
                    return new FileBytes(path, file);
                }))
                .isInstanceOfSatisfying(DeletionVectorException.class, e -> {
                    if (message != null) {
                        assertThat(e).hasMessage(message);
                    }
                });
    }

    @Test
    void anotherFailureOfTheStoreStaysWhatItIs() {
        assertThatThrownBy(() -> DeletionVectors.read(relative(EXAMPLE, 1, 36, 6), "/t", "d", path -> {
                    throw new IOException("connection reset");
                }))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("connection reset");
        assertThatThrownBy(() -> DeletionVectors.read(relative(EXAMPLE, 1, 36, 6), "/t", "d", path -> {
                    throw new NoSuchFileException(path);
                }))
                .isInstanceOf(DeletionVectorException.class)
                .hasMessageEndingWith("is missing");
    }

    @Test
    void aLengthBeyondTheFileIsNoticedBeforeMemoryIsTaken() {
        assertThatThrownBy(() -> read(new byte[100], relative(EXAMPLE, 1, 2_000_000_000, 6)))
                .isInstanceOf(DeletionVectorException.class)
                .hasMessageEndingWith("is truncated: its file ends before 2000000009 bytes");
    }
}
