package io.github.deltamaint;

/**
 * What an operation did to the clustering of a table.
 *
 * @param before of the files that were looked at
 * @param after of those that are there now instead
 */
public record ClusteringChange(ClusteringReport before, ClusteringReport after) {}
