package io.github.deltamaint.vacuum.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code _delta_log/_last_vacuum_info}, by which a vacuum from the log knows where the last one ended. Delta Spark reads and writes the same file.
 *
 * <p>It is a note, and no more: one that cannot be read counts as absent, and one that cannot be written is only a later run that looks further back.
 */
public final class LastVacuumInfo {
    private static final Logger LOG = LoggerFactory.getLogger(LastVacuumInfo.class);
    private static final String NAME = "_last_vacuum_info";
    private static final String VERSION = "latestCommitVersionOutsideOfRetentionWindow";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Storage storage;
    private final TablePath table;
    private final String path;

    /** The note of a table. */
    public LastVacuumInfo(Storage storage, TablePath table) {
        this.storage = storage;
        this.table = table;
        this.path = StoragePaths.resolve(table.logDirectory(), NAME);
    }

    /** The last version all of whose removed files were vacuumed; empty if nobody knows. */
    public OptionalLong read() {
        try {
            JsonNode version = JSON.readTree(storage.read(path)).path(VERSION);
            return version.isIntegralNumber() && version.canConvertToLong() && version.longValue() >= 0
                    ? OptionalLong.of(version.longValue())
                    : OptionalLong.empty();
        } catch (IOException e) {
            LOG.debug("{}: no note about the last vacuum", table, e);
            return OptionalLong.empty();
        }
    }

    /** Writes the note, whatever was there before. */
    void write(OptionalLong version) {
        String text = version.isPresent() ? "{\"" + VERSION + "\":" + version.getAsLong() + "}\n" : "{}\n";
        try {
            storage.overwrite(path, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.warn(
                    "{}: cannot note that this vacuum is done; the next one from the log will look further back",
                    table,
                    e);
        }
    }
}
