package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.zorder.testing.ClusteringDemands;
import io.github.deltamaint.zorder.testing.ClusteringDemands.Demand;
import io.github.deltamaint.zorder.testing.ClusteringFigures;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ClusteringDemandsTest {

    private static final Path PERFORMANCE =
            Path.of(System.getProperty("deltamaint.root", ".."), "docs", "performance.md");

    private static List<Demand> demands = List.of();

    @BeforeAll
    static void measure() {
        demands = ClusteringDemands.measure();
    }

    @Test
    void queriesTouchNoMoreFilesThanDemanded() {
        assertThat(demands).hasSizeGreaterThan(40).allMatch(Demand::isMet);
    }

    @Test
    void theDocumentationSaysWhatIsMeasured() {
        assertThat(PERFORMANCE).content().contains(ClusteringFigures.demands(demands));
    }
}
