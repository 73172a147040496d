package io.github.deltamaint.log.expression;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Where in a text a part of a predicate was written, for messages. It is no part of what the predicate means, so all origins are equal.
 */
public final class Origin {
    /** Not from a text. */
    public static final Origin NONE = new Origin("", -1);

    private final String text;
    private final int position;

    Origin(String text, int position) {
        this.text = requireNonNull(text, "text");
        this.position = position;
    }

    /** An error about what was written here. */
    PredicateException error(String problem) {
        return new PredicateException(problem, text, position);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Origin;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return position < 0 ? "" : "@" + position;
    }
}
