package io.github.deltamaint.testsupport;

import static io.github.deltamaint.testsupport.Hashing.uniform;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sales table of the usual OPTIMIZE exercise: seven columns, no nulls, row number = {@code order_id}.
 *
 * <p>With 10,000,000 rows, {@code customer_region = 'Northeast' AND product_category = 'Electronics'} between 2024-06-01 and
 * 2024-08-31 selects 189,293 rows with a revenue of 49,288,725.78.
 */
public final class SalesGenerator implements RowGenerator {

    private static final ValueType.Struct COLUMNS = ValueType.columns(
            "order_id", ValueType.Primitive.LONG,
            "customer_id", ValueType.Primitive.LONG,
            "order_date", ValueType.Primitive.DATE,
            "customer_region", ValueType.Primitive.STRING,
            "product_category", ValueType.Primitive.STRING,
            "revenue", ValueType.decimal(10, 2),
            "quantity", ValueType.Primitive.INTEGER);

    /** 2024-01-01 */
    private static final int FIRST_DAY = 19723;

    @Override
    public ValueType.Struct columns() {
        return COLUMNS;
    }

    @Override
    public List<@Nullable Object> row(long number) {
        return Arrays.asList(
                number,
                customerId(number),
                orderDate(number),
                customerRegion(number),
                productCategory(number),
                BigDecimal.valueOf(revenueCents(number), 2),
                quantity(number));
    }

    /** 0 to 999. */
    public static long customerId(long orderId) {
        return (long) (uniform(orderId, 1) * 1000);
    }

    /** A day of the first 365 of 2024, as days since 1970-01-01. */
    public static int orderDate(long orderId) {
        return FIRST_DAY + (int) (uniform(orderId, 2) * 365);
    }

    /** Northeast 25 %, Southeast 37.5 %, Midwest 28.1 %, West 9.4 %. */
    public static String customerRegion(long orderId) {
        if (uniform(orderId, 3) < 0.25) {
            return "Northeast";
        }
        if (uniform(orderId, 4) < 0.5) {
            return "Southeast";
        }
        return uniform(orderId, 5) < 0.75 ? "Midwest" : "West";
    }

    /** Electronics 30 %, Clothing 42 %, Books 22.4 %, Home 5.6 %. */
    public static String productCategory(long orderId) {
        if (uniform(orderId, 6) < 0.3) {
            return "Electronics";
        }
        if (uniform(orderId, 7) < 0.6) {
            return "Clothing";
        }
        return uniform(orderId, 8) < 0.8 ? "Books" : "Home";
    }

    /** 10.00 to 510.00, in hundredths. */
    public static long revenueCents(long orderId) {
        return Math.round((uniform(orderId, 9) * 500 + 10) * 100);
    }

    /** 1 to 5. */
    public static int quantity(long orderId) {
        return (int) (uniform(orderId, 10) * 5 + 1);
    }
}
