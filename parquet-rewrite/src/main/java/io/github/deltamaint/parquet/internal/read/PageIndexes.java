package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.PageSummary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.schema.ColumnOrder.ColumnOrderName;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Reads the indexes of a column chunk: where its pages are, and which values they have. */
public final class PageIndexes {
    private PageIndexes() {}

    /**
     * The data pages of a chunk; empty if the file has no index of them.
     *
     * @param rows the rows of the row group
     */
    public static List<PageSummary> read(ByteSource source, ColumnChunkMetaData chunk, long rows) throws IOException {
        IndexReference offsets = chunk.getOffsetIndexReference();
        if (offsets == null) {
            return List.of();
        }
        OffsetIndex locations = Util.readOffsetIndex(bytes(source, offsets));
        ColumnIndex index = columnIndex(source, chunk);
        List<PageSummary> pages = new ArrayList<>();
        List<PageLocation> all = Objects.requireNonNullElse(locations.getPage_locations(), List.of());
        for (int i = 0; i < all.size(); i++) {
            long first = all.get(i).getFirst_row_index();
            long end = i + 1 < all.size() ? all.get(i + 1).getFirst_row_index() : rows;
            if (first < 0 || end < first || end > rows) {
                throw new CorruptFileException(
                        source.name(),
                        "page " + i + " of column " + chunk.getPath() + " has the rows " + first + " to " + end);
            }
            pages.add(page(
                    chunk.getPrimitiveType(),
                    index,
                    i,
                    first,
                    end - first,
                    all.get(i).getCompressed_page_size()));
        }
        return pages;
    }

    /** The bounds of the pages of a chunk as the format has them; null if the file has none. */
    public static @Nullable ColumnIndex columnIndex(ByteSource source, ColumnChunkMetaData chunk) throws IOException {
        IndexReference reference = chunk.getColumnIndexReference();
        return reference == null ? null : Util.readColumnIndex(bytes(source, reference));
    }

    /** The places of the pages of a chunk, of which the file has an index, as the format has them. */
    public static OffsetIndex offsetIndex(ByteSource source, ColumnChunkMetaData chunk) throws IOException {
        return Util.readOffsetIndex(bytes(source, chunk.getOffsetIndexReference()));
    }

    private static InputStream bytes(ByteSource source, IndexReference reference) throws IOException {
        byte[] bytes = new byte[reference.getLength()];
        source.readFully(reference.getOffset(), bytes, 0, bytes.length);
        return new ByteArrayInputStream(bytes);
    }

    private static PageSummary page(
            PrimitiveType type, @Nullable ColumnIndex index, int page, long firstRow, long rows, long bytes) {
        Boolean nullsOnly = index == null ? null : at(index.getNull_pages(), page);
        if (index == null || nullsOnly == null) {
            return new PageSummary(firstRow, rows, bytes, OptionalLong.empty(), false, null, null);
        }
        boolean hasBounds = !nullsOnly && type.columnOrder().getColumnOrderName() == ColumnOrderName.TYPE_DEFINED_ORDER;
        ByteBuffer min = hasBounds ? at(index.getMin_values(), page) : null;
        ByteBuffer max = hasBounds ? at(index.getMax_values(), page) : null;
        Object least = min == null ? null : value(type, min);
        Object most = max == null ? null : value(type, max);
        Long nulls = at(index.getNull_counts(), page);
        return new PageSummary(
                firstRow,
                rows,
                bytes,
                nulls == null ? OptionalLong.empty() : OptionalLong.of(nulls),
                nullsOnly,
                most == null ? null : least,
                least == null ? null : most);
    }

    private static <T> @Nullable T at(@Nullable List<T> values, int page) {
        return values == null || page >= values.size() ? null : values.get(page);
    }

    /** A value as statistics spell it. */
    public static @Nullable Object value(PrimitiveType type, ByteBuffer bytes) {
        ByteBuffer little = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int length = little.remaining();
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> length == 1 ? (Object) (little.get(little.position()) != 0) : null;
            case INT32 -> length == Integer.BYTES ? (Object) little.getInt(little.position()) : null;
            case INT64 -> length == Long.BYTES ? (Object) little.getLong(little.position()) : null;
            case FLOAT -> length == Float.BYTES ? (Object) little.getFloat(little.position()) : null;
            case DOUBLE -> length == Double.BYTES ? (Object) little.getDouble(little.position()) : null;
            case BINARY, FIXED_LEN_BYTE_ARRAY -> {
                byte[] copy = new byte[length];
                little.get(copy);
                yield copy;
            }
            case INT96 -> null;
        };
    }
}
