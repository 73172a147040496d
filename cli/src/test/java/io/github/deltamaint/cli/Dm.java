package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A run of the command line in this process.
 *
 * @param exitCode what the process would return
 * @param out what it printed to standard output
 * @param err what it printed to standard error
 */
record Dm(int exitCode, String out, String err) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Runs a command; arguments may be paths. */
    static Dm run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Console console = new Console(new PrintWriter(out), new PrintWriter(err), false);
        int exitCode =
                Main.run(console, Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
        return new Dm(exitCode, out.toString(), err.toString());
    }

    /** Runs a command that must succeed and say nothing on standard error. */
    static Dm succeeds(Object... arguments) {
        Dm run = run(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run;
    }

    /** What a command that must succeed prints with {@code --json}: exactly one document, on one line. */
    static JsonNode json(Object... arguments) {
        Dm run = succeeds(
                Stream.concat(Stream.of("--json"), Arrays.stream(arguments)).toArray());
        assertThat(run.out()).endsWith(System.lineSeparator());
        assertThat(run.out().lines()).hasSize(1);
        return parse(run.out());
    }

    /** Runs a command that must fail, print nothing on standard output, and no stack of ours. */
    static Dm fails(int exitCode, Object... arguments) {
        Dm run = run(arguments);
        assertThat(run.err()).isNotBlank().doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(exitCode);
        return run;
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not one JSON document: " + json, e);
        }
    }

    /** The names and kinds of the fields of an object: {@code version=NUMBER}. */
    static Map<String, String> shape(JsonNode object) {
        Map<String, String> shape = new TreeMap<>();
        object.properties()
                .forEach(field ->
                        shape.put(field.getKey(), field.getValue().getNodeType().name()));
        return shape;
    }
}
