package io.github.deltamaint.testsupport;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table at one version, as somebody read or expects them: a multiset that can be compared.
 *
 * <p>Two are equal when they have equal row texts; neither the order of rows nor their types take part. Immutable.
 */
public final class TableRows {

    private final ValueType.Struct type;
    private final List<List<@Nullable Object>> rows;
    private final List<String> texts;

    /**
     * Rows of plain values.
     *
     * @param type the columns
     * @param rows one list of values per row, see {@link ValueType}
     */
    public TableRows(ValueType.Struct type, List<List<@Nullable Object>> rows) {
        this.type = type;
        this.rows = rows;
        List<String> texts = new ArrayList<>(rows.size());
        rows.forEach(row -> texts.add(RowText.of(type, row)));
        this.texts = texts.stream().sorted().toList();
    }

    /** The columns. */
    public ValueType.Struct type() {
        return type;
    }

    /** The values in the order in which they came. */
    public List<List<@Nullable Object>> rows() {
        return rows;
    }

    /** How many rows there are. */
    public int count() {
        return texts.size();
    }

    /** The {@linkplain RowText texts} of all rows, sorted bytewise. */
    public List<String> texts() {
        return texts;
    }

    /** SHA-256, in hex, over the sorted row texts joined by line feeds: {@code content_sha256} of the manifests. */
    public String contentSha256() {
        return contentSha256(texts);
    }

    /** The hash of row texts that are sorted bytewise already. */
    public static String contentSha256(Iterable<String> sortedTexts) {
        MessageDigest digest = sha256();
        boolean first = true;
        for (String text : sortedTexts) {
            if (!first) {
                digest.update((byte) '\n');
            }
            digest.update(text.getBytes(StandardCharsets.US_ASCII));
            first = false;
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TableRows that && texts.equals(that.texts);
    }

    @Override
    public int hashCode() {
        return texts.hashCode();
    }

    @Override
    public String toString() {
        return count() + " rows of " + type + " with hash " + contentSha256();
    }
}
