package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.RefusalRule;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.RemoveFile;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What a commit must not contain because of the table. */
final class TableRules {

    /** Properties on which the rest of a commit depends, so they cannot change in passing. */
    private static final List<String> FIXED = List.of(
            "delta.enableInCommitTimestamps",
            "delta.inCommitTimestampEnablementVersion",
            "delta.inCommitTimestampEnablementTimestamp",
            "delta.enableRowTracking",
            "delta.rowTrackingSuspended");

    private TableRules() {}

    /** Throws InvalidOperationException, or UnsupportedTableFeatureException if we could not write to the table afterwards. */
    static void require(
            Snapshot snapshot, CommitRequest request, TableOperation operation, Set<RefusalRule.OptIn> accepted) {
        Protocol protocol = snapshot.protocol();
        Metadata metadata = snapshot.metadata();
        for (Action action : request.actions()) {
            if (action instanceof Protocol changed) {
                protocol = changed;
            } else if (action instanceof Metadata changed) {
                metadata = changed;
            } else if (action instanceof RemoveFile remove) {
                requireMayRemove(snapshot, remove);
            }
        }
        if (!protocol.equals(snapshot.protocol()) || !metadata.equals(snapshot.metadata())) {
            requireMayBecome(snapshot, protocol, metadata, operation, accepted);
        }
    }

    private static void requireMayRemove(Snapshot snapshot, RemoveFile remove) {
        boolean appendOnly;
        try {
            appendOnly = snapshot.features().supports("appendOnly")
                    && snapshot.properties().appendOnly();
        } catch (InvalidPropertyException e) {
            throw invalid(snapshot, String.valueOf(e.getMessage()));
        }
        if (remove.dataChange() && appendOnly) {
            throw invalid(
                    snapshot,
                    "cannot remove rows: the table is append-only (delta.appendOnly). Files may only be replaced by others with the same rows");
        }
    }

    private static void requireMayBecome(
            Snapshot snapshot,
            Protocol protocol,
            Metadata metadata,
            TableOperation operation,
            Set<RefusalRule.OptIn> accepted) {
        for (String key : FIXED) {
            if (!Objects.equals(
                    snapshot.metadata().configuration().get(key),
                    metadata.configuration().get(key))) {
                throw invalid(snapshot, "the table property " + key + " cannot be changed by this library");
            }
        }
        if (!snapshot.metadata().id().equals(metadata.id())) {
            throw invalid(snapshot, "the identity of a table cannot be changed");
        }
        TableDescription next = TableDescription.of(snapshot.tablePath(), protocol, metadata, snapshot.version() + 1);
        FeatureGate.require(snapshot.tablePath(), next.features(), operation, accepted);
    }

    private static InvalidOperationException invalid(Snapshot snapshot, String problem) {
        return new InvalidOperationException(snapshot.tablePath().root(), problem);
    }
}
