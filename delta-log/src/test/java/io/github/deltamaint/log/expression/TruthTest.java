package io.github.deltamaint.log.expression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TruthTest {

    @Test
    void unknownIsWhatCouldBeEither() {
        for (Truth left : Truth.values()) {
            for (Truth right : Truth.values()) {
                assertThat(left.and(right)).isEqualTo(consensus(left, right, (l, r) -> l && r));
                assertThat(left.or(right)).isEqualTo(consensus(left, right, (l, r) -> l || r));
            }
            assertThat(left.not()).isEqualTo(consensus(left, left, (l, r) -> !l));
        }
    }

    private interface Operation {
        boolean apply(boolean left, boolean right);
    }

    /** The result if it is the same whatever the unknown ones are; the two sides of NOT are one and the same. */
    private static Truth consensus(Truth left, Truth right, Operation operation) {
        boolean canBeTrue = false;
        boolean canBeFalse = false;
        for (boolean l : new boolean[] {true, false}) {
            for (boolean r : new boolean[] {true, false}) {
                if (left != Truth.of(!l) && right != Truth.of(!r)) {
                    canBeTrue |= operation.apply(l, r);
                    canBeFalse |= !operation.apply(l, r);
                }
            }
        }
        return canBeTrue && canBeFalse ? Truth.UNKNOWN : Truth.of(canBeTrue);
    }

    @Test
    void setsHoldEveryResultOfTheirMembers() {
        for (int left = 0; left <= TruthSet.ALL; left++) {
            for (int right = 0; right <= TruthSet.ALL; right++) {
                int and = 0;
                int or = 0;
                int not = 0;
                for (Truth l : Truth.values()) {
                    for (Truth r : Truth.values()) {
                        if ((left & TruthSet.of(l)) != 0 && (right & TruthSet.of(r)) != 0) {
                            and |= TruthSet.of(l.and(r));
                            or |= TruthSet.of(l.or(r));
                        }
                    }
                    if ((left & TruthSet.of(l)) != 0) {
                        not |= TruthSet.of(l.not());
                    }
                }
                assertThat(TruthSet.and(left, right)).isEqualTo(and);
                assertThat(TruthSet.or(left, right)).isEqualTo(or);
                assertThat(TruthSet.not(left)).isEqualTo(not);
            }
        }
    }
}
