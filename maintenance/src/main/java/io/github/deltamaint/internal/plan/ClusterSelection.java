package io.github.deltamaint.internal.plan;

import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.SkippedFiles;
import io.github.deltamaint.internal.cluster.ClusterOrder;
import io.github.deltamaint.internal.cluster.FileBounds;
import io.github.deltamaint.log.schema.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses which files of a partition are ordered anew: those that are not in the order, and with them those in whose place many of their rows belong.
 *
 * <p>Where new rows fall into few files, those are ordered anew with them. Where few rows of the new files belong into a file, it is left alone: the new ones are ordered among themselves, and are a thin layer above the others. When more
 * layers come, they are ordered together, until enough rows lie above a file to rewrite it. So each row is rewritten a few times, however often rows are
 * added, and no query has to read many files more.
 */
final class ClusterSelection {
    /** A file is rewritten when so many rows, as a share of its own, belong into its place. */
    private static final double MOST_ABOVE = 0.25;

    /** So many new rows are enough where they fall into few files. */
    private static final double MOST_NEW_ABOVE = 0.125;

    /** Files are few up to this share of the rows that are in the order. */
    private static final double FEW = 0.09;

    /** A file of a layer is rewritten when so many of its rows belong into the place of files that are. */
    private static final double MOST_BELOW = 0.5;

    /** From so many pairs of files on, new files are looked at several at a time. */
    private static final long MOST_PAIRS = 20_000_000;

    private final ClusterOrder order;
    private final long minBytes;
    private final boolean full;
    private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    private final List<Skipped> skipped = new ArrayList<>();

    /**
     * A selection in one partition.
     *
     * @param minBytes below which a file is small
     * @param full whether all files are chosen
     */
    ClusterSelection(ClusterOrder order, long minBytes, boolean full) {
        this.order = order;
        this.minBytes = minBytes;
        this.full = full;
    }

    /** A file that is left alone, and why. */
    record Skipped(Candidate candidate, SkippedFiles.Reason reason) {}

    /** A file with its bounds. */
    record Candidate(CandidateFile file, FileBounds bounds) {}

    /** Why files were chosen. */
    Set<Reason> reasons() {
        return reasons;
    }

    /** The files that were not chosen. */
    List<Skipped> skipped() {
        return skipped;
    }

    /** The files that are to be ordered together; empty if all are fine. */
    List<Candidate> select(List<Candidate> files) {
        if (full) {
            reasons.add(Reason.FULL);
            noteDeletions(files);
            return files;
        }
        List<Candidate> wanted = new ArrayList<>();
        List<Clustered> clustered = new ArrayList<>();
        for (Candidate file : files) {
            if (order.isClusteredOtherwise(file.file().file())) {
                skipped.add(new Skipped(file, SkippedFiles.Reason.CLUSTERED_OTHERWISE));
                continue;
            }
            Optional<String> run = order.runOf(file.file().file());
            if (run.isEmpty()) {
                reasons.add(Reason.NOT_CLUSTERED);
                wanted.add(file);
            } else if (file.file().isPurged() || lacksLayout(file)) {
                wanted.add(file);
            } else {
                clustered.add(new Clustered(file, run.get()));
            }
        }
        addSmall(wanted, clustered);
        if (!wanted.isEmpty()) {
            addOverlapping(wanted, clustered);
        }
        noteDeletions(wanted);
        if (wanted.stream().anyMatch(ClusterSelection::lacksLayout)) {
            reasons.add(Reason.LAYOUT);
        }
        clustered.forEach(file -> skipped.add(new Skipped(file.candidate(), SkippedFiles.Reason.CLUSTERED)));
        return wanted;
    }

    private static boolean lacksLayout(Candidate file) {
        return file.file().reasons().contains(Reason.LAYOUT);
    }

    private void noteDeletions(List<Candidate> chosen) {
        if (chosen.stream().anyMatch(file -> file.file().isPurged())) {
            reasons.add(Reason.DELETION_VECTORS);
        }
    }

    /** A file in the order. */
    private record Clustered(Candidate candidate, String run) {}

    /** Small files are worth ordering again if others come with them that were not ordered together with them. */
    private void addSmall(List<Candidate> wanted, List<Clustered> clustered) {
        List<Clustered> small = clustered.stream()
                .filter(file -> file.candidate().file().weight() < minBytes)
                .toList();
        Set<String> runs = new HashSet<>();
        small.forEach(file -> runs.add(file.run()));
        if (!small.isEmpty() && (!wanted.isEmpty() || runs.size() > 1)) {
            reasons.add(Reason.SMALL_FILES);
            small.forEach(file -> wanted.add(file.candidate()));
            clustered.removeAll(new HashSet<>(small));
        }
    }

    private void addOverlapping(List<Candidate> wanted, List<Clustered> clustered) {
        Boxes boxes = new Boxes(order, wanted, clustered);
        String base = largestRun(clustered);
        long most = Math.max(1, MOST_PAIRS / Math.max(1, clustered.size()));
        List<Box> above = new ArrayList<>();
        wanted.forEach(file -> above.add(boxes.of(file)));
        List<Box> fresh = boxes.grouped(List.copyOf(above), most);
        for (Clustered file : clustered) {
            if (!file.run().equals(base)) {
                above.add(boxes.of(file.candidate()));
            }
        }
        List<Box> groups = boxes.grouped(above, most);
        List<Box> rewritten = new ArrayList<>();
        List<Clustered> chosen = new ArrayList<>();
        Set<Clustered> few = few(boxes, fresh, base, clustered);
        for (Clustered file : clustered) {
            Box box = boxes.of(file.candidate());
            if (file.run().equals(base) && (few.contains(file) || rowsWithin(groups, box) >= MOST_ABOVE * box.rows())) {
                chosen.add(file);
                rewritten.add(box);
            }
        }
        for (Clustered file : clustered) {
            Box box = boxes.of(file.candidate());
            if (!file.run().equals(base) && shareWithin(box, rewritten) >= MOST_BELOW) {
                chosen.add(file);
            }
        }
        if (!chosen.isEmpty()) {
            reasons.add(Reason.OVERLAPPING);
            chosen.forEach(file -> wanted.add(file.candidate()));
            clustered.removeAll(new HashSet<>(chosen));
        }
    }

    /** The files into whose place enough new rows fall if these files are few; empty if they are many. */
    private static Set<Clustered> few(Boxes boxes, List<Box> fresh, String base, List<Clustered> clustered) {
        Set<Clustered> few = new HashSet<>();
        double all = 0;
        double rows = 0;
        for (Clustered file : clustered) {
            Box box = boxes.of(file.candidate());
            all += box.rows();
            if (file.run().equals(base) && rowsWithin(fresh, box) >= MOST_NEW_ABOVE * box.rows()) {
                few.add(file);
                rows += box.rows();
            }
        }
        return rows <= FEW * all ? few : Set.of();
    }

    private static String largestRun(List<Clustered> clustered) {
        Map<String, Long> rows = new HashMap<>();
        String largest = "";
        for (Clustered file : clustered) {
            long sum = rows.merge(file.run(), file.candidate().bounds().rows(), Long::sum);
            long most = rows.getOrDefault(largest, 0L);
            if (sum > most || (sum == most && file.run().compareTo(largest) < 0)) {
                largest = file.run();
            }
        }
        return largest;
    }

    /** How many rows of the boxes are expected within another one. */
    private static double rowsWithin(List<Box> boxes, Box other) {
        double rows = 0;
        for (Box box : boxes) {
            rows += box.rows() * box.shareWithin(other);
        }
        return rows;
    }

    private static double shareWithin(Box box, List<Box> others) {
        double share = 0;
        for (Box other : others) {
            share += box.shareWithin(other);
        }
        return share;
    }

    /**
     * The range of a file in each column, as places among the bounds of all files: where bounds crowd there are many rows.
     *
     * @param low the first place
     * @param high the last place
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    private record Box(double rows, int[] low, int[] high) {

        /** Which share of the rows is expected in another box. */
        double shareWithin(Box other) {
            double share = 1;
            for (int i = 0; i < low.length; i++) {
                int common = Math.min(high[i], other.high[i]) - Math.max(low[i], other.low[i]) + 1;
                if (common <= 0) {
                    return 0;
                }
                share *= (double) common / (high[i] - low[i] + 1);
            }
            return share;
        }
    }

    /** Turns bounds into places. */
    private static final class Boxes {
        private final List<ClusterOrder.Column> columns;
        private final Object[][] sorted;

        Boxes(ClusterOrder order, List<Candidate> wanted, List<Clustered> clustered) {
            columns = order.columns();
            sorted = new Object[columns.size()][];
            List<Candidate> all = new ArrayList<>(wanted);
            clustered.forEach(file -> all.add(file.candidate()));
            for (int i = 0; i < sorted.length; i++) {
                sorted[i] = distinctBounds(i, all);
            }
        }

        private Object[] distinctBounds(int column, List<Candidate> files) {
            List<Object> bounds = new ArrayList<>();
            for (Candidate file : files) {
                FileBounds.Bounds known = file.bounds().columns().get(column);
                Object min = known.min();
                Object max = known.max();
                if (min != null && max != null) {
                    bounds.add(min);
                    bounds.add(max);
                }
            }
            bounds.sort((left, right) -> Values.compare(columns.get(column).type(), left, right));
            List<Object> distinct = new ArrayList<>();
            for (Object bound : bounds) {
                if (distinct.isEmpty() || compare(column, distinct.get(distinct.size() - 1), bound) != 0) {
                    distinct.add(bound);
                }
            }
            return distinct.toArray();
        }

        private int compare(int column, Object left, Object right) {
            return Values.compare(columns.get(column).type(), left, right);
        }

        Box of(Candidate file) {
            int[] low = new int[sorted.length];
            int[] high = new int[sorted.length];
            for (int i = 0; i < sorted.length; i++) {
                FileBounds.Bounds bounds = file.bounds().columns().get(i);
                Object min = bounds.min();
                Object max = bounds.max();
                if (min != null && max != null && compare(i, min, max) <= 0) {
                    low[i] = place(i, min);
                    high[i] = place(i, max);
                } else {
                    high[i] = Math.max(0, sorted[i].length - 1);
                }
            }
            return new Box(file.bounds().rows(), low, high);
        }

        private int place(int column, Object bound) {
            return Arrays.binarySearch(sorted[column], bound, (left, right) -> compare(column, left, right));
        }

        /** Boxes around consecutive ones, at most so many. */
        List<Box> grouped(List<Box> boxes, long most) {
            if (boxes.size() <= most) {
                return boxes;
            }
            List<Box> groups = new ArrayList<>();
            int perGroup = Math.toIntExact((boxes.size() + most - 1) / most);
            for (int from = 0; from < boxes.size(); from += perGroup) {
                groups.add(around(boxes.subList(from, Math.min(boxes.size(), from + perGroup))));
            }
            return groups;
        }

        private static Box around(List<Box> boxes) {
            int[] low = boxes.get(0).low().clone();
            int[] high = boxes.get(0).high().clone();
            double rows = 0;
            for (Box box : boxes) {
                rows += box.rows();
                for (int i = 0; i < low.length; i++) {
                    low[i] = Math.min(low[i], box.low()[i]);
                    high[i] = Math.max(high[i], box.high()[i]);
                }
            }
            return new Box(rows, low, high);
        }
    }
}
