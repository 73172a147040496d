package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.parquet.Compression;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;

/** Paths of new data files relative to the table: unique, and in the customary directory of their partition or a random one. */
public final class DataFileNames {
    private static final String LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private final int randomPrefixLength;
    private final String suffix;
    private final Supplier<UUID> uuids;

    /** Names for files of a compression; the length is 0 for directories of partitions. */
    public DataFileNames(int randomPrefixLength, Compression compression, Supplier<UUID> uuids) {
        this.randomPrefixLength = randomPrefixLength;
        this.suffix = ".c000" + codecName(compression) + ".parquet";
        this.uuids = uuids;
    }

    /** A new path, decoded. */
    public String next(PartitionValues partition, int task) {
        UUID uuid = uuids.get();
        String name = String.format(Locale.ROOT, "part-%05d-%s%s", task, uuid, suffix);
        String directory = randomPrefixLength == 0 ? partition.directory() : randomPrefix(uuid);
        return directory.isEmpty() ? name : directory + "/" + name;
    }

    /** From the random bits of the identity, so that a given source of identities gives the same paths again. */
    private String randomPrefix(UUID uuid) {
        StringBuilder prefix = new StringBuilder();
        long bits = uuid.getLeastSignificantBits();
        for (int i = 0; i < randomPrefixLength; i++) {
            prefix.append(LETTERS.charAt((int) Long.remainderUnsigned(bits, LETTERS.length())));
            bits = Long.divideUnsigned(bits, LETTERS.length());
        }
        return prefix.toString();
    }

    private static String codecName(Compression compression) {
        return switch (compression) {
            case UNCOMPRESSED -> "";
            case GZIP -> ".gz";
            case LZ4_RAW -> ".lz4raw";
            case SNAPPY, ZSTD -> "." + compression.name().toLowerCase(Locale.ROOT);
        };
    }
}
