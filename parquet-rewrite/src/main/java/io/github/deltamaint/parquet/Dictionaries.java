package io.github.deltamaint.parquet;

/** Which columns get dictionaries, as far as {@link WriteSettings#dictionaryBytes()} has room for them. */
public enum Dictionaries {
    /** Those that take fewer bytes with one, as far as samples and the values seen so far can tell. */
    WHERE_SMALLER,

    /**
     * All whose values repeat: at least two values for each distinct one in the row group. What readers want that work on
     * dictionary ids themselves, even where a codec would make plain values smaller. Others are decided as {@link #WHERE_SMALLER}
     * does. Booleans never have dictionaries.
     */
    WHERE_VALUES_REPEAT
}
