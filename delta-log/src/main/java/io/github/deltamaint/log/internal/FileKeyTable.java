package io.github.deltamaint.log.internal;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The logical files that the newer part of the log names: path and deletion vector id, each as UTF-8, compared exactly.
 *
 * <p>An open hash table over an arena of bytes, because there may be millions: besides its text an entry takes about 32 bytes. The hash is that of the path
 * alone, so all entries of a path are in one run of slots.
 *
 * <pre>
 *   slots[]    entry + 1, 0 = free; linear probing from the hash of the path
 *   hashes[e]  upper half of the hash, to pass over other paths quickly
 *   places[e]  chunk << 32 | position: int path length, int id length or -1, path, id
 *   owners[e]  a number that the caller gave
 *   live       whether the entry is an active file
 * </pre>
 */
final class FileKeyTable {
    private static final int CHUNK = 1 << 16;
    private static final int HEADER = 8;

    private int[] slots = new int[64];
    private int[] hashes = new int[32];
    private long[] places = new long[32];
    private int[] owners = new int[32];
    private final BitSet live = new BitSet();
    private int size;

    private byte[][] chunks = new byte[4][];
    private int chunkCount;
    private int chunkUsed = CHUNK;

    int size() {
        return size;
    }

    /** The entry of a logical file, or -1. */
    int find(byte[] path, int offset, int length, byte @Nullable [] id) {
        long hash = Hashing.hash(path, offset, length);
        int mask = slots.length - 1;
        for (int slot = (int) hash & mask; slots[slot] != 0; slot = slot + 1 & mask) {
            int entry = slots[slot] - 1;
            if (hashes[entry] == (int) (hash >>> 32) && hasPath(entry, path, offset, length) && hasId(entry, id)) {
                return entry;
            }
        }
        return -1;
    }

    /** What the table says about a logical file of an older part of the log. */
    enum Standing {
        /** Nothing. */
        UNKNOWN,
        /** The file itself is in the table. */
        KNOWN,
        /** It is not, but an active file with its path is, under another deletion vector. */
        OTHER_IS_LIVE
    }

    /**
     * What the table says about a logical file.
     *
     * @param hash the {@link Hashing#hash} of the path
     */
    Standing standing(long hash, byte[] path, int offset, int length, byte @Nullable [] id) {
        boolean otherIsLive = false;
        int mask = slots.length - 1;
        for (int slot = (int) hash & mask; slots[slot] != 0; slot = slot + 1 & mask) {
            int entry = slots[slot] - 1;
            if (hashes[entry] == (int) (hash >>> 32) && hasPath(entry, path, offset, length)) {
                if (hasId(entry, id)) {
                    return Standing.KNOWN;
                }
                otherIsLive |= live.get(entry);
            }
        }
        return otherIsLive ? Standing.OTHER_IS_LIVE : Standing.UNKNOWN;
    }

    /** Whether an active file has this path, with whatever deletion vector. */
    boolean hasLive(byte[] path, int offset, int length) {
        long hash = Hashing.hash(path, offset, length);
        int mask = slots.length - 1;
        for (int slot = (int) hash & mask; slots[slot] != 0; slot = slot + 1 & mask) {
            int entry = slots[slot] - 1;
            if (hashes[entry] == (int) (hash >>> 32) && live.get(entry) && hasPath(entry, path, offset, length)) {
                return true;
            }
        }
        return false;
    }

    /** Adds a logical file that is not in the table. */
    void add(byte[] path, byte @Nullable [] id, int owner, boolean isLive) {
        if (size == hashes.length) {
            growEntries();
        }
        if (size * 2 >= slots.length) {
            growSlots();
        }
        long hash = Hashing.hash(path, 0, path.length);
        hashes[size] = (int) (hash >>> 32);
        places[size] = store(path, id);
        owners[size] = owner;
        live.set(size, isLive);
        insert((int) hash, size);
        size++;
    }

    int owner(int entry) {
        return owners[entry];
    }

    boolean isLive(int entry) {
        return live.get(entry);
    }

    private void insert(int hash, int entry) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            slot = slot + 1 & mask;
        }
        slots[slot] = entry + 1;
    }

    private void growEntries() {
        int capacity = Math.multiplyExact(size, 2);
        hashes = Arrays.copyOf(hashes, capacity);
        places = Arrays.copyOf(places, capacity);
        owners = Arrays.copyOf(owners, capacity);
    }

    private void growSlots() {
        slots = new int[Math.multiplyExact(slots.length, 2)];
        for (int entry = 0; entry < size; entry++) {
            int at = position(entry) + HEADER;
            insert((int) Hashing.hash(chunk(entry), at, pathLength(entry)), entry);
        }
    }

    private long store(byte[] path, byte @Nullable [] id) {
        int idLength = id == null ? 0 : id.length;
        int needed = Math.addExact(Math.addExact(HEADER, path.length), idLength);
        if (chunkUsed + needed > CHUNK || chunkCount == 0) {
            newChunk(Math.max(CHUNK, needed));
        }
        byte[] chunk = chunks[chunkCount - 1];
        int at = chunkUsed;
        putInt(chunk, at, path.length);
        putInt(chunk, at + 4, id == null ? -1 : id.length);
        System.arraycopy(path, 0, chunk, at + HEADER, path.length);
        if (id != null) {
            System.arraycopy(id, 0, chunk, at + HEADER + path.length, id.length);
        }
        chunkUsed += needed;
        return (long) (chunkCount - 1) << 32 | at;
    }

    private void newChunk(int length) {
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount * 2);
        }
        chunks[chunkCount++] = new byte[length];
        chunkUsed = 0;
    }

    private byte[] chunk(int entry) {
        return chunks[(int) (places[entry] >>> 32)];
    }

    private int position(int entry) {
        return (int) places[entry];
    }

    private int pathLength(int entry) {
        return getInt(chunk(entry), position(entry));
    }

    private boolean hasPath(int entry, byte[] path, int offset, int length) {
        int at = position(entry) + HEADER;
        return pathLength(entry) == length
                && Arrays.equals(chunk(entry), at, at + length, path, offset, offset + length);
    }

    private boolean hasId(int entry, byte @Nullable [] id) {
        byte[] chunk = chunk(entry);
        int length = getInt(chunk, position(entry) + 4);
        if (id == null || length < 0) {
            return id == null && length < 0;
        }
        int at = position(entry) + HEADER + pathLength(entry);
        return Arrays.equals(chunk, at, at + length, id, 0, id.length);
    }

    private static void putInt(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >>> 8);
        bytes[at + 2] = (byte) (value >>> 16);
        bytes[at + 3] = (byte) (value >>> 24);
    }

    private static int getInt(byte[] bytes, int at) {
        return (bytes[at] & 0xFF)
                | (bytes[at + 1] & 0xFF) << 8
                | (bytes[at + 2] & 0xFF) << 16
                | (bytes[at + 3] & 0xFF) << 24;
    }
}
