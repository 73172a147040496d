package io.github.deltamaint.zorder;

import java.util.Arrays;

/**
 * The Hilbert curve as an automaton that reads a Z-order position digit by digit, {@code d} bits each.
 *
 * <p>Inside a block of 2<sup>d</sup> cells the curve visits the cells in Gray-code order, turned so that it enters at
 * corner {@code e} and leaves along axis {@code a}. The pair (e, a) is the state; e has an even number of ones, so there
 * are d·2<sup>d−1</sup> states. With {@code rotl} and {@code rotr} turning d bits:
 *
 * <pre>
 *     digit w of cell label l     w = gray⁻¹(rotr(l xor e, a + 1))
 *     state of the cell's block   e' = e xor rotl(entry(w), a + 1)        a' = a + direction(w) + 1  mod d
 *
 *     entry(0) = 0                entry(w) = gray(2·⌊(w − 1)/2⌋)
 *     direction(0) = 0            direction(w) = trailing ones of w (w odd) or of w − 1 (w even), mod d
 *
 *     step[state · 2^d + label] = next state · 2^d + digit        and the same with label and digit exchanged
 * </pre>
 *
 * <p>Positions that fit a {@code long} are read several digits at a time, by a table of what a number of steps one after the other comes to: with two columns four digits,
 * which are eight bits.
 */
final class HilbertStates {

    /** So many bits are translated at once, unless one digit alone is wider. */
    private static final int BITS_AT_ONCE = 9;

    private final int dimensions;
    private final int mask;
    private final int[] digitOfLabel;
    private final int[] labelOfDigit;
    private final int wideBits;
    private final int[] digitsOfLabels;

    HilbertStates(int dimensions) {
        this.dimensions = dimensions;
        this.mask = (1 << dimensions) - 1;
        int labels = mask + 1;
        this.digitOfLabel = new int[dimensions * labels / 2 * labels];
        this.labelOfDigit = new int[digitOfLabel.length];
        fill();
        wideBits = Math.max(1, BITS_AT_ONCE / dimensions) * dimensions;
        digitsOfLabels = wideBits == dimensions ? digitOfLabel : widened();
    }

    /** What several steps one after the other come to: {@code wide[state · 2^wideBits + labels] = last state · 2^wideBits + digits}. */
    private int[] widened() {
        int[] wide = new int[digitOfLabel.length >>> dimensions << wideBits];
        for (int start = 0; start < wide.length; start++) {
            int state = start >>> wideBits << dimensions;
            int digits = 0;
            for (int at = wideBits - dimensions; at >= 0; at -= dimensions) {
                int next = digitOfLabel[state | (start >>> at & mask)];
                digits = digits << dimensions | (next & mask);
                state = next & ~mask;
            }
            wide[start] = state >>> dimensions << wideBits | digits;
        }
        return wide;
    }

    /** Numbers the states as they are reached from the start, (0, d − 1), which turns nothing and becomes state 0. */
    private void fill() {
        int[] numberOf = new int[dimensions * (1 << dimensions)];
        int[] reached = new int[digitOfLabel.length >>> dimensions];
        Arrays.fill(numberOf, -1);
        reached[0] = (dimensions - 1) << dimensions;
        numberOf[reached[0]] = 0;
        int count = 1;
        for (int state = 0; state < count; state++) {
            int entry = reached[state] & mask;
            int axis = reached[state] >>> dimensions;
            for (int label = 0; label <= mask; label++) {
                int digit = grayInverse(rotateRight(label ^ entry, axis + 1));
                int nextEntry = entry ^ rotateLeft(entry(digit), axis + 1);
                int nextAxis = (axis + direction(digit) + 1) % dimensions;
                int next = nextAxis << dimensions | nextEntry;
                if (numberOf[next] < 0) {
                    reached[count] = next;
                    numberOf[next] = count++;
                }
                digitOfLabel[state << dimensions | label] = numberOf[next] << dimensions | digit;
                labelOfDigit[state << dimensions | digit] = numberOf[next] << dimensions | label;
            }
        }
    }

    private int rotateLeft(int label, int by) {
        int turn = by % dimensions;
        return (label << turn | label >>> (dimensions - turn)) & mask;
    }

    private int rotateRight(int label, int by) {
        return rotateLeft(label, dimensions - by % dimensions);
    }

    private static int gray(int digit) {
        return digit ^ digit >>> 1;
    }

    private static int grayInverse(int code) {
        int digit = 0;
        for (int rest = code; rest != 0; rest >>>= 1) {
            digit ^= rest;
        }
        return digit;
    }

    private static int entry(int digit) {
        return digit == 0 ? 0 : gray((digit - 1) & ~1);
    }

    private int direction(int digit) {
        int odd = (digit & 1) == 0 ? digit - 1 : digit;
        return digit == 0 ? 0 : Integer.numberOfTrailingZeros(~odd) % dimensions;
    }

    /** Replaces Z-order positions by Hilbert positions. */
    void toPositions(long[] keys, int from, int to, int keyBits) {
        int[] step = digitOfLabel;
        int[] wide = digitsOfLabels;
        int wideMask = (1 << wideBits) - 1;
        int narrowEnd = keyBits - keyBits % wideBits;
        for (int row = from; row < to; row++) {
            long labels = keys[row];
            long position = 0;
            int state = 0;
            for (int at = keyBits - dimensions; at >= narrowEnd; at -= dimensions) {
                int next = step[state | ((int) (labels >>> at) & mask)];
                position = (position << dimensions) | (next & mask);
                state = next & ~mask;
            }
            state = state >>> dimensions << wideBits;
            for (int at = narrowEnd - wideBits; at >= 0; at -= wideBits) {
                int next = wide[state | ((int) (labels >>> at) & wideMask)];
                position = (position << wideBits) | (next & wideMask);
                state = next & ~wideMask;
            }
            keys[row] = position;
        }
    }

    /** Replaces one Z-order position by its Hilbert position. */
    void toPosition(long[] words, int keyBits) {
        translate(digitOfLabel, words, keyBits);
    }

    /** Replaces one Hilbert position by its Z-order position. */
    void toCell(long[] words, int keyBits) {
        translate(labelOfDigit, words, keyBits);
    }

    private void translate(int[] step, long[] words, int keyBits) {
        int state = 0;
        for (int at = keyBits - dimensions; at >= 0; at -= dimensions) {
            int digit = (int) WideKeys.bitsFrom(words, at) & mask;
            int next = step[state | digit];
            // What changes are the bits in which the two digits differ.
            WideKeys.xor(words, at, digit ^ (next & mask));
            state = next & ~mask;
        }
    }
}
