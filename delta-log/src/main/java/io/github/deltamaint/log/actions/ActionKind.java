package io.github.deltamaint.log.actions;

import org.jspecify.annotations.Nullable;

/** The kinds of action, with the name that each has in the log. */
public enum ActionKind {
    /** {@link AddFile}. */
    ADD("add"),
    /** {@link RemoveFile}. */
    REMOVE("remove"),
    /** {@link Metadata}. */
    METADATA("metaData"),
    /** {@link Protocol}. */
    PROTOCOL("protocol"),
    /** {@link CommitInfo}. */
    COMMIT_INFO("commitInfo"),
    /** {@link SetTransaction}. */
    TXN("txn"),
    /** {@link DomainMetadata}. */
    DOMAIN_METADATA("domainMetadata"),
    /** {@link AddCdcFile}. */
    CDC("cdc"),
    /** {@link CheckpointMetadata}. */
    CHECKPOINT_METADATA("checkpointMetadata"),
    /** {@link SidecarFile}. */
    SIDECAR("sidecar");

    private static final ActionKind[] ALL = values();

    private final String key;

    ActionKind(String key) {
        this.key = key;
    }

    /** The name in the log. */
    public String key() {
        return key;
    }

    static @Nullable ActionKind of(String key) {
        for (ActionKind kind : ALL) {
            if (kind.key.equals(key)) {
                return kind;
            }
        }
        return null;
    }
}
