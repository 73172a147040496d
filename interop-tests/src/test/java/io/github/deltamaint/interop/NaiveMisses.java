package io.github.deltamaint.interop;

import java.util.Map;

/** What the naive log replay cannot read, whoever reads the data files. */
final class NaiveMisses {

    private static final String STRAY = "the log has a stray character behind an action";

    static final Map<String, String> MISSES = Map.of(
            "variant", "the digests are of variants as JSON",
            "trino/databricks73__person", STRAY,
            "trino/databricks73__person_without_checkpoints", STRAY,
            "trino/databricks73__person_without_last_checkpoint", STRAY,
            "trino/databricks73__person_without_old_jsons", STRAY);

    private NaiveMisses() {}
}
