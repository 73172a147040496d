package io.github.deltamaint.parquet;

/**
 * What work borrows from a {@link MemoryBudget}, at most and at the same time. What a budget sets aside for open inputs is not in it.
 *
 * @param ownBytes the thread that does the work
 * @param helperBytes each thread that helps it
 * @param waitingBytes what helpers have finished and waits for its turn
 */
public record MemoryNeed(long ownBytes, long helperBytes, long waitingBytes) {
    /** Nothing. */
    public static final MemoryNeed NONE = new MemoryNeed(0, 0, 0);

    /** What it takes to do this and then the other. */
    public MemoryNeed then(MemoryNeed other) {
        return new MemoryNeed(
                Math.max(ownBytes, other.ownBytes),
                Math.max(helperBytes, other.helperBytes),
                Math.max(waitingBytes, other.waitingBytes));
    }

    /** All of it, in bytes. */
    public long bytes(int helpers) {
        return ownBytes + helpers * helperBytes + (helpers > 0 ? waitingBytes : 0);
    }
}
