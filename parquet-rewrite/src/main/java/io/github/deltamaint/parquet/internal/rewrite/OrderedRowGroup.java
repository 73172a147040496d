package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.order.OrderChooser;
import io.github.deltamaint.parquet.internal.order.RowSorter;
import io.github.deltamaint.parquet.internal.order.WindowRows;
import io.github.deltamaint.parquet.internal.rewrite.ColumnCopier.Summed;
import io.github.deltamaint.parquet.internal.write.CodeVector;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline.Hold;
import io.github.deltamaint.parquet.internal.write.FileAssembler;
import io.github.deltamaint.parquet.internal.write.HeldColumn;
import io.github.deltamaint.parquet.internal.write.HeldColumnWriter.Estimate;
import io.github.deltamaint.parquet.internal.write.HeldColumnWriter.Written;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.SampleWindows;
import io.github.deltamaint.parquet.internal.write.WrittenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * A row group whose rows are brought into an order: holds as many of its columns as memory allows, has the order chosen, and writes the columns in
 * it. A column that is not held is read again, in parts if need be: each time only the rows that come next.
 */
final class OrderedRowGroup {
    /** The first part of a column whose size is not known. */
    private static final int FIRST_PART_ROWS = 1 << 16;

    /** Columns that are no larger than this are written in any order as they are held. */
    private static final int CACHED_BYTES = 1 << 20;

    private final Tools tools;
    private final List<Segment> segments;
    private final int rows;
    private final @Nullable HeldColumn[] held;
    private final long[] dictionaryPages;
    private final Set<Integer> tooManyValues = new HashSet<>();
    private final IdentityHashMap<WindowRows, Estimate[]> estimates = new IdentityHashMap<>();
    private final long[] runsAsRead;
    private final boolean[] isInPlace;
    private final long[] nullCounts;
    private final boolean[] counted;
    private boolean isComplete;
    private @Nullable OrderedSums sums;
    private final List<RowGroupLayout.Column> layouts = new ArrayList<>();

    /** What all row groups of a rewrite share. */
    record Tools(
            List<Leaf> leaves, RowGroupOrder order, OrderMemory memory, InputRows inputRows, ColumnWorker worker) {}

    /**
     * A row group.
     *
     * @param segments its rows
     * @param rows how many these are
     * @param nullCounts the entries without a value of each leaf; what is read is added
     */
    OrderedRowGroup(Tools tools, List<Segment> segments, int rows, long[] nullCounts) {
        this.tools = tools;
        this.segments = segments;
        this.rows = rows;
        this.nullCounts = nullCounts;
        held = new HeldColumn[tools.leaves().size()];
        dictionaryPages = new long[held.length];
        counted = new boolean[held.length];
        runsAsRead = new long[held.length];
        isInPlace = new boolean[held.length];
    }

    /**
     * A row group whose columns are all held.
     *
     * @param columns by the index of their leaves; their nulls have been counted
     */
    OrderedRowGroup(Tools tools, int rows, HeldColumn[] columns) {
        this(tools, List.of(), rows, new long[columns.length]);
        isComplete = true;
        for (HeldColumn column : columns) {
            held[column.leaf().index()] = column;
            dictionaryPages[column.leaf().index()] = tools.worker().writer().dictionaryPageBytes(column);
        }
    }

    /** Sums up its columns. */
    OrderedRowGroup summing(@Nullable OrderedSums newSums) {
        sums = newSums;
        return this;
    }

    /** Writes it as row group number {@code index} of a file. */
    RowGroupLayout write(FileAssembler file, int index) throws IOException {
        if (!isComplete) {
            hold();
        }
        List<CodedColumn> coded = new ArrayList<>();
        for (HeldColumn column : held) {
            if (column instanceof CodedColumn numbered) {
                coded.add(numbered);
            }
        }
        OrderChooser.Choice choice = tools.order().choose(rows, coded, new Measuring());
        if (sums != null) {
            sums.order(choice.order());
        }
        if (choice.sorted() != null) {
            arrange(choice.sorted().codes());
        }
        for (Leaf leaf : tools.leaves()) {
            tools.worker().checkCancelled();
            file.startChunk();
            file.endChunk(write(leaf, choice, file), rows);
            held[leaf.index()] = null;
        }
        return new RowGroupLayout(index, rows, choice.decision(), choice.orderedBy(), choice.candidates(), layouts);
    }

    /** Replaces columns whose codes are known in the new order. */
    private void arrange(IdentityHashMap<CodeVector, CodeVector> ordered) {
        for (int leaf = 0; leaf < held.length; leaf++) {
            if (held[leaf] instanceof CodedColumn column) {
                CodeVector codes = ordered.get(column.codes());
                if (codes != null) {
                    runsAsRead[leaf] = column.codes().runs();
                    if (sums != null) {
                        sums.add(column);
                    }
                    held[leaf] = column.withCodes(codes);
                    isInPlace[leaf] = true;
                }
            }
        }
    }

    /** Reads columns as long as there is room: those to sort by first, then from small to large. */
    private void hold() throws IOException {
        List<Leaf> wanted = new ArrayList<>(tools.leaves());
        List<Integer> keys = tools.order().keys();
        wanted.sort(Comparator.comparing((Leaf leaf) -> !keys.contains(leaf.index()))
                .thenComparing(leaf -> !leaf.isFlat())
                .thenComparingDouble(tools.memory()::bytesPerRow));
        long room = tools.memory().forColumns(rows);
        for (Leaf leaf : wanted) {
            boolean isKey = keys.contains(leaf.index());
            double entries = tools.inputRows().levelsPerRow(leaf.index()) * rows;
            if (isKey || entries * Integer.BYTES <= room) {
                boolean valuesFit = tools.memory().bytesPerRow(leaf) * rows * 1.5 <= room;
                HeldColumn column = read(
                        leaf, segments, rows, isKey ? Hold.IDS : valuesFit ? Hold.IDS_OR_VALUES : Hold.IDS_OR_NOTHING);
                held[leaf.index()] = column;
                if (column == null) {
                    tooManyValues.add(leaf.index());
                } else {
                    dictionaryPages[leaf.index()] = tools.worker().writer().dictionaryPageBytes(column);
                    room -= column.bytes();
                }
            }
        }
    }

    private @Nullable HeldColumn read(Leaf leaf, List<Segment> from, int expectedRows, Hold how) throws IOException {
        tools.worker().checkCancelled();
        double entries = tools.inputRows().levelsPerRow(leaf.index()) * expectedRows;
        tools.worker().pipeline().startHeld(leaf, (int) Math.min(Integer.MAX_VALUE, entries), how);
        long nulls = copy(leaf, from);
        HeldColumn column = tools.worker().pipeline().endHeld();
        if (column != null && expectedRows == rows) {
            count(leaf, nulls);
        }
        return column;
    }

    /** Carries the whole column over. */
    private long copy(Leaf leaf, List<Segment> from) throws IOException {
        OrderedSums summing = sums;
        if (summing == null) {
            return tools.worker().copier().copy(leaf, from);
        }
        Summed sum = tools.worker().copier().sum(leaf, from, summing.firstEntry(leaf));
        summing.read(leaf, sum);
        return sum.nulls();
    }

    private void count(Leaf leaf, long nulls) {
        if (!counted[leaf.index()]) {
            nullCounts[leaf.index()] += nulls;
            counted[leaf.index()] = true;
        }
    }

    /** Measures the row group. */
    private final class Measuring implements OrderChooser.Measure {
        @Override
        public SampleWindows windows() {
            return tools.worker().writer().windows(rows);
        }

        @Override
        public long bytes(WindowRows windows) throws IOException {
            Estimate[] all = new Estimate[held.length];
            long bytes = 0;
            for (Leaf leaf : tools.leaves()) {
                tools.worker().checkCancelled();
                Estimate estimate = measure(leaf, windows);
                all[leaf.index()] = estimate;
                bytes += estimate.bytes();
            }
            estimates.put(windows, all);
            return bytes;
        }
    }

    private Estimate measure(Leaf leaf, WindowRows windows) throws IOException {
        HeldColumn column = held[leaf.index()];
        return column == null
                ? measureAnew(leaf, windows)
                : tools.worker()
                        .writer()
                        .measureWindows(column, windows.rows(), windows.ends(), rows, dictionaryPages[leaf.index()]);
    }

    /** Reads the rows of some windows of a column that is not held. */
    private Estimate measureAnew(Leaf leaf, WindowRows windows) throws IOException {
        int largest = windows.rows().length / Math.max(1, windows.ends().length) + 1;
        long bytesOfWindow = (long) (tools.memory().bytesPerRow(leaf) * largest) + 1;
        WindowRows some = windows.some((int)
                Math.min(windows.ends().length, Math.max(1, tools.memory().forPart(rows) / bytesOfWindow)));
        RowPick pick = RowPick.of(rows, some.rows());
        HeldColumn sample = readPart(leaf, pick, Hold.IDS_OR_VALUES).column();
        return tools.worker().writer().measureWindows(sample, pick.places(some.rows()), some.ends(), rows, 0);
    }

    /** Some rows of a column, in the order as read. */
    private record Part(HeldColumn column, long nulls) {}

    private Part readPart(Leaf leaf, RowPick pick, Hold how) throws IOException {
        tools.worker().checkCancelled();
        double entries = tools.inputRows().levelsPerRow(leaf.index()) * pick.size();
        tools.worker().pipeline().startHeld(leaf, (int) Math.min(Integer.MAX_VALUE, entries), how);
        long nulls = tools.worker().copier().copy(leaf, pick.of(segments));
        return new Part(Objects.requireNonNull(tools.worker().pipeline().endHeld()), nulls);
    }

    private WrittenChunk write(Leaf leaf, OrderChooser.Choice choice, FileAssembler file) throws IOException {
        HeldColumn column = held[leaf.index()];
        int[] order = choice.order();
        if (column == null && order == null) {
            return writeAsRead(leaf, choice, file);
        }
        Estimate estimate = null;
        if (column == null && !tooManyValues.contains(leaf.index())) {
            column = read(leaf, segments, rows, Hold.IDS_OR_NOTHING);
        } else if (column != null && choice.chosen() != null) {
            estimate = Objects.requireNonNull(estimates.get(choice.chosen()))[leaf.index()];
        }
        if (sums != null && !isInPlace[leaf.index()]) {
            if (column == null) {
                sums.giveUp();
            } else {
                sums.add(column);
            }
        }
        if (!isInPlace[leaf.index()] && column instanceof CodedColumn coded) {
            runsAsRead[leaf.index()] = coded.codes().runs();
        }
        Written written = column == null
                ? writeInParts(leaf, Objects.requireNonNull(order), file)
                : writeHeld(column, choice, estimate, file);
        report(column, choice, written.runs(), leaf, written.chunk());
        return written.chunk();
    }

    private WrittenChunk writeAsRead(Leaf leaf, OrderChooser.Choice choice, FileAssembler file) throws IOException {
        double entries = tools.inputRows().levelsPerRow(leaf.index()) * rows;
        tools.worker().pipeline().start(leaf, file, (int) Math.min(Integer.MAX_VALUE, entries));
        count(leaf, copy(leaf, segments));
        if (sums != null) {
            sums.addAsRead(leaf);
        }
        WrittenChunk chunk = tools.worker().pipeline().finish();
        report(null, choice, 0, leaf, chunk);
        return chunk;
    }

    private Written writeHeld(
            HeldColumn column, OrderChooser.Choice choice, @Nullable Estimate estimate, FileAssembler file)
            throws IOException {
        int[] order = isInPlace[column.leaf().index()] ? null : choice.order();
        Estimate measured = estimate == null
                ? tools.worker()
                        .writer()
                        .measure(column, order, tools.worker().writer().dictionaryPageBytes(column))
                : estimate;
        RowSorter.Sorted sorted = order == null ? null : choice.sorted();
        HeldColumn grouped = sorted == null || !isWorthGrouping(column) ? null : column.grouped(sorted.groups());
        return sorted == null || grouped == null
                ? tools.worker().writer().write(column, order, measured.encoding(), file)
                : tools.worker().writer().write(grouped, sorted.groupedOrder(), measured.encoding(), file);
    }

    private boolean isWorthGrouping(HeldColumn column) {
        return column.bytes() > CACHED_BYTES && column.bytes() <= tools.memory().forGroups(rows);
    }

    private long heldBytes() {
        long bytes = 0;
        for (HeldColumn column : held) {
            bytes += column == null ? 0 : column.bytes();
        }
        return bytes;
    }

    /** Reads and writes a column part by part, each as large as memory allows by what the one before took. */
    private Written writeInParts(Leaf leaf, int[] order, FileAssembler file) throws IOException {
        double bytesPerRow = tools.memory().bytesPerRow(leaf);
        long room = tools.memory().forPartInOrder(rows, heldBytes());
        long partRows = leaf.kind() == ValueKind.BYTES ? FIRST_PART_ROWS : rows;
        Encoding encoding = null;
        long nulls = 0;
        tools.worker().writer().start(leaf, file);
        for (int at = 0; at < rows; ) {
            int count = (int) Math.max(1, Math.min(rows - at, Math.min(partRows, (long) (room / bytesPerRow))));
            int[] wanted = Arrays.copyOfRange(order, at, at + count);
            RowPick pick = RowPick.of(rows, wanted);
            Part part = readPart(leaf, pick, Hold.VALUES);
            int[] places = pick.places(wanted);
            if (encoding == null) {
                encoding = tools.worker()
                        .writer()
                        .measure(part.column(), places, 0)
                        .encoding();
            }
            at += count;
            tools.worker().writer().append(part.column(), places, encoding, at == rows);
            nulls += part.nulls();
            bytesPerRow = Math.max(1, (double) part.column().bytes() / count);
            partRows = Integer.MAX_VALUE;
        }
        count(leaf, nulls);
        return tools.worker().writer().finish();
    }

    private void report(
            @Nullable HeldColumn column, OrderChooser.Choice choice, long runs, Leaf leaf, WrittenChunk chunk) {
        CodedColumn coded = column instanceof CodedColumn numbered ? numbered : null;
        Estimate[] asRead = choice.asRead() == null ? null : estimates.get(choice.asRead());
        layouts.add(new RowGroupLayout.Column(
                leaf.name(),
                coded == null ? OptionalLong.empty() : OptionalLong.of(coded.distinct()),
                coded == null ? OptionalLong.empty() : OptionalLong.of(runsAsRead[leaf.index()]),
                coded == null ? OptionalLong.empty() : OptionalLong.of(runs),
                asRead == null ? OptionalLong.empty() : OptionalLong.of(asRead[leaf.index()].bytes()),
                chunk.compressedBytes(),
                chunk.dataPages().keySet()));
    }
}
