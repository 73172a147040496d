package io.github.deltamaint;

import static io.github.deltamaint.common.DataSize.ofBytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.common.DataSize;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileMetricsTest {
    @Test
    void sumUpSizes() {
        FileMetrics metrics = FileMetrics.of(List.of(30L, 10L, 21L));
        assertThat(metrics).isEqualTo(new FileMetrics(3, ofBytes(61), ofBytes(10), ofBytes(30)));
        assertThat(metrics.average()).isEqualTo(ofBytes(20));
    }

    @Test
    void areZeroWithoutFiles() {
        assertThat(FileMetrics.of(List.of())).isEqualTo(FileMetrics.NONE);
        assertThat(FileMetrics.NONE.average()).isEqualTo(DataSize.ZERO);
        assertThat(FileMetrics.NONE.totalFiles()).isZero();
    }
}
