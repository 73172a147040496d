package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.util.List;
import java.util.Optional;

/** What OPTIMIZE, {@link AutoCompact} or {@link Purge} would do, and can do: immutable, made from one version of the table. */
public interface OptimizePlan {

    /** The version that was looked at. */
    long readVersion();

    /** What would be rewritten, most important first; each task stands alone. Empty if there is nothing to do. */
    List<RewriteTask> tasks();

    /** The files that were looked at and stay as they are, counted by reason. */
    List<SkippedFiles> skipped();

    /** The size that files should have. */
    DataSize targetFileSize();

    /** Whether new files get the layout of {@link Optimize#vOrder()}. */
    boolean vOrder();

    /** For whom new files are written; empty if neither the call nor {@link #vOrder()} says. */
    Optional<LayoutProfile> profile();
    /** How well the files that were looked at are clustered by the columns of the order in which rows are put; empty if they are put into none. */
    Optional<ClusteringReport> clustering();

    /** What should be known before this is carried out, such as columns by which an order gains nothing. */
    List<String> warnings();

    /**
     * What {@link #execute()} will take of memory and of the spill directory, with the limits and threads of the context. Reads the footers of all files to rewrite, several at a time,
     * when it is called for the first time; {@link #execute()} does not need it.
     *
     * @throws io.github.deltamaint.common.DeltaMaintenanceException if a file cannot be read; {@link #execute()} would fail, too
     */
    ResourceForecast forecast();

    /** The bytes of all files that would be rewritten. */
    DataSize bytesToRewrite();

    /** The number of files that were looked at: those of the partitions asked for. */
    int totalConsideredFiles();

    /** Whether there is nothing to do. */
    default boolean isEmpty() {
        return tasks().isEmpty();
    }

    /**
     * Carries out exactly this plan, once. The table may have changed since: rewriting starts from the files of {@link #readVersion()}, and a
     * task whose files another writer has touched is dropped and reported.
     *
     * @throws IllegalStateException if called a second time
     */
    OptimizeResult execute();
}
