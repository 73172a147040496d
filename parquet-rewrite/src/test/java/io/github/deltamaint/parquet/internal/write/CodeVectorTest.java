package io.github.deltamaint.parquet.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Codes of one, two and four bytes. */
class CodeVectorTest {

    @Property(tries = 500)
    void aRunEndsWhereTheNextCodeIsAnother(
            @ForAll @IntRange(min = 1, max = 100_000) int range,
            @ForAll @IntRange(max = 300) int size,
            @ForAll @IntRange(min = 1, max = 40) int averageRun,
            @ForAll long seed) {
        Random random = new Random(seed);
        CodeVector codes = new CodeVector(range, size);
        long runs = 0;
        int last = -1;
        for (int i = 0; i < size; i++) {
            int code = i == 0 || random.nextInt(averageRun) == 0 ? random.nextInt(range) : last;
            runs += code == last ? 0 : 1;
            last = code;
            codes.append(new int[] {code}, 0, 1);
        }
        assertThat(codes.runs()).isEqualTo(runs);
    }
}
