package io.github.deltamaint.log.actions;

/** One line of a commit. */
public sealed interface Action
        permits FileAction,
                AddCdcFile,
                CheckpointMetadata,
                CommitInfo,
                DomainMetadata,
                Metadata,
                Protocol,
                SetTransaction,
                SidecarFile {}
