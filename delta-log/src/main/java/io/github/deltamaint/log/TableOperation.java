package io.github.deltamaint.log;

/** What may be done to a table, as far as a table's protocol, properties and schema have a say in it. */
public enum TableOperation {
    /** Reading the log and the files it names. */
    READ("reading"),
    /** Replacing data files by others with the same rows: OPTIMIZE in all its forms, and purging deletion vectors. */
    REWRITE("rewriting data files"),
    /** Deleting data files that no retained version needs. */
    VACUUM("VACUUM"),
    /** Writing a checkpoint or a version checksum. */
    CHECKPOINT("writing a checkpoint"),
    /** Deleting commits and checkpoints that no retained version needs. */
    LOG_CLEANUP("log clean-up"),
    /** Committing changed table properties or clustering columns. */
    METADATA("changing metadata");

    private final String phrase;

    TableOperation(String phrase) {
        this.phrase = phrase;
    }

    /** The operation as words in a sentence. */
    public String phrase() {
        return phrase;
    }
}
