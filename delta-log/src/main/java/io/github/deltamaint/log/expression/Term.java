package io.github.deltamaint.log.expression;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.TimestampText;
import io.github.deltamaint.log.schema.ValueTexts;
import io.github.deltamaint.log.schema.Values;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Something that has a value: a column, a literal, the present day or time, or one of the latter a while earlier or later. */
public sealed interface Term permits Term.Column, Term.Literal, Term.TimestampLiteral, Term.Now, Term.Shifted {

    /** Where it was written. */
    Origin origin();

    /** A column, by its name in the table's schema. */
    record Column(ColumnPath path, Origin origin) implements Term {
        /** Checks that the path is given. */
        public Column {
            requireNonNull(path, "path");
        }

        /** As SQL. */
        @Override
        public String toString() {
            return Predicate.columnSql(path);
        }
    }

    /**
     * A value.
     *
     * @param type its type; empty for NULL, which has none
     * @param value the value in the form of {@link Values}; null for NULL
     */
    record Literal(Optional<PrimitiveType> type, @Nullable Object value, Origin origin) implements Term {
        /** Checks that there is a type exactly where there is a value. */
        public Literal {
            if (type.isPresent() != (value != null)) {
                throw new IllegalArgumentException("a literal has both a type and a value, or is NULL");
            }
        }

        static Literal of(PrimitiveType type, Object value, Origin origin) {
            return new Literal(Optional.of(type), value, origin);
        }

        static Literal ofNull(Origin origin) {
            return new Literal(Optional.empty(), null, origin);
        }

        boolean isString() {
            return type.isPresent() && type.get().equals(PrimitiveType.STRING);
        }

        /** As SQL. */
        @Override
        public String toString() {
            return value == null ? "NULL" : LiteralSql.of(type.orElseThrow(), value);
        }
    }

    /** A timestamp that may leave its zone to whoever evaluates the predicate. */
    record TimestampLiteral(TimestampText timestamp, Origin origin) implements Term {
        /** As SQL. */
        @Override
        public String toString() {
            String zone = timestamp.zone() == null
                    ? ""
                    : timestamp.zone() instanceof ZoneOffset offset ? offset.getId() : " " + timestamp.zone();
            return "TIMESTAMP '" + ValueTexts.formatTimestamp(timestamp.localMicros(), 6) + zone + "'";
        }
    }

    /**
     * The day or the time at which the predicate is bound.
     *
     * @param isDate the day rather than the time
     */
    record Now(boolean isDate, Origin origin) implements Term {
        /** As SQL. */
        @Override
        public String toString() {
            return isDate ? "current_date()" : "current_timestamp()";
        }
    }

    /** A date or timestamp, a while later. */
    record Shifted(Term base, Interval by, Origin origin) implements Term {
        /** As SQL. */
        @Override
        public String toString() {
            return base + " + " + by;
        }
    }

    /**
     * A literal for a Java value.
     *
     * @param value a {@link Boolean}, {@link Byte}, {@link Short}, {@link Integer}, {@link Long}, {@link Float}, {@link Double}, {@link BigDecimal}, {@link CharSequence}, byte
     *     array, {@link LocalDate}, {@link Instant} or {@link LocalDateTime}
     * @throws IllegalArgumentException if it is something else
     */
    static Term literal(Object value) {
        if (value instanceof Boolean flag) {
            return Literal.of(PrimitiveType.BOOLEAN, flag, Origin.NONE);
        }
        if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
            return Literal.of(PrimitiveType.INTEGER, ((Number) value).longValue(), Origin.NONE);
        }
        if (value instanceof Long number) {
            return Literal.of(PrimitiveType.LONG, number, Origin.NONE);
        }
        if (value instanceof Float number) {
            return Literal.of(PrimitiveType.FLOAT, number, Origin.NONE);
        }
        if (value instanceof Double number) {
            return Literal.of(PrimitiveType.DOUBLE, number, Origin.NONE);
        }
        if (value instanceof BigDecimal number) {
            return decimal(number, Origin.NONE);
        }
        if (value instanceof CharSequence text) {
            return Literal.of(PrimitiveType.STRING, text.toString(), Origin.NONE);
        }
        if (value instanceof byte[] bytes) {
            return Literal.of(PrimitiveType.BINARY, new Values.Bytes(bytes), Origin.NONE);
        }
        if (value instanceof LocalDate date) {
            return Literal.of(PrimitiveType.DATE, date.toEpochDay(), Origin.NONE);
        }
        if (value instanceof Instant instant) {
            long micros = DateTimes.microsOf(instant);
            return new TimestampLiteral(new TimestampText(micros, ZoneOffset.UTC), Origin.NONE);
        }
        if (value instanceof LocalDateTime time) {
            long micros = DateTimes.microsOf(time.toInstant(ZoneOffset.UTC));
            return Literal.of(PrimitiveType.TIMESTAMP_NTZ, micros, Origin.NONE);
        }
        throw new IllegalArgumentException(
                "not a value for a predicate: " + value.getClass().getName());
    }

    /** A decimal literal with the digits that are written. */
    static Literal decimal(BigDecimal number, Origin origin) {
        BigDecimal plain = number.scale() < 0 ? number.setScale(0) : number;
        int precision = Math.max(plain.precision(), plain.scale());
        if (precision > PrimitiveType.MAX_DECIMAL_PRECISION) {
            throw origin.error("a decimal has at most " + PrimitiveType.MAX_DECIMAL_PRECISION
                    + " digits, but this one has " + precision);
        }
        return Literal.of(PrimitiveType.decimal(Math.max(1, precision), plain.scale()), plain, origin);
    }
}
