package io.github.deltamaint.log.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathKeysTest {

    @ParameterizedTest
    @CsvSource({
        "/lake/t, a/b.parquet, a/b.parquet",
        "/lake/t, p=%3a/x, p=%3A/x",
        "/lake/t, p=%253a/x, p=%253a/x",
        "/lake/t, /abs/x, file:/abs/x",
        "/lake/t, file:/abs/x, file:/abs/x",
        "/lake/t, file:///abs/x, file:/abs/x",
        "/lake/t, FILE:/abs/x, file:/abs/x",
        "/lake/t, s3a://b/x, s3a://b/x",
        "s3a://bucket/t, /abs/x, s3a://bucket/abs/x",
        "s3a://bucket/t, s3a://bucket/t/x, s3a://bucket/t/x",
        "hdfs:/t, /abs/x, hdfs:/abs/x",
        "/lake/t, 100%, 100%",
        "/lake/t, a%zz%3a, a%zz%3a"
    })
    void unifiesWhatIsEqualAsAUri(String root, String path, String key) {
        assertThat(new PathKeys(root).canonical(path)).isEqualTo(key);
    }

    @Provide
    Arbitrary<String> paths() {
        return Arbitraries.of("%3a", "%3A", "%2f", "a", "A", "/", "=", "file:", "b")
                .list()
                .ofMaxSize(6)
                .map(parts -> String.join("", parts));
    }

    @Property(tries = 2000)
    void agreesWithJavaOnRelativePaths(@ForAll("paths") String left, @ForAll("paths") String right) {
        if (left.startsWith("/") || right.startsWith("/") || left.contains(":") || right.contains(":")) {
            return;
        }
        PathKeys keys = new PathKeys("/lake/t");
        assertThat(keys.canonical(left).equals(keys.canonical(right)))
                .isEqualTo(URI.create(left).equals(URI.create(right)));
    }

    @Property(tries = 500)
    void knowsFromTheBytesWhichPathsAreTheirOwnKey(@ForAll("paths") String path) {
        byte[] bytes = ("?" + path + "%").getBytes(UTF_8);
        if (PathKeys.isPlain(bytes, 1, bytes.length - 2)) {
            assertThat(new PathKeys("/lake/t").canonical(path)).isEqualTo(path);
        }
    }
}
