package io.github.deltamaint;

/** How much of a rewrite is proved from the written files before it is committed. */
public enum Verification {
    /** The written files are opened again: rows, and nulls of each column, must be as many as those read. */
    COUNTS,
    /**
     * Besides, the written files are read back to the last value. Where rows keep their order, every value must be the one that was read for its place, which is
     * summed up while the inputs are read; that takes less time than the rewrite. Where they are brought into another order, the inputs are read once more: the rows must be
     * the same, each as often, and so must the values of each column; that takes about as long as the rewrite.
     */
    CONTENT
}
