package io.github.deltamaint.testsupport;

import static io.github.deltamaint.testsupport.Hashing.below;
import static io.github.deltamaint.testsupport.Hashing.uniform;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rides as taxi companies publish them, in the order of their arrival: four columns that nearly always have the same value, two skewed zones,
 * four amounts that depend on each other, and two times that are nearly unique.
 */
public final class TaxiGenerator implements RowGenerator {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "pickup_time", ValueType.Primitive.TIMESTAMP,
            "dropoff_time", ValueType.Primitive.TIMESTAMP,
            "vendor", ValueType.Primitive.INTEGER,
            "rate_code", ValueType.Primitive.INTEGER,
            "store_and_forward", ValueType.Primitive.STRING,
            "payment_type", ValueType.Primitive.INTEGER,
            "pickup_zone", ValueType.Primitive.INTEGER,
            "dropoff_zone", ValueType.Primitive.INTEGER,
            "fare", ValueType.decimal(10, 2),
            "surcharge", ValueType.decimal(10, 2),
            "tip", ValueType.decimal(10, 2),
            "total", ValueType.decimal(10, 2));

    /** 2024-01-01 in microseconds */
    private static final long START = 1_704_067_200_000_000L;

    private static final long SECOND = 1_000_000L;
    private static final int ZONES = 260;

    @Override
    public ValueType.Struct columns() {
        return COLUMNS;
    }

    @Override
    public List<@Nullable Object> row(long number) {
        long pickup = START + (number * 2 / 3 + below(600, number, 1)) * SECOND;
        int minutes = 3 + (int) (Math.pow(uniform(number, 2), 3) * 60);
        int rateCode = uniform(number, 3) < 0.97 ? 1 : 2 + below(5, number, 4);
        long fare = 250 + 50L * (minutes + below(6, number, 5)) + (rateCode == 1 ? 0 : 1000L * rateCode);
        long surcharge = uniform(number, 6) < 0.6 ? 250 : uniform(number, 7) < 0.7 ? 350 : 500;
        int paymentType = uniform(number, 8) < 0.975 ? 1 : 2 + below(3, number, 9);
        long tip = paymentType == 1 ? (fare + surcharge) * (below(5, number, 10) * 5L) / 100 / 10 * 10 : 0;
        return Arrays.asList(
                pickup,
                pickup + (minutes * 60L + below(60, number, 11)) * SECOND,
                uniform(number, 12) < 0.98 ? 2 : 1,
                rateCode,
                uniform(number, 13) < 0.99 ? "N" : "Y",
                paymentType,
                1 + (int) (Math.pow(uniform(number, 14), 2.5) * ZONES),
                1 + (int) (Math.pow(uniform(number, 15), 2) * ZONES),
                BigDecimal.valueOf(fare, 2),
                BigDecimal.valueOf(surcharge, 2),
                BigDecimal.valueOf(tip, 2),
                BigDecimal.valueOf(fare + surcharge + tip, 2));
    }
}
