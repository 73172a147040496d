package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.zorder.CurveCuts;
import io.github.deltamaint.zorder.KeyWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How rows that do not fit into memory are dealt out to buckets that do: small files share one, large files have several, one for each piece of the curve that
 * becomes a row group. Immutable.
 */
final class CurvePieces {
    /** Pieces are cut by a sample and at borders of the curve, so they are made a little smaller than they may be. */
    private static final double FILLED = 0.8;

    private final CurveCuts files;
    private final List<Optional<CurveCuts>> piecesOfFile;
    private final List<Stretch> stretches;
    private final int[] firstBucketOfFile;
    private final int buckets;

    /**
     * Consecutive files that are made together: several whole ones out of one bucket, or one out of several.
     *
     * @param firstFile the first file
     * @param endFile the one behind the last
     * @param firstBucket the first bucket with their rows
     * @param endBucket the one behind the last
     */
    record Stretch(int firstFile, int endFile, int firstBucket, int endBucket) {}

    private CurvePieces(CurveCuts files, List<Optional<CurveCuts>> piecesOfFile, List<Stretch> stretches) {
        this.files = files;
        this.piecesOfFile = piecesOfFile;
        this.stretches = List.copyOf(stretches);
        firstBucketOfFile = new int[files.files()];
        int end = 0;
        for (Stretch stretch : stretches) {
            for (int file = stretch.firstFile(); file < stretch.endFile(); file++) {
                firstBucketOfFile[file] = stretch.firstBucket();
            }
            end = stretch.endBucket();
        }
        buckets = end;
    }

    /**
     * Cuts the curve.
     *
     * @param rowsPerFile how many rows a file should have
     * @param rowsInMemory how many rows fit into memory with all their columns: so many may share a bucket
     * @param rowsOfPiece how many rows a piece of a file that is larger may have
     */
    static CurvePieces of(KeyWeights weights, long rowsPerFile, long rowsInMemory, long rowsOfPiece) {
        CurveCuts files = weights.cutNear(rowsPerFile);
        List<Optional<CurveCuts>> pieces = new ArrayList<>();
        List<Stretch> stretches = new ArrayList<>();
        int bucket = 0;
        long before = 0;
        for (int file = 0; file < files.files(); ) {
            int end = file;
            long rows = 0;
            while (end < files.files() && rows + files.weight(end) <= rowsInMemory) {
                rows += files.weight(end++);
                pieces.add(Optional.empty());
            }
            int wanted = 1;
            if (end == file) {
                rows = files.weight(end++);
                CurveCuts cuts = weights.between(before, before + rows)
                        .cut((int) Math.max(1, Math.ceil(rows / (FILLED * rowsOfPiece))));
                pieces.add(Optional.of(cuts));
                wanted = cuts.files();
            }
            stretches.add(new Stretch(file, end, bucket, bucket + wanted));
            bucket += wanted;
            before += rows;
            file = end;
        }
        return new CurvePieces(files, pieces, stretches);
    }

    /** The number of files. */
    int files() {
        return files.files();
    }

    /** The number of buckets. */
    int buckets() {
        return buckets;
    }

    /** What is made together, along the curve. */
    List<Stretch> stretches() {
        return stretches;
    }

    /** Deals rows out. */
    Assigner assigner() {
        return new Assigner();
    }

    /** Gives rows their buckets; all rows have to pass through one, in the order in which they are read. Used by one thread. */
    final class Assigner {
        private final CurveCuts.Assigner ofFiles = files.assigner();
        private final List<Optional<CurveCuts.Assigner>> ofPieces =
                piecesOfFile.stream().map(cuts -> cuts.map(CurveCuts::assigner)).toList();
        private final long[] rowsOfFile = new long[files.files()];

        private Assigner() {}

        /** The bucket of the next row. */
        int next(long key) {
            int file = ofFiles.next(key, 1);
            rowsOfFile[file]++;
            Optional<CurveCuts.Assigner> pieces = ofPieces.get(file);
            return firstBucketOfFile[file] + (pieces.isPresent() ? pieces.get().next(key, 1) : 0);
        }

        /** The rows that a file got. */
        long rowsOfFile(int file) {
            return rowsOfFile[file];
        }
    }
}
