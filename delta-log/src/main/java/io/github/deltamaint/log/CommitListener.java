package io.github.deltamaint.log;

/** Hears how a commit goes on. Called by the thread that commits; one that throws cannot change the outcome. */
public interface CommitListener {

    /** A listener that does nothing. */
    CommitListener NONE = new CommitListener() {};

    /**
     * A version is about to be written.
     *
     * @param version the version
     * @param attempt counts from 1
     */
    default void commitStarted(long version, int attempt) {}

    /** Another writer has made a version that was not there before. */
    default void commitConflict(long winningVersion) {}

    /** The commit landed. */
    default void commitFinished(long version) {}

    /** A checkpoint was due after the commit, and is there now. */
    default void checkpointFinished(CheckpointResult checkpoint) {}

    /** A checkpoint was due after the commit and failed. The commit stands; the table is as good without. */
    default void checkpointFailed(long version, Throwable cause) {}

    /** After the checkpoint the log was cleaned up, because the table asks for it; what was deleted may be nothing. */
    default void logCleanedUp(LogCleanupResult result) {}

    /** After the checkpoint the log was to be cleaned up, and that failed. The commit and the checkpoint stand. */
    default void logCleanupFailed(long version, Throwable cause) {}
}
