package io.github.deltamaint.log.expression;

/**
 * A predicate cannot be read, or does not fit the table. The message shows the text with a caret below the place, if the predicate came from a text.
 */
public final class PredicateException extends IllegalArgumentException {
    private final String text;
    private final int position;

    PredicateException(String problem, String text, int position) {
        super(position < 0 ? problem : problem + pointer(text, position));
        this.text = text;
        this.position = position;
    }

    /** The text of the predicate; empty if there was none. */
    public String text() {
        return text;
    }

    /** Where in the text the problem is, counted from 0; −1 if there was no text. */
    public int position() {
        return position;
    }

    private static String pointer(String text, int position) {
        int lineStart = text.lastIndexOf('\n', position - 1) + 1;
        int lineEnd = text.indexOf('\n', position);
        String line = text.substring(lineStart, lineEnd < 0 ? text.length() : lineEnd);
        StringBuilder caret = new StringBuilder();
        for (int i = lineStart; i < position; i++) {
            caret.append(text.charAt(i) == '\t' ? '\t' : ' ');
        }
        return " (position " + position + ")\n  " + line + "\n  " + caret + "^";
    }
}
