package io.github.deltamaint.log.internal.layout;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The checksum of {@code _last_checkpoint}: the MD5 of a form in which the order of members and the spelling of texts do not matter (PROTOCOL.md, "JSON
 * checksum").
 *
 * <p>Each leaf is one {@code path=value}. A path is the quoted names and bare positions on the way, joined by {@code +}; names and texts are percent-encoded as UTF-8.
 * Leaves are sorted by their paths and joined by commas; the member {@code checksum} at the top is left out.
 */
public final class JsonChecksum {
    private static final String UNRESERVED = "-._~";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private JsonChecksum() {}

    /** The checksum of an object, as 32 hexadecimal digits. */
    public static String of(JsonNode object) {
        try {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            return HexFormat.of().formatHex(md5.digest(canonical(object).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    static String canonical(JsonNode object) {
        TreeMap<String, String> leaves = new TreeMap<>();
        object.properties().forEach(member -> {
            if (!member.getKey().equals("checksum")) {
                collect(quoted(member.getKey()), member.getValue(), leaves);
            }
        });
        StringBuilder text = new StringBuilder();
        leaves.forEach((path, value) ->
                text.append(text.isEmpty() ? "" : ",").append(path).append('=').append(value));
        return text.toString();
    }

    private static void collect(String path, JsonNode value, Map<String, String> leaves) {
        if (value.isObject()) {
            value.properties()
                    .forEach(member -> collect(path + "+" + quoted(member.getKey()), member.getValue(), leaves));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                collect(path + "+" + i, value.get(i), leaves);
            }
        } else {
            leaves.put(path, value.isTextual() ? quoted(value.textValue()) : value.asText());
        }
    }

    private static String quoted(String text) {
        StringBuilder encoded = new StringBuilder(text.length() + 2).append('"');
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0);
            if (plain) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX.toHexDigits(b));
            }
        }
        return encoded.append('"').toString();
    }
}
