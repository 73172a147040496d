package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgesTest {

    @TempDir
    Path directory;

    @Test
    void agreeOnAHandWrittenTable() {
        TestTable table = TestTable.in(directory)
                .feature("deletionVectors")
                .append(Columns.sales(0, 50))
                .append(Columns.sales(50, 60));
        Judges.assertStatisticsAreTrue(table.path());
        table.deleteRows(table.files().get(0), 7).checkpoint();
        Judges.assertEveryoneReads(table.path(), table.rows());
    }

    @Test
    void sayWhoReadsSomethingElse() {
        TestTable table = TestTable.in(directory).append(Columns.sales(0, 50));
        table.append(Columns.sales(50, 51));
        assertThatThrownBy(() -> Judges.assertEveryoneReads(table.path(), table.rows(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("what Delta Kernel reads");
    }
}
