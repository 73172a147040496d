package io.github.deltamaint.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Columns of text, each as wide as its widest cell. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... header) {
        if (header.length > 0) {
            rows.add(List.of(header));
        }
    }

    void row(Object... cells) {
        rows.add(Stream.of(cells).map(String::valueOf).toList());
    }

    void printTo(PrintWriter out) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i));
                if (i < row.size() - 1) {
                    line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
                }
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
