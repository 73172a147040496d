package io.github.deltamaint.log;

import io.github.deltamaint.log.LogHistory.Kind;
import io.github.deltamaint.log.LogHistory.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/**
 * Commits, checkpoints of every kind, compactions, clean-ups, and files that get lost, by us and by others and in any order: our snapshot is that of a model in
 * memory at every version that the log still promises, whatever mixture of files is left.
 */
class LogStateMachineTest {

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(6, Kind.COMMIT),
                Tuple.of(5, Kind.FOREIGN_COMMIT),
                Tuple.of(2, Kind.CHECKPOINT),
                Tuple.of(3, Kind.FOREIGN_CHECKPOINT),
                Tuple.of(2, Kind.COMPACTION),
                Tuple.of(2, Kind.CLEAN_UP),
                Tuple.of(1, Kind.HINT),
                Tuple.of(2, Kind.LOSS),
                Tuple.of(2, Kind.DAMAGE));
        return Combinators.combine(kinds, Arbitraries.integers())
                .as(Step::new)
                .list()
                .ofMinSize(5)
                .ofMaxSize(40)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
    void everyPromisedVersionIsThatOfTheModel(@ForAll("steps") List<Step> steps) throws IOException {
        Path directory = Files.createTempDirectory("history");
        try {
            LogHistory history = new LogHistory(directory.resolve("table"));
            for (Step step : steps) {
                history.happen(step);
            }
            history.requireAllVersions();
            for (Kind kind : Kind.values()) {
                Statistics.label(kind.name()).collect(history.happened().getOrDefault(kind, 0) > 0);
            }
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
