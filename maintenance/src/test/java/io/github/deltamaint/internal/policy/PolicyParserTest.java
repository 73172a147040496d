package io.github.deltamaint.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.MaintenancePolicy;
import io.github.deltamaint.MaintenancePolicy.Rule;
import io.github.deltamaint.TimeWindow;
import io.github.deltamaint.common.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies as YAML: the same as in Java, and errors that say where. */
class PolicyParserTest {
    private static final Path REFERENCE = Path.of(System.getProperty("deltamaint.root", ".."), "docs", "reference");

    @Test
    void theFileSaysWhatTheBuilderSays() {
        MaintenancePolicy policy = MaintenancePolicy.parse("""
            # what the platform team agreed on
            version: 1
            maxConcurrentTables: 4
            defaults:
              maxDeletedRowsRatio: 0.1
            tables:
              - match: bronze/**
                optimize: false
              - match: gold/**
                minSavedFiles: 1
                targetFileSize: 256MB
                minFileSize: 32 MiB
                maxDeletedRowsRatio: 0
                commitEvery: 20
                vOrder: true
                profile: direct_lake
                maxBytesPerRun: 50 GB
                retention: 14d
                window: 22:00-06:00 Europe/Berlin
            """, "policy.yaml");
        assertThat(policy.maxConcurrentTables()).hasValue(4);
        Rule defaults = Rule.DEFAULT.withMaxDeletedRowsRatio(0.1);
        assertThat(policy.rules())
                .containsExactly(
                        defaults.withMatch("bronze/**").withOptimize(false),
                        Rule.of("gold/**")
                                .withMinSavedFiles(1)
                                .withTargetFileSize(DataSize.mebibytes(256))
                                .withMinFileSize(DataSize.mebibytes(32))
                                .withMaxDeletedRowsRatio(0)
                                .withCommitEvery(20)
                                .withVOrder(true)
                                .withProfile(LayoutProfile.DIRECT_LAKE)
                                .withMaxBytesPerRun(DataSize.gibibytes(50))
                                .withRetention(Duration.ofDays(14))
                                .withWindow(new TimeWindow(
                                        LocalTime.of(22, 0), LocalTime.of(6, 0), ZoneId.of("Europe/Berlin"))),
                        defaults);
        assertThat(policy.ruleFor("gold/eu/sales").minSavedFiles()).isEqualTo(1);
        assertThat(policy.ruleFor("silver/x").maxDeletedRowsRatio()).isEqualTo(0.1);
    }

    @Test
    void theFirstRuleThatMatchesCounts() {
        MaintenancePolicy policy = MaintenancePolicy.builder()
                .rule(Rule.of("gold/hot").withMinSavedFiles(1))
                .rule(Rule.of("gold/**").withMinSavedFiles(2))
                .build();
        assertThat(policy.ruleFor("gold/hot").minSavedFiles()).isEqualTo(1);
        assertThat(policy.ruleFor("gold/cold").minSavedFiles()).isEqualTo(2);
        assertThat(policy.ruleFor("bronze/x")).isEqualTo(Rule.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | p.yaml: it is empty",
                "hello | p.yaml, line 1: the policy: it should be fields with values",
                "defaults: {} | p.yaml: version: it is missing",
                "version: 2 | p.yaml, line 1: version: this library knows version 1 alone",
                "version: 1;tables: 5 | p.yaml, line 2: tables: it should be a list of rules",
                "version: 1;tables:;- optimize: true | p.yaml, line 3: match: it is missing",
                "version: 1;tables:;- match: '' | p.yaml, line 3: match: it should be one value",
                "version: 1;defaults:; optimise: true | p.yaml, line 3: optimise: defaults has no such field",
                "version: 1;defaults:; purge: true | p.yaml, line 3: purge: a policy does not purge",
                "version: 1;tables:;- match: a;  match: b | p.yaml, line 4: match: it is there twice",
                "version: 1;defaults:; optimize: yes | p.yaml, line 3: optimize: it should be true or false but was"
                        + " yes",
                "version: 1;defaults:; minSavedFiles: 0 | p.yaml, line 3: minSavedFiles: minSavedFiles must be"
                        + " positive",
                "version: 1;defaults:; minSavedFiles: few | p.yaml, line 3: minSavedFiles: it should be a whole number",
                "version: 1;defaults:; targetFileSize: big | p.yaml, line 3: targetFileSize: ",
                "version: 1;defaults:; targetFileSize: 0 | p.yaml, line 3: targetFileSize: targetFileSize must be"
                        + " positive",
                "version: 1;defaults:; maxDeletedRowsRatio: 2 | p.yaml, line 3: maxDeletedRowsRatio:"
                        + " maxDeletedRowsRatio must be between",
                "version: 1;defaults:; commitEvery: [1] | p.yaml, line 3: commitEvery: it should be one value",
                "version: 1;maxConcurrentTables: 0 | p.yaml, line 2: maxConcurrentTables: maxConcurrentTables must be positive",
                "version: 1;defaults:; profile: fast | p.yaml, line 3: profile: it should be one of direct_lake, scan, compat",
                "version: 1;defaults:; vOrder: maybe | p.yaml, line 3: vOrder: it should be true or false",
                "version: 1;defaults:; maxBytesPerRun: 0 | p.yaml, line 3: maxBytesPerRun: maxBytesPerRun must be positive",
                "version: 1;defaults:; retention: forever | p.yaml, line 3: retention: it should be a whole number",
                "version: 1;defaults:; zOrderBy: a; clusterBy: b | p.yaml, line 4: clusterBy: rows have one order",
                "version: 1;defaults:; window: at night | p.yaml, line 3: window: a window should be two times",
                "version: 1;defaults:; window: 25:00-06:00 | p.yaml, line 3: window: there is no time 25:00",
                "version: 1;defaults:; window: 22:00-06:00 Mars | p.yaml, line 3: window: there is no time zone Mars",
                "version: 1;defaults:; window: 06:00-06:00 | p.yaml, line 3: window: a window from 06:00 to 06:00 has no length",
                "version: 1;defaults: [ | p.yaml, line 2: no YAML: ",
                "version: 1;defaults: !!java.io.File x | p.yaml, line 2: no YAML: Global tag is not allowed"
            })
    void whatIsWrongIsNamedWithLineAndField(String yaml, String problem) {
        assertThatThrownBy(() -> MaintenancePolicy.parse(yaml.replace(';', '\n'), "p.yaml"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(problem);
    }

    @Test
    void theSchemaAndThePageNameExactlyTheFieldsThatThereAre() throws Exception {
        JsonNode schema = new ObjectMapper().readTree(Files.readString(REFERENCE.resolve("policy.schema.json")));
        Set<String> fields = new TreeSet<>();
        schema.at("/$defs/rule/properties").fieldNames().forEachRemaining(fields::add);
        assertThat(fields.remove("match")).isTrue();
        assertThat(fields).isEqualTo(PolicyParser.fieldNames());
        Set<String> defaults = new TreeSet<>();
        schema.at("/properties/defaults/properties").fieldNames().forEachRemaining(defaults::add);
        assertThat(defaults).isEqualTo(fields);
        String page = Files.readString(REFERENCE.resolve("policy.md"));
        for (String field : fields) {
            assertThat(page).contains("| `" + field + "` |");
        }
    }

    @Test
    void theExampleOfThePageIsAPolicy() throws Exception {
        String page = Files.readString(REFERENCE.resolve("policy.md"));
        int begin = page.indexOf("```yaml\n") + "```yaml\n".length();
        MaintenancePolicy policy =
                MaintenancePolicy.parse(page.substring(begin, page.indexOf("```", begin)), "policy.md");
        assertThat(policy.rules()).hasSizeGreaterThan(2);
    }
}
