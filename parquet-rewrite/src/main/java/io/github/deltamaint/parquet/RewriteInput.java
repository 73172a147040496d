package io.github.deltamaint.parquet;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** One file to rewrite: how to open it, which of its rows survive, and what is filled in. Immutable. */
public final class RewriteInput {

    /** Opens the bytes of an input. Called more than once when there are too many inputs to hold them all open. */
    @FunctionalInterface
    public interface Opener {
        /** Opens the file; the engine closes what it is given. */
        ByteSource open() throws IOException;
    }

    private final String name;
    private final Opener opener;
    private final RowSelection selection;
    private final Map<String, ColumnFill> fills;

    private RewriteInput(String name, Opener opener, RowSelection selection, Map<String, ColumnFill> fills) {
        this.name = name;
        this.opener = opener;
        this.selection = selection;
        this.fills = Map.copyOf(fills);
    }

    /**
     * A file of which every row survives and nothing is filled in.
     *
     * @param name names the file in messages
     */
    public static RewriteInput of(String name, Opener opener) {
        return new RewriteInput(
                Objects.requireNonNull(name), Objects.requireNonNull(opener), RowSelection.all(), Map.of());
    }

    /** This input with the rows that survive. Positions are those of the file. */
    public RewriteInput select(RowSelection newSelection) {
        return new RewriteInput(name, opener, Objects.requireNonNull(newSelection), fills);
    }

    /**
     * This input with a column filled in.
     *
     * @param column the name of a top-level field of the target schema, without repetition
     */
    public RewriteInput fill(String column, ColumnFill fill) {
        Map<String, ColumnFill> more = new LinkedHashMap<>(fills);
        more.put(Objects.requireNonNull(column), Objects.requireNonNull(fill));
        return new RewriteInput(name, opener, selection, more);
    }

    /** Names the file in messages. */
    public String name() {
        return name;
    }

    /** Opens the file. */
    public Opener opener() {
        return opener;
    }

    /** The rows that survive. */
    public RowSelection selection() {
        return selection;
    }

    /** What is filled in, by the name of the column. */
    public Map<String, ColumnFill> fills() {
        return fills;
    }

    @Override
    public String toString() {
        return name + (selection.isAll() ? "" : ", " + selection) + (fills.isEmpty() ? "" : ", " + fills);
    }
}
