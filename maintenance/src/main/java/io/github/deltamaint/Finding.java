package io.github.deltamaint;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Something about a table that should be otherwise.
 *
 * @param problem what it is
 * @param severity how bad it is
 * @param evidence what was found, as a sentence with numbers
 * @param numbers the same numbers by name; sizes in bytes
 * @param advice what to do, as a sentence
 * @param remedy the call that mends it; empty where no call of this library does
 */
public record Finding(
        Problem problem,
        Severity severity,
        String evidence,
        Map<String, Long> numbers,
        String advice,
        Optional<Remedy> remedy) {

    /** Copies the map. */
    public Finding {
        numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
    }

    /** What may be wrong with a table. */
    public enum Problem {
        /** Many files are small, and OPTIMIZE can make fewer of them. */
        SMALL_FILES,
        /** Files are far larger than the target size, so that few readers can share one, and every rewrite of a row copies much. */
        LARGE_FILES,
        /** Files hold more rows that deletion vectors delete than is good. */
        DELETED_ROWS,
        /** Partitions are many and small, so that files cannot become large. */
        TOO_MANY_PARTITIONS,
        /** One partition has most of the table. */
        UNEVEN_PARTITIONS,
        /** A large table has neither partitions nor clustering columns, so that every query reads all of it. */
        UNCLUSTERED,
        /** Queries for the columns in use have to read many more files than they would if rows were in order. */
        POOR_CLUSTERING,
        /** The table asks for V-Order, and files do not have it. */
        V_ORDER_MISSING,
        /** Files have no number of rows in the log, so that readers cannot skip or count them. */
        MISSING_STATISTICS,
        /** Readers replay many commits, because the newest checkpoint is old. */
        LONG_LOG,
        /** The version checksum file of the newest version does not agree with the log. */
        WRONG_CHECKSUM,
        /** Files of the log or the table are missing or damaged; only a {@linkplain HealthOptions#deep() deep} look finds it. */
        DAMAGED,
        /** Files that no retained version needs are still there; only a look at the {@linkplain HealthOptions#storage() storage} finds it. */
        VACUUM_DUE,
        /** Files were written and never became part of the table; only a look at the {@linkplain HealthOptions#storage() storage} finds it. */
        ORPHANED_FILES,
        /** The log has files that no version within its retention needs; only a look at the {@linkplain HealthOptions#storage() storage} finds it. */
        LOG_CLEANUP_DUE,
        /** A property has a value that it cannot have. */
        MALFORMED_PROPERTIES,
        /** Two properties contradict each other. */
        CONFLICTING_PROPERTIES,
        /** Removed files are kept so briefly that readers and time travel may miss them. */
        SHORT_RETENTION,
        /** The target size that the table asks for makes small files. */
        SMALL_TARGET_SIZE,
        /** A property switches statistics off, so that readers cannot skip files. */
        STATISTICS_SWITCHED_OFF,
        /** The table is larger than Direct Lake allows on the capacity that was asked about. */
        DIRECT_LAKE_LIMIT,
        /** An engine that must be able to use the table cannot read or not change it. */
        ENGINE_LOCKED_OUT,
        /** This library refuses to do something to the table. */
        REFUSED
    }

    /** How bad it is. */
    public enum Severity {
        /** Good to know. */
        INFO,
        /** Costs time or money. */
        WARNING,
        /** Queries suffer badly, or something can be lost. */
        CRITICAL
    }

    /**
     * A call that makes the finding disappear.
     *
     * @param command the command line, to be copied into a shell
     * @param java the same in Java
     * @param filesToRewrite how many files it reads and replaces; 0 if it only writes to the log
     * @param bytesToRewrite their size in bytes
     * @param filesToDelete how many files it deletes for good; 0 for files that it replaces, which stay until VACUUM
     * @param bytesToDelete their size in bytes, as far as known
     */
    public record Remedy(
            String command,
            String java,
            long filesToRewrite,
            long bytesToRewrite,
            long filesToDelete,
            long bytesToDelete) {}
}
