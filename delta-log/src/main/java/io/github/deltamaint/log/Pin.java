package io.github.deltamaint.log;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Somebody's wish that a version of a table stays readable: a reader of long standing, a model that is framed on it, a clone that shares its files.
 *
 * @param version the version
 * @param owner who wants it; together with the version it identifies the pin
 * @param created when it was pinned
 * @param until when the pin expires; empty if it stays until it is taken away
 */
public record Pin(long version, String owner, Instant created, Optional<Instant> until) {

    /**
     * Checks that it makes sense.
     *
     * @throws IllegalArgumentException if the version is negative or the owner blank
     */
    public Pin {
        if (version < 0) {
            throw new IllegalArgumentException("a version must not be negative but was " + version);
        }
        if (owner.isBlank()) {
            throw new IllegalArgumentException("the owner of a pin must not be blank");
        }
        requireNonNull(created, "created");
        requireNonNull(until, "until");
    }

    /** Whether the pin holds at a time. */
    public boolean isInForce(Instant now) {
        return until.map(now::isBefore).orElse(true);
    }
}
