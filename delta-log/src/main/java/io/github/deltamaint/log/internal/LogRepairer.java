package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.LogProblem;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what can be done about damage in a log, one problem at a time; what fails is left for the next run. */
final class LogRepairer {
    private static final Logger LOG = LoggerFactory.getLogger(LogRepairer.class);

    /** Where damaged checkpoints go; readers list the files of the log, not its directories. */
    private static final String ASIDE = "_deltamaint_damaged";

    private final LogReader reader;
    private final LogDirectory directory;
    private final Clock clock;
    private final Runnable pointToNewest;

    /**
     * Repairs a log.
     *
     * @param pointToNewest makes {@code _last_checkpoint}, which is not there, name the newest sound checkpoint, if there is one
     */
    LogRepairer(LogReader reader, LogDirectory directory, Clock clock, Runnable pointToNewest) {
        this.reader = reader;
        this.directory = directory;
        this.clock = clock;
        this.pointToNewest = pointToNewest;
    }

    /** The problems that were repaired. */
    List<LogProblem> repair(List<LogProblem> problems) {
        // The hint comes last: it must not name what is moved aside.
        List<LogProblem> ordered = new ArrayList<>(problems);
        ordered.sort(Comparator.comparing(problem -> problem.repair().orElse(LogProblem.Repair.DELETE)));
        List<LogProblem> repaired = new ArrayList<>();
        for (LogProblem problem : ordered) {
            if (problem.repair().isPresent() && repair(problem)) {
                repaired.add(problem);
            }
        }
        return repaired;
    }

    private boolean repair(LogProblem problem) {
        return switch (problem.repair().orElseThrow()) {
            case DELETE -> delete(problem.files());
            case MOVE_ASIDE -> moveAside(problem.files());
            case REWRITE -> rewriteHint();
        };
    }

    private String path(String shown) {
        return StoragePaths.resolve(reader.table().root(), shown);
    }

    private boolean delete(List<String> files) {
        List<FailedDelete> failed =
                reader.storage().deleteAll(files.stream().map(this::path).toList());
        failed.forEach(file -> LOG.warn("{}: cannot delete {}", reader.table(), file.path(), file.cause()));
        return failed.isEmpty();
    }

    private boolean moveAside(List<String> files) {
        for (String file : files) {
            String path = path(file);
            String target = directory.path(ASIDE + "/" + clock.millis() + "-" + StoragePaths.name(path));
            try {
                reader.storage().move(path, target);
            } catch (NoSuchFileException e) {
                LOG.debug("{} is gone", path, e);
            } catch (IOException e) {
                LOG.warn("{}: cannot move {} to {}", reader.table(), path, target, e);
                return false;
            }
        }
        return true;
    }

    private boolean rewriteHint() {
        if (!delete(List.of(reader.shown(directory.path(LogDirectory.HINT))))) {
            return false;
        }
        pointToNewest.run();
        return true;
    }
}
