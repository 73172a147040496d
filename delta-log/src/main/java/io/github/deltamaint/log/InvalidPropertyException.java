package io.github.deltamaint.log;

/** A table property has a value that it cannot have, or may not be changed here. The message names both and says what to do. */
public final class InvalidPropertyException extends IllegalArgumentException {
    private final String key;

    InvalidPropertyException(String key, String problem) {
        super("table property " + key + ": " + problem);
        this.key = key;
    }

    /** The property. */
    public String key() {
        return key;
    }
}
