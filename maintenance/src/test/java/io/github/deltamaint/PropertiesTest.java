package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PropertiesTest {
    @TempDir
    Path directory;

    private TestTable table;

    @BeforeEach
    void makeTable() {
        table = TestTable.in(directory)
                .property("owner", "ann")
                .property("delta.someday", "unknown to us")
                .append(Tables.rows("West", 0, 3));
    }

    private Map<String, String> inTheLog() {
        return NaiveLog.latest(directory).configuration();
    }

    private JsonNode commitInfo() {
        return Tables.actions(directory, NaiveLog.latest(directory).version(), "commitInfo")
                .get(0);
    }

    @Test
    void changesAreOneCommitThatKeepsEverythingElse() {
        JsonNode before = NaiveLog.latest(directory).metadata();

        long version = maintain(table)
                .properties()
                .set("delta.targetFileSize", "64mb")
                .set("team", "a \"b\" = c")
                .unset("owner")
                .commit();

        assertThat(version).isEqualTo(table.version() + 1);
        assertThat(inTheLog())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "delta.someday", "unknown to us", "delta.targetFileSize", "64mb", "team", "a \"b\" = c"));
        JsonNode after = NaiveLog.latest(directory).metadata();
        for (String name : new String[] {"id", "schemaString", "partitionColumns", "format", "createdTime"}) {
            assertThat(after.get(name)).as(name).isEqualTo(before.get(name));
        }
        assertThat(maintain(table).properties().current()).isEqualTo(inTheLog());
        assertThat(Tables.judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void theHistorySpeaksAsDeltaSparkDoes() throws Exception {
        maintain(table).properties().set("team", "x").commit();
        assertThat(commitInfo().get("operation").asText()).isEqualTo("SET TBLPROPERTIES");
        assertThat(commitInfo().get("operationParameters"))
                .isEqualTo(new ObjectMapper().readTree("{\"properties\":\"{\\\"team\\\":\\\"x\\\"}\"}"));
        assertThat(commitInfo().get("isBlindAppend").asBoolean()).isFalse();

        maintain(table).properties().unset("team").unset("owner").commit();
        assertThat(commitInfo().get("operation").asText()).isEqualTo("UNSET TBLPROPERTIES");
        assertThat(commitInfo().get("operationParameters"))
                .isEqualTo(new ObjectMapper()
                        .readTree("{\"properties\":\"[\\\"owner\\\",\\\"team\\\"]\",\"ifExists\":true}"));
    }

    @Test
    void aChangeThatChangesNothingIsNoCommit() {
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThat(maintain(table)
                        .properties()
                        .set("owner", "ann")
                        .unset("nobody")
                        .commit())
                .isEqualTo(table.version());
        assertThat(maintain(table).properties().commit()).isEqualTo(table.version());
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aPropertyThatIsBothSetAndUnsetIsRefusedAtTheCall() {
        assertThatThrownBy(() -> maintain(table).properties().set("a", "1").unset("a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table property a is both set and unset");
        assertThatThrownBy(() -> maintain(table).properties().unset("a").set("a", "1"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delta.targetFileSize | a lot | a lot",
                "delta.targetFilesize2 | 1 | check the spelling",
                "delta.columnMapping.mode | name | table feature",
                "delta.enableDeletionVectors | true | deletionVectors",
                "delta.enableRowTracking | true | table feature",
                "delta.feature.deletionVectors | supported | table feature",
                "delta.minReaderVersion | 3 | table feature",
                "delta.constraints.positive | id > 0 | ADD CONSTRAINT",
                "delta.rowTracking.materializedRowIdColumnName | x | engines keep it",
                "delta.logRetentionDuration | interval 1 hours | must be at least as long",
                "delta.checkpointInterval | 0 | 0"
            })
    void whatATableCannotHaveIsRefusedByName(String key, String value, String why) {
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThatThrownBy(() -> maintain(table).properties().set(key, value).commit())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageStartingWith(directory + ": table property " + key)
                .hasMessageContaining(why);
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void anAppendMeanwhileIsNoConflict() {
        long version = Tables.overtakenBy(directory, () -> table.append(Tables.rows("West", 3, 3)))
                .properties()
                .set("team", "x")
                .commit();
        assertThat(version).isEqualTo(table.version() + 1);
        assertThat(inTheLog()).containsEntry("team", "x");
        assertThat(Tables.judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void anotherChangeOfPropertiesMeanwhileIsAConflictAndNotOverwritten() {
        Properties changes = Tables.overtakenBy(directory, () -> table.properties(Map.of("owner", "bob")))
                .properties()
                .set("team", "x");
        assertThatThrownBy(changes::commit)
                .isInstanceOf(CommitConflictException.class)
                .satisfies(e -> assertThat(((CommitConflictException) e).reason())
                        .isEqualTo(CommitConflictException.Reason.METADATA_CHANGED));
        assertThat(inTheLog()).containsEntry("owner", "bob").doesNotContainKey("team");

        changes.commit();
        assertThat(inTheLog()).containsEntry("owner", "bob").containsEntry("team", "x");
    }
}
