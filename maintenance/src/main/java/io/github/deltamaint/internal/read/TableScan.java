package io.github.deltamaint.internal.read;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.Scan;
import io.github.deltamaint.TableDigest;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.parquet.RowDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects what the user wants to read, and reads it. */
public final class TableScan implements Scan {
    private final DeltaLog log;
    private final DataFiles files;
    private final Clock clock;
    private final List<Predicate> where = new ArrayList<>();
    private Optional<List<String>> columns = Optional.empty();
    private @Nullable Long version;
    private @Nullable Instant timestamp;
    private long limit = Long.MAX_VALUE;
    private CancellationToken cancellation = CancellationToken.none();

    /** A scan of everything in the latest version. */
    public TableScan(DeltaLog log, DataFiles files, Clock clock) {
        this.log = log;
        this.files = files;
        this.clock = clock;
    }

    @Override
    public Scan version(long newVersion) {
        if (newVersion < 0) {
            throw new IllegalArgumentException("version must not be negative but was " + newVersion);
        }
        if (timestamp != null) {
            throw new IllegalStateException("the scan already has a timestamp; choose one of version and timestamp");
        }
        version = newVersion;
        return this;
    }

    @Override
    public Scan timestamp(Instant newTimestamp) {
        if (version != null) {
            throw new IllegalStateException("the scan already has a version; choose one of version and timestamp");
        }
        timestamp = requireNonNull(newTimestamp, "timestamp");
        return this;
    }

    @Override
    public Scan where(String predicate) {
        where.add(Predicate.parse(predicate));
        return this;
    }

    @Override
    public Scan columns(String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("a scan needs at least one column");
        }
        columns = Optional.of(List.of(names));
        return this;
    }

    @Override
    public Scan limit(long rows) {
        if (rows < 0) {
            throw new IllegalArgumentException("limit must not be negative but was " + rows);
        }
        limit = rows;
        return this;
    }

    @Override
    public Scan cancellation(CancellationToken token) {
        cancellation = requireNonNull(token, "token");
        return this;
    }

    @Override
    public void forEach(Consumer<Map<String, @Nullable Object>> action) {
        TableRows rows = rows();
        if (limit == 0) {
            return;
        }
        try {
            forEach(rows, action);
        } catch (ActionFailure e) {
            throw e.failure;
        }
    }

    private void forEach(TableRows rows, Consumer<Map<String, @Nullable Object>> action) {
        long[] remaining = {limit};
        rows.forEachFile((partition, reader) -> {
            RowAssembler assembler = new RowAssembler(rows.columns(), rows.layout(), partition);
            while (remaining[0] > 0 && reader.next()) {
                assembler.batch(reader);
                for (int record = 0; record < reader.records() && remaining[0] > 0; record++) {
                    accept(action, PublicRows.toMap(rows.columns(), assembler.next()));
                    remaining[0]--;
                }
            }
            return remaining[0] > 0;
        });
    }

    private static void accept(Consumer<Map<String, @Nullable Object>> action, Map<String, @Nullable Object> row) {
        try {
            action.accept(row);
        } catch (RuntimeException e) {
            throw new ActionFailure(e);
        }
    }

    /** Carries what the caller's action threw past those who would take it for a problem of the file. */
    private static final class ActionFailure extends RuntimeException {
        private final RuntimeException failure;

        ActionFailure(RuntimeException failure) {
            super(failure);
            this.failure = failure;
        }
    }

    @Override
    public TableDigest digest() {
        refuseLimit("digest");
        TableRows rows = rows();
        RowDigest digest = new RowDigests(rows).compute();
        return new TableDigest(rows.snapshot().version(), digest.rows(), digest.toHex());
    }

    @Override
    public String contentSha256() {
        refuseLimit("contentSha256");
        return new ContentHash(rows()).compute();
    }

    private void refuseLimit(String what) {
        if (limit != Long.MAX_VALUE) {
            throw new IllegalStateException(
                    what + " of the first " + limit + " rows would depend on their order; leave out limit(…)");
        }
    }

    private TableRows rows() {
        TableRows.requireNotCancelled(files.table(), cancellation);
        return TableRows.of(snapshot(), files, where, columns, clock, cancellation);
    }

    private Snapshot snapshot() {
        if (version != null) {
            return log.snapshotAt(version);
        }
        return timestamp != null ? log.snapshotAt(timestamp) : log.snapshot();
    }
}
