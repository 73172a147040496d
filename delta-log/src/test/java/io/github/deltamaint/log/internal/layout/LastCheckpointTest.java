package io.github.deltamaint.log.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LastCheckpointTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<Path> hintsOfDeltaSpark() {
        return Fixtures.all().stream()
                .map(Fixture::table)
                .map(table -> table.resolve("_delta_log/_last_checkpoint"))
                .filter(Files::exists);
    }

    @ParameterizedTest
    @MethodSource("hintsOfDeltaSpark")
    void hasTheChecksumThatDeltaSparkComputes(Path hint) throws IOException {
        JsonNode json = JSON.readTree(hint.toFile());
        assertThat(JsonChecksum.of(json)).isEqualTo(json.get("checksum").asText());
    }

    @Test
    void hasTheChecksumOfTheProtocolsExample() throws IOException {
        JsonNode json = JSON.readTree("{\"k0\":\"'v 0'\", \"checksum\": \"adsaskfljadfkjadfkj\","
                + " \"k1\":{\"k2\": 2, \"k3\": [\"v3\", [1, 2], {\"k4\": \"v4\", \"k5\": [\"v5\", \"v6\", \"v7\"]}]}}");
        assertThat(JsonChecksum.canonical(json))
                .isEqualTo("\"k0\"=\"%27v%200%27\",\"k1\"+\"k2\"=2,\"k1\"+\"k3\"+0=\"v3\",\"k1\"+\"k3\"+1+0=1,"
                        + "\"k1\"+\"k3\"+1+1=2,\"k1\"+\"k3\"+2+\"k4\"=\"v4\",\"k1\"+\"k3\"+2+\"k5\"+0=\"v5\","
                        + "\"k1\"+\"k3\"+2+\"k5\"+1=\"v6\",\"k1\"+\"k3\"+2+\"k5\"+2=\"v7\"");
        assertThat(JsonChecksum.of(json)).isEqualTo("6a92d155a59bf2eecbd4b4ec7fd1f875");
    }

    @Test
    void namesVersionSizeAndPartsFirst() {
        LastCheckpoint hint = new LastCheckpoint(
                7,
                12,
                OptionalInt.of(3),
                OptionalLong.of(100),
                OptionalLong.of(10),
                Optional.of(new LastCheckpoint.TopLevel("x.json", 5, 6)));
        String json = new String(hint.toJson(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(json)
                .startsWith(
                        "{\"version\":7,\"size\":12,\"parts\":3,\"sizeInBytes\":100,\"numOfAddFiles\":10,"
                                + "\"v2Checkpoint\":{\"path\":\"x.json\",\"sizeInBytes\":5,\"modificationTime\":6},\"checksum\":\"");
    }
}
