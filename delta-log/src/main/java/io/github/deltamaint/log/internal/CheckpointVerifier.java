package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.internal.checkpoint.TypedDigest;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.parquet.ParquetFile;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads a checkpoint that was written and compares it with the snapshot that it was made from. */
final class CheckpointVerifier {
    private final LogReader reader;
    private final ReplayedSnapshot snapshot;
    private final CheckpointContent content;

    CheckpointVerifier(LogReader reader, ReplayedSnapshot snapshot, CheckpointContent content) {
        this.reader = reader;
        this.snapshot = snapshot;
        this.content = content;
    }

    /** Throws unless the files hold exactly what they should. */
    void verify(CheckpointFiles files) throws IOException {
        require(
                "number of active files",
                snapshot.counts().numFiles(),
                content.adds().files());
        CheckpointCandidate candidate = new CheckpointCandidate(
                snapshot.version(), CheckpointCandidate.Format.SINGLE, List.of(files.stagedFile()));
        Segment segment = new Segment(snapshot.version(), candidate, List.of(), List.of(), Optional.empty());
        ReplayedSnapshot written = snapshot.reopened(segment, Checkpoint.open(reader, candidate));
        require("protocol", CheckpointContent.protocol(snapshot.protocol()), written.protocol());
        require("metaData", snapshot.metadata(), written.metadata());
        require("transactions", snapshot.setTransactions(), written.setTransactions());
        require("domains", snapshot.domainMetadata(), written.domainMetadata());
        require("active files", content.adds(), adds(written));
        require("tombstones", content.removes(), removes(written));
        require("typed columns", files.typedDigest(), typed(files));
    }

    private FileDigest adds(ReplayedSnapshot written) {
        FileDigest digest = new FileDigest(content.settings().statsAsJson());
        FileProjection projection =
                content.settings().statsAsJson() ? FileProjection.WITH_STATS : FileProjection.WITHOUT_STATS;
        try (CloseableIterator<AddFile> files = written.activeFiles(projection)) {
            files.forEachRemaining(digest::add);
        }
        return digest;
    }

    private static FileDigest removes(ReplayedSnapshot written) {
        FileDigest digest = new FileDigest(false);
        try (CloseableIterator<RemoveFile> files = written.tombstones()) {
            files.forEachRemaining(digest::add);
        }
        return digest;
    }

    private TypedDigest typed(CheckpointFiles files) throws IOException {
        TypedDigest digest = new TypedDigest();
        if (content.settings().statsAsStruct()) {
            for (String path : files.filesWithActions()) {
                try (ParquetFile file = ParquetFile.open(reader.storage().open(path))) {
                    digest.add(file);
                }
            }
        }
        return digest;
    }

    private void require(String what, Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            throw new CorruptTableException(
                    reader.table().root(),
                    "_delta_log",
                    OptionalLong.of(snapshot.version()),
                    "the checkpoint of version " + snapshot.version() + " that was written does not hold the " + what
                            + " of the table: " + found + " instead of " + expected
                            + ". It was discarded; the table is as before",
                    null);
        }
    }
}
