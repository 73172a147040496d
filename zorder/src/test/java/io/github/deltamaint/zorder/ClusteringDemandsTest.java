package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.zorder.testing.ClusteringDemands;
import io.github.deltamaint.zorder.testing.ClusteringDemands.Demand;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusteringDemandsTest {

    @Test
    void queriesTouchNoMoreFilesThanDemanded() {
        List<Demand> demands = ClusteringDemands.measure();
        assertThat(demands).hasSizeGreaterThan(40).allMatch(Demand::isMet);
    }
}
