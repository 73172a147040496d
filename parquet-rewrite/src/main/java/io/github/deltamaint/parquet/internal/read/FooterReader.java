package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.UnsupportedFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads the end of a Parquet file: {@code … footer | its length, 4 bytes little-endian | "PAR1"}.
 *
 * <p>Lengths are checked against the file before memory is set aside, so the largest allocation is a small multiple of the
 * file.
 */
public final class FooterReader {
    private static final int MAGIC_LENGTH = 4;
    private static final int TAIL_LENGTH = MAGIC_LENGTH + Integer.BYTES;
    private static final int FIRST_READ = 64 << 10;
    private static final int MAX_MESSAGE = 300;

    private final ByteSource source;
    private final String name;

    private FooterReader(ByteSource source) {
        this.source = source;
        this.name = source.name();
    }

    /** Reads and checks the footer: in one request after that for the leading magic if it is not longer than 64 KiB. */
    public static ParquetMetadata read(ByteSource source) throws IOException {
        return new FooterReader(source).read();
    }

    /**
     * Reads the footer as the format has it, with what {@link ParquetMetadata} leaves out. For files that {@link #read} has found good.
     *
     * @throws CorruptFileException if it cannot be read
     */
    public static FileMetaData readFormat(ByteSource source) throws IOException {
        FooterReader reader = new FooterReader(source);
        byte[] footer = reader.bytes();
        try {
            return Util.readFileMetaData(new ByteArrayInputStream(footer), null, null, Math.max(footer.length, 1024));
        } catch (IOException | RuntimeException e) {
            throw new CorruptFileException(source.name(), "the footer cannot be read: " + shortened(e), e);
        }
    }

    private ParquetMetadata read() throws IOException {
        byte[] footer = bytes();
        return parse(footer, source.length() - TAIL_LENGTH - footer.length);
    }

    private byte[] bytes() throws IOException {
        long length = source.length();
        if (length < MAGIC_LENGTH + TAIL_LENGTH) {
            throw new CorruptFileException(name, "no Parquet file: it has only " + length + " bytes");
        }
        byte[] head = new byte[MAGIC_LENGTH];
        source.readFully(0, head, 0, MAGIC_LENGTH);
        byte[] tail = new byte[(int) Math.min(length, FIRST_READ)];
        source.readFully(length - tail.length, tail, 0, tail.length);
        checkMagic(head, 0, 0);
        checkMagic(tail, tail.length - MAGIC_LENGTH, length - MAGIC_LENGTH);

        int footerLength = LittleEndian.getInt(tail, tail.length - TAIL_LENGTH);
        if (footerLength <= 0 || footerLength > length - TAIL_LENGTH - MAGIC_LENGTH) {
            throw new CorruptFileException(
                    name,
                    "at offset " + (length - TAIL_LENGTH) + " a footer of " + Integer.toUnsignedString(footerLength)
                            + " bytes is announced, in a file of " + length + " bytes");
        }
        if (footerLength <= tail.length - TAIL_LENGTH) {
            int end = tail.length - TAIL_LENGTH;
            return Arrays.copyOfRange(tail, end - footerLength, end);
        }
        byte[] footer = new byte[footerLength];
        source.readFully(length - TAIL_LENGTH - footerLength, footer, 0, footerLength);
        return footer;
    }

    private void checkMagic(byte[] bytes, int at, long offset) throws IOException {
        String magic = new String(bytes, at, MAGIC_LENGTH, StandardCharsets.ISO_8859_1);
        if (magic.equals("PARE")) {
            throw new UnsupportedFileException(
                    name, "encrypted Parquet (footer) is not supported: decrypt it, or leave it alone");
        }
        if (!magic.equals("PAR1")) {
            throw new CorruptFileException(
                    name,
                    "no Parquet file: at offset " + offset + " \"PAR1\" was expected, found \"" + printable(magic)
                            + '"');
        }
    }

    private static String printable(String text) {
        return text.replaceAll("[^ -~]", "?");
    }

    /** Whatever garbage makes the parsers throw, the file is to blame. */
    private ParquetMetadata parse(byte[] footer, long offset) throws IOException {
        try {
            FileMetaData metadata =
                    Util.readFileMetaData(new ByteArrayInputStream(footer), null, null, Math.max(footer.length, 1024));
            checkEncryption(metadata);
            checkRowGroups(metadata, new FlatSchema(name, required(metadata.getSchema())));
            ParquetMetadata result = new ParquetMetadataConverter().fromParquetMetadata(metadata);
            checkNames(result.getFileMetaData().getSchema());
            checkLevels(result.getFileMetaData().getSchema());
            return result;
        } catch (CorruptFileException | UnsupportedFileException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new CorruptFileException(
                    name,
                    "the footer at offset " + offset + " (" + footer.length + " bytes) cannot be read: " + shortened(e),
                    e);
        }
    }

    /** What a parser said, without the whole structure that it may have printed. */
    private static String shortened(Throwable e) {
        String text = e.toString();
        int end = Math.min(text.length(), MAX_MESSAGE);
        int line = text.indexOf('\n');
        return text.substring(0, line < 0 ? end : Math.min(line, end));
    }

    /** A field without which Thrift would have refused the footer. */
    private static <T> T required(@Nullable T field) {
        return Objects.requireNonNull(field);
    }

    private void checkEncryption(FileMetaData metadata) throws UnsupportedFileException {
        boolean encrypted = metadata.isSetEncryption_algorithm() || metadata.isSetFooter_signing_key_metadata();
        for (RowGroup group : required(metadata.getRow_groups())) {
            for (ColumnChunk chunk : required(group.getColumns())) {
                encrypted |= chunk.isSetCrypto_metadata() || chunk.isSetEncrypted_column_metadata();
            }
        }
        if (encrypted) {
            throw new UnsupportedFileException(
                    name, "encrypted Parquet (columns) is not supported: decrypt it, or leave it alone");
        }
    }

    private void checkRowGroups(FileMetaData metadata, FlatSchema schema) throws IOException {
        List<RowGroup> groups = required(metadata.getRow_groups());
        long rows = 0;
        for (int group = 0; group < groups.size(); group++) {
            checkColumns(group, required(groups.get(group).getColumns()), schema);
            rows += groups.get(group).getNum_rows();
        }
        // Some writers leave the total at 0; no reader needs it.
        if (rows != metadata.getNum_rows() && metadata.getNum_rows() != 0) {
            throw new CorruptFileException(
                    name, "the footer says " + metadata.getNum_rows() + " rows, its row groups have " + rows);
        }
    }

    private void checkColumns(int group, List<ColumnChunk> chunks, FlatSchema schema) throws IOException {
        if (chunks.size() != schema.leaves()) {
            throw new CorruptFileException(
                    name,
                    "row group " + group + " has " + chunks.size() + " column chunks for the " + schema.leaves()
                            + " columns of the schema");
        }
        for (int leaf = 0; leaf < chunks.size(); leaf++) {
            String where = "row group " + group + ", column " + String.join(".", schema.path(leaf)) + ": ";
            ColumnChunk chunk = chunks.get(leaf);
            if (chunk.isSetFile_path()) {
                throw new UnsupportedFileException(
                        name, where + "its chunk is in another file, " + chunk.getFile_path() + ": read that one");
            }
            ColumnMetaData metadata = chunk.getMeta_data();
            if (metadata == null) {
                throw new CorruptFileException(name, where + "its chunk has no metadata");
            }
            List<String> path = required(metadata.getPath_in_schema());
            if (!path.equals(schema.path(leaf))) {
                // Some readers go by the path, others by the position, and they would read different rows.
                throw new CorruptFileException(
                        name, where + "the footer has the chunk of column " + String.join(".", path) + " in its place");
            }
            if (metadata.getType() != schema.type(leaf)) {
                throw new CorruptFileException(
                        name, where + "its chunk is " + metadata.getType() + ", the schema says " + schema.type(leaf));
            }
        }
    }

    private void checkNames(GroupType group) throws UnsupportedFileException {
        Set<String> names = new HashSet<>();
        for (Type field : group.getFields()) {
            if (!names.add(field.getName())) {
                throw new UnsupportedFileException(name, group.getName() + " has two fields named " + field.getName());
            }
            if (!field.isPrimitive()) {
                checkNames(field.asGroupType());
            }
        }
    }

    private void checkLevels(MessageType schema) throws UnsupportedFileException {
        for (var column : schema.getColumns()) {
            if (column.getMaxDefinitionLevel() > Byte.MAX_VALUE) {
                throw new UnsupportedFileException(
                        name,
                        "column " + String.join(".", column.getPath()) + " is nested deeper than " + Byte.MAX_VALUE
                                + " levels");
            }
        }
    }
}
