package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;

/** A checkpoint cannot be read; an older one, or the commits, may do. Never leaves this package. */
final class DamagedCheckpointException extends RuntimeException {
    private final CheckpointCandidate candidate;
    private final CorruptTableException damage;

    DamagedCheckpointException(CheckpointCandidate candidate, CorruptTableException damage) {
        super(damage);
        this.candidate = candidate;
        this.damage = damage;
    }

    CheckpointCandidate candidate() {
        return candidate;
    }

    CorruptTableException damage() {
        return damage;
    }
}
