package io.github.deltamaint.internal.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** What a recording of the Java Flight Recorder holds; names and fields are described in docs/reference/metrics.md. */
final class FlightEvents {
    private FlightEvents() {}

    @Category("Delta Maintenance")
    @StackTrace(false)
    abstract static class TableEvent extends Event {
        @Label("Table")
        @Nullable String table;
    }

    @Name("io.github.deltamaint.OptimizePlan")
    @Label("OPTIMIZE Plan")
    @Description("OPTIMIZE, auto compaction or a purge is about to carry out its plan")
    static final class OptimizePlanEvent extends TableEvent {
        @Label("Read Version")
        long readVersion;

        @Label("Tasks")
        int tasks;

        @Label("Bytes To Rewrite")
        @DataAmount
        long bytesToRewrite;

        @Label("Considered Files")
        long consideredFiles;
    }

    @Name("io.github.deltamaint.RewriteTask")
    @Label("Rewrite Task")
    @Description("Some files of a partition were rewritten and verified")
    static final class RewriteTaskEvent extends TableEvent {
        @Label("Task")
        int task;

        @Label("Partition")
        @Nullable String partition;

        @Label("Input Files")
        int inputFiles;

        @Label("Input Size")
        @DataAmount
        long inputBytes;

        @Label("Output Files")
        long outputFiles;

        @Label("Output Size")
        @DataAmount
        long outputBytes;

        @Label("Failure")
        @Nullable String failure;
    }

    @Name("io.github.deltamaint.Commit")
    @Label("Commit")
    @Description("From the first attempt until the version is there or given up")
    static final class CommitEvent extends TableEvent {
        @Label("Version")
        long version = -1;

        @Label("Attempts")
        int attempts;

        @Label("Failure")
        @Nullable String failure;
    }

    @Name("io.github.deltamaint.CommitConflict")
    @Label("Commit Conflict")
    @Description("Another writer was first")
    static final class CommitConflictEvent extends TableEvent {
        @Label("Winning Version")
        long winningVersion;
    }

    @Name("io.github.deltamaint.Checkpoint")
    @Label("Checkpoint")
    @Description("A checkpoint was due after a commit")
    static final class CheckpointEvent extends TableEvent {
        @Label("Version")
        long version;

        @Label("Failure")
        @Nullable String failure;
    }

    @Name("io.github.deltamaint.VacuumPlan")
    @Label("VACUUM Plan")
    @Description("VACUUM is about to carry out its plan")
    static final class VacuumPlanEvent extends TableEvent {
        @Label("Read Version")
        long readVersion;

        @Label("Mode")
        @Nullable String mode;

        @Label("Candidates")
        long candidates;
    }

    @Name("io.github.deltamaint.VacuumRemoval")
    @Label("VACUUM Removal")
    @Description("How far VACUUM has come: what it has removed since it began")
    static final class VacuumRemovalEvent extends TableEvent {
        @Label("Removed")
        long removed;

        @Label("Removed Size")
        @DataAmount
        long removedBytes;
    }
}
