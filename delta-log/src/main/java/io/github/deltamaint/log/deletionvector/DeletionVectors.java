package io.github.deltamaint.log.deletionvector;

import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.partition.LogPath;
import io.github.deltamaint.log.partition.LogPaths;
import io.github.deltamaint.parquet.ByteSource;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * Finds and reads deletion vectors (PROTOCOL.md, "Deletion Vectors").
 *
 * <p>Whatever is not as it should be is an error: rows that cannot be told to be deleted or not must not be rewritten.
 */
public final class DeletionVectors {
    private static final String RELATIVE = "u";
    private static final String ABSOLUTE = "p";
    private static final String INLINE = "i";

    private static final int UUID_CHARS = 20;
    private static final byte FILE_VERSION = 1;
    private static final int FIRST_OFFSET = 1;
    /** Up to here it is cheaper to read from the beginning than to read twice. */
    private static final int READ_FROM_START = 64 * 1024;

    private static final int MAX_SIZE = Integer.MAX_VALUE - 2 * READ_FROM_START;
    /** Up to here a length that is wrong does no harm before the read fails. */
    private static final int TRUSTED_SIZE = 1024 * 1024;

    private DeletionVectors() {}

    /** Opens files. */
    @FunctionalInterface
    public interface Opener {
        /**
         * Opens a file; the caller closes it.
         *
         * @param path the decoded path, as {@link LogPath#resolve} gives it
         * @throws NoSuchFileException if there is none
         */
        ByteSource open(String path) throws IOException;
    }

    /**
     * The file that a deletion vector is in, as the log would name it.
     *
     * @return empty if the vector is inline
     * @throws IllegalArgumentException if the descriptor is malformed or of a kind that is not known
     */
    public static Optional<LogPath> file(DeletionVectorDescriptor descriptor) {
        String text = descriptor.pathOrInlineDv();
        switch (descriptor.storageType()) {
            case INLINE -> {
                return Optional.empty();
            }
            case ABSOLUTE -> {
                return Optional.of(LogPaths.decode(text));
            }
            case RELATIVE -> {
                LogPath path = new LogPath(Optional.empty(), Optional.empty(), relativePath(text));
                if (!path.isContained()) {
                    throw new IllegalArgumentException("'" + text + "' leads out of the table's root");
                }
                return Optional.of(path);
            }
            default ->
                throw new IllegalArgumentException(
                        "deletion vectors of storage type '" + descriptor.storageType() + "' are not known here");
        }
    }

    /**
     * Reads a deletion vector and checks everything that can be checked about it.
     *
     * @param descriptor what the {@code add} or {@code remove} action says
     * @param tableRoot the table's root, as for {@link LogPath#resolve}
     * @param dataFile names the data file in messages
     * @throws DeletionVectorException if the vector is missing, damaged, or not the one that the descriptor describes
     * @throws IOException if its file cannot be read for another reason
     */
    public static DeletionVector read(
            DeletionVectorDescriptor descriptor, String tableRoot, String dataFile, Opener opener) throws IOException {
        Optional<LogPath> file;
        byte[] inline = new byte[0];
        try {
            checkNumbers(descriptor);
            file = file(descriptor);
            if (file.isEmpty()) {
                inline = inline(descriptor);
            }
        } catch (IllegalArgumentException e) {
            throw new DeletionVectorException(
                    "the descriptor " + descriptor.uniqueId(), dataFile, "is malformed: " + e.getMessage(), e);
        }
        if (file.isEmpty()) {
            return parse(inline, descriptor, "the inline vector", dataFile);
        }
        String path = file.get().resolve(tableRoot);
        String name = path + " at byte " + offset(descriptor);
        return parse(fromFile(descriptor, path, name, dataFile, opener), descriptor, name, dataFile);
    }

    private static void checkNumbers(DeletionVectorDescriptor descriptor) {
        if (descriptor.sizeInBytes() < 0 || descriptor.cardinality() < 0 || offset(descriptor) < 0) {
            throw new IllegalArgumentException("sizeInBytes is " + descriptor.sizeInBytes() + ", cardinality "
                    + descriptor.cardinality() + " and offset " + offset(descriptor) + ", but none can be negative");
        }
        if (descriptor.sizeInBytes() > MAX_SIZE) {
            throw new IllegalArgumentException("sizeInBytes is " + descriptor.sizeInBytes() + ", more than the "
                    + MAX_SIZE + " that can be read here");
        }
    }

    private static int offset(DeletionVectorDescriptor descriptor) {
        // Without an offset it is the only vector in its file, which stands behind the version.
        return descriptor.offset().orElse(FIRST_OFFSET);
    }

    private static String relativePath(String text) {
        int prefixLength = text.length() - UUID_CHARS;
        if (prefixLength < 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is shorter than a UUID of " + UUID_CHARS + " characters");
        }
        ByteBuffer bytes = ByteBuffer.wrap(decoded(text.substring(prefixLength)));
        UUID uuid = new UUID(bytes.getLong(), bytes.getLong());
        String directory = prefixLength == 0 ? "" : text.substring(0, prefixLength) + "/";
        return directory + "deletion_vector_" + uuid + ".bin";
    }

    private static byte[] inline(DeletionVectorDescriptor descriptor) {
        byte[] bytes = decoded(descriptor.pathOrInlineDv());
        int surplus = bytes.length - descriptor.sizeInBytes();
        if (surplus < 0 || surplus >= Integer.BYTES) {
            throw new IllegalArgumentException(
                    "its text holds " + bytes.length + " bytes, but sizeInBytes is " + descriptor.sizeInBytes());
        }
        return Arrays.copyOf(bytes, descriptor.sizeInBytes());
    }

    private static byte[] decoded(String text) {
        try {
            return Z85.decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not in the encoding Z85: " + e.getMessage(), e);
        }
    }

    private static byte[] fromFile(
            DeletionVectorDescriptor descriptor, String path, String name, String dataFile, Opener opener)
            throws IOException {
        try (ByteSource source = opener.open(path)) {
            return block(source, descriptor, name, dataFile);
        } catch (NoSuchFileException | FileNotFoundException e) {
            throw new DeletionVectorException(name, dataFile, "is missing", e);
        } catch (EOFException e) {
            throw new DeletionVectorException(
                    name, dataFile, "is truncated: its file ends before " + end(descriptor) + " bytes", e);
        }
    }

    /** Position of the first byte behind the vector: its size, itself, and its checksum. */
    private static long end(DeletionVectorDescriptor descriptor) {
        return (long) offset(descriptor) + Integer.BYTES + descriptor.sizeInBytes() + Integer.BYTES;
    }

    private static byte[] block(ByteSource source, DeletionVectorDescriptor descriptor, String name, String dataFile)
            throws IOException {
        int offset = offset(descriptor);
        if (descriptor.sizeInBytes() > TRUSTED_SIZE && source.length() < end(descriptor)) {
            throw new EOFException();
        }
        int start = offset <= READ_FROM_START ? 0 : offset;
        byte[] bytes = new byte[Math.toIntExact(end(descriptor) - start)];
        source.readFully(start, bytes, 0, bytes.length);
        byte version = bytes[0];
        if (start > 0) {
            byte[] first = new byte[1];
            source.readFully(0, first, 0, 1);
            version = first[0];
        }
        if (version != FILE_VERSION) {
            throw new DeletionVectorException(
                    name,
                    dataFile,
                    "is in a file of version " + version + ", but only version " + FILE_VERSION + " is known",
                    null);
        }
        ByteBuffer block = ByteBuffer.wrap(bytes, offset - start, bytes.length - (offset - start));
        int size = block.getInt();
        if (size != descriptor.sizeInBytes()) {
            throw new DeletionVectorException(
                    name, dataFile, "has " + size + " bytes, but the log says " + descriptor.sizeInBytes(), null);
        }
        byte[] bitmap = new byte[size];
        block.get(bitmap);
        CRC32 crc = new CRC32();
        crc.update(bitmap);
        int checksum = block.getInt();
        if ((int) crc.getValue() != checksum) {
            throw new DeletionVectorException(
                    name,
                    dataFile,
                    String.format(
                            Locale.ROOT,
                            "is damaged: its checksum is %08x, but that of its bytes is %08x",
                            checksum,
                            (int) crc.getValue()),
                    null);
        }
        return bitmap;
    }

    private static DeletionVector parse(byte[] bytes, DeletionVectorDescriptor descriptor, String name, String dataFile)
            throws IOException {
        DeletionVector vector;
        try {
            vector = BitmapParser.parse(bytes);
        } catch (IOException e) {
            throw new DeletionVectorException(name, dataFile, String.valueOf(e.getMessage()), e);
        }
        if (vector.cardinality() != descriptor.cardinality()) {
            throw new DeletionVectorException(
                    name,
                    dataFile,
                    "deletes " + vector.cardinality() + " rows, but the log says " + descriptor.cardinality(),
                    null);
        }
        return vector;
    }
}
