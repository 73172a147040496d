package io.github.deltamaint.stores;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** Decides what happens to each request. Thread-safe. */
interface FaultPlan {

    /** What happens to a request. */
    Fault next(HttpMessage request);

    /** How long a late request or answer waits. */
    long delayMillis();

    /** Nothing ever happens. */
    static FaultPlan none() {
        return random(0, 0, 0, List.of(Fault.NONE));
    }

    /**
     * Draws from a seed. Which request meets which draw depends on the threads of the clients; how often what happens does not.
     *
     * @param probability of anything at all
     * @param mostDelayMillis late requests wait up to this long
     * @param faults what happens then, each as often as the others
     */
    static FaultPlan random(long seed, double probability, long mostDelayMillis, List<Fault> faults) {
        SplittableRandom random = new SplittableRandom(seed);
        return new FaultPlan() {
            @Override
            public synchronized Fault next(HttpMessage request) {
                return random.nextDouble() < probability ? faults.get(random.nextInt(faults.size())) : Fault.NONE;
            }

            @Override
            public synchronized long delayMillis() {
                return random.nextLong(mostDelayMillis + 1);
            }
        };
    }

    /** Lets a fault happen to the first request that fits, and to no other. */
    static FaultPlan once(Fault fault, Predicate<HttpMessage> fits) {
        return new FaultPlan() {
            private boolean happened;

            @Override
            public synchronized Fault next(HttpMessage request) {
                if (happened || !fits.test(request)) {
                    return Fault.NONE;
                }
                happened = true;
                return fault;
            }

            @Override
            public long delayMillis() {
                return 300;
            }
        };
    }
}
