package io.github.deltamaint;

/** How much of a rewrite is proved from the written files before it is committed. */
public enum Verification {
    /** The written files are opened again: rows, and nulls of each column, must be as many as those read. */
    COUNTS
}
