package io.github.deltamaint.internal.append;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.Append;
import io.github.deltamaint.AppendResult;
import io.github.deltamaint.FileMetrics;
import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FeatureState;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.SetTransaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One append from its first row to its commit. */
public final class DefaultAppend implements Append {
    private final DeltaLog log;
    private final DataFiles files;
    private final DefaultMaintenanceContext context;
    private Optional<SetTransaction> transaction = Optional.empty();
    private Optional<String> userMetadata = Optional.empty();
    private @Nullable Snapshot snapshot;
    private @Nullable RowWriter writer;
    private boolean alreadyCommitted;
    private long rows;
    private boolean ended;

    /** Begins; reads nothing before the first row. */
    public DefaultAppend(DeltaLog log, DataFiles files, DefaultMaintenanceContext context) {
        this.log = log;
        this.files = files;
        this.context = context;
    }

    @Override
    public Append transaction(String applicationId, long version) {
        requireOpen();
        if (snapshot != null) {
            throw new IllegalStateException("the transaction must be set before the first row");
        }
        transaction = Optional.of(new SetTransaction(
                requireNonNull(applicationId, "applicationId"),
                version,
                OptionalLong.of(context.clock().millis())));
        return this;
    }

    @Override
    public Append userMetadata(String note) {
        userMetadata = Optional.of(note);
        return this;
    }

    @Override
    public Append row(Map<String, ? extends @Nullable Object> row) {
        Snapshot table = begin();
        boolean hasDefaults = table.features().state("allowColumnDefaults") == FeatureState.ACTIVE;
        add(() -> RowValues.row(table.schema(), row, hasDefaults));
        return this;
    }

    @Override
    public Append values(@Nullable Object... values) {
        Snapshot table = begin();
        add(() -> RowValues.row(table.schema(), values));
        return this;
    }

    private interface RowSource {
        @Nullable Object[] get();
    }

    private void add(RowSource row) {
        try {
            @Nullable Object[] values = row.get();
            if (!alreadyCommitted) {
                requireNonNull(writer).add(values);
            }
            rows++;
        } catch (IllegalArgumentException e) {
            throw new InvalidOperationException(
                    files.table().root(), "row " + (rows + 1) + " does not fit the table: " + e.getMessage());
        } catch (IOException e) {
            close();
            throw files.translate("write", "a new data file", e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void requireOpen() {
        if (ended) {
            throw new IllegalStateException("this append was committed or closed before; begin a new one");
        }
    }

    private Snapshot begin() {
        requireOpen();
        Snapshot begun = snapshot;
        if (begun == null) {
            begun = log.snapshot();
            AppendRules.require(begun);
            alreadyCommitted = isCommitted(begun);
            writer = new RowWriter(begun, files, context);
            snapshot = begun;
        }
        return begun;
    }

    private boolean isCommitted(Snapshot table) {
        return transaction
                .map(own -> {
                    SetTransaction latest = table.setTransactions().get(own.appId());
                    return latest != null && latest.version() >= own.version();
                })
                .orElse(false);
    }

    @Override
    public AppendResult commit() {
        Snapshot table = begin();
        if (alreadyCommitted || (rows == 0 && transaction.isEmpty())) {
            close();
            return new AppendResult(OptionalLong.empty(), 0, FileMetrics.NONE, alreadyCommitted);
        }
        ended = true;
        RowWriter rowWriter = requireNonNull(writer);
        boolean isSettled = false;
        try {
            List<AddFile> added = rowWriter.finish();
            // From here on nobody but the log knows whether the files are part of the table.
            isSettled = true;
            long version = commit(table, added, rowWriter);
            return new AppendResult(
                    OptionalLong.of(version),
                    rows,
                    FileMetrics.of(added.stream().map(AddFile::size).toList()),
                    false);
        } catch (IOException e) {
            throw files.translate("write", "a new data file", e);
        } finally {
            if (!isSettled) {
                rowWriter.giveUp();
            }
        }
    }

    private long commit(Snapshot table, List<AddFile> added, RowWriter rowWriter) {
        List<Action> actions = new ArrayList<>();
        transaction.ifPresent(actions::add);
        actions.addAll(added);
        try {
            return context.listeners(log.tablePath().root())
                    .commit(
                            log.startTransaction(table, TableOperation.REWRITE),
                            CommitRequest.of(info(table, added), actions));
        } catch (CommitStateUnknownException e) {
            throw e;
        } catch (DeltaMaintenanceException e) {
            rowWriter.giveUp();
            throw e;
        }
    }

    /** As Delta Spark words the commit of an append. */
    private CommitInfo info(Snapshot table, List<AddFile> added) {
        return CommitInfo.of("WRITE")
                .parameter("mode", "Append")
                .parameter("partitionBy", table.metadata().partitionColumns())
                .isolationLevel("Serializable")
                .blindAppend(true)
                .metric("numFiles", added.size())
                .metric("numOutputRows", rows)
                .metric(
                        "numOutputBytes",
                        added.stream().mapToLong(AddFile::size).sum())
                .userMetadata(userMetadata)
                .engineInfo(context.engineInfo())
                .build();
    }

    @Override
    public void close() {
        if (!ended) {
            ended = true;
            if (writer != null) {
                writer.giveUp();
            }
        }
    }
}
