package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.ClusteringReport.Column;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.zorder.ClusteringQuality;
import io.github.deltamaint.zorder.ColumnQuality;
import io.github.deltamaint.zorder.FilesTouched;
import java.util.ArrayList;
import java.util.List;

/** Words what {@link ClusteringQuality} finds. */
public final class ClusteringReports {
    private static final double ONE_PERCENT = 0.01;
    private static final double TEN_PERCENT = 0.1;

    private ClusteringReports() {}

    /**
     * Judges all files of a table.
     *
     * @throws InvalidOperationException if a column does not exist, is named twice, is a partition column, or has parts
     */
    public static ClusteringReport of(Snapshot snapshot, List<ColumnPath> names) {
        List<ClusterOrder.Column> columns = ClusterColumns.find(snapshot, names, "clustering");
        FileBounds.Reader reader = new FileBounds.Reader(snapshot, columns);
        List<FileBounds> files = new ArrayList<>();
        snapshot.forEachActiveFile(FileProjection.WITH_STATS, file -> files.add(reader.read(file)));
        return of(columns.stream().map(column -> column.path().toString()).toList(), reader, files);
    }

    /**
     * Judges files.
     *
     * @param names the columns
     * @param reader how the bounds of the files were read, of these columns
     */
    public static ClusteringReport of(List<String> names, FileBounds.Reader reader, List<FileBounds> files) {
        ClusteringQuality quality = ClusteringQuality.of(reader.ranges(files));
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(column(names.get(i), quality.columns().get(i)));
        }
        return new ClusteringReport(
                quality.files(),
                columns,
                touched(quality.box(0)),
                touched(quality.box(ONE_PERCENT)),
                touched(quality.box(TEN_PERCENT)));
    }

    private static Column column(String name, ColumnQuality quality) {
        return new Column(
                name,
                quality.filesWithoutStatistics(),
                quality.filesWithNullsOnly(),
                quality.constantShare(),
                quality.averageDepth(),
                quality.maxDepth(),
                quality.depthHistogram(),
                quality.averageOverlaps(),
                quality.overlapRatio(),
                quality.averageCoverage(),
                touched(quality.point()),
                touched(quality.onePercent()),
                touched(quality.tenPercent()));
    }

    private static ClusteringReport.FilesTouched touched(FilesTouched touched) {
        return new ClusteringReport.FilesTouched(
                touched.expected(), touched.lowerBound(), touched.overfetch(), touched.skipped());
    }
}
