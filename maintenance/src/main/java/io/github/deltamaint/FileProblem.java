package io.github.deltamaint;

/**
 * Something wrong with a file that the table needs.
 *
 * @param path the data file, relative to the table and decoded where it is below it
 * @param kind what is wrong
 * @param detail what was expected and what was found
 */
public record FileProblem(String path, Kind kind, String detail) {

    /** What can be wrong. */
    public enum Kind {
        /** The log names the data file in a way that nobody can follow. */
        UNUSABLE_PATH,
        /** The data file is not there: its rows are lost. The only kind that {@link Fsck#execute()} repairs. */
        MISSING_DATA_FILE,
        /** The data file has another size than the log says. */
        SIZE_MISMATCH,
        /** The file of the deletion vector is not there: nobody knows which rows of the data file are deleted. */
        MISSING_DELETION_VECTOR,
        /** The deletion vector is damaged, or not the one that the log describes. */
        DAMAGED_DELETION_VECTOR,
        /** The data file is no readable Parquet file; only looked for when asked. */
        UNREADABLE_DATA_FILE
    }
}
