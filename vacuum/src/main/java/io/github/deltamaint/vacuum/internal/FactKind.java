package io.github.deltamaint.vacuum.internal;

/** What is known about a path. Where several things are, the one that stands first here counts. */
enum FactKind {
    /** The latest version has it. */
    LIVE(1),
    /** A version within the retention has it. */
    RETAINED(2),
    /** It is change data of a version within the retention. */
    CHANGE_DATA(3),
    /** A version has it that is to be kept. */
    KEPT_VERSION(4),
    /** It was changed within the retention, as another line of the same inventory says. */
    YOUNG(5),
    /** A directory that a needed file is in, or should be. */
    PARENT(6),
    /** It was removed before the retention, by a version that may be known. */
    TOMBSTONED(7),
    /** It is change data from before the retention. */
    EXPIRED_CHANGE_DATA(8);

    private static final FactKind[] ALL = values();

    /** What a table holds for a path: 8 bits kind, 1 bit found, 55 bits version + 1, or 0 for an unknown version. Never 0 as a whole. */
    static final long FOUND = 1L << 55;

    private static final long VERSION_MASK = FOUND - 1;
    static final long UNKNOWN_VERSION = -1;

    /** From 1, the most important first; the place in {@link #ALL}, counted from 1. */
    private final int code;

    FactKind(int code) {
        this.code = code;
    }

    long encode(long version) {
        return ((long) code << 56) | ((Math.min(version, VERSION_MASK - 2) + 1) & VERSION_MASK);
    }

    static FactKind of(long value) {
        return ALL[(int) (value >>> 56) - 1];
    }

    static long version(long value) {
        return (value & VERSION_MASK) - 1;
    }

    /** What is known when two things are known: the more important one; of equal ones the later version. */
    static long merge(long a, long b) {
        long found = (a | b) & FOUND;
        int kinds = Long.compareUnsigned(a >>> 56, b >>> 56);
        if (kinds != 0) {
            return (kinds < 0 ? a : b) | found;
        }
        return Math.max(a & ~FOUND, b & ~FOUND) | found;
    }
}
