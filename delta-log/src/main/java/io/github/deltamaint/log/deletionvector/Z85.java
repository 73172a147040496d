package io.github.deltamaint.log.deletionvector;

import java.util.Arrays;

/**
 * ZeroMQ's base-85 encoding (rfc.zeromq.org/spec/32): five printable characters for four bytes, the most significant first.
 */
final class Z85 {
    private static final String ALPHABET =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
    private static final int BASE = 85;
    private static final int CHARS_PER_WORD = 5;
    private static final byte[] DIGITS = digits();

    private Z85() {}

    /**
     * Decodes a text.
     *
     * @throws IllegalArgumentException if its length is no multiple of five, or five characters of it are not the encoding of four bytes
     */
    static byte[] decode(String text) {
        if (text.length() % CHARS_PER_WORD != 0) {
            throw new IllegalArgumentException("its length " + text.length() + " is no multiple of " + CHARS_PER_WORD);
        }
        byte[] bytes = new byte[text.length() / CHARS_PER_WORD * Integer.BYTES];
        int at = 0;
        for (int start = 0; start < text.length(); start += CHARS_PER_WORD) {
            long word = 0;
            for (int i = start; i < start + CHARS_PER_WORD; i++) {
                char c = text.charAt(i);
                int digit = c < DIGITS.length ? DIGITS[c] : -1;
                if (digit < 0) {
                    throw new IllegalArgumentException(
                            "'" + c + "' at position " + i + " is no digit of this encoding");
                }
                word = word * BASE + digit;
            }
            if (word > 0xFFFF_FFFFL) {
                throw new IllegalArgumentException(
                        "the characters from position " + start + " on are more than four bytes");
            }
            for (int shift = 24; shift >= 0; shift -= 8) {
                bytes[at++] = (byte) (word >> shift);
            }
        }
        return bytes;
    }

    private static byte[] digits() {
        byte[] digits = new byte[128];
        Arrays.fill(digits, (byte) -1);
        for (int i = 0; i < BASE; i++) {
            digits[ALPHABET.charAt(i)] = (byte) i;
        }
        return digits;
    }
}
