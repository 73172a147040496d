package io.github.deltamaint.vacuum.internal;

/**
 * Paths as 64-bit numbers. Two paths with the same number are taken for one, so a file that shares its number with one that is needed is kept; among a
 * hundred million files the chance that this ever happens is about one in a thousand.
 */
final class KeyHash {
    private static final long M1 = 0x9E3779B97F4A7C15L;
    private static final long M2 = 0xBF58476D1CE4E5B9L;
    private static final long M3 = 0x94D049BB133111EBL;
    private static final int CHARS_PER_WORD = 4;

    private KeyHash() {}

    static long of(CharSequence path) {
        return of(path, 0, path.length());
    }

    static long of(CharSequence path, int start, int end) {
        long hash = (end - start) * M1;
        long word = 0;
        for (int i = start; i < end; i++) {
            word = (word << 16) | path.charAt(i);
            if ((i - start) % CHARS_PER_WORD == CHARS_PER_WORD - 1) {
                hash = fold(hash, word);
                word = 0;
            }
        }
        return mix(fold(hash, word));
    }

    /** The number of a directory, which no file of the same path shares. */
    static long ofDirectory(CharSequence path, int start, int end) {
        return mix(of(path, start, end) ^ M1);
    }

    private static long fold(long hash, long word) {
        return Long.rotateLeft(hash ^ mix(word + M1), 27) * M2;
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ z >>> 30) * M2;
        z = (z ^ z >>> 27) * M3;
        return z ^ z >>> 31;
    }
}
