package io.github.deltamaint;

/** How much of a rewrite is proved from the written files before it is committed. */
public enum Verification {
    /** The written files are opened again: rows, and nulls of each column, must be as many as those read. */
    COUNTS,
    /**
     * Besides, the inputs are read once more, and the written files are read back, both to the last value: the rows must be the same, each as often, and
     * so must the values of each column. Takes about as long as the rewrite.
     */
    CONTENT
}
