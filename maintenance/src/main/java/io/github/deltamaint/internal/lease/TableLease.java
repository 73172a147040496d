package io.github.deltamaint.internal.lease;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The right of one process to maintain a table, for a limited time.
 *
 * <p>It needs nothing of a store but writing a file unless there is one. Every change is a new file with the next number in {@code _deltamaint}: taking the
 * lease, making it last longer, giving it back. Who writes a number has it; of several that try the same number one succeeds. The highest number counts, and
 * says who holds the lease until when. It is never deleted, so that numbers only ascend; lower ones are deleted by whoever wrote a higher one.
 *
 * <p>A lease saves work that would be done twice, no more: commits are safe without it. A holder whose clock or process stands still for longer than the lease
 * finds out at its next renewal. Clocks of processes should differ by less than half of the duration. Used by one thread at a time.
 */
public final class TableLease {
    /** Hidden from VACUUM, as everything that begins with an underscore. */
    private static final String DIRECTORY = "_deltamaint";

    private static final String PREFIX = "lease-";
    private static final String SUFFIX = ".json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Storage storage;
    private final String directory;
    private final Clock clock;
    private final Duration duration;
    private final String holder;
    private final String id;
    private long number;

    private TableLease(
            Storage storage, String directory, Clock clock, Duration duration, String holder, UUID id, long number) {
        this.storage = storage;
        this.directory = directory;
        this.clock = clock;
        this.duration = duration;
        this.holder = holder;
        this.id = id.toString();
        this.number = number;
    }

    /**
     * What the highest number says.
     *
     * @param number the number; 0 if there is none yet
     * @param holder who wrote it
     * @param id which lease it belongs to
     * @param expiresAt until when it is held, in milliseconds since 1970
     */
    private record Top(long number, String holder, String id, long expiresAt) {
        static final Top NONE = new Top(0, "", "", 0);
    }

    /**
     * Takes the lease of a table, if nobody has it.
     *
     * @param table the root of the table
     * @param holder who asks, for people
     * @param id which tells this lease from all others
     * @return empty if somebody else has it
     */
    public static Optional<TableLease> take(
            Storage storage, String table, Clock clock, Duration duration, String holder, UUID id) throws IOException {
        String directory = StoragePaths.resolve(table, DIRECTORY);
        TableLease lease = new TableLease(storage, directory, clock, duration, holder, id, 0);
        Top top = lease.top();
        if (top.expiresAt() > clock.millis()) {
            return Optional.empty();
        }
        lease.number = top.number();
        return lease.write(clock.millis() + duration.toMillis()) ? Optional.of(lease) : Optional.empty();
    }

    /**
     * Makes the lease last for its whole duration from now on.
     *
     * @return false if somebody else has taken it meanwhile
     */
    public boolean renew() throws IOException {
        return isOurs(top()) && write(clock.millis() + duration.toMillis());
    }

    /** Gives the lease back. Does nothing if somebody else has taken it meanwhile. */
    public void release() throws IOException {
        if (isOurs(top())) {
            write(0);
        }
    }

    private boolean isOurs(Top top) {
        return top.number() == number && top.id().equals(id);
    }

    private boolean write(long expiresAt) throws IOException {
        String content = JSON.createObjectNode()
                .put("holder", holder)
                .put("id", id)
                .put("expiresAt", expiresAt)
                .toString();
        long next = number + 1;
        try {
            storage.putIfAbsent(path(next), content.getBytes(StandardCharsets.UTF_8));
        } catch (FileAlreadyExistsException e) {
            // Stores that repeat requests may find our own file.
            if (!isWrittenByUs(next)) {
                return false;
            }
        }
        List<Long> numbers = numbers();
        if (numbers.stream().anyMatch(other -> other > next)) {
            // Others were faster by more than one number and have deleted the one that was still free here.
            return false;
        }
        number = next;
        delete(numbers.stream().filter(other -> other < next).map(this::path).toList());
        return true;
    }

    private boolean isWrittenByUs(long next) throws IOException {
        try {
            return read(next).id().equals(id);
        } catch (NoSuchFileException | FileNotFoundException e) {
            return false; // there is a higher one, so it was deleted
        }
    }

    private void delete(List<String> paths) {
        if (!paths.isEmpty()) {
            storage.deleteAll(paths); // those that stay are deleted next time
        }
    }

    private String path(long ofNumber) {
        return StoragePaths.resolve(directory, String.format(Locale.ROOT, "%s%020d%s", PREFIX, ofNumber, SUFFIX));
    }

    private Top top() throws IOException {
        // What is highest may be deleted between the listing and the reading, because there is a higher one then.
        while (true) {
            long highest = highest();
            if (highest == 0) {
                return Top.NONE;
            }
            try {
                return read(highest);
            } catch (NoSuchFileException | FileNotFoundException e) {
                if (highest() == highest) {
                    throw e;
                }
            }
        }
    }

    private long highest() throws IOException {
        return numbers().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private Top read(long ofNumber) throws IOException {
        String text = new String(storage.read(path(ofNumber)), StandardCharsets.UTF_8);
        JsonNode node = parsed(text);
        if (node == null
                || !node.path("id").isTextual()
                || !node.path("expiresAt").isIntegralNumber()) {
            throw new IOException(path(ofNumber) + " is no lease: " + text + ". Delete the directory " + directory
                    + " when no process maintains the table");
        }
        return new Top(
                ofNumber,
                node.path("holder").asText(),
                node.path("id").asText(),
                node.path("expiresAt").asLong());
    }

    private static @Nullable JsonNode parsed(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            return null;
        }
    }

    private List<Long> numbers() throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (FileListing entries = storage.list(directory, "")) {
            for (FileStatus entry = entries.next(); entry != null; entry = entries.next()) {
                String name = entry.name();
                if (name.matches(PREFIX + "\\d{20}\\" + SUFFIX)) {
                    numbers.add(Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length())));
                }
            }
        } catch (NoSuchFileException | FileNotFoundException e) {
            return List.of();
        }
        return numbers;
    }
}
