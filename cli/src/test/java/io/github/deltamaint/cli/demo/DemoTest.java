package io.github.deltamaint.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.SalesGenerator;
import io.github.deltamaint.testsupport.TableRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    @TempDir
    Path directory;

    @Property
    void rowsAreThoseThatEveryoneCanMakeAgain(@ForAll @LongRange(min = 0, max = 1_000_000_000) long orderId) {
        assertThat(SalesRows.customerId(orderId)).isEqualTo(SalesGenerator.customerId(orderId));
        assertThat(SalesRows.orderDate(orderId)).isEqualTo(SalesGenerator.orderDate(orderId));
        assertThat(SalesRows.region(orderId)).isEqualTo(SalesGenerator.customerRegion(orderId));
        assertThat(SalesRows.category(orderId)).isEqualTo(SalesGenerator.productCategory(orderId));
        assertThat(SalesRows.revenueCents(orderId)).isEqualTo(SalesGenerator.revenueCents(orderId));
        assertThat(SalesRows.quantity(orderId)).isEqualTo(SalesGenerator.quantity(orderId));
    }

    @Test
    void makesFragmentsAndCompactsThem() throws Exception {
        Path table = directory.resolve("sales");
        Demo demo = new Demo(table, 5000);
        demo.createTable();
        TableRows expected = new TableRows(
                new SalesGenerator().columns(), Columns.sales(0, 5000).rows());
        assertThat(NaiveLog.latest(table).version()).isEqualTo(50);
        assertThat(NaiveLog.latest(table).files()).hasSize(200);
        assertThat(new ParquetJavaReader().rows(table).texts()).isEqualTo(expected.texts());

        Demo.Report report = demo.optimize(new MaintenanceListener() {});

        assertThat(report.sameRows()).isTrue();
        assertThat(report.rows()).isEqualTo(5000);
        assertThat(report.table()).isEqualTo(table.toString());
        assertThat(report.before().files()).isEqualTo(200);
        assertThat(report.after().files()).isEqualTo(1);
        assertThat(report.after().version()).isEqualTo(51);
        assertThat(report.before().digest()).isEqualTo(report.after().digest());
        assertThat(report.before().queryFilesRead()).isPositive();
        assertThat(report.after().queryFilesRead()).isEqualTo(1);
        assertThat(report.after().size().bytes())
                .isEqualTo(NaiveLog.latest(table).files().stream()
                        .mapToLong(NaiveFile::size)
                        .sum());
        assertThat(new ParquetJavaReader().rows(table).texts()).isEqualTo(expected.texts());

        long[] matching = LongStream.range(0, 5000)
                .filter(id -> SalesGenerator.customerRegion(id).equals("Northeast")
                        && SalesGenerator.productCategory(id).equals("Electronics")
                        && SalesGenerator.orderDate(id) >= 19875
                        && SalesGenerator.orderDate(id) <= 19966)
                .toArray();
        assertThat(report.queryRows()).isEqualTo(matching.length);
        assertThat(report.queryRevenue().unscaledValue().longValue())
                .isEqualTo(LongStream.of(matching)
                        .map(SalesGenerator::revenueCents)
                        .sum());
    }

    @Test
    void takesFewerRowsThanFiles() throws Exception {
        Path table = directory.resolve("sales");
        Demo demo = new Demo(table, 3);
        demo.createTable();
        assertThat(demo.optimize(new MaintenanceListener() {}).sameRows()).isTrue();
        assertThat(new ParquetJavaReader().rows(table).count()).isEqualTo(3);
    }

    @Test
    void touchesNothingThatIsThere() throws Exception {
        Files.writeString(directory.resolve("mine"), "mine");
        for (Path place : new Path[] {directory, directory.resolve("mine")}) {
            assertThatThrownBy(() -> new Demo(place, 10).createTable())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(place + " is not an empty directory; name one that does not exist yet");
        }
        assertThat(directory.resolve("mine")).hasContent("mine");
        new Demo(Files.createDirectory(directory.resolve("empty")), 10).createTable();
    }
}
