package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.actions.RemoveFile;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A sum over file actions of a 64-bit hash of everything in each, whatever their order: two sets of actions that differ in a single text do not have the same. What a
 * checkpoint does not keep is left out: {@code dataChange}, and statistics and tags of tombstones.
 */
final class FileDigest {
    private static final long ODD = 0xD6E8FEB86659FD93L;

    private final boolean withStats;
    private long files;
    private long bytes;
    private long sum;

    /**
     * A digest of nothing.
     *
     * @param withStats whether the text of statistics counts
     */
    FileDigest(boolean withStats) {
        this.withStats = withStats;
    }

    long files() {
        return files;
    }

    void add(AddFile file) {
        long hash = 1;
        hash = with(hash, file.path());
        hash = with(hash, file.partitionValues());
        hash = with(hash, file.size());
        hash = with(hash, file.modificationTime());
        hash = withStats ? with(hash, file.stats().orElse(null)) : hash;
        hash = with(hash, file.tags());
        hash = with(hash, file.deletionVector());
        hash = with(hash, file.baseRowId());
        hash = with(hash, file.defaultRowCommitVersion());
        hash = with(hash, file.clusteringProvider().orElse(null));
        bytes += file.size();
        end(hash);
    }

    void add(RemoveFile file) {
        long hash = 2;
        hash = with(hash, file.path());
        hash = with(hash, file.deletionTimestamp());
        hash = with(hash, file.extendedFileMetadata().map(String::valueOf).orElse(null));
        hash = with(hash, file.partitionValues());
        hash = with(hash, file.size());
        hash = with(hash, file.deletionVector());
        hash = with(hash, file.baseRowId());
        hash = with(hash, file.defaultRowCommitVersion());
        bytes += file.size().orElse(0);
        end(hash);
    }

    private void end(long hash) {
        files++;
        sum += hash ^ hash >>> 31;
    }

    private static long with(long hash, long value) {
        long mixed = (hash ^ value) * ODD;
        return Long.rotateLeft(mixed ^ mixed >>> 32, 21) * ODD;
    }

    private static long with(long hash, @Nullable String text) {
        if (text == null) {
            return with(hash, 0x5EED);
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return with(hash, Hashing.hash(utf8, 0, utf8.length));
    }

    private static long with(long hash, OptionalLong number) {
        return number.isPresent() ? with(with(hash, 3), number.getAsLong()) : with(hash, 4);
    }

    private static long with(long hash, Map<String, @Nullable String> map) {
        long result = with(hash, map.size());
        for (Map.Entry<String, @Nullable String> entry : map.entrySet()) {
            result = with(with(result, entry.getKey()), entry.getValue());
        }
        return result;
    }

    private static long with(long hash, Optional<DeletionVectorDescriptor> vector) {
        if (vector.isEmpty()) {
            return with(hash, 5);
        }
        DeletionVectorDescriptor descriptor = vector.get();
        long result = with(with(hash, descriptor.storageType()), descriptor.pathOrInlineDv());
        result = with(
                result, descriptor.offset().isPresent() ? descriptor.offset().getAsInt() : -1L);
        return with(with(result, descriptor.sizeInBytes()), descriptor.cardinality());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FileDigest that && files == that.files && bytes == that.bytes && sum == that.sum;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sum);
    }

    @Override
    public String toString() {
        return files + " with " + bytes + " bytes (" + Long.toHexString(sum) + ")";
    }
}
