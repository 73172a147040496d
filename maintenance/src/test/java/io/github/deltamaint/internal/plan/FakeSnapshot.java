package io.github.deltamaint.internal.plan;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.log.FileCounts;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.LogSegment;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableFeatures;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.TableProperties;
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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * A table that is nothing but what a planner looks at. Everything else is refused.
 *
 * @param schema its columns
 * @param partitionColumns its partition columns
 * @param configuration its properties
 * @param files its active files
 */
record FakeSnapshot(
        StructType schema, List<String> partitionColumns, Map<String, String> configuration, List<AddFile> files)
        implements Snapshot {

    FakeSnapshot withFiles(List<AddFile> otherFiles) {
        return new FakeSnapshot(schema, partitionColumns, configuration, otherFiles);
    }

    @Override
    public TablePath tablePath() {
        return TablePath.of("/lake/sales");
    }

    @Override
    public long version() {
        return 7;
    }

    @Override
    public Metadata metadata() {
        return new Metadata(
                "id",
                Optional.empty(),
                Optional.empty(),
                new Metadata.Format("parquet", Map.of()),
                schema.toJson(),
                partitionColumns,
                Map.copyOf(configuration),
                OptionalLong.empty());
    }

    @Override
    public TableProperties properties() {
        return TableProperties.of(configuration);
    }

    @Override
    public ColumnMapping columnMapping() {
        return ColumnMapping.NONE;
    }

    @Override
    public CloseableIterator<AddFile> activeFiles(FileProjection projection, Predicate<? super AddFile> filter) {
        Iterator<AddFile> matching =
                files.stream().filter(file -> filter.test(file)).iterator();
        return new CloseableIterator<>() {
            @Override
            public boolean hasNext() {
                return matching.hasNext();
            }

            @Override
            public AddFile next() {
                return matching.next();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public FileCounts counts() {
        return new FileCounts(
                files.size(), files.stream().mapToLong(AddFile::size).sum(), 0, 0);
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException("a planner has no business with this");
    }

    @Override
    public Instant timestamp() {
        throw refused();
    }

    @Override
    public Instant lastModified() {
        throw refused();
    }

    @Override
    public Protocol protocol() {
        throw refused();
    }

    /** Row tracking is supported; a property makes it active. */
    @Override
    public TableFeatures features() {
        return TableFeatures.ofProtocol(1, 7, Optional.empty(), Optional.of(List.of("rowTracking", "domainMetadata")))
                .with(properties(), schema);
    }

    @Override
    public Map<String, SetTransaction> setTransactions() {
        throw refused();
    }

    @Override
    public Map<String, DomainMetadata> domainMetadata() {
        throw refused();
    }

    @Override
    public Optional<CommitInfo> commitInfo() {
        throw refused();
    }

    @Override
    public LogSegment logSegment() {
        throw refused();
    }

    @Override
    public CloseableIterator<RemoveFile> tombstones() {
        throw refused();
    }
}
