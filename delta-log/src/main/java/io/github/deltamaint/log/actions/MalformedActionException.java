package io.github.deltamaint.log.actions;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A commit, checkpoint or compaction in JSON is not what the protocol says; the message gives line and column. */
public final class MalformedActionException extends IOException {
    private final int line;
    private final int column;

    /** Says where and what. Lines and columns count from 1. */
    public MalformedActionException(int line, int column, String problem, @Nullable Throwable cause) {
        super("line " + line + ", column " + column + ": " + problem, cause);
        this.line = line;
        this.column = column;
    }

    /** The line, counted from 1. */
    public int line() {
        return line;
    }

    /** The column, counted from 1. */
    public int column() {
        return column;
    }
}
