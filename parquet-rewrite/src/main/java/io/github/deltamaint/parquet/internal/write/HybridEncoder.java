package io.github.deltamaint.parquet.internal.write;

/**
 * Writes Parquet's RLE / bit-packing hybrid for dictionary ids.
 *
 * <p>A run of equal ids becomes {@code varint(length << 1), id}; everything else becomes packed groups of eight ids behind
 * {@code varint(groups << 1 | 1)}. A packed run extends until the next worthwhile run of equal ids, whatever its length: the
 * scan for that run is one loop, the packing another, so neither slows the other down.
 *
 * <p>Runs of equal ids are looked for at multiples of eight ids behind the last run, because a packed run holds whole
 * groups. Short runs stay packed when their packed form is no longer than a run with the header of the packed run behind it.
 */
final class HybridEncoder {
    private final int[] tail = new int[8];

    /** The bits that one id below {@code distinct} takes. */
    static int width(int distinct) {
        return distinct <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(distinct - 1);
    }

    /** Equal ids at a group border from which on a run is shorter than packed groups. */
    static int shortestRun(int width) {
        return width == 0 ? 1 : 8 * ((3 + (width + 7) / 8) / width + 1);
    }

    /** Encodes {@code ids[from, from + count)}, all below 2<sup>width</sup>, behind what {@code target} holds. */
    void encode(int[] ids, int from, int count, int width, PageBuffer target) {
        if (count == 0) {
            return;
        }
        int shortest = shortestRun(width);
        long groups = (count + 7L) / 8;
        target.reserve(groups * width + 16 * ((long) count / shortest + 2));
        if (width == 0) {
            run(0, count, 0, target);
            return;
        }
        int end = from + count;
        int packedFrom = from;
        int at = from;
        while (end - at >= 8) {
            int id = ids[at];
            if (id != ids[at + 7] || !allEqual(ids, at)) {
                at += 8;
                continue;
            }
            int runEnd = runEnd(ids, at + 8, end, id);
            if (runEnd - at < shortest) {
                at += (runEnd - at) & ~7;
                continue;
            }
            packed(ids, packedFrom, at, width, target);
            run(id, runEnd - at, width, target);
            at = runEnd;
            packedFrom = at;
        }
        if (at < end && packedFrom == at && runEnd(ids, at + 1, end, ids[at]) == end) {
            run(ids[at], end - at, width, target);
        } else {
            packed(ids, packedFrom, end, width, target);
        }
    }

    /**
     * The bytes that {@link #encode} would write.
     *
     * @param ids all below 2<sup>width</sup>
     */
    static long size(int[] ids, int from, int count, int width) {
        if (count == 0) {
            return 0;
        }
        if (width == 0) {
            return runBytes(count, 0);
        }
        int shortest = shortestRun(width);
        int end = from + count;
        int packedFrom = from;
        int at = from;
        long bytes = 0;
        while (end - at >= 8) {
            int id = ids[at];
            if (id != ids[at + 7] || !allEqual(ids, at)) {
                at += 8;
                continue;
            }
            int runEnd = runEnd(ids, at + 8, end, id);
            if (runEnd - at < shortest) {
                at += (runEnd - at) & ~7;
                continue;
            }
            bytes += packedBytes(at - packedFrom, width) + runBytes(runEnd - at, width);
            at = runEnd;
            packedFrom = at;
        }
        if (at < end && packedFrom == at && runEnd(ids, at + 1, end, ids[at]) == end) {
            return bytes + runBytes(end - at, width);
        }
        return bytes + packedBytes(end - packedFrom, width);
    }

    static long runBytes(int length, int width) {
        return varLongBytes((long) length << 1) + (width + 7L) / 8;
    }

    private static long packedBytes(int count, int width) {
        long groups = (count + 7L) / 8;
        return count == 0 ? 0 : varLongBytes(groups << 1 | 1) + groups * width;
    }

    private static int varLongBytes(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    private static boolean allEqual(int[] ids, int at) {
        int id = ids[at];
        int differences = (ids[at + 1] ^ id)
                | (ids[at + 2] ^ id)
                | (ids[at + 3] ^ id)
                | (ids[at + 4] ^ id)
                | (ids[at + 5] ^ id)
                | (ids[at + 6] ^ id);
        return differences == 0;
    }

    private static int runEnd(int[] ids, int from, int end, int id) {
        int at = from;
        while (at < end && ids[at] == id) {
            at++;
        }
        return at;
    }

    private static void run(int id, int length, int width, PageBuffer target) {
        target.writeUnsignedVarLong((long) length << 1);
        int bytes = (width + 7) / 8;
        PageBuffer.INT.set(target.reserve(bytes), target.length(), id);
        target.length(target.length() + bytes);
    }

    private void packed(int[] ids, int from, int to, int width, PageBuffer target) {
        int count = to - from;
        if (count == 0) {
            return;
        }
        int fullGroups = count >> 3;
        int rest = count & 7;
        long groups = fullGroups + (rest == 0 ? 0L : 1L);
        target.writeUnsignedVarLong(groups << 1 | 1);
        byte[] bytes = target.reserve(groups * width);
        int position = BitPacking.pack(ids, from, fullGroups, width, bytes, target.length());
        if (rest != 0) {
            for (int i = 0; i < 8; i++) {
                tail[i] = i < rest ? ids[from + 8 * fullGroups + i] : 0;
            }
            position = BitPacking.pack(tail, 0, 1, width, bytes, position);
        }
        target.length(position);
    }
}
