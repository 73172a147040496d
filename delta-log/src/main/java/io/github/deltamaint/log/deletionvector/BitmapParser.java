package io.github.deltamaint.log.deletionvector;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads the bytes of a deletion vector (PROTOCOL.md, "Deletion Vector Format").
 *
 * <pre>
 *   magic number                int32, little-endian
 *   number of buckets           int64, little-endian
 *   each bucket: key            int32, little-endian: the upper half of the positions in it
 *                bitmap         Roaring's standard 32-bit serialization
 * </pre>
 */
final class BitmapParser {
    private static final int PORTABLE_MAGIC = 1681511377;
    private static final int NATIVE_MAGIC = 1681511376;

    private BitmapParser() {}

    /**
     * Reads a bitmap that fills the bytes.
     *
     * @throws IOException if the bytes are not such a bitmap; the message goes on from the name of the deletion vector
     */
    static DeletionVector parse(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            checkMagic(Integer.reverseBytes(in.readInt()));
            long count = Long.reverseBytes(in.readLong());
            if (count < 0 || count > bytes.length / Integer.BYTES) {
                throw new IOException(
                        "is malformed: it claims to have " + count + " parts in " + bytes.length + " bytes");
            }
            List<DeletionVector.Bucket> buckets = new ArrayList<>();
            int previous = -1;
            for (long i = 0; i < count; i++) {
                int key = Integer.reverseBytes(in.readInt());
                if (key <= previous) {
                    throw new IOException("is malformed: part " + key + " comes after part " + previous);
                }
                previous = key;
                RoaringBitmap bits = new RoaringBitmap();
                bits.deserialize(in);
                DeletionVector.Bucket bucket = new DeletionVector.Bucket(key, bits);
                checkOrder(bucket);
                if (!bits.isEmpty()) {
                    buckets.add(bucket);
                }
            }
            if (in.available() > 0) {
                throw new IOException("is malformed: " + in.available() + " bytes follow its end");
            }
            return new DeletionVector(buckets);
        } catch (EOFException e) {
            throw new IOException("is malformed: it ends too early", e);
        } catch (RuntimeException e) {
            // What Roaring throws at bytes that are no bitmap depends on where they go wrong.
            throw new IOException("is malformed: " + e, e);
        }
    }

    private static void checkMagic(int magic) throws IOException {
        if (magic == NATIVE_MAGIC) {
            throw new IOException("is in the layout with the magic number " + NATIVE_MAGIC
                    + ", which is not read here; rewrite the vector with the engine that made it");
        }
        if (magic != PORTABLE_MAGIC) {
            throw new IOException("is malformed: its magic number is " + magic + ", not " + PORTABLE_MAGIC);
        }
    }

    /** Damaged containers may claim another number of bits than they have, or have them out of order. */
    private static void checkOrder(DeletionVector.Bucket bucket) throws IOException {
        OrderCheck check = new OrderCheck();
        bucket.forEach(check::accept);
        if (!check.ascending || check.count != bucket.bits().getLongCardinality()) {
            throw new IOException("is malformed: the positions in it are not in ascending order");
        }
    }

    /** Counts positions and watches their order. */
    private static final class OrderCheck {
        private long previous = -1;
        private long count;
        private boolean ascending = true;

        void accept(long position) {
            ascending &= position > previous;
            previous = position;
            count++;
        }
    }
}
