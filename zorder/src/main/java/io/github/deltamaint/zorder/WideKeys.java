package io.github.deltamaint.zorder;

import java.util.Arrays;

/**
 * Keys of any width, as words while they are computed and as bytes where they are kept.
 *
 * <pre>
 *     words   [0] bits 0–63   [1] bits 64–127   …              lowest word first
 *     bytes   [0] the highest bits, zero-padded on top … [last] bits 0–7
 * </pre>
 */
final class WideKeys {

    private WideKeys() {}

    /** The number of words that hold a key. */
    static int words(int keyBits) {
        return (keyBits + Long.SIZE - 1) / Long.SIZE;
    }

    /** The number of bytes that hold a key. */
    static int bytes(int keyBits) {
        return (keyBits + Byte.SIZE - 1) / Byte.SIZE;
    }

    /** Flips the bits of {@code flipped}, shifted left by {@code at} positions. */
    static void xor(long[] words, int at, long flipped) {
        int word = at >>> 6;
        int shift = at & 63;
        words[word] ^= flipped << shift;
        if (shift != 0 && word + 1 < words.length) {
            words[word + 1] ^= flipped >>> (Long.SIZE - shift);
        }
    }

    /** The bits from {@code at} upwards; those behind the last word are zero. */
    static long bitsFrom(long[] words, int at) {
        int word = at >>> 6;
        int shift = at & 63;
        long low = words[word] >>> shift;
        return shift == 0 || word + 1 == words.length ? low : low | words[word + 1] << (Long.SIZE - shift);
    }

    static void toBytes(long[] words, byte[] keys, int start, int length) {
        for (int i = 0; i < length; i++) {
            keys[start + length - 1 - i] = (byte) (words[i >>> 3] >>> (8 * (i & 7)));
        }
    }

    static void toWords(byte[] keys, int start, int length, long[] words) {
        Arrays.fill(words, 0);
        for (int i = 0; i < length; i++) {
            words[i >>> 3] |= (keys[start + length - 1 - i] & 0xFFL) << (8 * (i & 7));
        }
    }
}
