package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;

/**
 * How the new files of one task came about.
 *
 * @param index the {@linkplain RewriteTask#index() task}
 * @param way what was done to the rows
 * @param rowGroupsCopied how many row groups were copied byte by byte
 * @param copied their size
 * @param peakMemory the most memory for data that it had at the same time, its share of what {@linkplain MaintenanceContext.Builder#memoryLimit the limit} sets aside for open inputs not counted
 * @param spilled how much it wrote to the spill directory, which is empty again
 */
public record TaskResult(
        int index, Way way, int rowGroupsCopied, DataSize copied, DataSize peakMemory, DataSize spilled) {

    /** What is done to rows on their way into new files. */
    public enum Way {
        /** All were decoded and encoded anew. */
        ENCODED,
        /** All row groups were copied byte by byte, because they were large already and nothing of them had to change. */
        COPIED,
        /** Some row groups were copied, the others were decoded and encoded anew. */
        MIXED
    }
}
