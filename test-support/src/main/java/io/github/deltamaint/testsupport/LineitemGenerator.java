package io.github.deltamaint.testsupport;

import static io.github.deltamaint.testsupport.Hashing.below;
import static io.github.deltamaint.testsupport.Hashing.uniform;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table shaped like TPC-H lineitem: 16 columns, clustered keys, small domains, dates that follow each other, free text, and
 * nulls in three columns ({@code l_tax} 2 %, {@code l_commitdate} 3 %, {@code l_comment} 5 %). Not dbgen's data.
 */
public final class LineitemGenerator implements RowGenerator {

    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "l_orderkey", ValueType.Primitive.LONG,
            "l_partkey", ValueType.Primitive.LONG,
            "l_suppkey", ValueType.Primitive.LONG,
            "l_linenumber", ValueType.Primitive.INTEGER,
            "l_quantity", ValueType.decimal(12, 2),
            "l_extendedprice", ValueType.decimal(12, 2),
            "l_discount", ValueType.decimal(12, 2),
            "l_tax", ValueType.decimal(12, 2),
            "l_returnflag", ValueType.Primitive.STRING,
            "l_linestatus", ValueType.Primitive.STRING,
            "l_shipdate", ValueType.Primitive.DATE,
            "l_commitdate", ValueType.Primitive.DATE,
            "l_receiptdate", ValueType.Primitive.DATE,
            "l_shipinstruct", ValueType.Primitive.STRING,
            "l_shipmode", ValueType.Primitive.STRING,
            "l_comment", ValueType.Primitive.STRING);

    /** 1992-01-02 */
    private static final int FIRST_SHIP_DAY = 8036;

    private static final int SHIP_DAYS = 2_525;

    /** 1995-06-17: what was shipped later is still open. */
    private static final int OPEN_AFTER = 9298;

    private static final String[] INSTRUCTIONS = {"COLLECT COD", "DELIVER IN PERSON", "NONE", "TAKE BACK RETURN"};
    private static final String[] MODES = {"AIR", "FOB", "MAIL", "RAIL", "REG AIR", "SHIP", "TRUCK"};
    private static final String[] WORDS =
            ("above account after again along amount before behind below beside between beyond"
                            + " bold bright brisk calm careful chance cheap clear close courier daily dark deep deposit double early"
                            + " easy even evenly exact express fair fast final fine first fluffy foreign frank free fresh gift gold"
                            + " grand great half hard heavy idea inside instead invoice ironic keen large late leather light little"
                            + " local long loose lucky margin mellow narrow never note order outside packet pale parcel pending plain"
                            + " platelet quick quiet quote rapid rather regular request robust round rush sample second sheaf short"
                            + " silent slow small soft special stealthy sturdy swift theory thin toward under until usual warm whole"
                            + " wide within without yearly")
                    .split(" ");

    private final long seed;

    /** The usual seed. */
    public LineitemGenerator() {
        this(7);
    }

    /** Other rows of the same kind. */
    public LineitemGenerator(long seed) {
        this.seed = Hashing.mix(seed);
    }

    @Override
    public ValueType.Struct columns() {
        return COLUMNS;
    }

    @Override
    public List<@Nullable Object> row(long number) {
        long id = number ^ seed;
        long order = number / 4;
        int part = 1 + below(200_000, id, 1);
        int quantity = 1 + below(50, id, 2);
        int shipped = FIRST_SHIP_DAY + below(SHIP_DAYS, order ^ seed, 3);
        int received = shipped + 1 + below(30, id, 4);
        boolean open = shipped > OPEN_AFTER;
        return Arrays.asList(
                order / 8 * 32 + order % 8,
                (long) part,
                (long) (1 + (part + below(4, id, 5) * 2_501) % 10_000),
                (int) (number % 4) + 1,
                BigDecimal.valueOf(quantity * 100L, 2),
                BigDecimal.valueOf(quantity * (90_000L + part % 20_001 * 10L + part % 1_000 * 100L), 2),
                BigDecimal.valueOf(below(11, id, 6), 2),
                uniform(id, 7) < 0.02 ? null : BigDecimal.valueOf(below(9, id, 8), 2),
                open ? "N" : uniform(id, 9) < 0.5 ? "R" : "A",
                open ? "O" : "F",
                shipped,
                uniform(id, 10) < 0.03 ? null : shipped - 30 + below(90, id, 11),
                received,
                INSTRUCTIONS[below(INSTRUCTIONS.length, id, 12)],
                MODES[below(MODES.length, id, 13)],
                uniform(id, 14) < 0.05 ? null : comment(id));
    }

    /** 10 to 43 characters out of the middle of running text, as in TPC-H. */
    private static String comment(long id) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; text.length() < 60; word++) {
            text.append(WORDS[below(WORDS.length, id, 100 + word)]).append(' ');
        }
        int start = below(8, id, 15);
        return text.substring(start, start + 10 + below(34, id, 16)).strip();
    }
}
