package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.CorpusTableSource;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.LogState;
import io.github.deltamaint.testsupport.RowDigest;
import io.github.deltamaint.testsupport.TableReader;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.VectorStorage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a judge must be able to do before its verdict counts: read what others wrote as its writers say it reads. */
abstract class TableReaderContract {

    @TempDir
    Path directory;

    abstract TableReader reader();

    /** Tables (fixture name, corpus id, log state) that this judge cannot read, each with the reason. */
    abstract Map<String, String> misses();

    @JudgeCheck
    @ParameterizedTest
    @FixtureSource("read")
    void readsFixturesAsDeltaSparkDoes(Fixture fixture) {
        check(fixture.name(), () -> {
            TableRows rows = reader().rows(fixture.table());
            fixture.contentSha256()
                    .ifPresent(hash -> assertThat(rows.contentSha256()).isEqualTo(hash));
            for (Fixture.Version version : fixture.versions()) {
                assertThat(RowDigest.of(reader().rows(fixture.table(), version.version())))
                        .as("digest of version %d", version.version())
                        .isEqualTo(version.digest());
            }
        });
    }

    @JudgeCheck
    @ParameterizedTest
    @CorpusTableSource("read")
    void readsTablesOfOtherWritersAsTheManifestSays(CorpusTable table) {
        assumeTrue(table.contentSha256().isPresent(), "the content is not known");
        Path path = table.template() ? table.copyTo(directory) : table.table();
        check(table.id(), () -> {
            assertThat(reader().rows(path).contentSha256())
                    .isEqualTo(table.contentSha256().get());
            for (CorpusTable.Version version : some(table.history())) {
                assertThat(reader().rows(path, version.version()).contentSha256())
                        .as("hash of version %d", version.version())
                        .isEqualTo(version.contentSha256());
            }
        });
    }

    /** The first, a middle one and the last: all of them, for a hundred tables, would take minutes. */
    private static <T> List<T> some(List<T> versions) {
        int last = versions.size() - 1;
        return IntStream.of(0, last / 2, last)
                .filter(index -> index >= 0 && index <= last)
                .distinct()
                .mapToObj(versions::get)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void readsHandWrittenTablesInEveryStateOfTheLog(LogState state) {
        TestTable table = TestTable.in(directory)
                .feature("deletionVectors")
                .feature(state.feature())
                .partitionedBy("region")
                .append(new Columns().longs("id", 1L, 2L, 3L, 4L).strings("region", "West", "East/ä %", null, "West"));
        table.append(new Columns().longs("id", 5L).strings("region", "West"));
        table.deleteRows(table.files().get(0), 1);
        table.commit(commit -> commit.transaction("app", 7).remove(table.files().get(1)));
        state.applyTo(table);
        check(
                state.name(),
                () -> assertThat(reader().rows(table.path()).texts())
                        .isEqualTo(table.rows().texts()));
    }

    @ParameterizedTest
    @EnumSource
    void readsHandWrittenDeletionVectors(VectorStorage storage) {
        TestTable table = TestTable.in(directory).feature("deletionVectors").append(Columns.sales(0, 500));
        table.deleteRows(table.files().get(0), storage, 0, 1, 2, 17, 499);
        table.deleteRows(table.files().get(0), storage, 18);
        assertThat(reader().rows(table.path()).texts()).isEqualTo(table.rows().texts());
        assertThat(reader().rows(table.path(), 2).texts())
                .isEqualTo(table.rows(2).texts());
    }

    private void check(String name, ThrowingCallable reads) {
        String miss = misses().get(name);
        if (miss != null) {
            assertThatThrownBy(reads).as("no longer a miss: %s", miss).isNotNull();
            abort("this judge cannot read it: " + miss);
        }
        try {
            reads.call();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
