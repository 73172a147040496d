package io.github.deltamaint.log.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The way to a column: the name of a top-level column, then the names of fields inside structs.
 *
 * <p>As text, names are joined by dots, and a name that is not a plain word stands between back-ticks, doubled inside:
 * {@code customer.`first name`}.
 *
 * @param names at least one name, none of them empty
 */
public record ColumnPath(List<String> names) implements Comparable<ColumnPath> {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Comparator<List<String>> ORDER = (left, right) -> {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int order = left.get(i).compareTo(right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    };

    /** Checks and copies the names. */
    public ColumnPath {
        names = List.copyOf(names);
        if (names.isEmpty() || names.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("a column path has at least one name, and no name is empty: " + names);
        }
    }

    /** The path of these names, each taken as it is: dots and back-ticks in them have no meaning. */
    public static ColumnPath of(String... names) {
        return new ColumnPath(List.of(names));
    }

    /**
     * Reads the text form. Spaces around names are ignored.
     *
     * @throws IllegalArgumentException if a name is empty or a back-tick is not closed; the message shows the text
     */
    public static ColumnPath parse(String text) {
        Reader reader = new Reader(text, 0);
        ColumnPath path = reader.path();
        if (reader.at < text.length()) {
            throw reader.unexpected();
        }
        return path;
    }

    /**
     * Reads a list of paths, separated by commas.
     *
     * @return empty if the text is blank
     * @throws IllegalArgumentException as {@link #parse}
     */
    public static List<ColumnPath> parseList(String text) {
        List<ColumnPath> paths = new ArrayList<>();
        if (text.isBlank()) {
            return paths;
        }
        Reader reader = new Reader(text, 0);
        paths.add(reader.path());
        while (reader.at < text.length()) {
            if (text.charAt(reader.at) != ',') {
                throw reader.unexpected();
            }
            reader.at++;
            paths.add(reader.path());
        }
        return paths;
    }

    /** This path, then one more name. */
    public ColumnPath child(String name) {
        List<String> longer = new ArrayList<>(names);
        longer.add(name);
        return new ColumnPath(longer);
    }

    /** The text form. */
    @Override
    public String toString() {
        return names.stream()
                .map(name -> PLAIN.matcher(name).matches() ? name : "`" + name.replace("`", "``") + "`")
                .collect(Collectors.joining("."));
    }

    @Override
    public int compareTo(ColumnPath other) {
        return ORDER.compare(names, other.names);
    }

    /** Reads names from a text, one after the other. */
    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text, int at) {
            this.text = text;
            this.at = at;
        }

        ColumnPath path() {
            List<String> names = new ArrayList<>();
            names.add(name());
            while (at < text.length() && text.charAt(at) == '.') {
                at++;
                names.add(name());
            }
            return new ColumnPath(names);
        }

        private String name() {
            skipSpaces();
            String name = at < text.length() && text.charAt(at) == '`' ? quoted() : plain();
            skipSpaces();
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a column name is missing at position " + at + " of: " + text);
            }
            return name;
        }

        private String plain() {
            int start = at;
            while (at < text.length() && ".,`".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(start, at).strip();
        }

        private String quoted() {
            int start = at;
            StringBuilder name = new StringBuilder();
            at++;
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c != '`') {
                    name.append(c);
                } else if (at < text.length() && text.charAt(at) == '`') {
                    name.append('`');
                    at++;
                } else {
                    return name.toString();
                }
            }
            throw new IllegalArgumentException("the back-tick at position " + start + " is not closed in: " + text);
        }

        private void skipSpaces() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        IllegalArgumentException unexpected() {
            return new IllegalArgumentException(
                    "unexpected '" + text.charAt(at) + "' at position " + at + " of the column name: " + text);
        }
    }
}
