package io.github.deltamaint.log;

/** What a table has to do with a table feature. */
public enum FeatureState {
    /** The protocol does not list it. */
    ABSENT,
    /** The protocol lists it, directly or by a version that implies it, but nothing in the table uses it. */
    SUPPORTED,
    /** The protocol lists it, and a property or the schema makes use of it. */
    ACTIVE,
    /** The protocol lists it, but the table has put it on hold: row tracking knows this state. */
    SUSPENDED
}
