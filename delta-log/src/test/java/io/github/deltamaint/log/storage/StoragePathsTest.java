package io.github.deltamaint.log.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoragePathsTest {

    @ParameterizedTest
    @CsvSource({
        "/lake/sales, /lake/sales",
        "/lake/sales/, /lake/sales",
        "/lake/../lake/sales/., /lake/sales",
        "/lake/a%20b, /lake/a%20b",
        "file:/lake/a%20b, /lake/a b",
        "file:///lake/a%2525/, /lake/a%25",
        "file://localhost/lake, /lake",
        "s3a://bucket/lake/a%20b//, s3a://bucket/lake/a%20b",
        "S3A://bucket/x, s3a://bucket/x",
        "s3a://bucket, s3a://bucket",
        "s3a://bucket/, s3a://bucket/",
        "abfss://c@a.dfs.core.windows.net/t/, abfss://c@a.dfs.core.windows.net/t",
        "hdfs:/t/, hdfs:/t"
    })
    void normalizesWhatUsersWrite(String written, String path) {
        assertThat(StoragePaths.normalize(written)).isEqualTo(path);
    }

    @Test
    void makesLocalPathsAbsolute() {
        assertThat(StoragePaths.normalize("lake/sales"))
                .isEqualTo(Path.of("lake/sales").toAbsolutePath().toString());
    }

    @Test
    void rejectsWhatIsNoPath() {
        assertThatThrownBy(() -> StoragePaths.normalize(" ")).hasMessage("a path must not be empty");
        assertThatThrownBy(() -> StoragePaths.normalize("file:/a b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a file URI: 'file:/a b'");
        assertThatThrownBy(() -> StoragePaths.normalize("file://server/share"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a URI of a local file: 'file://server/share'");
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b:c, ''",
        "a/b:c, ''",
        "C:/data, ''",
        "s3a://bucket/a:b, s3a",
        "abfss://c@a/x, abfss",
        "a+b.c-d://x, a+b.c-d",
        "1a://x, ''",
        "part-0, ''"
    })
    void knowsSchemes(String path, String scheme) {
        assertThat(StoragePaths.scheme(path)).isEqualTo(scheme);
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b, ''",
        "s3a://bucket/a, bucket",
        "s3a://bucket, bucket",
        "s3a://bucket/, bucket",
        "abfss://c@a.dfs/x/y, c@a.dfs",
        "hdfs:/t, ''",
        "hdfs:///t, ''"
    })
    void knowsAuthorities(String path, String authority) {
        assertThat(StoragePaths.authority(path)).isEqualTo(authority);
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b/c, /a/b, c",
        "/a, /, a",
        "s3a://bucket/a/b, s3a://bucket/a, b",
        "s3a://bucket/a, s3a://bucket/, a",
        "hdfs:/t, hdfs:/, t"
    })
    void takesPathsApartAndPutsThemTogether(String path, String parent, String name) {
        assertThat(StoragePaths.parent(path)).isEqualTo(parent);
        assertThat(StoragePaths.name(path)).isEqualTo(name);
        assertThat(StoragePaths.resolve(parent, name)).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({"/", "s3a://bucket/", "s3a://bucket", "hdfs:/"})
    void hasNoParentOfARoot(String path) {
        assertThatThrownBy(() -> StoragePaths.parent(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + path + "' is in no directory");
    }
}
