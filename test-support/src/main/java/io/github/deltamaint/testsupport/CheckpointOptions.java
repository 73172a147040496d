package io.github.deltamaint.testsupport;

/**
 * What kind of checkpoint a {@link TestTable} writes.
 *
 * @param kind its form
 * @param parts files of a multi-part checkpoint; sidecars of a V2 checkpoint, 0 for file actions in the top-level file
 * @param statistics how statistics are kept
 * @param hint whether {@code _last_checkpoint} is written
 */
public record CheckpointOptions(Kind kind, int parts, StatisticsForm statistics, boolean hint) {

    /** The form of a checkpoint. */
    public enum Kind {
        CLASSIC,
        MULTI_PART,
        V2_JSON,
        V2_PARQUET,
        /** A V2 checkpoint under the name of a classic one. */
        V2_CLASSIC_NAME
    }

    /** The form of statistics in a checkpoint. */
    public enum StatisticsForm {
        JSON,
        STRUCT,
        BOTH,
        NONE
    }

    /** One Parquet file. */
    public static CheckpointOptions classic() {
        return new CheckpointOptions(Kind.CLASSIC, 1, StatisticsForm.JSON, true);
    }

    /** Several Parquet files. */
    public static CheckpointOptions multiPart(int parts) {
        return new CheckpointOptions(Kind.MULTI_PART, parts, StatisticsForm.JSON, true);
    }

    /** A V2 checkpoint with a JSON file on top. */
    public static CheckpointOptions v2Json(int sidecars) {
        return new CheckpointOptions(Kind.V2_JSON, sidecars, StatisticsForm.JSON, true);
    }

    /** A V2 checkpoint with a Parquet file on top. */
    public static CheckpointOptions v2Parquet(int sidecars) {
        return new CheckpointOptions(Kind.V2_PARQUET, sidecars, StatisticsForm.JSON, true);
    }

    /** A V2 checkpoint with a Parquet file on top that is named like a classic checkpoint. */
    public static CheckpointOptions v2ClassicName(int sidecars) {
        return new CheckpointOptions(Kind.V2_CLASSIC_NAME, sidecars, StatisticsForm.JSON, true);
    }

    /** The same with statistics kept in another form. A JSON file keeps them as JSON in any case. */
    public CheckpointOptions withStatistics(StatisticsForm form) {
        return new CheckpointOptions(kind, parts, form, hint);
    }

    /** The same without {@code _last_checkpoint}. */
    public CheckpointOptions withoutHint() {
        return new CheckpointOptions(kind, parts, statistics, false);
    }

    boolean isV2() {
        return kind == Kind.V2_JSON || kind == Kind.V2_PARQUET || kind == Kind.V2_CLASSIC_NAME;
    }
}
