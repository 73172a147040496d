package io.github.deltamaint.vacuum.internal;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Something that is in the store, or was according to the log.
 *
 * @param path below the table's root, decoded
 * @param size the length in bytes; zero where nobody knows
 * @param modificationTimeMillis when it was changed, or removed from the table
 * @param kind what it is
 * @param version the version that removed it, for what comes from the log
 */
record Listed(String path, long size, long modificationTimeMillis, Kind kind, long version) {

    enum Kind {
        FILE,
        LINK,
        EMPTY_DIRECTORY,
        TOMBSTONE,
        EXPIRED_CHANGE_DATA
    }

    private static final List<Kind> KINDS = List.of(Kind.values());

    static Listed file(String path, long size, long modificationTimeMillis) {
        return new Listed(path, size, modificationTimeMillis, Kind.FILE, FactKind.UNKNOWN_VERSION);
    }

    /** A link to a file, with size and time of that. */
    static Listed link(String path, long size, long modificationTimeMillis) {
        return new Listed(path, size, modificationTimeMillis, Kind.LINK, FactKind.UNKNOWN_VERSION);
    }

    static Listed emptyDirectory(String path, long modificationTimeMillis) {
        return new Listed(path, 0, modificationTimeMillis, Kind.EMPTY_DIRECTORY, FactKind.UNKNOWN_VERSION);
    }

    long hash() {
        return kind == Kind.EMPTY_DIRECTORY ? KeyHash.ofDirectory(path, 0, path.length()) : KeyHash.of(path);
    }

    void writeTo(DataOutputStream out) throws IOException {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
        out.writeLong(size);
        out.writeLong(modificationTimeMillis);
        out.writeByte(KINDS.indexOf(kind));
        out.writeLong(version);
    }

    static Listed readFrom(DataInputStream in, int length) throws IOException {
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new Listed(
                new String(bytes, StandardCharsets.UTF_8),
                in.readLong(),
                in.readLong(),
                KINDS.get(in.readByte()),
                in.readLong());
    }
}
