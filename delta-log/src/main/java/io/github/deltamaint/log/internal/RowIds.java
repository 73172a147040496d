package io.github.deltamaint.log.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.FeatureState;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DomainMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Gives new files their row ids on tables that track rows: each gets as many consecutive ids as it has rows, from the high water mark on, which is then raised in
 * the same commit (PROTOCOL.md, "Row Tracking").
 */
final class RowIds {
    static final String DOMAIN = "delta.rowTracking";
    private static final String MARK = "rowIdHighWaterMark";
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final String table;
    private final boolean assigned;
    private long highWaterMark;

    private RowIds(String table, boolean assigned, long highWaterMark) {
        this.table = table;
        this.assigned = assigned;
        this.highWaterMark = highWaterMark;
    }

    static RowIds of(Snapshot snapshot) {
        FeatureState state = snapshot.features().state("rowTracking");
        boolean assigned = state == FeatureState.SUPPORTED || state == FeatureState.ACTIVE;
        String table = snapshot.tablePath().root();
        DomainMetadata domain = snapshot.domainMetadata().get(DOMAIN);
        return new RowIds(table, assigned, domain == null || !assigned ? -1 : mark(table, snapshot.version(), domain));
    }

    private static long mark(String table, long version, DomainMetadata domain) {
        OptionalLong mark = number(domain.configuration(), MARK);
        if (mark.isEmpty()) {
            throw new CorruptTableException(
                    table,
                    "_delta_log",
                    OptionalLong.of(version),
                    "the domain " + DOMAIN + " of version " + version + " has no " + MARK + ": "
                            + domain.configuration(),
                    null);
        }
        return mark.getAsLong();
    }

    /** Takes over the mark of another writer's commit. */
    void raise(long version, DomainMetadata domain) {
        if (assigned && !domain.removed()) {
            highWaterMark = Math.max(highWaterMark, mark(table, version, domain));
        }
    }

    /**
     * The actions with row ids for the files that have none, and the domain if there are such files.
     *
     * @param version the version that is to be committed
     */
    List<Action> assign(List<Action> actions, long version) {
        if (!assigned) {
            return actions;
        }
        List<Action> result = new ArrayList<>(actions.size() + 1);
        long mark = highWaterMark;
        for (Action action : actions) {
            if (action instanceof AddFile add && add.baseRowId().isEmpty()) {
                long first = mark + 1;
                mark = Math.addExact(mark, records(add));
                result.add(add.withRowIds(
                        OptionalLong.of(first),
                        OptionalLong.of(add.defaultRowCommitVersion().orElse(version))));
            } else {
                result.add(action);
            }
        }
        if (mark != highWaterMark) {
            result.add(0, new DomainMetadata(DOMAIN, "{\"" + MARK + "\":" + mark + "}", false));
        }
        return result;
    }

    private long records(AddFile add) {
        OptionalLong records = number(add.stats().orElse(null), "numRecords");
        if (records.isEmpty() || records.getAsLong() < 0) {
            throw new InvalidOperationException(
                    table,
                    "the new file " + add.path()
                            + " has no numRecords in its statistics, which the row ids of this table need");
        }
        return records.getAsLong();
    }

    /** A whole number that is a member of a JSON object. */
    private static OptionalLong number(@Nullable String json, String name) {
        if (json == null) {
            return OptionalLong.empty();
        }
        try (JsonParser parser = JSON.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return OptionalLong.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals(name);
                JsonToken value = parser.nextToken();
                if (wanted) {
                    return value == JsonToken.VALUE_NUMBER_INT
                            ? OptionalLong.of(parser.getLongValue())
                            : OptionalLong.empty();
                }
                parser.skipChildren();
            }
            return OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
