package io.github.deltamaint.log.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which active files of a checkpoint are still active: those that no newer commit speaks of.
 *
 * <p>It also notices when one path is active twice, which would double rows: against the newer commits by their keys, and within the checkpoint by
 * fingerprints of the paths, 5 to 6 bytes per file during a pass. Two paths with one fingerprint are told apart by another pass.
 */
final class ActiveFileFilter implements FileFilter {
    private final LogReader reader;
    private final DeltaReplay newer;
    private final Checkpoint checkpoint;
    private @Nullable FingerprintSet seen;

    ActiveFileFilter(LogReader reader, DeltaReplay newer, Checkpoint checkpoint) {
        this.reader = reader;
        this.newer = newer;
        this.checkpoint = checkpoint;
    }

    @Override
    public void begin(long rows, long bytes) {
        if (seen == null) {
            // The other files of the checkpoint are likely to be like the first one.
            double files = (double) checkpoint.bytes() / Math.max(1, bytes);
            seen = new FingerprintSet((long) (rows * Math.max(1, files)));
        }
    }

    @Override
    public boolean accepts(byte[] path, int offset, int length, byte @Nullable [] id) {
        if (!PathKeys.isPlain(path, offset, length)) {
            String text = new String(path, offset, length, StandardCharsets.UTF_8);
            byte[] canonical = Utf8.bytes(newer.pathKeys().canonical(text));
            return acceptsCanonical(canonical, 0, canonical.length, id);
        }
        return acceptsCanonical(path, offset, length, id);
    }

    private boolean acceptsCanonical(byte[] path, int offset, int length, byte @Nullable [] id) {
        long hash = Hashing.hash(path, offset, length);
        if (seen == null) {
            begin(0, 1);
        }
        if (seen != null && !seen.add(hash)) {
            requireUnique(Arrays.copyOfRange(path, offset, offset + length));
        }
        return switch (newer.keys().standing(hash, path, offset, length, id)) {
            case UNKNOWN -> true;
            case KNOWN -> false;
            case OTHER_IS_LIVE ->
                throw twice(
                        new String(path, offset, length, StandardCharsets.UTF_8),
                        "once there and once in a newer commit");
        };
    }

    private void requireUnique(byte[] path) {
        if (checkpoint.occurrences(path, newer.pathKeys()) > 1) {
            throw twice(new String(path, StandardCharsets.UTF_8), "more than once in it");
        }
    }

    private RuntimeException twice(String path, String where) {
        return reader.corrupt(
                checkpoint.candidate().files().get(0).path(),
                checkpoint.candidate().version(),
                "has the active file " + path + ", " + where
                        + ", and nothing removed the one or the other; its rows would count twice",
                new DuplicateFileException(path));
    }
}
