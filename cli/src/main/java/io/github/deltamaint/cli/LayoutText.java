package io.github.deltamaint.cli;

import io.github.deltamaint.NewFileLayout;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Says in a few lines what became of the order of rows; {@code --json} has all of it. */
final class LayoutText {
    private LayoutText() {}

    static void print(List<NewFileLayout> layouts, PrintWriter out) {
        List<RowGroupLayout> groups =
                layouts.stream().flatMap(file -> file.rowGroups().stream()).toList();
        Map<Decision, Long> decisions = groups.stream()
                .collect(Collectors.groupingBy(RowGroupLayout::decision, TreeMap::new, Collectors.counting()));
        decisions.forEach(
                (decision, count) -> out.printf(Locale.ROOT, "  %d row groups: %s%n", count, words(decision)));
        long asRead = 0;
        long bytes = 0;
        for (RowGroupLayout group : groups) {
            if (group.estimatedBytesAsRead().isPresent()) {
                asRead += group.estimatedBytesAsRead().getAsLong();
                bytes += group.bytes();
            }
        }
        if (asRead > 0) {
            out.printf(
                    Locale.ROOT,
                    "  columns take %s, about %s if their rows had stayed as read%n",
                    new DataSize(bytes),
                    new DataSize(asRead));
        }
    }

    private static String words(Decision decision) {
        return switch (decision) {
            case SORTED -> "sorted";
            case SORTED_SMALLER -> "rows reordered, which makes them smaller";
            case KEPT_NOT_SMALLER -> "rows as read, no order makes them 2 % smaller";
            case KEPT_NOTHING_TO_SORT_BY -> "rows as read, there is no column to sort by";
            case KEPT_MEMORY -> "rows as read, there is too little memory to order them";
        };
    }
}
