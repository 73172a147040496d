package io.github.deltamaint.internal.lakehouse;

import java.util.regex.Pattern;

/** A pattern of paths: {@code *} and {@code ?} stay within a name, {@code **} does not, and {@code **}{@code /} may be nothing. */
public final class Glob {
    private final Pattern pattern;

    /**
     * Understands a pattern.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public Glob(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a glob must not be empty");
        }
        pattern = Pattern.compile(regex(text), Pattern.DOTALL);
    }

    private static String regex(String glob) {
        StringBuilder regex = new StringBuilder();
        int i = 0;
        while (i < glob.length()) {
            if (glob.startsWith("**/", i)) {
                regex.append("(?:.*/)?");
                i += 3;
            } else if (glob.startsWith("**", i)) {
                regex.append(".*");
                i += 2;
            } else {
                char c = glob.charAt(i++);
                switch (c) {
                    case '*' -> regex.append("[^/]*");
                    case '?' -> regex.append("[^/]");
                    default -> regex.append(Pattern.quote(String.valueOf(c)));
                }
            }
        }
        return regex.toString();
    }

    /** Whether a path, with slashes between its names, is one of those. */
    public boolean matches(String path) {
        return pattern.matcher(path).matches();
    }
}
