package io.github.deltamaint.log;

import io.github.deltamaint.common.DataSize;
import java.util.List;

/**
 * A checkpoint that is there now.
 *
 * @param version its version
 * @param alreadyExisted whether it was there before, so that nothing was written
 * @param files the names of its files below {@code _delta_log}
 * @param size the length of its files together, as far as they are listed
 * @param numOfAddFiles how many active files the version has
 */
public record CheckpointResult(
        long version, boolean alreadyExisted, List<String> files, DataSize size, long numOfAddFiles) {

    /** Copies the list. */
    public CheckpointResult {
        files = List.copyOf(files);
    }
}
