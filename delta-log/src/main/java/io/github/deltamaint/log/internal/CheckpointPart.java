package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.FileAction;

/** One file of a checkpoint: the file itself, one of its parts, or one of its sidecars. */
interface CheckpointPart {

    /** The length of the file in bytes. */
    long bytes();

    /** The path of the file. */
    String path();

    /** Reads everything that is not about files. Throws CorruptTableException if the file is damaged as far as that shows. */
    CheckpointState state();

    /**
     * The active files, or the tombstones, of this file, streamed.
     *
     * @param adds whether active files are wanted, else tombstones
     * @param columns how much of each
     * @param filter which ones
     */
    PullIterator<? extends FileAction> fileActions(boolean adds, FileColumns columns, FileFilter filter);

    /** Calls {@code consumer} with the active files of this file, without making actions of them. */
    void forEachKey(FileFilter filter, FileKeyConsumer consumer);
}
