package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.util.List;

/** What RESTORE would do, and can do: immutable, made from two versions of the table. */
public interface RestorePlan {

    /** The latest version. */
    long readVersion();

    /** The version that the table would be again. */
    long restoredVersion();

    /** How many files come back. */
    long filesToRestore();

    /** Their size together. */
    DataSize bytesToRestore();

    /** How many files go. */
    long filesToRemove();

    /** Their size together. */
    DataSize bytesToRemove();

    /** Files that would come back and are not there any more, most likely because of a VACUUM. If there are any, {@link #execute()} refuses. */
    List<FileProblem> missingFiles();

    /** Whether schema or properties change. */
    boolean changesMetadata();

    /** Whether the table is as it was at that version. */
    boolean isEmpty();

    /**
     * Carries out exactly this plan, once, if nobody has committed anything since it was made.
     *
     * @throws IllegalStateException if called a second time
     */
    RestoreResult execute();
}
