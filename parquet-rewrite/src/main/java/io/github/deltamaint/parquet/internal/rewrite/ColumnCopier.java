package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ColumnFill;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.digest.SequenceHasher;
import io.github.deltamaint.parquet.internal.read.ChunkReader;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.read.PagePlace;
import io.github.deltamaint.parquet.internal.read.RawPage;
import io.github.deltamaint.parquet.internal.read.RowCompactor;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import io.github.deltamaint.parquet.internal.write.ColumnData;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Carries the surviving rows of one leaf column from the pages of the inputs into a {@link ColumnPipeline}. Used by one thread,
 * for one column after the other.
 *
 * <p>Pages of flat columns are carried in pieces, so that a page of any size needs little memory. As long as the pipeline
 * numbers values, a dictionary page gives ids: those of its chunk, mapped to those of the pipeline while they are unpacked.
 */
final class ColumnCopier {
    /** The entries of a piece. */
    private static final int PIECE = 1 << 15;

    private final InputCache.Reader inputs;
    private final ColumnPipeline pipeline;
    private final PageBuffers buffers;
    private final Runnable cancellation;
    private final RowCompactor compactor = new RowCompactor();
    private byte[] definition = {};
    private byte[] repetition = {};
    private final @Nullable CompressionCodecName copiedCodec;
    private long nullCount;
    private final SequenceHasher hasher = new SequenceHasher();
    private boolean summing;

    /**
     * A copier.
     *
     * @param settings how the outputs are written: pages that are compressed like that may be copied as they are
     */
    ColumnCopier(
            InputCache.Reader inputs,
            ColumnPipeline pipeline,
            PageBuffers buffers,
            WriteSettings settings,
            Runnable cancellation) {
        copiedCodec = settings.compressionLevel().isPresent()
                ? null
                : CompressionCodecName.valueOf(settings.compression().name());
        this.inputs = inputs;
        this.pipeline = pipeline;
        this.buffers = buffers;
        this.cancellation = cancellation;
    }

    /**
     * Carries a column of some segments over and sums it up.
     *
     * @param firstEntry the number of entries of the column in the outputs so far
     */
    Summed sum(Leaf leaf, List<Segment> segments, long firstEntry) throws IOException {
        hasher.start(leaf.path(), leaf.maxDefinitionLevel(), firstEntry);
        summing = true;
        try {
            long nulls = copy(leaf, segments);
            return new Summed(nulls, hasher.place() - firstEntry, hasher.digest());
        } finally {
            summing = false;
        }
    }

    /**
     * What was carried over.
     *
     * @param nulls the entries without a value
     * @param entries all entries
     * @param digest what they sum up to
     */
    record Summed(long nulls, long entries, RowDigest.ColumnDigest digest) {}

    /**
     * Carries a column of some segments over.
     *
     * @return the entries without a value
     */
    long copy(Leaf leaf, List<Segment> segments) throws IOException {
        nullCount = 0;
        for (Segment segment : segments) {
            OpenInput open = inputs.get(segment.input());
            try {
                copy(leaf, segment, open);
            } catch (RuntimeException e) {
                throw Failures.naming(e, leaf, open.input());
            } catch (IOException e) {
                throw Failures.naming(e, leaf, open.input());
            }
        }
        return nullCount;
    }

    private void copy(Leaf leaf, Segment segment, OpenInput open) throws IOException {
        ColumnFill fill =
                leaf.path().size() == 1 ? open.input().fills().get(leaf.path().get(0)) : null;
        if (fill instanceof ColumnFill.Constant constant) {
            long rows = segment.selection().survivors(segment.from(), segment.to());
            copyConstant(leaf, constant.value(), rows);
            return;
        }
        ParquetFile file = open.file();
        for (int rowGroup = 0; rowGroup < file.rowGroups(); rowGroup++) {
            long first = file.firstRow(rowGroup);
            long from = Math.max(segment.from(), first);
            long to = Math.min(segment.to(), first + file.rowCount(rowGroup));
            if (from < to && segment.selection().survivors(from, to) > 0) {
                new Chunk(leaf, open, segment.selection(), rowGroup, fill).copy(from, to);
            }
        }
    }

    private void copyConstant(Leaf leaf, @Nullable Object value, long rows) throws IOException {
        int piece = (int) Math.min(PIECE, rows);
        ValueVector values = value == null ? new ValueVector(leaf.kind()) : ColumnFills.repeated(leaf, value, piece);
        for (long done = 0; done < rows; done += piece) {
            int count = (int) Math.min(piece, rows - done);
            if (value == null) {
                nullCount += count;
                if (summing) {
                    hasher.addNulls(count, leaf.maxDefinitionLevel() - 1, null, 0);
                }
                pipeline.data().addNulls(count, leaf.maxDefinitionLevel() - 1, repetition, 0);
            } else {
                if (summing) {
                    hasher.addValues(values, 0, count, count, null, null, 0);
                }
                pipeline.data().addPresent(count, repetition, 0);
                pipeline.addValues(values, 0, count);
            }
            pipeline.added();
        }
    }

    /** One column chunk of one input. */
    private final class Chunk {
        private final Leaf leaf;
        private final OpenInput open;
        private final int rowGroup;
        private final @Nullable ColumnFill fill;
        private final RowSelection selection;
        private final boolean partly;
        private final long groupStart;
        private final long groupEnd;
        private int @Nullable [] remap;

        /** The row of the first entry of the current page that starts a record. */
        private long row;

        Chunk(Leaf leaf, OpenInput open, RowSelection selection, int rowGroup, @Nullable ColumnFill fill) {
            this.leaf = leaf;
            this.open = open;
            this.rowGroup = rowGroup;
            this.fill = fill;
            this.selection = selection;
            groupStart = open.file().firstRow(rowGroup);
            groupEnd = groupStart + open.file().rowCount(rowGroup);
            partly = selection.survivors(groupStart, groupEnd) < groupEnd - groupStart;
        }

        void copy(long from, long to) throws IOException {
            try (ChunkReader reader = ChunkReader.open(
                    open.file(), rowGroup, open.projection().leaves().get(leaf.index()), buffers)) {
                reader.readUpTo(to - groupStart);
                PagePlace place = open.places().before(leaf.index(), rowGroup, from - groupStart);
                if (place != null) {
                    reader.start(place);
                }
                reader.skipRecords(from - groupStart - (place == null ? 0 : place.records()));
                row = from;
                boolean partial = partly || from > groupStart || to < groupEnd;
                while (row < to || (!leaf.isFlat() && row == to) || to == groupEnd) {
                    cancellation.run();
                    if (!reader.nextPage()) {
                        break;
                    }
                    if (!copyPage(reader, to, partial)) {
                        break;
                    }
                }
                if (row < to) {
                    throw new CorruptFileException(
                            open.input().name(),
                            "column " + leaf + " ends at row " + row + " of row group " + rowGroup + ", which ends at "
                                    + groupEnd);
                }
                PagePlace next = to < groupEnd ? reader.place(to - groupStart) : null;
                if (next != null) {
                    open.places().keep(leaf.index(), rowGroup, place, next);
                }
            }
        }

        /** Carries what belongs to rows before {@code to}; false if nothing more can follow. */
        private boolean copyPage(ChunkReader reader, long to, boolean partial) throws IOException {
            int entries = reader.pageLevels();
            int records = reader.pageRecords();
            readLevels(reader);
            if (records > to - row) {
                entries = entriesUpTo((int) (to - row));
                records = (int) (to - row);
            }
            int uniform = reader.uniformDefinitionLevel();
            RawPage raw = entries == reader.pageLevels() && fill == null ? rawPage(reader) : null;
            if (raw != null && copyRaw(reader, raw, entries, uniform)) {
                return true;
            }
            int step = leaf.isFlat() ? PIECE : Math.max(1, entries);
            for (int from = 0; from < entries; from += step) {
                copyPiece(reader, from, Math.min(step, entries - from), uniform, partial);
            }
            boolean whole = entries == reader.pageLevels();
            row += leaf.isFlat() ? 0 : records;
            return whole;
        }

        /** The page as it lies in the file, if it can be copied as such. */
        private @Nullable RawPage rawPage(ChunkReader reader) {
            CompressionCodecName codec = copiedCodec;
            boolean survives = !partly || selection.survivors(row, row + reader.pageRecords()) == reader.pageRecords();
            return codec != null && survives && !pipeline.isNumbering() ? reader.rawPage(codec) : null;
        }

        private boolean copyRaw(ChunkReader reader, RawPage raw, int entries, int uniform) throws IOException {
            boolean present = uniform == leaf.maxDefinitionLevel();
            if (!pipeline.copy(raw, reader.pageValues(), entries, present ? null : definition)) {
                return false;
            }
            nullCount += entries - reader.pageValues();
            row += entries;
            if (summing) {
                sumPage(reader, entries, uniform);
            }
            return true;
        }

        /** Decodes a page that was copied as it lies. */
        private void sumPage(ChunkReader reader, int entries, int uniform) throws IOException {
            boolean present = uniform == leaf.maxDefinitionLevel();
            for (int from = 0; from < entries; from += PIECE) {
                int count = Math.min(PIECE, entries - from);
                ValueVector vector = pipeline.emptyPiece();
                int values = present ? count : presentIn(from, count);
                read(reader, values, vector);
                hasher.addValues(vector, 0, values, count, present ? null : definition, null, from);
            }
        }

        private void readLevels(ChunkReader reader) {
            int entries = reader.pageLevels();
            if (definition.length < entries) {
                definition = new byte[entries];
                repetition = new byte[entries];
            }
            int uniform = reader.uniformDefinitionLevel();
            if (uniform < 0) {
                reader.readDefinitionLevels(definition, 0);
            } else if (uniform < leaf.maxDefinitionLevel()) {
                Arrays.fill(definition, 0, entries, (byte) uniform);
            }
            if (!leaf.isFlat()) {
                reader.readRepetitionLevels(repetition, 0);
            }
        }

        /** The entries of the page before record {@code records} of those that start in it. */
        private int entriesUpTo(int records) {
            if (leaf.isFlat()) {
                return records;
            }
            int started = 0;
            int entry = 0;
            while (repetition[entry] != 0 || started++ < records) {
                entry++;
            }
            return entry;
        }

        private void copyPiece(ChunkReader reader, int from, int entries, int uniform, boolean partial)
                throws IOException {
            boolean present = uniform == leaf.maxDefinitionLevel();
            int values = present ? entries : uniform >= 0 ? 0 : presentIn(from, entries);
            long firstRow = row;
            if (leaf.isFlat()) {
                row += entries;
            }
            if (fill != null) {
                copyFilled(reader, from, entries, values, firstRow);
                return;
            }
            ColumnData data = pipeline.data();
            if (pipeline.isNumbering() && reader.pageIsDictionary() && values > 0) {
                mapDictionary(reader, partial);
            }
            boolean ids = pipeline.isNumbering() && reader.pageIsDictionary();
            boolean numbered = pipeline.isNumbering() && !ids;
            ValueVector vector = numbered ? pipeline.emptyPiece() : data.values();
            int valuesAt = ids ? data.valueCount() : vector.size();
            if (ids) {
                if (values > 0) {
                    reader.readIds(values, data.reserveIds(values), valuesAt, remap);
                    data.addedIds(values);
                }
            } else {
                read(reader, values, vector);
            }
            int keptEntries = entries;
            int keptValues = values;
            if (partly && plan(firstRow, from, entries, present)) {
                keptEntries = compactor.levels();
                keptValues = compactor.values();
                compact(data, vector, ids, valuesAt, from, present);
            }
            nullCount += keptEntries - keptValues;
            if (summing) {
                byte[] definitions = present || keptValues == keptEntries ? null : definition;
                byte[] repetitions = leaf.isFlat() ? null : repetition;
                if (ids) {
                    hasher.addIds(data.ids(), valuesAt, keptValues, keptEntries, definitions, repetitions, from);
                } else {
                    hasher.addValues(vector, valuesAt, keptValues, keptEntries, definitions, repetitions, from);
                }
            }
            if (keptValues == keptEntries) {
                data.addPresent(keptEntries, repetition, from);
            } else {
                data.addEntries(keptEntries, definition, repetition, from);
            }
            if (numbered) {
                pipeline.addValues(vector, 0, keptValues);
            }
            pipeline.added();
        }

        private int presentIn(int from, int entries) {
            int present = 0;
            byte max = (byte) leaf.maxDefinitionLevel();
            for (int i = from; i < from + entries; i++) {
                present += definition[i] == max ? 1 : 0;
            }
            return present;
        }

        private boolean plan(long firstRow, int from, int entries, boolean present) {
            return compactor.plan(
                    selection,
                    firstRow,
                    entries,
                    present ? null : definition,
                    from,
                    leaf.maxDefinitionLevel(),
                    leaf.maxDefinitionLevel(),
                    leaf.isFlat() ? null : repetition,
                    from);
        }

        private void compact(
                ColumnData data, ValueVector vector, boolean ids, int valuesAt, int from, boolean present) {
            if (!present) {
                compactor.compactLevels(definition, from);
            }
            if (!leaf.isFlat()) {
                compactor.compactLevels(repetition, from);
            }
            if (ids) {
                compactor.compact(data.ids(), valuesAt);
                data.truncateValues(valuesAt + compactor.values());
            } else {
                compactor.compact(vector, valuesAt);
            }
        }

        private void mapDictionary(ChunkReader reader, boolean partial) throws IOException {
            if (remap != null) {
                return;
            }
            ValueVector dictionary = reader.dictionary();
            if (dictionary == null) {
                throw new CorruptFileException(
                        open.input().name(),
                        "column " + leaf + " has ids in row group " + rowGroup + " but no dictionary");
            }
            remap = pipeline.distinct().addAllInOrder(dictionary, leaf.order());
            if (summing) {
                hasher.learn(dictionary, remap);
            }
            if (partial) {
                pipeline.mayHoldUnused();
            }
            pipeline.added();
        }

        private void read(ChunkReader reader, int count, ValueVector vector) throws IOException {
            switch (vector.kind()) {
                case INT -> {
                    vector.reserve(count);
                    reader.readInts(count, vector.ints(), vector.size());
                    vector.added(count);
                }
                case LONG -> {
                    vector.reserve(count);
                    reader.readLongs(count, vector.longs(), vector.size());
                    vector.added(count);
                }
                case BYTES -> reader.appendBytes(count, vector);
            }
        }

        /** Carries INT64 values of a flat column over and puts a number wherever there is none. */
        private void copyFilled(ChunkReader reader, int from, int entries, int values, long firstRow)
                throws IOException {
            ValueVector vector = pipeline.emptyPiece();
            vector.reserve(entries);
            long[] longs = vector.longs();
            reader.readLongs(values, longs, entries - values);
            int next = entries - values;
            for (int i = 0; i < entries; i++) {
                boolean present =
                        values == entries || (values > 0 && definition[from + i] == leaf.maxDefinitionLevel());
                longs[i] = present ? longs[next++] : fillValue(firstRow + i);
            }
            vector.added(entries);
            int kept = entries;
            if (partly
                    && compactor.plan(
                            selection,
                            firstRow,
                            entries,
                            null,
                            0,
                            leaf.maxDefinitionLevel(),
                            leaf.maxDefinitionLevel(),
                            null,
                            0)) {
                compactor.compact(vector, 0);
                kept = compactor.levels();
            }
            if (summing) {
                hasher.addValues(vector, 0, kept, kept, null, null, 0);
            }
            pipeline.data().addPresent(kept, repetition, 0);
            pipeline.addValues(vector, 0, kept);
            pipeline.added();
        }

        private long fillValue(long position) {
            if (fill instanceof ColumnFill.RowPositionWhereNull rows) {
                return Math.addExact(rows.base(), position);
            }
            return ((ColumnFill.ConstantWhereNull) Objects.requireNonNull(fill)).value();
        }
    }
}
