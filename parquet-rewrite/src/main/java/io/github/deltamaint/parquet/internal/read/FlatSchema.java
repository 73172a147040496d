package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.UnsupportedFileException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/**
 * The schema as the footer has it: a tree in depth-first order, of which each group says how many children it has. Checked to be one
 * tree, and not deeper than the recursions that follow can stand.
 */
final class FlatSchema {
    private static final int MAX_DEPTH = 1000;

    private final String fileName;
    private final List<SchemaElement> elements;
    private final List<List<String>> paths = new ArrayList<>();
    private final List<Type> types = new ArrayList<>();

    FlatSchema(String fileName, List<SchemaElement> elements) throws IOException {
        this.fileName = fileName;
        this.elements = elements;
        walk();
    }

    /** The number of leaf columns. */
    int leaves() {
        return paths.size();
    }

    List<String> path(int leaf) {
        return paths.get(leaf);
    }

    Type type(int leaf) {
        return types.get(leaf);
    }

    private void walk() throws IOException {
        if (elements.isEmpty()) {
            throw new CorruptFileException(fileName, "the footer has no schema");
        }
        // Of each group on the way down, how many children are yet to come.
        int[] open = new int[MAX_DEPTH + 1];
        int depth = 0;
        List<String> path = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            SchemaElement element = elements.get(i);
            if (i > 0) {
                while (depth > 0 && open[depth] == 0) {
                    depth--;
                }
                if (depth == 0) {
                    throw new CorruptFileException(
                            fileName, "the schema has " + (elements.size() - i) + " elements too many");
                }
                open[depth]--;
                path.subList(depth - 1, path.size()).clear();
                path.add(element.getName());
            }
            if (i > 0 && element.isSetType()) {
                paths.add(List.copyOf(path));
                types.add(element.getType());
            } else if (children(element, i) > 0) {
                if (depth == MAX_DEPTH) {
                    throw new UnsupportedFileException(
                            fileName, "a schema nested deeper than " + MAX_DEPTH + " levels");
                }
                open[++depth] = element.getNum_children();
            }
        }
        for (int level = 1; level <= depth; level++) {
            if (open[level] != 0) {
                throw new CorruptFileException(
                        fileName, "the schema breaks off after " + elements.size() + " elements");
            }
        }
    }

    private int children(SchemaElement group, int index) throws CorruptFileException {
        int children = group.getNum_children();
        if (children < 0 || children >= elements.size() || (children == 0 && index > 0)) {
            throw new CorruptFileException(
                    fileName, "the group " + group.getName() + " of the schema has " + children + " children");
        }
        return children;
    }
}
