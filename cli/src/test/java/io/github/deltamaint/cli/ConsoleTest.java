package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.TestTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private Console console(boolean terminal) {
        return new Console(new PrintWriter(out), new PrintWriter(err), terminal);
    }

    @Test
    void progressIsShownOnATerminalAndRemovedAtTheEnd() {
        TestTable table = SampleTable.in(directory);
        assertThat(Main.run(console(true), "--json", "optimize", directory.toString()))
                .isZero();
        assertThat(err.toString())
                .contains("\r\u001b[K[", "committing version " + (table.version() + 1))
                .containsPattern("\\[#{30}\\] [0-9.]+ KiB of [0-9.]+ KiB")
                .endsWith("\r\u001b[K");
        assertThat(Dm.parse(out.toString()).get("versions")).hasSize(1);
    }

    @Test
    void progressIsShownNowhereElse() {
        SampleTable.in(directory);
        Main.run(console(false), "optimize", directory.toString());
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void finishingWithoutProgressPrintsNothing() {
        console(true).finishProgress();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void tablesOfTextAreAligned() {
        TextTable text = new TextTable("a", "", "ccc");
        text.row("long cell", 5, "x");
        text.row("s", "", "");
        PrintWriter printer = new PrintWriter(out);
        text.printTo(printer);
        printer.flush();
        assertThat(out.toString().lines()).containsExactly("a             ccc", "long cell  5  x", "s");
        new TextTable().printTo(printer);
    }
}
