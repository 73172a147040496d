package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.SidecarFile;
import java.util.List;

/**
 * What a file of a checkpoint says about everything but files.
 *
 * @param state protocol, metadata, transactions and domains
 * @param sidecars where more file actions are; only in V2 checkpoints
 */
record CheckpointState(SnapshotState state, List<SidecarFile> sidecars) {}
