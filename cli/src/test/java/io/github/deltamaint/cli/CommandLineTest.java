package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;

/** What holds for every command. */
class CommandLineTest {
    @TempDir
    Path directory;

    @Test
    void helpNamesEveryCommandAndExitCode() {
        Dm help = Dm.succeeds("--help");
        assertThat(help.out())
                .contains("Usage: dm ")
                .contains(commands())
                .contains("0   done", "1   failed", "2   wrong usage", "3   lost to a concurrent writer", "4   ")
                .contains("--json", "--hadoop");
    }

    private static List<String> commands() {
        return Stream.of(DmCommand.class.getAnnotation(Command.class).subcommands())
                .map(command -> command.getAnnotation(Command.class).name())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelp(String command) {
        assertThat(Dm.succeeds(command, "--help").out())
                .startsWith("Usage: dm " + command)
                .contains("--help");
    }

    @Test
    void helpOfOptimizeNamesEveryOption() {
        assertThat(Dm.succeeds("optimize", "--help").out())
                .contains(
                        "--where",
                        "--target-file-size",
                        "--min-file-size",
                        "--max-deleted-rows-ratio",
                        "--commit-every",
                        "--memory",
                        "--threads",
                        "--verify",
                        "--user-metadata",
                        "--dry-run");
    }

    @Test
    void versionIsThatOfTheLibrary() {
        assertThat(Dm.succeeds("--version").out()).startsWith("delta-maintenance ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | a command is missing",
                "frobnicate /t | frobnicate",
                "detail | TABLE",
                "detail /t --nope | --nope",
                "optimize /t --target-file-size much | much",
                "optimize /t --target-file-size 0 | targetFileSize must be positive",
                "optimize /t --min-file-size 0 | minFileSize must be positive",
                "optimize /t --max-deleted-rows-ratio 2 | between 0 and 1",
                "optimize /t --max-deleted-rows-ratio x | x",
                "optimize /t --commit-every 0 | commitEvery must be positive",
                "optimize /t --threads 0 | maxConcurrentRewrites must be positive",
                "optimize /t --memory 1MB | memoryLimit must be at least 16 MiB",
                "optimize /t --verify everything | everything",
                "optimize /t --where a== | a==",
                "auto-compact /t --since -1 | since must not be negative",
                "auto-compact /t --min-num-files 1 | minNumFiles must be at least 2",
                "auto-compact /t --max-file-size 0 | maxFileSize must be positive",
                "purge /t --where a== | a==",
                "purge /t --target-file-size 0 | targetFileSize must be positive",
                "history /t --limit 0 | limit must be positive",
                "scan /t --limit -1 | limit must not be negative",
                "scan /t --version -1 | version must not be negative",
                "digest /t --version x | x",
                "lakehouse /t | ACTION",
                "lakehouse /t destroy | destroy",
                "lakehouse /t plan --max-concurrent-tables 0 | maxConcurrentTables must be positive",
                "lakehouse /t plan --min-saved-files 0 | minSavedFiles must be positive",
                "demo --rows 0 | --rows must be positive"
            })
    void wrongUsageIsTwoAndSaysWhatIsWrong(String arguments, String problem) {
        Dm run = Dm.fails(2, (Object[]) (arguments.isEmpty() ? new String[0] : arguments.split(" ")));
        assertThat(run.err()).contains(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"detail", "health", "history", "optimize", "auto-compact", "properties", "scan", "digest"})
    void aMissingTableIsNamed(String command) {
        Path missing = directory.resolve("no table");
        assertThat(Dm.fails(1, command, missing).err()).startsWith("dm: " + missing + ": ");
        assertThat(Dm.fails(1, "--json", command, missing).err()).startsWith("dm: " + missing + ": ");
        assertThat(missing).doesNotExist();
    }

    @Test
    void anEmptyDirectoryIsNoTable() {
        assertThat(Dm.fails(1, "optimize", directory).err()).contains(directory + ": ");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aRefusedTableIsFourAndTheMessageHasFeatureAndRemedy() {
        Path copy = Fixtures.named("unsupported_writer_feature").copyTo(directory);
        TreeSnapshot before = TreeSnapshot.of(copy);
        Dm run = Dm.fails(4, "optimize", copy);
        assertThat(run.err()).startsWith("dm: " + copy + ": ");
        assertThat(before.differenceNow(copy)).isEmpty();
        assertThat(Dm.fails(
                                4,
                                "scan",
                                Fixtures.named("unsupported_reader_feature").table())
                        .err())
                .contains("unsupported_reader_feature");
    }

    /** The conflict comes from the other end of the line: standard error is where the commit is announced. */
    @Test
    void aLostRaceIsThreeAndChangesNothing() {
        TestTable table = SampleTable.in(directory);
        StringWriter out = new StringWriter();
        StringBuilder err = new StringBuilder();
        Writer overtaking = new Writer() {
            private boolean overtaken;

            @Override
            public void write(char[] buffer, int offset, int length) {
                String text = new String(buffer, offset, length);
                err.append(text);
                if (text.contains("committing version") && !overtaken) {
                    overtaken = true;
                    table.properties(Map.of("owner", "bob"));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        int exitCode = Main.run(
                new Console(new PrintWriter(out), new PrintWriter(overtaking), true), "optimize", directory.toString());
        assertThat(exitCode).isEqualTo(3);
        assertThat(err.toString())
                .contains("dm: " + directory + ": OPTIMIZE lost to version 6")
                .contains("Nothing was changed; run it again");
        assertThat(out.toString()).isEmpty();
        assertThat(SampleTable.judge(directory)).isEqualTo(table.rows().texts());
        assertThat(Dm.json("optimize", directory).get("numFilesAdded").asInt()).isEqualTo(2);
    }

    @Test
    void exitCodesAreThoseOfTheContract() {
        assertThat(ExitCode.of(new CommitConflictException(
                        "/t", CommitConflictException.Reason.METADATA_CHANGED, 5, Set.of(), "lost")))
                .isEqualTo(3);
        assertThat(ExitCode.of(new UnsupportedTableFeatureException(
                        "/t", UnsupportedTableFeatureException.Access.WRITE, List.of("x"), "no")))
                .isEqualTo(4);
        assertThat(ExitCode.of(new IllegalArgumentException("x"))).isEqualTo(2);
        assertThat(ExitCode.of(new OperationCancelledException("/t", List.of(), 0, "stop")))
                .isEqualTo(1);
        assertThat(ExitCode.of(new IOException("x"))).isEqualTo(1);
    }

    @Test
    void everyCauseIsSaidOnceAndAnUnforeseenFailureShowsItsStack() {
        StringWriter err = new StringWriter();
        FailureReport report =
                new FailureReport(new Console(new PrintWriter(new StringWriter()), new PrintWriter(err), false));
        int exitCode = report.handleExecutionException(
                new IllegalStateException("outer", new IOException("outer", new IOException("inner"))), null, null);
        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("dm: outer" + System.lineSeparator() + "  because: inner")
                .contains("\tat ");

        StringWriter second = new StringWriter();
        new FailureReport(new Console(new PrintWriter(new StringWriter()), new PrintWriter(second), false))
                .handleExecutionException(new NullPointerException(), null, null);
        assertThat(second.toString()).startsWith("dm: java.lang.NullPointerException");
    }

    @Test
    void tablesAreFoundByEverySpellingOfTheirPath() throws IOException {
        for (String name : List.of("plain", "with space", "50%", "a%20b", "größe-日本")) {
            Path table = directory.resolve(name);
            SampleTable.in(table);
            Path relative = Path.of("").toAbsolutePath().relativize(table);
            for (Object spelling : List.of(table, table + "/", table.toUri(), relative)) {
                assertThat(Dm.json("detail", spelling).get("location").asText())
                        .as("%s", spelling)
                        .isEqualTo(table.toString());
            }
        }
        assertThat(Files.list(directory)).hasSize(5);
    }

    @Test
    void anUnknownStoreSaysWhatIsMissing() {
        assertThat(Dm.fails(1, "detail", "nope://bucket/table").err()).contains("nope");
    }

    @Test
    void globalOptionsStandBeforeTheCommand() {
        SampleTable.in(directory);
        assertThat(Dm.succeeds(
                                "--hadoop",
                                "fs.x=y",
                                "--hadoop",
                                "fs.z=1=2",
                                "--single-writer",
                                "--json",
                                "detail",
                                directory)
                        .out())
                .startsWith("{");
    }

    @Test
    void resultsThatNobodyTakesAreAFailure() {
        SampleTable.in(directory);
        PrintWriter closed = new PrintWriter(new Writer() {
            @Override
            public void write(char[] buffer, int offset, int length) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        for (String command : List.of("detail", "scan", "history")) {
            StringWriter err = new StringWriter();
            assertThat(Main.run(new Console(closed, new PrintWriter(err), false), command, directory.toString()))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("standard output was closed or is full");
        }
    }
}
