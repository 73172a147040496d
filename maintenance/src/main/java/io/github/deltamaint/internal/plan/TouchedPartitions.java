package io.github.deltamaint.internal.plan;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionKey;
import java.util.Set;
import java.util.TreeSet;

/** Finds the partitions to which commits have added rows. */
public final class TouchedPartitions {
    private TouchedPartitions() {}

    /** Those of the commits after a version, up to the snapshot's. Files that only rearrange rows do not count. */
    public static Set<PartitionKey> since(long version, DeltaLog log, Snapshot snapshot, DataFiles files) {
        if (version > snapshot.version()) {
            throw new InvalidOperationException(
                    snapshot.tablePath().root(),
                    "there is no version " + version + " yet; the newest is " + snapshot.version());
        }
        PartitionColumns columns = files.partitionColumns(snapshot);
        Set<PartitionKey> touched = new TreeSet<>();
        for (long commit = version + 1; commit <= snapshot.version(); commit++) {
            try (CloseableIterator<Action> actions = log.actions(commit)) {
                while (actions.hasNext()) {
                    if (actions.next() instanceof AddFile added && added.dataChange()) {
                        touched.add(files.partition(columns, added).key());
                    }
                }
            }
        }
        return touched;
    }
}
