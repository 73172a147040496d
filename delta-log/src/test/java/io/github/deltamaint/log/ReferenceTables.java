package io.github.deltamaint.log;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The latest state of all tables that other engines wrote for us, as the naive replay of test-support sees it: the fixtures, and the corpus where it is there. Tables whose
 * log cannot be replayed or has no schema are left out.
 */
public final class ReferenceTables {
    private static final Supplier<List<ReferenceTable>> FIXTURES = cached(ReferenceTables::readFixtures);
    private static final Supplier<List<ReferenceTable>> CORPUS = cached(ReferenceTables::readCorpus);

    private ReferenceTables() {}

    /** One table. */
    public record ReferenceTable(String id, NaiveSnapshot snapshot) {

        /** The schema as our code reads it. */
        public StructType schema() {
            return StructType.fromJson(schemaString());
        }

        /** The schema's text. */
        public String schemaString() {
            return snapshot.metadata().get("schemaString").asText();
        }

        /** The table properties. */
        public TableProperties properties() {
            return TableProperties.of(snapshot.configuration());
        }

        /** The features as our code sees them. */
        public TableFeatures features() {
            return protocolFeatures(snapshot.protocol()).with(properties(), schema());
        }

        @Override
        public String toString() {
            return id;
        }
    }

    /** The features of a protocol action alone. */
    public static TableFeatures protocolFeatures(JsonNode protocol) {
        return TableFeatures.ofProtocol(
                protocol.get("minReaderVersion").asInt(),
                protocol.get("minWriterVersion").asInt(),
                strings(protocol.get("readerFeatures")),
                strings(protocol.get("writerFeatures")));
    }

    /** The tables written for this project. */
    public static List<ReferenceTable> fixtures() {
        return FIXTURES.get();
    }

    /** The tables of other projects; none where the corpus is absent. */
    public static List<ReferenceTable> corpus() {
        return CORPUS.get();
    }

    /** All of them. */
    public static Stream<ReferenceTable> all() {
        return Stream.concat(fixtures().stream(), corpus().stream());
    }

    /** All of them by id; ids of fixtures have no slash. */
    public static Map<String, ReferenceTable> byId() {
        Map<String, ReferenceTable> byId = new LinkedHashMap<>();
        all().forEach(table -> byId.put(table.id(), table));
        return byId;
    }

    private static List<ReferenceTable> readFixtures() {
        List<ReferenceTable> tables = new ArrayList<>();
        for (Fixture fixture : Fixtures.all()) {
            read(fixture.name(), fixture.table()).ifPresent(tables::add);
        }
        return tables;
    }

    private static List<ReferenceTable> readCorpus() {
        List<ReferenceTable> tables = new ArrayList<>();
        if (Corpus.isPresent()) {
            for (CorpusTable table : Corpus.tables()) {
                if (!table.template()) {
                    read(table.id(), table.table()).ifPresent(tables::add);
                }
            }
        }
        return tables;
    }

    private static Optional<ReferenceTable> read(String id, Path table) {
        try {
            NaiveSnapshot snapshot = NaiveLog.latest(table);
            return snapshot.metadata().hasNonNull("schemaString")
                    ? Optional.of(new ReferenceTable(id, snapshot))
                    : Optional.empty();
        } catch (RuntimeException broken) {
            return Optional.empty();
        }
    }

    private static Optional<List<String>> strings(JsonNode array) {
        if (array == null || array.isNull()) {
            return Optional.empty();
        }
        List<String> strings = new ArrayList<>();
        array.forEach(element -> strings.add(element.asText()));
        return Optional.of(strings);
    }

    private static <T> Supplier<T> cached(Supplier<T> supplier) {
        return new Supplier<>() {
            private T value;

            @Override
            public synchronized T get() {
                if (value == null) {
                    value = supplier.get();
                }
                return value;
            }
        };
    }
}
