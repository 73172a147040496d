package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.Engine;
import io.github.deltamaint.Finding;
import io.github.deltamaint.Finding.Problem;
import io.github.deltamaint.Finding.Severity;
import io.github.deltamaint.HealthOptions;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Health says of an engine what the engine says of itself, for a table with each feature. */
class EngineLimitsTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @FixtureSource("read")
    void deltaKernelCannotReadWhatHealthSaysAndNothingElse(Fixture fixture) {
        boolean reads;
        try {
            new KernelReader().rows(fixture.table());
            reads = true;
        } catch (RuntimeException e) {
            reads = false;
        }
        assertThat(finding(fixture.table(), Engine.DELTA_KERNEL).map(Finding::severity))
                .isEqualTo(reads ? Optional.empty() : Optional.of(Severity.CRITICAL));
    }

    @Tag("delta-rs")
    @ParameterizedTest
    @FixtureSource("read")
    void deltaRsCannotReadOrChangeWhatHealthSaysAndNothingElse(Fixture fixture) {
        DeltaRs deltaRs = DeltaRs.shared();
        Path copy = fixture.copyTo(directory);
        assumeFalse(fixture.name().equals("variant"), "the judge cannot tell its rows");
        Optional<Finding> finding = finding(copy, Engine.DELTA_RS);
        if (deltaRs.rows(copy).has("error")) {
            assertThat(finding.map(Finding::severity)).contains(Severity.CRITICAL);
        } else if (deltaRs.change(copy).has("error")) {
            assertThat(finding.map(Finding::severity)).contains(Severity.INFO);
        } else {
            assertThat(finding).isEmpty();
        }
    }

    private static Optional<Finding> finding(Path table, Engine engine) {
        return DeltaMaintenance.table(table.toString())
                .health(HealthOptions.defaults().withEngines(engine))
                .findings()
                .stream()
                .filter(finding -> finding.problem() == Problem.ENGINE_LOCKED_OUT)
                .findFirst();
    }
}
