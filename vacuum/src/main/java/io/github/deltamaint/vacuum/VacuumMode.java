package io.github.deltamaint.vacuum;

/** Where the candidates of a vacuum come from. */
public enum VacuumMode {
    /** From a listing of the whole table: finds everything, also files that were never committed, and empty directories. */
    FULL,
    /** From the removals in the log: lists no data directory at all, and finds only what was part of the table once. */
    LITE,
    /** From a file that lists what is in the store, such as the store itself writes. */
    INVENTORY
}
