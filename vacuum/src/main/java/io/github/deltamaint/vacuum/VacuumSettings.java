package io.github.deltamaint.vacuum;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.RefusalRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is asked of a vacuum.
 *
 * @param mode where candidates come from
 * @param inventory the file that lists the store, for {@link VacuumMode#INVENTORY}
 * @param retention how long what was removed stays; empty for the table's own retention
 * @param unsafeRetentionReason why a retention shorter than the table's own is safe; empty if it is not
 * @param keepVersions versions that must stay readable whatever their age
 * @param quarantine whether candidates are moved aside instead of deleted
 * @param maxShare the share of the listed files, from 0 to 1, that may go while live files are missing
 * @param maxConcurrency how many requests run at the same time; empty for a default by the kind of store
 * @param memoryLimit the memory for what scales with the table; what does not fit goes to {@code spillDirectory}
 * @param spillDirectory a local directory; empty for the system's own for temporary files
 * @param accepted risks that the user accepts
 * @param userMetadata a note for the history
 * @param engineInfo the program, for the history
 * @param listener hears how it goes on
 * @param cancellation stops it
 */
public record VacuumSettings(
        VacuumMode mode,
        Optional<String> inventory,
        Optional<Duration> retention,
        Optional<String> unsafeRetentionReason,
        Set<Long> keepVersions,
        boolean quarantine,
        double maxShare,
        OptionalInt maxConcurrency,
        DataSize memoryLimit,
        Optional<Path> spillDirectory,
        Set<RefusalRule.OptIn> accepted,
        Optional<String> userMetadata,
        String engineInfo,
        VacuumListener listener,
        CancellationToken cancellation) {

    /** Copies the sets. */
    public VacuumSettings {
        keepVersions = Collections.unmodifiableSet(new TreeSet<>(keepVersions));
        accepted = Set.copyOf(accepted);
    }

    /** Begins with defaults: everything that the table's own retention lets go, found by listing, deleted. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects settings. For one use by one thread. */
    public static final class Builder {
        private static final double DEFAULT_MAX_SHARE = 0.5;
        private static final DataSize LEAST_MEMORY = DataSize.mebibytes(1);
        private static final DataSize DEFAULT_MEMORY = DataSize.mebibytes(128);

        private VacuumMode mode = VacuumMode.FULL;
        private Optional<String> inventory = Optional.empty();
        private Optional<Duration> retention = Optional.empty();
        private Optional<String> unsafeRetentionReason = Optional.empty();
        private final Set<Long> keepVersions = new TreeSet<>();
        private boolean quarantine;
        private double maxShare = DEFAULT_MAX_SHARE;
        private OptionalInt maxConcurrency = OptionalInt.empty();
        private DataSize memoryLimit = DEFAULT_MEMORY;
        private Optional<Path> spillDirectory = Optional.empty();
        private final Set<RefusalRule.OptIn> accepted = EnumSet.noneOf(RefusalRule.OptIn.class);
        private Optional<String> userMetadata = Optional.empty();
        private String engineInfo = "delta-maintenance";
        private VacuumListener listener = VacuumListener.NONE;
        private CancellationToken cancellation = CancellationToken.none();

        private Builder() {}

        /**
         * Where candidates come from. Default: {@link VacuumMode#FULL}.
         *
         * @throws IllegalArgumentException for {@link VacuumMode#INVENTORY}, which needs {@link #inventory}
         */
        public Builder mode(VacuumMode value) {
            if (value == VacuumMode.INVENTORY) {
                throw new IllegalArgumentException("an inventory needs a file; call inventory(file)");
            }
            mode = value;
            inventory = Optional.empty();
            return this;
        }

        /**
         * Candidates come from a file that lists what is in the store, CSV (with a header) or Parquet, with the columns {@code path}, {@code length},
         * {@code isDir} and {@code modificationTime} (milliseconds since 1970); others are ignored.
         *
         * @param file its path, in any store
         */
        public Builder inventory(String file) {
            if (file.isBlank()) {
                throw new IllegalArgumentException("the path of an inventory must not be empty");
            }
            mode = VacuumMode.INVENTORY;
            inventory = Optional.of(file);
            return this;
        }

        /**
         * How long what was removed stays. Default: the table property {@code delta.deletedFileRetentionDuration}, which is 7 days if unset.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Builder retain(Duration value) {
            if (value.isNegative()) {
                throw new IllegalArgumentException("the retention must not be negative but was " + value);
            }
            retention = Optional.of(value);
            return this;
        }

        /**
         * Allows a retention shorter than the table's own. Older versions become unreadable, and running readers and writers may fail.
         *
         * @param reason why that is safe; goes into the history
         * @throws IllegalArgumentException if it is blank
         */
        public Builder allowUnsafeRetention(String reason) {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("an unsafe retention needs a reason");
            }
            unsafeRetentionReason = Optional.of(reason);
            return this;
        }

        /**
         * Versions that must stay readable whatever their age, in this run. To keep them from later runs as well, pin them.
         *
         * @throws IllegalArgumentException if one is negative
         */
        public Builder keepVersions(long... versions) {
            for (long version : versions) {
                if (version < 0) {
                    throw new IllegalArgumentException("a version must not be negative but was " + version);
                }
                keepVersions.add(version);
            }
            return this;
        }

        /** Whether candidates are moved aside instead of deleted, so that they can be put back. Default: deleted. */
        public Builder quarantine(boolean value) {
            quarantine = value;
            return this;
        }

        /**
         * Which share of the listed files may go while live files are missing from the listing: then something is wrong with either. Default: 0.5.
         *
         * @throws IllegalArgumentException if it is not between 0 and 1
         */
        public Builder maxShare(double value) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("maxShare must be between 0 and 1 but was " + value);
            }
            maxShare = value;
            return this;
        }

        /**
         * How many requests run at the same time. Default: 32; on a local disk twice the number of processors.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder maxConcurrency(int value) {
            if (value <= 0) {
                throw new IllegalArgumentException("maxConcurrency must be positive but was " + value);
            }
            maxConcurrency = OptionalInt.of(value);
            return this;
        }

        /**
         * The memory for what scales with the table. Default: 128 MiB, which is enough for about a million files; what does not fit is spilled.
         *
         * @throws IllegalArgumentException if it is less than 1 MiB
         */
        public Builder memoryLimit(DataSize value) {
            if (value.isLessThan(LEAST_MEMORY)) {
                throw new IllegalArgumentException(
                        "memoryLimit must be at least " + LEAST_MEMORY + " but was " + value);
            }
            memoryLimit = value;
            return this;
        }

        /** Where to spill. Default: the system's directory for temporary files. */
        public Builder spillDirectory(Path value) {
            spillDirectory = Optional.of(value);
            return this;
        }

        /** Risks that the user accepts. */
        public Builder accept(RefusalRule.OptIn... risks) {
            accepted.addAll(Arrays.asList(risks));
            return this;
        }

        /** A note for the history. */
        public Builder userMetadata(Optional<String> note) {
            userMetadata = note;
            return this;
        }

        /** The program, for the history. */
        public Builder engineInfo(String program) {
            engineInfo = requireNonNull(program, "program");
            return this;
        }

        /** Who hears how it goes on. */
        public Builder listener(VacuumListener value) {
            listener = requireNonNull(value, "listener");
            return this;
        }

        /** What stops it. By default only interrupting the thread does. */
        public Builder cancellation(CancellationToken token) {
            cancellation = requireNonNull(token, "token");
            return this;
        }

        /** The settings. */
        public VacuumSettings build() {
            return new VacuumSettings(
                    mode,
                    inventory,
                    retention,
                    unsafeRetentionReason,
                    keepVersions,
                    quarantine,
                    maxShare,
                    maxConcurrency,
                    memoryLimit,
                    spillDirectory,
                    accepted,
                    userMetadata,
                    engineInfo,
                    listener,
                    cancellation);
        }
    }
}
