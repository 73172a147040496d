package io.github.deltamaint.log;

import java.time.Instant;

/**
 * When a version was made.
 *
 * @param version the version
 * @param timestamp when: from the commit itself on tables that record it, else the modification time of its file, made increasing
 */
public record VersionTime(long version, Instant timestamp) {}
