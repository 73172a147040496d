package io.github.deltamaint.log;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.StructType;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The state of a table at one version. Immutable and safe for use by several threads.
 *
 * <p>Files are not held but streamed from the log each time they are asked for, so memory does not grow with the table. What is kept is the
 * path of every file that the commits after the checkpoint name, with about 40 bytes beside it (130 bytes in all for usual paths), and the newest
 * commits themselves, compressed, up to 4 MiB, so that most logs are read once. While a checkpoint is streamed, 5 to 6 bytes per file in it notice
 * files that are there twice.
 */
public interface Snapshot {

    /** The root of the table. */
    TablePath tablePath();

    /** The version. */
    long version();

    /** When the version was made: from the commit itself on tables that record it, else the modification time of its file. */
    Instant timestamp();

    /** The modification time of the file of the newest commit, which is what {@code DESCRIBE DETAIL} shows. */
    Instant lastModified();

    /** What a reader and a writer must understand. */
    Protocol protocol();

    /** Schema, partitioning and properties as in the log. */
    Metadata metadata();

    /** The table properties that have a value. */
    Map<String, String> configuration();

    /** The table properties with types and defaults. */
    TableProperties properties();

    /** What the table asks of those who read and maintain it. */
    TableFeatures features();

    /** The columns of the table. */
    StructType schema();

    /** What the columns are called in data files, statistics and partition values. */
    ColumnMapping columnMapping();

    /**
     * The transaction identifiers that had not expired when the snapshot was taken, by application.
     *
     * @throws io.github.deltamaint.common.InvalidOperationException if the table property for their retention is malformed
     */
    Map<String, SetTransaction> setTransactions();

    /** The metadata domains that are not removed, by name, known or not. */
    Map<String, DomainMetadata> domainMetadata();

    /** What the writer of this version said about it; empty if it said nothing or the commit is no longer there. */
    Optional<CommitInfo> commitInfo();

    /** The files of the log that this snapshot is made of. */
    LogSegment logSegment();

    /** The active files; see {@link #activeFiles(FileProjection, Predicate)}. */
    default CloseableIterator<AddFile> activeFiles(FileProjection projection) {
        return activeFiles(projection, file -> true);
    }

    /**
     * The active files, streamed from the log. {@code dataChange} is false in all of them.
     *
     * <p>The order is arbitrary but the same for every pass over snapshots with the same {@link #logSegment()}.
     *
     * @param projection how much of each file is read
     * @param filter which files; called with what the projection gives
     * @return an iterator that the caller closes; reading it may throw {@code CorruptTableException} and {@code StorageException}
     */
    CloseableIterator<AddFile> activeFiles(FileProjection projection, Predicate<? super AddFile> filter);

    /** Calls {@code action} with every active file; see {@link #activeFiles(FileProjection, Predicate)}. */
    default void forEachActiveFile(FileProjection projection, Consumer<? super AddFile> action) {
        try (CloseableIterator<AddFile> files = activeFiles(projection)) {
            files.forEachRemaining(action);
        }
    }

    /**
     * Every tombstone that the log segment holds, expired or not, streamed from the log; {@code dataChange} is false in all of them.
     *
     * <p>Tombstones that had expired when the checkpoint was written are not in it. Who needs those looks into the commits before it.
     *
     * @return an iterator that the caller closes; reading it may throw {@code CorruptTableException} and {@code StorageException}
     */
    CloseableIterator<RemoveFile> tombstones();

    /** Sums over the active files, computed by one pass at the first call. */
    FileCounts counts();
}
