package io.github.deltamaint.internal.layout;

import io.github.deltamaint.TableLayout.Chunk;
import io.github.deltamaint.TableLayout.Column;
import io.github.deltamaint.common.DataSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** Adds up the chunks of each column. */
final class ColumnTotals {
    private final Map<String, Total> totals = new LinkedHashMap<>();

    private static final class Total {
        long compressed;
        long uncompressed;
        int chunks;
        int dictionaries;
        int fallbacks;
        OptionalLong minDistinct = OptionalLong.empty();
        OptionalLong maxDistinct = OptionalLong.empty();
        final SortedSet<String> encodings = new TreeSet<>();
    }

    void add(Chunk chunk) {
        Total total = totals.computeIfAbsent(chunk.column(), name -> new Total());
        total.compressed += chunk.compressedSize().bytes();
        total.uncompressed += chunk.uncompressedSize().bytes();
        total.chunks++;
        total.dictionaries += chunk.hasDictionary() ? 1 : 0;
        total.fallbacks += chunk.dictionaryFallback() ? 1 : 0;
        total.encodings.addAll(chunk.encodings());
        chunk.distinct().ifPresent(distinct -> {
            total.minDistinct = OptionalLong.of(Math.min(distinct, total.minDistinct.orElse(distinct)));
            total.maxDistinct = OptionalLong.of(Math.max(distinct, total.maxDistinct.orElse(distinct)));
        });
    }

    List<Column> columns() {
        long all = totals.values().stream().mapToLong(total -> total.compressed).sum();
        List<Column> columns = new ArrayList<>();
        totals.forEach((name, total) -> columns.add(new Column(
                name,
                new DataSize(total.compressed),
                new DataSize(total.uncompressed),
                all == 0 ? 0 : (double) total.compressed / all,
                total.chunks,
                total.dictionaries,
                total.fallbacks,
                total.minDistinct,
                total.maxDistinct,
                total.encodings)));
        return columns;
    }
}
