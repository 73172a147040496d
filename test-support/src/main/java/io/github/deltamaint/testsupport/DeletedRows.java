package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * Bytes of deletion vectors: a set of row positions, as 32-bit Roaring bitmaps in their portable form, one per upper half of
 * the 64-bit positions.
 *
 * <p>In a file: one version byte (1), then per vector its length (big endian), the bitmap, and the bitmap's CRC-32 (big
 * endian).
 */
final class DeletedRows {

    private static final int MAGIC = 1681511377;
    private static final int COOKIE_NO_RUNS = 12346;
    private static final int COOKIE_RUNS = 12347;
    private static final int ARRAY_LIMIT = 4096;

    private DeletedRows() {}

    /** How the containers of the bitmap are written. Readers must take all. */
    enum Containers {
        /** Array up to 4,096 positions, else bitmap. */
        PLAIN,
        /** Runs only. */
        RUNS
    }

    static byte[] serialize(NavigableSet<Long> positions, Containers containers) {
        TreeMap<Integer, TreeSet<Integer>> byUpperHalf = new TreeMap<>();
        positions.forEach(position -> byUpperHalf
                .computeIfAbsent((int) (position >>> 32), upper -> new TreeSet<>(Integer::compareUnsigned))
                .add(position.intValue()));
        LittleEndian out = new LittleEndian();
        out.writeInt(MAGIC);
        out.writeLong(byUpperHalf.size());
        byUpperHalf.forEach((upper, lower) -> {
            out.writeInt(upper);
            out.writeBytes(roaring(lower, containers));
        });
        return out.toByteArray();
    }

    private static byte[] roaring(NavigableSet<Integer> values, Containers form) {
        TreeMap<Integer, TreeSet<Integer>> containers = new TreeMap<>();
        values.forEach(value ->
                containers.computeIfAbsent(value >>> 16, key -> new TreeSet<>()).add(value & 0xffff));
        LittleEndian out = new LittleEndian();
        if (form == Containers.RUNS) {
            out.writeInt(COOKIE_RUNS | (containers.size() - 1) << 16);
            byte[] allAreRuns = new byte[(containers.size() + 7) / 8];
            for (int i = 0; i < containers.size(); i++) {
                allAreRuns[i / 8] |= (byte) (1 << i % 8);
            }
            out.writeBytes(allAreRuns);
        } else {
            out.writeInt(COOKIE_NO_RUNS);
            out.writeInt(containers.size());
        }
        containers.forEach((key, low) -> {
            out.writeShort(key);
            out.writeShort(low.size() - 1);
        });
        LittleEndian bodies = new LittleEndian();
        int offsets = form == Containers.RUNS && containers.size() < 4 ? 0 : 4 * containers.size();
        int start = out.size() + offsets;
        for (TreeSet<Integer> low : containers.values()) {
            if (offsets > 0) {
                out.writeInt(start + bodies.size());
            }
            bodies.writeBytes(form == Containers.RUNS ? runs(low) : arrayOrBitmap(low));
        }
        out.writeBytes(bodies.toByteArray());
        return out.toByteArray();
    }

    private static byte[] arrayOrBitmap(NavigableSet<Integer> low) {
        LittleEndian out = new LittleEndian();
        if (low.size() <= ARRAY_LIMIT) {
            low.forEach(out::writeShort);
        } else {
            byte[] bits = new byte[8192];
            low.forEach(value -> bits[value / 8] |= (byte) (1 << value % 8));
            out.writeBytes(bits);
        }
        return out.toByteArray();
    }

    private static byte[] runs(NavigableSet<Integer> low) {
        LittleEndian bodies = new LittleEndian();
        int count = 0;
        for (int value : low) {
            if (!low.contains(value - 1)) {
                int end = value;
                while (low.contains(end + 1)) {
                    end++;
                }
                bodies.writeShort(value);
                bodies.writeShort(end - value);
                count++;
            }
        }
        LittleEndian out = new LittleEndian();
        out.writeShort(count);
        out.writeBytes(bodies.toByteArray());
        return out.toByteArray();
    }

    static NavigableSet<Long> deserialize(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int magic = in.getInt();
        if (magic != MAGIC) {
            throw new IllegalArgumentException("magic is " + magic + ", expected " + MAGIC);
        }
        NavigableSet<Long> positions = new TreeSet<>();
        for (long bitmaps = in.getLong(); bitmaps > 0; bitmaps--) {
            long upper = Integer.toUnsignedLong(in.getInt()) << 32;
            readRoaring(in, upper, positions);
        }
        return positions;
    }

    private static void readRoaring(ByteBuffer in, long upper, NavigableSet<Long> into) {
        int cookie = in.getInt();
        boolean withRuns = (cookie & 0xffff) == COOKIE_RUNS;
        int count = withRuns ? (cookie >>> 16) + 1 : in.getInt();
        byte[] runFlags = new byte[withRuns ? (count + 7) / 8 : 0];
        in.get(runFlags);
        int[] keys = new int[count];
        int[] sizes = new int[count];
        for (int i = 0; i < count; i++) {
            keys[i] = Short.toUnsignedInt(in.getShort());
            sizes[i] = Short.toUnsignedInt(in.getShort()) + 1;
        }
        if (!withRuns || count >= 4) {
            in.position(in.position() + 4 * count);
        }
        for (int i = 0; i < count; i++) {
            long base = upper | (long) keys[i] << 16;
            if (withRuns && (runFlags[i / 8] >> i % 8 & 1) == 1) {
                for (int runs = Short.toUnsignedInt(in.getShort()); runs > 0; runs--) {
                    long first = base + Short.toUnsignedInt(in.getShort());
                    long last = first + Short.toUnsignedInt(in.getShort());
                    for (long position = first; position <= last; position++) {
                        into.add(position);
                    }
                }
            } else if (sizes[i] <= ARRAY_LIMIT) {
                for (int k = 0; k < sizes[i]; k++) {
                    into.add(base + Short.toUnsignedInt(in.getShort()));
                }
            } else {
                byte[] bits = new byte[8192];
                in.get(bits);
                for (int value = 0; value < 65536; value++) {
                    if ((bits[value / 8] >> value % 8 & 1) == 1) {
                        into.add(base + value);
                    }
                }
            }
        }
    }

    /** The row positions that the {@code deletionVector} of an action names. */
    static NavigableSet<Long> read(Path tableRoot, JsonNode descriptor) {
        NavigableSet<Long> positions = deserialize(bytes(tableRoot, descriptor));
        long cardinality = descriptor.path("cardinality").asLong();
        if (positions.size() != cardinality) {
            throw new IllegalArgumentException(
                    tableRoot + ": " + positions.size() + " deleted rows, expected " + cardinality + ": " + descriptor);
        }
        return positions;
    }

    private static byte[] bytes(Path tableRoot, JsonNode descriptor) {
        int size = descriptor.path("sizeInBytes").asInt();
        if (descriptor.path("storageType").asText().equals("i")) {
            return Arrays.copyOf(Z85.decode(descriptor.path("pathOrInlineDv").asText()), size);
        }
        Path file = file(tableRoot, descriptor);
        byte[] all;
        try {
            all = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
        int offset = descriptor.path("offset").asInt();
        if (all[0] != 1 || ByteBuffer.wrap(all, offset, 4).getInt() != size) {
            throw new IllegalArgumentException(file + ": no vector of " + size + " bytes at " + offset);
        }
        byte[] bytes = Arrays.copyOfRange(all, offset + 4, offset + 4 + size);
        if (ByteBuffer.wrap(all, offset + 4 + size, 4).getInt() != crc(bytes)) {
            throw new IllegalArgumentException(file + ": wrong checksum at " + offset);
        }
        return bytes;
    }

    /** The file that a descriptor of storage type {@code u} or {@code p} means. */
    static Path file(Path tableRoot, JsonNode descriptor) {
        String text = descriptor.path("pathOrInlineDv").asText();
        if (descriptor.path("storageType").asText().equals("p")) {
            return LogPath.resolve(tableRoot, text);
        }
        String prefix = text.substring(0, text.length() - 20);
        ByteBuffer uuid = ByteBuffer.wrap(Z85.decode(text.substring(text.length() - 20)));
        Path directory = prefix.isEmpty() ? tableRoot : tableRoot.resolve(prefix);
        return directory.resolve(fileName(new UUID(uuid.getLong(), uuid.getLong())));
    }

    static String fileName(UUID uuid) {
        return "deletion_vector_" + uuid + ".bin";
    }

    static int crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    private static final class LittleEndian {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        void writeShort(int value) {
            out.write(value);
            out.write(value >>> 8);
        }

        void writeInt(int value) {
            writeShort(value);
            writeShort(value >>> 16);
        }

        void writeLong(long value) {
            writeInt((int) value);
            writeInt((int) (value >>> 32));
        }

        void writeBytes(byte[] bytes) {
            out.writeBytes(bytes);
        }

        int size() {
            return out.size();
        }

        byte[] toByteArray() {
            return out.toByteArray();
        }
    }
}
