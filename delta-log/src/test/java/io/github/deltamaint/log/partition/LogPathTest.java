package io.github.deltamaint.log.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogPathTest {

    @ParameterizedTest
    @CsvSource({
        "a/b.parquet, /lake/t, /lake/t/a/b.parquet",
        "a/b.parquet, /lake/t/, /lake/t/a/b.parquet",
        "./a//b.parquet, /lake/t, /lake/t/a/b.parquet",
        "../u/b.parquet, /lake/t, /lake/u/b.parquet",
        "a%20b, s3a://bucket/lake, s3a://bucket/lake/a b",
        "a, s3a://bucket, s3a://bucket/a",
        "/other/b, /lake/t, /other/b",
        "/other/b, s3a://bucket/t, s3a://bucket/other/b",
        "file:/x/b, s3a://bucket/t, /x/b",
        "file:///x/b, /lake/t, /x/b",
        "s3://b2/x%25, s3a://bucket/t, s3://b2/x%",
        "a, file:/lake/t, /lake/t/a"
    })
    void theWholePathIsWhatStoresTake(String text, String root, String expected) {
        assertThat(LogPaths.decode(text).resolve(root)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "a/b, /lake/t, a/b",
        "./a//b, /lake/t, a/b",
        "x/../a, /lake/t, a",
        "../t/a, /lake/t, a",
        "../u/a, /lake/t,",
        "/lake/t/a, /lake/t, a",
        "/lake/t, /lake/t,",
        "/lake/tt/a, /lake/t,",
        "file:/lake/t/a%20b, /lake/t, a b",
        "file:///lake/t/a, file:/lake/t/, a",
        "s3://bucket/t/a, s3a://bucket/t, a",
        "S3A://BUCKET/t/a, s3a://bucket/t, a",
        "s3://other/t/a, s3a://bucket/t,",
        "hdfs:///t/a, hdfs://nn:8020/t, a",
        "abfs://c@x.dfs/t/a, abfss://c@x.dfs/t, a",
        "gs://bucket/t/a, s3a://bucket/t,",
        "file:/t/a, s3a://bucket/t,",
        "/t/a, s3a://bucket/t, a",
        "a, s3a://bucket, a"
    })
    void aPathBelowTheRootHasAShortForm(String text, String root, String expected) {
        assertThat(LogPaths.decode(text).relativeTo(root)).isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void aPathMayNotLeaveTheStore() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LogPaths.decode("../../../etc/passwd").resolve("/lake/t"))
                .withMessage("the path leaves the store: /lake/t/../../../etc/passwd");
    }

    @Test
    void onlyRelativePathsWithoutParentsAreContained() {
        assertThat(LogPaths.decode("a/b").isContained()).isTrue();
        assertThat(LogPaths.decode("a/..b/...").isContained()).isTrue();
        assertThat(LogPaths.decode("a/../b").isContained()).isFalse();
        assertThat(LogPaths.decode("a/%2E%2E/b").isContained()).isFalse();
        assertThat(LogPaths.decode("/a").isContained()).isFalse();
        assertThat(LogPaths.decode("file:/a").isContained()).isFalse();
    }
}
