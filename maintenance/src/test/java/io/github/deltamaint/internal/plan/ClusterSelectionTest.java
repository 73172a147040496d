package io.github.deltamaint.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.SkippedFiles;
import io.github.deltamaint.internal.cluster.ClusterOrder;
import io.github.deltamaint.internal.cluster.FileBounds;
import io.github.deltamaint.internal.plan.ClusterSelection.Candidate;
import io.github.deltamaint.internal.plan.ClusterSelection.Skipped;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/** Which files are ordered anew, whatever their bounds are. */
class ClusterSelectionTest {
    private static final long MIN_BYTES = 100;
    private static final int VALUES = 1000;
    private static final PartitionValues NO_PARTITION = PartitionColumns.of(
                    new StructType(List.of()), List.of(), ColumnMapping.NONE)
            .values(Map.of());

    @Property(tries = 300)
    void filesInTheOrderAreLeftAloneWhileNothingIsNewHoweverTheyOverlap(@ForAll long seed) {
        Random random = new Random(seed);
        ClusterOrder order = order(random);
        List<Candidate> layers = layers(order, random);

        ClusterSelection selection = new ClusterSelection(order, MIN_BYTES, false);
        assertThat(selection.select(layers)).isEmpty();
        assertThat(selection.reasons()).isEmpty();
        assertThat(selection.skipped()).extracting(Skipped::candidate).containsExactlyInAnyOrderElementsOf(layers);
        assertThat(selection.skipped()).extracting(Skipped::reason).containsOnly(SkippedFiles.Reason.CLUSTERED);

        assertThat(withOneNewRow(order, layers, random)).isTrue();
    }

    /** Whether a file with a single new row is taken; collects how often it takes others with it that lie above each other. */
    private static boolean withOneNewRow(ClusterOrder order, List<Candidate> layers, Random random) {
        Candidate fresh = new Candidate(
                new CandidateFile(FakeFiles.file("new", MIN_BYTES), NO_PARTITION, MIN_BYTES, Set.of()),
                new FileBounds(1, bounds(order, random)));
        List<Candidate> all = new ArrayList<>(layers);
        all.add(fresh);
        ClusterSelection selection = new ClusterSelection(order, MIN_BYTES, false);
        boolean isTaken = selection.select(all).contains(fresh);
        Statistics.label("layers that are merged as soon as there is one new row")
                .collect(selection.reasons().contains(Reason.OVERLAPPING))
                .coverage(coverage -> coverage.check(true).percentage(share -> share > 30));
        return isTaken;
    }

    private static ClusterOrder order(Random random) {
        List<ClusterOrder.Column> columns = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            String name = "c" + i;
            columns.add(new ClusterOrder.Column(ColumnPath.of(name), List.of(name), PrimitiveType.LONG));
        }
        return new ClusterOrder(columns, ClusterOrder.Kind.values()[random.nextInt(3)]);
    }

    /** Files of several runs, of which one may have left small files. */
    private static List<Candidate> layers(ClusterOrder order, Random random) {
        List<Candidate> files = new ArrayList<>();
        int runs = 1 + random.nextInt(4);
        int withSmall = random.nextInt(runs + 1);
        for (int run = 0; run < runs; run++) {
            int count = 1 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                long bytes = run == withSmall && random.nextBoolean() ? 1 : MIN_BYTES + random.nextInt(100);
                AddFile file = inOrder(order, "run" + run + "-" + i, bytes, "run" + run);
                files.add(new Candidate(
                        new CandidateFile(file, NO_PARTITION, bytes, Set.of()),
                        new FileBounds(1 + random.nextInt(1000), bounds(order, random))));
            }
        }
        return files;
    }

    private static AddFile inOrder(ClusterOrder order, String path, long bytes, String run) {
        return new AddFile(
                path,
                Map.of(),
                bytes,
                0,
                false,
                Optional.empty(),
                Map.copyOf(order.tags(run)),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                order.provider());
    }

    private static List<FileBounds.Bounds> bounds(ClusterOrder order, Random random) {
        List<FileBounds.Bounds> bounds = new ArrayList<>();
        for (int i = 0; i < order.columns().size(); i++) {
            long one = random.nextInt(VALUES);
            long other = random.nextInt(VALUES);
            bounds.add(
                    random.nextInt(10) == 0
                            ? new FileBounds.Bounds(null, null, 0, false)
                            : new FileBounds.Bounds(Math.min(one, other), Math.max(one, other), 0, false));
        }
        return bounds;
    }
}
