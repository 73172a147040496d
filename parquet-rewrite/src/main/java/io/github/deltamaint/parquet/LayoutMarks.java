package io.github.deltamaint.parquet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the footer of a file says about the order of its rows: the marks that this library writes, and those of Microsoft's V-Order, which are only
 * read.
 *
 * @param order the kind of order that this library gave the file, {@code automatic} or {@code columns}; empty if it gave none
 * @param profile the profile for which it was written, if the writer named one
 * @param columns the columns by which each row group is sorted, as a JSON array of arrays; empty if this library gave no order
 * @param microsoft whether the file is said to be in Microsoft's V-Order
 * @param microsoftLevel the level of that, if it says
 */
public record LayoutMarks(
        Optional<String> order,
        Optional<String> profile,
        Optional<String> columns,
        Microsoft microsoft,
        OptionalInt microsoftLevel) {

    /** The version of the marks. */
    public static final String VERSION = "deltamaint.layout.version";

    /** The kind of the order. */
    public static final String ORDER = "deltamaint.layout.order";

    /** The profile; written by callers that have profiles. */
    public static final String PROFILE = "deltamaint.layout.profile";

    /** The columns by which each row group is sorted. */
    public static final String COLUMNS = "deltamaint.layout.columns";

    /** The {@link #order} of {@link RowOrder#automatic()}. */
    public static final String AUTOMATIC = "automatic";

    /** The {@link #order} of {@link RowOrder#columns}. */
    public static final String BY_COLUMNS = "columns";

    private static final String CURRENT_VERSION = "1";
    private static final String MICROSOFT_ENABLED = "com.microsoft.parquet.vorder.enabled";
    private static final String MICROSOFT_LEVEL = "com.microsoft.parquet.vorder.level";

    /** What a footer says about Microsoft's V-Order. */
    public enum Microsoft {
        /** That the file is in it. */
        YES,
        /** That it is not, or nothing. */
        NO,
        /** Something that cannot be understood. */
        UNCLEAR
    }

    /** Reads the marks from the key-value pairs of a footer. */
    public static LayoutMarks read(Map<String, String> keyValueMetadata) {
        return new LayoutMarks(
                Optional.ofNullable(keyValueMetadata.get(ORDER)),
                Optional.ofNullable(keyValueMetadata.get(PROFILE)),
                Optional.ofNullable(keyValueMetadata.get(COLUMNS)),
                microsoft(keyValueMetadata),
                level(keyValueMetadata));
    }

    /** These marks, with something else said about Microsoft's V-Order. */
    public LayoutMarks withMicrosoft(Microsoft said) {
        return new LayoutMarks(order, profile, columns, said, microsoftLevel);
    }

    private static Microsoft microsoft(Map<String, String> keyValueMetadata) {
        if (!keyValueMetadata.containsKey(MICROSOFT_ENABLED)) {
            return Microsoft.NO;
        }
        String text = String.valueOf(keyValueMetadata.get(MICROSOFT_ENABLED)).trim();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Microsoft.YES;
            case "false" -> Microsoft.NO;
            default -> Microsoft.UNCLEAR;
        };
    }

    private static OptionalInt level(Map<String, String> keyValueMetadata) {
        String text = keyValueMetadata.get(MICROSOFT_LEVEL);
        try {
            return text == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text.trim()));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /**
     * The marks for a file that is written here.
     *
     * @param layouts how the rows of each of its row groups were ordered
     * @return the key-value pairs; none if the rows are as read because that was asked for
     */
    public static Map<String, String> of(RowOrder order, List<RowGroupLayout> layouts) {
        if (order.equals(RowOrder.asRead()) || layouts.isEmpty()) {
            return Map.of();
        }
        Map<String, String> marks = new LinkedHashMap<>();
        marks.put(VERSION, CURRENT_VERSION);
        marks.put(ORDER, order instanceof RowOrder.Automatic ? AUTOMATIC : BY_COLUMNS);
        marks.put(COLUMNS, json(layouts));
        return marks;
    }

    private static String json(List<RowGroupLayout> layouts) {
        StringBuilder json = new StringBuilder("[");
        for (RowGroupLayout layout : layouts) {
            json.append(json.length() == 1 ? "[" : ",[");
            String separator = "";
            for (String column : layout.orderedBy()) {
                json.append(separator);
                quote(column, json);
                separator = ",";
            }
            json.append(']');
        }
        return json.append(']').toString();
    }

    private static void quote(String text, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
