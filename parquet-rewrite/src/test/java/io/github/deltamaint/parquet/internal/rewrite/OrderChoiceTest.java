package io.github.deltamaint.parquet.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.MemoryFile;
import io.github.deltamaint.parquet.MemoryOutputs;
import io.github.deltamaint.parquet.RandomInputs;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowGroupLayout.Candidate;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.parquet.Shredded;
import io.github.deltamaint.parquet.Shredded.Entry;
import io.github.deltamaint.parquet.internal.order.OrderChooser;
import io.github.deltamaint.parquet.internal.order.OrderChooser.Choice;
import io.github.deltamaint.parquet.internal.order.OrderChooser.NamedKey;
import io.github.deltamaint.parquet.internal.order.WindowRows;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import io.github.deltamaint.parquet.internal.write.SampleWindows;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Which of several orders is taken, with sizes that are made up: so the judge knows the best one. */
class OrderChoiceTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message t { required int32 a; required int32 b; optional int32 c; required int32 d; required int32 e; }");
    private static final int AS_READ = 1000;

    /** Orders are used from 2 % on. */
    private static final int SMALL_ENOUGH = 980;

    @Property(tries = 60)
    void theSmallestOfAllCandidatesIsTakenIfItIsSmallEnough(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MemoryFile input = RandomInputs.write(table(random, 1 + random.nextInt(600)), "input", random);
        RowGroupOrder order = new RowGroupOrder() {
            @Override
            public boolean isOptional() {
                return false;
            }

            @Override
            public Choice choose(int rows, List<CodedColumn> columns, OrderChooser.Measure measure) throws IOException {
                judge(rows, columns, measure.windows(), random);
                return Choice.keep(Decision.KEPT_MEMORY);
            }
        };
        RewriteRequest request = RewriteRequest.builder(SCHEMA)
                .input(input.input())
                .outputs(new MemoryOutputs())
                .build();
        assertThat(new RewriteJob(request, order, 1 << 20).run().files()).hasSize(1);
    }

    /** Columns with few and many values, of which some follow others. */
    private static Shredded table(Random random, int rows) {
        Shredded table = Shredded.empty(SCHEMA);
        int[] values = random.ints(5, 1, 100).toArray();
        for (int row = 0; row < rows; row++) {
            int a = random.nextInt(values[0]);
            int c = random.nextInt(values[2]);
            table.columns().get(0).add(List.of(new Entry(0, 0, a)));
            table.columns().get(1).add(List.of(new Entry(0, 0, random.nextInt(values[1]))));
            table.columns().get(2).add(List.of(c == 0 ? new Entry(0, 0, null) : new Entry(0, 1, c)));
            table.columns().get(3).add(List.of(new Entry(0, 0, a % values[3])));
            table.columns().get(4).add(List.of(new Entry(0, 0, row / values[4])));
        }
        return table;
    }

    private static void judge(int rows, List<CodedColumn> columns, SampleWindows windows, Random random)
            throws IOException {
        List<NamedKey> leading = random.nextBoolean() && !columns.isEmpty()
                ? List.of(NamedKey.of(columns.get(random.nextInt(columns.size()))))
                : List.of();
        Sizes equal = new Sizes(windows, new int[] {AS_READ});
        List<Candidate> candidates =
                new OrderChooser(rows, columns, equal).choose(leading).candidates();

        Sizes sizes = new Sizes(windows, random.ints(10, 900, 1000).toArray());
        Choice choice = new OrderChooser(rows, columns, sizes).choose(leading);

        int best = 0;
        for (int i = 1; i < candidates.size(); i++) {
            if (sizes.of(i) <= SMALL_ENOUGH && (best == 0 || sizes.of(i) < sizes.of(best))) {
                best = i;
            }
        }
        Statistics.label("the best one is not the first")
                .collect(best > 1)
                .coverage(coverage -> coverage.check(true).percentage(share -> share > 30));
        assertThat(sizes.measured).isEqualTo(candidates.size());
        assertThat(choice.candidates())
                .extracting(Candidate::columns)
                .isEqualTo(candidates.stream().map(Candidate::columns).toList());
        if (best > 0) {
            assertThat(choice.decision()).isEqualTo(Decision.SORTED_SMALLER);
            assertThat(choice.orderedBy()).isEqualTo(candidates.get(best).columns());
        } else {
            assertThat(choice.decision()).isIn(Decision.KEPT_NOT_SMALLER, Decision.KEPT_NOTHING_TO_SORT_BY);
            assertThat(choice.order()).isNull();
        }
    }

    /** Sizes of one order after the other: of the rows as they are 1000, then those given, the last of which is repeated. */
    private static final class Sizes implements OrderChooser.Measure {
        private final SampleWindows windows;
        private final int[] bytes;
        private int measured;

        Sizes(SampleWindows windows, int[] bytes) {
            this.windows = windows;
            this.bytes = bytes;
        }

        int of(int candidate) {
            return candidate == 0 ? AS_READ : bytes[Math.min(candidate, bytes.length) - 1];
        }

        @Override
        public SampleWindows windows() {
            return windows;
        }

        @Override
        public long bytes(WindowRows rows) {
            return of(measured++);
        }
    }
}
