package io.github.deltamaint.vacuum.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.SourceInputStream;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.QuarantineRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one table's quarantine, hidden from every engine.
 *
 * <pre>
 *   _delta_maintenance/quarantine/RUN/manifest.jsonl   first line: the run; then one line per candidate
 *   _delta_maintenance/quarantine/RUN/files/PATH       the files, under their path in the table
 * </pre>
 *
 * <p>The manifest is complete before the first file moves, so whatever becomes of the run, every file that moved can be found.
 */
final class QuarantineFolder {
    static final String FOLDER = "_delta_maintenance/quarantine";

    private static final String MANIFEST = "manifest.jsonl";
    private static final String FILES = "files";
    private static final Pattern RUN = Pattern.compile("[0-9A-Za-z][0-9A-Za-z-]*");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Storage storage;
    private final TablePath table;

    QuarantineFolder(Storage storage, TablePath table) {
        this.storage = storage;
        this.table = table;
    }

    /** A name for a run that sorts by time. */
    static String newRun(Instant time, UUID identity) {
        return TIME.format(time) + "-" + identity.toString().substring(0, 8);
    }

    /** The directory of a run's files, below the table's root. */
    static String filesOf(String run) {
        return FOLDER + "/" + run + "/" + FILES;
    }

    private String full(String relative) {
        return StoragePaths.resolve(table.root(), relative);
    }

    String directory(String run) {
        return full(FOLDER + "/" + run);
    }

    String manifest(String run) {
        return directory(run) + "/" + MANIFEST;
    }

    /** Writes the manifest of a run. */
    void begin(QuarantineRun run, Iterable<Candidate> candidates) {
        String path = manifest(run.run());
        try {
            ByteSink sink = storage.createAtomically(path);
            boolean complete = false;
            try {
                write(sink, header(run));
                for (Candidate candidate : candidates) {
                    write(sink, line(candidate));
                }
                sink.close();
                complete = true;
            } finally {
                if (!complete) {
                    sink.abort();
                }
            }
        } catch (IOException e) {
            throw new StorageException(table.root(), "write the manifest", path, e);
        }
    }

    private static void write(ByteSink sink, ObjectNode json) throws IOException {
        byte[] bytes = (json + "\n").getBytes(StandardCharsets.UTF_8);
        sink.write(bytes, 0, bytes.length);
    }

    private static ObjectNode header(QuarantineRun run) {
        return JSON.createObjectNode()
                .put("run", run.run())
                .put("created", run.created().toString())
                .put("readVersion", run.readVersion())
                .put("files", run.files())
                .put("bytes", run.size().bytes());
    }

    private static ObjectNode line(Candidate candidate) {
        return JSON.createObjectNode()
                .put("path", candidate.path())
                .put("size", candidate.size().bytes())
                .put("modificationTime", candidate.modificationTime().toEpochMilli())
                .put("reason", candidate.reason().name());
    }

    /** The runs that there are, oldest first. Folders whose run was cut short before its manifest was complete, so that nothing moved, are left out. */
    List<QuarantineRun> runs() {
        List<QuarantineRun> runs = new ArrayList<>();
        for (String name : names()) {
            QuarantineRun run = read(name, candidate -> {}, true);
            if (run != null) {
                runs.add(run);
            }
        }
        return runs;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        try (FileListing listing = storage.list(full(FOLDER), "")) {
            for (FileStatus entry = listing.next(); entry != null; entry = listing.next()) {
                if (entry.isDirectory()
                        && !entry.isLink()
                        && RUN.matcher(entry.name()).matches()) {
                    names.add(entry.name());
                }
            }
            return names;
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new StorageException(table.root(), "list", full(FOLDER), e);
        }
    }

    /**
     * Reads the manifest of a run.
     *
     * @param name the name of the run
     * @throws InvalidOperationException if there is no such run
     */
    QuarantineRun read(String name, Consumer<Candidate> lines) {
        QuarantineRun run = RUN.matcher(name).matches() ? read(name, lines, false) : null;
        if (run == null) {
            throw new InvalidOperationException(
                    table.root(), "there is no quarantine of a run '" + name + "'; there are " + names());
        }
        return run;
    }

    private @Nullable QuarantineRun read(String name, Consumer<Candidate> lines, boolean headerOnly) {
        String path = manifest(name);
        try (ByteSource source = storage.open(path);
                BufferedReader reader = new BufferedReader(new InputStreamReader(
                        new SourceInputStream(source, source.length()), StandardCharsets.UTF_8))) {
            String first = reader.readLine();
            QuarantineRun run = run(name, JSON.readTree(first == null ? "" : first));
            for (String line = headerOnly ? null : reader.readLine(); line != null; line = reader.readLine()) {
                lines.accept(candidate(JSON.readTree(line)));
            }
            return run;
        } catch (NoSuchFileException e) {
            return null;
        } catch (JsonProcessingException | DateTimeException | IllegalArgumentException e) {
            String shown = table.relativize(path).orElse(path);
            throw new CorruptTableException(
                    table.root(),
                    shown,
                    OptionalLong.empty(),
                    shown + " is no manifest of a quarantine: " + e.getMessage(),
                    e);
        } catch (IOException e) {
            throw new StorageException(table.root(), "read the manifest", path, e);
        }
    }

    private static QuarantineRun run(String name, JsonNode json) {
        return new QuarantineRun(
                name,
                Instant.parse(json.path("created").asText()),
                json.path("readVersion").asLong(),
                json.path("files").asLong(),
                new DataSize(json.path("bytes").asLong()));
    }

    private static Candidate candidate(JsonNode json) {
        return new Candidate(
                json.path("path").asText(),
                new DataSize(json.path("size").asLong()),
                Instant.ofEpochMilli(json.path("modificationTime").asLong()),
                Candidate.Reason.valueOf(json.path("reason").asText()),
                OptionalLong.empty());
    }
}
