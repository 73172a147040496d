package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.parquet.ColumnSummary;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.Projection;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.UnsupportedFileException;
import io.github.deltamaint.parquet.WrittenFile;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Refuses ancient dates that old versions of Spark wrote in another calendar.
 *
 * <p>Before Spark 3.0 (for INT96 before 3.1) dates before 15 October 1582 were written in the Julian calendar, and timestamps before 1900 may be shifted by
 * the zone of the writer. Spark knows by the footers of such files ({@code org.apache.spark.version}, {@code org.apache.spark.legacyDateTime},
 * {@code org.apache.spark.legacyINT96}) that it must convert them. A rewritten file has another footer, so the same numbers would mean other days.
 */
final class LegacyCalendar {
    private static final String VERSION = "org.apache.spark.version";
    private static final String LEGACY_DATETIME = "org.apache.spark.legacyDateTime";
    private static final String LEGACY_INT96 = "org.apache.spark.legacyINT96";
    private static final long FIRST_SAFE_DAY = LocalDate.of(1582, 10, 15).toEpochDay();
    private static final long FIRST_SAFE_MICROS =
            ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("1900-01-01T00:00:00Z"));

    private LegacyCalendar() {}

    /** Looks at the values that were written, and only if some are ancient at who wrote them. */
    static void check(DataFiles files, PlannedTask planned, RewriteSpec spec, RewriteResult result) throws IOException {
        for (WrittenFile written : result.files()) {
            List<DataFileSchema.Leaf> leaves = spec.columns().schema().leaves();
            for (DataFileSchema.Leaf leaf : leaves) {
                ColumnSummary summary = written.columns().get(leaf.index());
                if (isAncient(leaf.type().kind(), summary)) {
                    refuseLegacyWriters(files, planned, spec.columns(), leaf);
                }
            }
        }
    }

    private static boolean isAncient(PrimitiveType.Kind kind, ColumnSummary summary) {
        if (!(summary.min() instanceof Number min)) {
            return false;
        }
        return switch (kind) {
            case DATE -> min.longValue() < FIRST_SAFE_DAY;
            case TIMESTAMP, TIMESTAMP_NTZ -> min.longValue() < FIRST_SAFE_MICROS;
            default -> false;
        };
    }

    private static void refuseLegacyWriters(
            DataFiles files, PlannedTask planned, FileColumns columns, DataFileSchema.Leaf leaf) throws IOException {
        for (AddFile input : planned.inputs()) {
            try (ParquetFile file = ParquetFile.open(files.open(input))) {
                if (isLegacy(file, columns, leaf)) {
                    throw new UnsupportedTableFeatureException(
                            files.table().root(),
                            Access.WRITE,
                            List.of("legacy calendar"),
                            files.displayPath(input) + " was written by Spark "
                                    + file.keyValueMetadata().get(VERSION)
                                    + " in a calendar of its own, and column " + leaf.path()
                                    + " of the files rewritten with it has values so old that they would change. Rewrite this file with"
                                    + " Spark, or leave its partition out by where(…)");
                }
            }
        }
    }

    /** Whether a file has the column, in a form that its writer meant in the old calendar. */
    private static boolean isLegacy(ParquetFile file, FileColumns columns, DataFileSchema.Leaf leaf)
            throws UnsupportedFileException {
        Map<String, String> footer = file.keyValueMetadata();
        String version = footer.get(VERSION);
        ProjectedLeaf found = Projection.of(file, columns.schema().messageType(), columns.matching())
                .leaves()
                .get(leaf.index());
        if (version == null || found.isMissing()) {
            return false;
        }
        boolean isInt96 =
                file.columns().get(found.fileLeaf()).getPrimitiveType().getPrimitiveTypeName()
                        == PrimitiveTypeName.INT96;
        return isInt96
                ? isBefore(version, 3, 1) || footer.containsKey(LEGACY_INT96)
                : isBefore(version, 3, 0) || footer.containsKey(LEGACY_DATETIME);
    }

    private static boolean isBefore(String version, int major, int minor) {
        String[] parts = version.split("[.-]", -1);
        try {
            int majorFound = Integer.parseInt(parts[0]);
            int minorFound = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
            return majorFound < major || (majorFound == major && minorFound < minor);
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
