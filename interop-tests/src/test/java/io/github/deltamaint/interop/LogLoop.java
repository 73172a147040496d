package io.github.deltamaint.interop;

import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.CommitListener;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.LogCleanupPlan;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.storage.LocalStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A process that commits to a table, writes checkpoints and cleans up its log until it is killed. It says what it begins, and what has been done once it was told so.
 *
 * <p>Version {@code v} adds one file, in the partition {@code v}, and removes the oldest one once there are more than {@link #FILES}, so everybody knows what every
 * version holds. All files are the same file under several names.
 */
final class LogLoop {
    /** The file that all files are, below the table. */
    static final String SEED = "seed.parquet";

    /** How many files a version has. */
    static final int FILES = 6;

    private static final int CHECKPOINT_EVERY = 7;
    private static final int CLEAN_UP_EVERY = 5;

    /** Far enough ahead for the clean-up to find everything old that is not the latest version. */
    private static final Duration AHEAD = Duration.ofDays(3);

    /** The clean-up that follows a checkpoint needs nothing before it. */
    private static final CommitListener SAY_WHAT_MAY_GO = new CommitListener() {
        @Override
        public void checkpointFinished(CheckpointResult checkpoint) {
            say("cleaning " + checkpoint.version());
        }
    };

    private final Path table;
    private final DeltaLog log;

    private LogLoop(Path table) {
        this.table = table;
        this.log = DeltaLog.forTable(new LocalStorage(), table.toString(), Clock.offset(Clock.systemUTC(), AHEAD));
    }

    public static void main(String[] arguments) throws IOException {
        LogLoop loop = new LogLoop(Path.of(arguments[0]));
        while (true) {
            loop.step();
        }
    }

    /** Where the file of a version is. */
    static String file(long version) {
        return "v=" + version + "/part.parquet";
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private void step() throws IOException {
        Snapshot snapshot = log.snapshot();
        long next = snapshot.version() + 1;
        say("committing " + next);
        long version = log.startTransaction(snapshot, TableOperation.REWRITE)
                .listener(SAY_WHAT_MAY_GO)
                .commit(CommitRequest.of(CommitInfo.of("WRITE").build(), actions(snapshot, next)))
                .version();
        say("committed " + version);
        if (version % CHECKPOINT_EVERY == 0) {
            say("checkpointing " + version);
            log.checkpoint(log.snapshot());
        }
        if (version % CLEAN_UP_EVERY == 0) {
            LogCleanupPlan plan = log.planLogCleanup();
            say("cleaning " + plan.firstKeptVersion().orElse(0));
            log.cleanUpLog();
        }
    }

    private List<Action> actions(Snapshot snapshot, long next) throws IOException {
        Path file = table.resolve(file(next));
        if (!Files.exists(file)) {
            Files.createDirectories(file.getParent());
            Files.createLink(file, table.resolve(SEED));
        }
        List<Action> actions = new ArrayList<>();
        actions.add(AddFile.of(
                file(next),
                Map.of("v", Long.toString(next)),
                Files.size(file),
                Files.getLastModifiedTime(file).toMillis(),
                true,
                Optional.of("{\"numRecords\":2}")));
        String oldest = file(next - FILES);
        snapshot.forEachActiveFile(FileProjection.WITHOUT_STATS, active -> {
            if (active.path().equals(oldest)) {
                actions.add(active.remove(true));
            }
        });
        actions.add(new SetTransaction("loop", next, OptionalLong.empty()));
        return actions;
    }
}
