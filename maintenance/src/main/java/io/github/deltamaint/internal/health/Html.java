package io.github.deltamaint.internal.health;

/** Writes HTML; every text is escaped. */
final class Html {
    private final StringBuilder out = new StringBuilder();

    /** Markup as it is. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** A text. */
    Html text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** An element with a text in it. */
    Html element(String name, String text) {
        return raw("<" + name + ">").text(text).raw("</" + name + ">");
    }

    /** A figure of the record: how people read it, and what it is, at a place in its JSON form. */
    Html figure(String pointer, Number value, String shown) {
        return raw("<data data-field=\"" + escaped(pointer) + "\" value=\"" + value + "\">")
                .text(shown)
                .raw("</data>");
    }

    /** What may stand between tags and between quotes. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
            }
        }
        return escaped.toString();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
