package io.github.deltamaint.log.expression;

import io.github.deltamaint.log.expression.BoundNode.Operand;
import io.github.deltamaint.log.expression.BoundPredicate.Column;
import io.github.deltamaint.log.expression.Predicate.Operator;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.PrimitiveType.Kind;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.Values;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Fits one predicate to a table. */
final class Binder {
    private final StructType schema;
    private final Optional<List<String>> partitionColumns;
    private final Instant now;
    private final ZoneId zone;
    private final Map<ColumnPath, Column> columns = new LinkedHashMap<>();

    Binder(StructType schema, Optional<List<String>> partitionColumns, Clock clock) {
        this.schema = schema;
        this.partitionColumns = partitionColumns;
        now = clock.instant();
        zone = clock.getZone();
    }

    /** A term whose column or value is known. */
    private sealed interface Bound {
        Origin origin();

        String described();
    }

    private record BoundColumn(Column column, Origin origin) implements Bound {
        @Override
        public String described() {
            return "column " + column.path() + " of type " + column.type();
        }
    }

    /** A value; both parts are null for NULL. */
    private record BoundValue(
            @Nullable PrimitiveType type, @Nullable Object value, Origin origin) implements Bound {
        @Override
        public String described() {
            return type == null || value == null ? "NULL" : LiteralSql.of(type, value) + " of type " + type;
        }
    }

    BoundPredicate bind(Predicate predicate) {
        BoundNode root = node(predicate);
        return new BoundPredicate(predicate, root, List.copyOf(columns.values()), zone);
    }

    private BoundNode node(Predicate predicate) {
        if (predicate instanceof Predicate.Comparison comparison) {
            return comparison(comparison.operator(), term(comparison.left()), term(comparison.right()));
        }
        if (predicate instanceof Predicate.In in) {
            return in(in);
        }
        if (predicate instanceof Predicate.IsNull isNull) {
            Bound term = term(isNull.term());
            return term instanceof BoundColumn column
                    ? new BoundNode.IsNull(column.column())
                    : new BoundNode.Constant(Truth.of(isNullValue(term)));
        }
        if (predicate instanceof Predicate.Like like) {
            return like(like);
        }
        if (predicate instanceof Predicate.Condition condition) {
            return condition(term(condition.term()));
        }
        if (predicate instanceof Predicate.And and) {
            return new BoundNode.And(and.parts().stream().map(this::node).toList());
        }
        if (predicate instanceof Predicate.Or or) {
            return new BoundNode.Or(or.parts().stream().map(this::node).toList());
        }
        if (predicate instanceof Predicate.Not not) {
            return new BoundNode.Not(node(not.part()));
        }
        throw new AssertionError(predicate);
    }

    private BoundNode in(Predicate.In in) {
        Bound term = term(in.term());
        List<BoundNode> parts = new ArrayList<>();
        for (Term value : in.values()) {
            parts.add(comparison(Operator.EQUAL, term, term(value)));
        }
        return parts.size() == 1 ? parts.get(0) : new BoundNode.Or(parts);
    }

    private BoundNode condition(Bound term) {
        if (isNullValue(term)) {
            return new BoundNode.Constant(Truth.UNKNOWN);
        }
        PrimitiveType type = primitive(term);
        if (type.kind() != Kind.BOOLEAN) {
            throw term.origin().error(term.described() + " is no condition; compare it with something");
        }
        return comparison(Operator.EQUAL, term, new BoundValue(PrimitiveType.BOOLEAN, true, term.origin()));
    }

    private BoundNode like(Predicate.Like like) {
        Bound term = term(like.term());
        LikePattern pattern;
        try {
            pattern = new LikePattern(like.pattern(), like.escape());
        } catch (IllegalArgumentException e) {
            throw term.origin().error(String.valueOf(e.getMessage()));
        }
        if (isNullValue(term)) {
            return new BoundNode.Constant(Truth.UNKNOWN);
        }
        if (primitive(term).kind() != Kind.STRING) {
            throw term.origin().error("LIKE needs a string, not " + term.described());
        }
        return term instanceof BoundColumn column
                ? new BoundNode.Like(column.column(), pattern)
                : new BoundNode.Constant(Truth.of(pattern.matches((String) value(term))));
    }

    private BoundNode comparison(Operator operator, Bound left, Bound right) {
        if (isNullValue(left) || isNullValue(right)) {
            return comparisonWithNull(operator, isNullValue(left) ? right : left);
        }
        PrimitiveType common = Coercion.common(primitive(left), primitive(right))
                .orElseThrow(
                        () -> left.origin().error(left.described() + " cannot be compared with " + right.described()));
        if (left instanceof BoundColumn leftColumn && right instanceof BoundColumn rightColumn) {
            return new BoundNode.CompareColumns(operator, operand(leftColumn, common), operand(rightColumn, common));
        }
        if (left instanceof BoundColumn column) {
            return withValue(operator, operand(column, common), converted(right, common, left));
        }
        if (right instanceof BoundColumn column) {
            return withValue(operator.flipped(), operand(column, common), converted(left, common, right));
        }
        int order = Values.compare(common, converted(left, common, right), converted(right, common, left));
        return new BoundNode.Constant(Truth.of(operator.holds(order)));
    }

    private static BoundNode comparisonWithNull(Operator operator, Bound other) {
        if (operator != Operator.NULL_SAFE_EQUAL) {
            return new BoundNode.Constant(Truth.UNKNOWN);
        }
        return other instanceof BoundColumn column
                ? new BoundNode.IsNull(column.column())
                : new BoundNode.Constant(Truth.of(isNullValue(other)));
    }

    /** {@code a <=> v} is {@code a = v}, but false where that is unknown. */
    private static BoundNode withValue(Operator operator, Operand operand, Object value) {
        BoundNode comparison = new BoundNode.CompareValue(operator, operand, value);
        if (operator != Operator.NULL_SAFE_EQUAL) {
            return comparison;
        }
        return new BoundNode.And(List.of(new BoundNode.Not(new BoundNode.IsNoValue(operand)), comparison));
    }

    private Operand operand(BoundColumn column, PrimitiveType common) {
        return new Operand(column.column(), primitive(column), common, zone);
    }

    private Object converted(Bound bound, PrimitiveType common, Bound other) {
        Object converted = Coercion.convert(value(bound), primitive(bound), common, zone);
        if (converted == null) {
            throw bound.origin()
                    .error(bound.described() + " is no " + common.kind().name().toLowerCase(Locale.ROOT)
                            + ", which it would have to be next to " + other.described());
        }
        return converted;
    }

    private static boolean isNullValue(Bound bound) {
        return bound instanceof BoundValue value && value.value() == null;
    }

    private static Object value(Bound bound) {
        if (bound instanceof BoundValue value && value.value() != null) {
            return value.value();
        }
        throw new AssertionError(bound);
    }

    private static PrimitiveType primitive(Bound bound) {
        DataType type = bound instanceof BoundColumn column ? column.column().type() : ((BoundValue) bound).type();
        if (type instanceof PrimitiveType primitive) {
            return primitive;
        }
        String hint = type instanceof StructType ? "; name a part of it" : "";
        throw bound.origin().error(bound.described() + " has no value that could be compared" + hint);
    }

    private Bound term(Term term) {
        if (term instanceof Term.Column column) {
            return column(column);
        }
        if (term instanceof Term.Literal literal) {
            return new BoundValue(literal.type().orElse(null), literal.value(), literal.origin());
        }
        if (term instanceof Term.TimestampLiteral literal) {
            Long micros = literal.timestamp()
                    .instantMicros(zone)
                    .orElseThrow(() -> literal.origin().error("the timestamp is beyond what a column can hold"));
            return new BoundValue(PrimitiveType.TIMESTAMP, micros, literal.origin());
        }
        if (term instanceof Term.Now present) {
            return present.isDate()
                    ? new BoundValue(
                            PrimitiveType.DATE, LocalDate.ofInstant(now, zone).toEpochDay(), present.origin())
                    : new BoundValue(PrimitiveType.TIMESTAMP, DateTimes.microsOf(now), present.origin());
        }
        if (term instanceof Term.Shifted shifted) {
            return shifted(shifted);
        }
        throw new AssertionError(term);
    }

    private Bound shifted(Term.Shifted shifted) {
        Bound base = term(shifted.base());
        if (!(base instanceof BoundValue value)) {
            throw shifted.origin().error("a column cannot be calculated with; move the interval to the other side");
        }
        if (value.value() == null || value.type() == null) {
            return base;
        }
        try {
            return shifted(value.type(), value.value(), shifted.by(), shifted.origin());
        } catch (RuntimeException e) {
            if (Interval.isOutOfRange(e)) {
                throw shifted.origin().error("the result is beyond what a column can hold");
            }
            throw e;
        }
    }

    private BoundValue shifted(PrimitiveType type, Object value, Interval by, Origin origin) {
        switch (type.kind()) {
            case DATE -> {
                if (by.isWholeDays()) {
                    return new BoundValue(type, by.addToDate((Long) value), origin);
                }
                Object start = Coercion.convert(value, type, PrimitiveType.TIMESTAMP, zone);
                if (start == null) {
                    throw origin.error("the result is beyond what a column can hold");
                }
                return new BoundValue(PrimitiveType.TIMESTAMP, by.addToInstant((Long) start, zone), origin);
            }
            case TIMESTAMP -> {
                return new BoundValue(type, by.addToInstant((Long) value, zone), origin);
            }
            case TIMESTAMP_NTZ -> {
                return new BoundValue(type, by.addToLocal((Long) value), origin);
            }
            default ->
                throw origin.error("only dates and timestamps can be calculated with, not a value of type " + type
                        + "; write DATE '…' or TIMESTAMP '…'");
        }
    }

    private Bound column(Term.Column term) {
        List<StructField> way;
        try {
            way = schema.resolve(term.path());
        } catch (IllegalArgumentException e) {
            throw term.origin().error(String.valueOf(e.getMessage()));
        }
        ColumnPath path = new ColumnPath(way.stream().map(StructField::name).toList());
        partitionColumns.ifPresent(names -> checkPartitionColumn(path, names, term.origin()));
        Column column = new Column(path, way.get(way.size() - 1).type());
        columns.putIfAbsent(path, column);
        return new BoundColumn(column, term.origin());
    }

    private void checkPartitionColumn(ColumnPath path, List<String> names, Origin origin) {
        String top = path.names().get(0);
        boolean isPartitionColumn = path.names().size() == 1
                && names.stream()
                        .anyMatch(name -> schema.field(name)
                                .map(field -> field.name().equals(top))
                                .orElse(false));
        if (!isPartitionColumn) {
            String choice = names.isEmpty()
                    ? "the table has no partitions"
                    : "only partition columns can be used here: "
                            + names.stream()
                                    .map(name -> ColumnPath.of(name).toString())
                                    .collect(Collectors.joining(", "));
            throw origin.error("column " + path + " is not a partition column; " + choice);
        }
    }
}
