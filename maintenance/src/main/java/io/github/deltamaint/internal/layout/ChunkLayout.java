package io.github.deltamaint.internal.layout;

import io.github.deltamaint.TableLayout.Chunk;
import io.github.deltamaint.TableLayout.RowGroup;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.parquet.ParquetFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/** What a footer says of a row group and its chunks. */
final class ChunkLayout {
    private static final Set<String> OF_LEVELS = Set.of("RLE", "BIT_PACKED");

    private ChunkLayout() {}

    static RowGroup rowGroup(ParquetFile file, int group, Map<List<String>, String> logicalNames) throws IOException {
        List<Chunk> chunks = new ArrayList<>();
        long compressed = 0;
        long uncompressed = 0;
        for (int leaf = 0; leaf < file.columns().size(); leaf++) {
            List<String> path = Arrays.asList(file.columns().get(leaf).getPath());
            Chunk chunk = chunk(file, group, leaf, logicalNames.getOrDefault(path, String.join(".", path)));
            chunks.add(chunk);
            compressed += chunk.compressedSize().bytes();
            uncompressed += chunk.uncompressedSize().bytes();
        }
        return new RowGroup(group, file.rowCount(group), new DataSize(compressed), new DataSize(uncompressed), chunks);
    }

    private static Chunk chunk(ParquetFile file, int group, int leaf, String name) throws IOException {
        ColumnChunkMetaData chunk = file.chunk(group, leaf);
        Set<String> encodings =
                chunk.getEncodings().stream().map(Encoding::name).collect(Collectors.toCollection(TreeSet::new));
        boolean mayHaveOne =
                chunk.hasDictionaryPage() || chunk.getEncodings().stream().anyMatch(Encoding::usesDictionary);
        OptionalLong dictionary = mayHaveOne ? file.dictionaryValues(group, leaf) : OptionalLong.empty();
        boolean fallsBack = dictionary.isPresent() && fallsBack(chunk);
        Statistics<?> statistics = chunk.getStatistics();
        boolean hasBounds = statistics != null && statistics.hasNonNullValue();
        return new Chunk(
                name,
                chunk.getPrimitiveType().getPrimitiveTypeName().name(),
                new DataSize(chunk.getTotalSize()),
                new DataSize(chunk.getTotalUncompressedSize()),
                chunk.getValueCount(),
                statistics != null && statistics.isNumNullsSet()
                        ? OptionalLong.of(statistics.getNumNulls())
                        : OptionalLong.empty(),
                dictionary.isPresent(),
                fallsBack,
                fallsBack ? OptionalLong.empty() : dictionary,
                encodings,
                chunk.getCodec().name(),
                hasBounds ? statistics.minAsString() : null,
                hasBounds ? statistics.maxAsString() : null);
    }

    /** Without statistics of pages, PLAIN may be the encoding of the dictionary itself, unless that has one of its own. */
    private static boolean fallsBack(ColumnChunkMetaData chunk) {
        EncodingStats stats = chunk.getEncodingStats();
        if (stats != null) {
            return stats.hasNonDictionaryEncodedPages();
        }
        boolean isOfVersion1 = chunk.getEncodings().stream()
                .anyMatch(encoding -> encoding.name().equals("PLAIN_DICTIONARY"));
        return chunk.getEncodings().stream()
                .anyMatch(encoding -> !encoding.usesDictionary()
                        && !OF_LEVELS.contains(encoding.name())
                        && (encoding != Encoding.PLAIN || isOfVersion1));
    }
}
