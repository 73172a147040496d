package io.github.deltamaint.cli.demo;

/**
 * The rows of the sales table as a pure function of {@code order_id}, so that anybody can make the same table again: uniform random numbers from
 * SplitMix64 of the id and a number per column.
 */
final class SalesRows {
    private static final int FIRST_DAY = 19_723; // 2024-01-01
    private static final int DAYS = 365;

    private SalesRows() {}

    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Between 0, inclusive, and 1. */
    private static double uniform(long orderId, int column) {
        return (mix(mix(orderId) ^ (column * 0x632BE59BD9B4E019L)) >>> 11) * 0x1.0p-53;
    }

    static long customerId(long orderId) {
        return (long) (uniform(orderId, 1) * 1000);
    }

    /** In days since 1970-01-01. */
    static int orderDate(long orderId) {
        return FIRST_DAY + (int) (uniform(orderId, 2) * DAYS);
    }

    static String region(long orderId) {
        if (uniform(orderId, 3) < 0.25) {
            return "Northeast";
        }
        if (uniform(orderId, 4) < 0.5) {
            return "Southeast";
        }
        return uniform(orderId, 5) < 0.75 ? "Midwest" : "West";
    }

    static String category(long orderId) {
        if (uniform(orderId, 6) < 0.3) {
            return "Electronics";
        }
        if (uniform(orderId, 7) < 0.6) {
            return "Clothing";
        }
        return uniform(orderId, 8) < 0.8 ? "Books" : "Home";
    }

    /** In hundredths. */
    static long revenueCents(long orderId) {
        return Math.round((uniform(orderId, 9) * 500 + 10) * 100);
    }

    static int quantity(long orderId) {
        return (int) (uniform(orderId, 10) * 5 + 1);
    }
}
