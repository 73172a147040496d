package io.github.deltamaint.testsupport;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The text form of bytes that deletion vectors use: five characters of base 85 for four bytes (ZeroMQ RFC 32). */
final class Z85 {

    private static final String ALPHABET =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

    private Z85() {}

    /** Encodes the bytes, filled up with zeros to a multiple of four. */
    static String encode(byte[] bytes) {
        ByteBuffer words = ByteBuffer.wrap(Arrays.copyOf(bytes, (bytes.length + 3) / 4 * 4));
        StringBuilder text = new StringBuilder();
        while (words.hasRemaining()) {
            long word = Integer.toUnsignedLong(words.getInt());
            for (long divisor = 85L * 85 * 85 * 85; divisor > 0; divisor /= 85) {
                text.append(ALPHABET.charAt((int) (word / divisor % 85)));
            }
        }
        return text.toString();
    }

    /** Decodes the text, whose length is a multiple of five. */
    static byte[] decode(String text) {
        if (text.length() % 5 != 0) {
            throw new IllegalArgumentException("not a multiple of five characters: " + text);
        }
        ByteBuffer words = ByteBuffer.allocate(text.length() / 5 * 4);
        for (int at = 0; at < text.length(); at += 5) {
            long word = 0;
            for (int i = at; i < at + 5; i++) {
                int digit = ALPHABET.indexOf(text.charAt(i));
                if (digit < 0) {
                    throw new IllegalArgumentException("no base-85 digit: '" + text.charAt(i) + "' in " + text);
                }
                word = word * 85 + digit;
            }
            words.putInt((int) word);
        }
        return words.array();
    }
}
