package io.github.deltamaint.internal.advise;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.expression.BoundPredicate;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.log.expression.PredicateException;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The predicates that an order is to help. */
final class Workload {
    private Workload() {}

    /**
     * Those that are given.
     *
     * @throws InvalidOperationException if one does not fit the table
     */
    static List<BoundPredicate> of(Snapshot snapshot, List<Predicate> predicates, Clock clock) {
        List<BoundPredicate> bound = new ArrayList<>();
        for (Predicate predicate : predicates) {
            try {
                bound.add(predicate.bind(snapshot.schema(), clock));
            } catch (PredicateException e) {
                throw new InvalidOperationException(snapshot.tablePath().root(), String.valueOf(e.getMessage()));
            }
        }
        return bound;
    }

    /** Queries for one value of a column. */
    static BoundPredicate equal(Snapshot snapshot, ColumnPath column, PrimitiveType type, Object value, Clock clock) {
        return Predicate.equal(column.toString(), literal(type, value)).bind(snapshot.schema(), clock);
    }

    private static Object literal(PrimitiveType type, Object value) {
        return switch (type.kind()) {
            case DATE -> LocalDate.ofEpochDay((Long) value);
            case TIMESTAMP -> Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
            case TIMESTAMP_NTZ ->
                LocalDateTime.ofInstant(Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS), ZoneOffset.UTC);
            case DECIMAL -> (BigDecimal) value;
            default -> value;
        };
    }
}
