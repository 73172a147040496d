package io.github.deltamaint.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The pins of one table: one small JSON file each, in the directory {@value #DIRECTORY} of the log, where other engines look for nothing.
 *
 * <p>Each pin is written and deleted by itself, so nobody overwrites another's. A file there that cannot be understood is an error, because what it protects is
 * unknown. Safe for use by several threads.
 */
public final class TablePins {
    /** The directory below {@code _delta_log}. */
    public static final String DIRECTORY = "_deltamaint_pins";

    private static final String SUFFIX = ".json";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Comparator<Pin> ORDER =
            Comparator.comparingLong(Pin::version).thenComparing(Pin::owner);

    private final Storage storage;
    private final TablePath table;
    private final String directory;

    /** The pins of a table; nothing is read yet. */
    public TablePins(Storage storage, TablePath table) {
        this.storage = storage;
        this.table = table;
        this.directory = StoragePaths.resolve(table.logDirectory(), DIRECTORY);
    }

    /**
     * All pins, expired ones too, by version and owner.
     *
     * @throws CorruptTableException if one cannot be understood
     * @throws StorageException if the storage fails
     */
    public List<Pin> all() {
        List<Pin> pins = new ArrayList<>();
        for (FileStatus file : files()) {
            Pin pin = read(file);
            if (pin != null) {
                pins.add(pin);
            }
        }
        pins.sort(ORDER);
        return List.copyOf(pins);
    }

    /** The pins that hold at a time; see {@link #all()}. */
    public List<Pin> inForce(Instant now) {
        return all().stream().filter(pin -> pin.isInForce(now)).toList();
    }

    /** Writes a pin, in place of an earlier one of the same version and owner. */
    public void put(Pin pin) {
        ObjectNode json = JSON.createObjectNode();
        json.put("version", pin.version());
        json.put("owner", pin.owner());
        json.put("created", pin.created().toString());
        pin.until().ifPresent(until -> json.put("until", until.toString()));
        String path = path(pin.version(), pin.owner());
        try {
            storage.overwrite(path, (json + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new StorageException(table.root(), "write the pin", path, e);
        }
    }

    /**
     * Takes a pin away.
     *
     * @return whether there was one
     */
    public boolean remove(long version, String owner) {
        String path = path(version, owner);
        try {
            storage.status(path);
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new StorageException(table.root(), "look for the pin", path, e);
        }
        for (FailedDelete failed : storage.deleteAll(List.of(path))) {
            throw new StorageException(table.root(), "delete the pin", path, failed.cause());
        }
        return true;
    }

    private String path(long version, String owner) {
        String name = String.format(Locale.ROOT, "pin-%d-%s%s", version, digest(owner), SUFFIX);
        return StoragePaths.resolve(directory, name);
    }

    private static String digest(String owner) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(owner.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private List<FileStatus> files() {
        List<FileStatus> files = new ArrayList<>();
        try (FileListing listing = storage.list(directory, "")) {
            for (FileStatus entry = listing.next(); entry != null; entry = listing.next()) {
                // Names that begin with a dot are files being written.
                if (!entry.isDirectory() && !entry.name().startsWith(".")) {
                    files.add(entry);
                }
            }
            return files;
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new StorageException(table.root(), "list", directory, e);
        }
    }

    /** Null if it was taken away since it was listed. */
    private @Nullable Pin read(FileStatus file) {
        byte[] bytes;
        try {
            bytes = storage.read(file.path());
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new StorageException(table.root(), "read the pin", file.path(), e);
        }
        try {
            JsonNode json = JSON.readTree(bytes);
            if (json == null
                    || !json.path("version").isIntegralNumber()
                    || !json.path("version").canConvertToLong()) {
                throw new IllegalArgumentException("it has no version");
            }
            return new Pin(
                    json.get("version").longValue(),
                    json.path("owner").asText(),
                    time(json, "created").orElse(Instant.EPOCH),
                    time(json, "until"));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            String shown = table.relativize(file.path()).orElse(file.path());
            throw new CorruptTableException(
                    table.root(),
                    shown,
                    OptionalLong.empty(),
                    shown + " is no pin, so nobody knows which version it protects: " + e.getMessage()
                            + ". Delete the file if nobody needs it",
                    e);
        }
    }

    private static Optional<Instant> time(JsonNode json, String name) {
        return json.hasNonNull(name) ? Optional.of(Instant.parse(json.get(name).asText())) : Optional.empty();
    }
}
