package io.github.deltamaint.log.expression;

import io.github.deltamaint.log.expression.BoundPredicate.Column;
import io.github.deltamaint.log.expression.Predicate.Operator;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.Values;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A predicate that fits a table: it says what holds for one row, and what may hold for the rows of a file. */
sealed interface BoundNode {

    /** The values of one row. */
    interface Row {
        @Nullable Object value(Column column);
    }

    /** What holds for a row. */
    Truth evaluate(Row row);

    /** What may hold for rows of a file, as a {@link TruthSet}. */
    int possible(FileFacts facts);

    /** The same for every row. */
    record Constant(Truth truth) implements BoundNode {
        @Override
        public Truth evaluate(Row row) {
            return truth;
        }

        @Override
        public int possible(FileFacts facts) {
            return TruthSet.of(truth);
        }
    }

    /** A column as a value of the type in which it is compared. */
    record Operand(Column column, PrimitiveType from, PrimitiveType to, ZoneId zone) {
        @Nullable Object value(Row row) {
            Object value = row.value(column);
            return value == null ? null : convert(value);
        }

        @Nullable Object convert(Object value) {
            return Coercion.convert(value, from, to, zone);
        }
    }

    /** A column compared with a value; {@code <=>} is made of this and {@link IsNull}. */
    record CompareValue(Operator operator, Operand left, Object right) implements BoundNode {
        @Override
        public Truth evaluate(Row row) {
            Object value = left.value(row);
            return value == null ? Truth.UNKNOWN : Truth.of(operator.holds(Values.compare(left.to(), value, right)));
        }

        @Override
        public int possible(FileFacts facts) {
            return facts.comparison(operator, left, right);
        }
    }

    /** Two columns compared. */
    record CompareColumns(Operator operator, Operand left, Operand right) implements BoundNode {
        @Override
        public Truth evaluate(Row row) {
            Object l = left.value(row);
            Object r = right.value(row);
            if (operator == Operator.NULL_SAFE_EQUAL && (l == null || r == null)) {
                return Truth.of(l == null && r == null);
            }
            return l == null || r == null ? Truth.UNKNOWN : Truth.of(operator.holds(Values.compare(left.to(), l, r)));
        }

        @Override
        public int possible(FileFacts facts) {
            if (facts.isConstant(left.column()) && facts.isConstant(right.column())) {
                return TruthSet.of(evaluate(facts::constant));
            }
            return TruthSet.ALL;
        }
    }

    /** A column that is null. */
    record IsNull(Column column) implements BoundNode {
        @Override
        public Truth evaluate(Row row) {
            return Truth.of(row.value(column) == null);
        }

        @Override
        public int possible(FileFacts facts) {
            return facts.isNull(column);
        }
    }

    /** A converted column that is null because the column is, or because its text is not a value of the type. */
    record IsNoValue(Operand operand) implements BoundNode {
        @Override
        public Truth evaluate(Row row) {
            return Truth.of(operand.value(row) == null);
        }

        @Override
        public int possible(FileFacts facts) {
            if (facts.isConstant(operand.column())) {
                return TruthSet.of(evaluate(facts::constant));
            }
            return TruthSet.TRUE | TruthSet.FALSE;
        }
    }

    /** A string column that matches a pattern. */
    record Like(Column column, LikePattern pattern) implements BoundNode {
        @Override
        public Truth evaluate(Row row) {
            Object value = row.value(column);
            return value == null ? Truth.UNKNOWN : Truth.of(pattern.matches((String) value));
        }

        @Override
        public int possible(FileFacts facts) {
            return facts.like(column, pattern);
        }
    }

    /** All of several. */
    record And(List<BoundNode> parts) implements BoundNode {
        @Override
        public Truth evaluate(Row row) {
            Truth truth = Truth.TRUE;
            for (BoundNode part : parts) {
                truth = truth.and(part.evaluate(row));
                if (truth == Truth.FALSE) {
                    break;
                }
            }
            return truth;
        }

        @Override
        public int possible(FileFacts facts) {
            int set = TruthSet.TRUE;
            for (BoundNode part : parts) {
                set = TruthSet.and(set, part.possible(facts));
            }
            return set;
        }
    }

    /** At least one of several. */
    record Or(List<BoundNode> parts) implements BoundNode {
        @Override
        public Truth evaluate(Row row) {
            Truth truth = Truth.FALSE;
            for (BoundNode part : parts) {
                truth = truth.or(part.evaluate(row));
                if (truth == Truth.TRUE) {
                    break;
                }
            }
            return truth;
        }

        @Override
        public int possible(FileFacts facts) {
            int set = TruthSet.FALSE;
            for (BoundNode part : parts) {
                set = TruthSet.or(set, part.possible(facts));
            }
            return set;
        }
    }

    /** The opposite. */
    record Not(BoundNode part) implements BoundNode {
        @Override
        public Truth evaluate(Row row) {
            return part.evaluate(row).not();
        }

        @Override
        public int possible(FileFacts facts) {
            return TruthSet.not(part.possible(facts));
        }
    }
}
