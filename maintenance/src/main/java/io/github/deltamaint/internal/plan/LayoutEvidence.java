package io.github.deltamaint.internal.plan;

import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.parquet.LayoutMarks;
import io.github.deltamaint.parquet.LayoutMarks.Microsoft;
import io.github.deltamaint.parquet.ParquetFile;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tells whether a file has the V-Order-style layout already: by its tags in the log, and where these say nothing, by its footer, as there are writers that leave
 * no tag, and others that drop those of other writers.
 */
final class LayoutEvidence {
    private final WantedLayout wanted;
    private final Function<AddFile, LayoutMarks> footers;

    LayoutEvidence(WantedLayout wanted, Function<AddFile, LayoutMarks> footers) {
        this.wanted = wanted;
        this.footers = footers;
    }

    /** Reads marks from footers. */
    static Function<AddFile, LayoutMarks> footersOf(DataFiles files) {
        return file -> {
            try (ParquetFile open = ParquetFile.open(files.open(file))) {
                return LayoutMarks.read(open.keyValueMetadata());
            } catch (IOException e) {
                throw files.translate("read", file.path(), e);
            }
        };
    }

    /** Whether the file lacks the layout that is wanted; never if none is. */
    boolean isMissing(AddFile file) {
        if (!wanted.vOrder() || isLaidOut(FileTags.layout(file))) {
            return false;
        }
        return !isLaidOut(footers.apply(file));
    }

    private boolean isLaidOut(LayoutMarks marks) {
        if (marks.microsoft() == Microsoft.YES) {
            return true;
        }
        boolean isAutomatic = marks.order().equals(Optional.of(LayoutMarks.AUTOMATIC));
        Optional<String> profile = wanted.profile().map(Enum::name);
        return isAutomatic && (!wanted.profileAsked() || marks.profile().equals(profile));
    }
}
