package io.github.deltamaint.zorder;

import java.util.Arrays;
import java.util.Objects;

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

    /** Sets the bits of {@code chunk}, shifted left by {@code at} positions. */
    static void or(long[] words, int at, long chunk) {
        int word = at >>> 6;
        int shift = at & 63;
        words[word] |= chunk << shift;
        if (shift != 0 && word + 1 < words.length) {
            words[word + 1] |= chunk >>> (Long.SIZE - shift);
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

    static void checkLongKeys(SpaceFillingCurve curve) {
        if (!curve.hasLongKeys()) {
            throw new IllegalStateException("A " + curve + " has positions of " + curve.keyBits()
                    + " bits, which do not fit a long. Use byteKeys, or fewer bits per dimension.");
        }
    }

    /** The words of a key in its long form. */
    static long[] words(SpaceFillingCurve curve, long key) {
        int keyBits = Math.min(curve.keyBits(), Long.SIZE - 1);
        if (key >>> keyBits != 0) {
            throw new IllegalArgumentException("A " + curve + " has no position " + Long.toUnsignedString(key));
        }
        long[] words = new long[(curve.keyBits() + Long.SIZE - 1) / Long.SIZE];
        words[0] = key;
        return words;
    }

    /** The words of a key in its byte form. */
    static long[] words(SpaceFillingCurve curve, byte[] key) {
        if (key.length != curve.keyBytes()) {
            throw new IllegalArgumentException(
                    "A " + curve + " has keys of " + curve.keyBytes() + " bytes but got " + key.length);
        }
        int unused = curve.keyBytes() * Byte.SIZE - curve.keyBits();
        if (unused > 0 && (key[0] & 0xFF) >>> (Byte.SIZE - unused) != 0) {
            throw new IllegalArgumentException(
                    "A " + curve + " has no position of more than " + curve.keyBits() + " bits");
        }
        long[] words = new long[(curve.keyBits() + Long.SIZE - 1) / Long.SIZE];
        toWords(key, 0, key.length, words);
        return words;
    }

    static void leading(byte[] keys, int from, int to, int keyBits, long[] leading) {
        Objects.checkFromToIndex(from, to, leading.length);
        int keyBytes = (keyBits + 7) / 8;
        int dropped = Math.max(0, keyBits - (Long.SIZE - 1));
        long[] words = new long[(keyBits + Long.SIZE - 1) / Long.SIZE];
        for (int row = from; row < to; row++) {
            toWords(keys, row * keyBytes, keyBytes, words);
            leading[row] = bitsFrom(words, dropped);
        }
    }
}
