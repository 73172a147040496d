package io.github.deltamaint.testsupport;

import static io.github.deltamaint.testsupport.Hashing.below;
import static io.github.deltamaint.testsupport.Hashing.uniform;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fact table of a star schema in the order of its arrival: 15 columns, skewed stores, products and customers, and columns that others
 * determine (region and currency by store, brand and category by product, discount by promotion).
 */
public final class StarFactGenerator implements RowGenerator {
    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "order_id", ValueType.Primitive.LONG,
            "order_date", ValueType.Primitive.DATE,
            "store_id", ValueType.Primitive.INTEGER,
            "region", ValueType.Primitive.STRING,
            "currency", ValueType.Primitive.STRING,
            "product_id", ValueType.Primitive.INTEGER,
            "category", ValueType.Primitive.STRING,
            "brand", ValueType.Primitive.STRING,
            "customer_id", ValueType.Primitive.INTEGER,
            "quantity", ValueType.Primitive.INTEGER,
            "promotion", ValueType.Primitive.STRING,
            "discount", ValueType.decimal(5, 2),
            "amount", ValueType.decimal(12, 2),
            "channel", ValueType.Primitive.STRING,
            "status", ValueType.Primitive.STRING);

    /** 2022-01-01 */
    private static final int FIRST_DAY = 18993;

    private static final int ROWS_OF_A_DAY = 1436;
    private static final int STORES = 400;
    private static final int PRODUCTS = 2_000;
    private static final int CUSTOMERS = 50_000;
    private static final int PROMOTIONS = 24;
    private static final String[] REGIONS = {"North", "South", "East", "West", "Centre", "Islands", "Export", "Online"};
    private static final String[] CURRENCIES = {"EUR", "USD", "GBP", "CHF"};
    private static final String[] CHANNELS = {"store", "web", "app", "phone"};
    private static final String[] STATES = {"delivered", "returned", "cancelled", "open", "disputed"};

    @Override
    public ValueType.Struct columns() {
        return COLUMNS;
    }

    @Override
    public List<@Nullable Object> row(long number) {
        int store = skewed(STORES, number, 1, 2.0);
        int product = skewed(PRODUCTS, number, 2, 2.5);
        int quantity = 1 + skewed(12, number, 3, 3.0);
        int promotion = uniform(number, 4) < 0.7 ? 0 : 1 + below(PROMOTIONS, number, 5);
        int discount = promotion == 0 ? 0 : 5 * (1 + below(6, promotion, 6));
        long price = 199 + 50L * below(400, product, 7);
        long amount = price * quantity * (100 - discount) / 100;
        return Arrays.asList(
                number * 3 + below(3, number, 8),
                FIRST_DAY + (int) (number / ROWS_OF_A_DAY),
                1000 + store,
                REGIONS[below(REGIONS.length, store, 9)],
                CURRENCIES[below(CURRENCIES.length, below(REGIONS.length, store, 9), 10)],
                20_000 + product,
                "category-" + below(18, below(150, product, 11), 12),
                "brand-" + below(150, product, 11),
                500_000 + skewed(CUSTOMERS, number, 13, 1.6),
                quantity,
                promotion == 0 ? "none" : "promotion-" + promotion,
                BigDecimal.valueOf(discount, 2),
                BigDecimal.valueOf(amount, 2),
                CHANNELS[skewed(CHANNELS.length, number, 14, 2.0)],
                STATES[skewed(STATES.length, number, 15, 5.0)]);
    }

    /** Below {@code bound}, the smaller the more often. */
    private static int skewed(int bound, long number, int salt, double power) {
        return (int) (Math.pow(uniform(number, salt), power) * bound);
    }
}
