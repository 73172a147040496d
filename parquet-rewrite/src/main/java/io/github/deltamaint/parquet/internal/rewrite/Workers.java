package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.MemoryBudget;
import io.github.deltamaint.parquet.RewriteRequest;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Works on independent parts, such as the columns of a row group: on the calling thread, and on helpers as far as there are idle ones and memory
 * for them.
 *
 * <p>Parts are begun with the one that costs most, so that all threads end at about the same time, and handed over in their order,
 * on the calling thread. Until then their results wait in memory. Where that is not to be had, the calling thread
 * takes parts in their order, and helpers none.
 *
 * @param <W> what it takes to work; each is used by one thread at a time
 */
final class Workers<W extends Closeable> implements Closeable {

    /** What is done to a part. */
    interface Work<W, T> {
        /**
         * Works on a part.
         *
         * @param next whether all parts before it have been handed over and this is the calling thread
         */
        T run(W worker, int part, boolean next) throws IOException;
    }

    /** What is done with what came out of it. */
    interface Handover<T> {
        /** Called on the calling thread, for one part after the other in their order. */
        void accept(int part, T result) throws IOException;
    }

    /**
     * What a part takes.
     *
     * @param effort how much work it is, in any unit
     * @param workingBytes the memory that it takes while it is worked on
     * @param resultBytes the memory that the result takes while it waits
     */
    record Cost(double effort, long workingBytes, long resultBytes) {}

    private static final int NONE = -1;

    private final RewriteRequest.Helpers helpers;
    private final MemoryBudget memory;
    private final Supplier<W> factory;
    private final W own;
    private final List<W> all = new ArrayList<>();
    private final Deque<W> idle = new ArrayDeque<>();

    /** A worker for the calling thread; those of helpers are made as they are needed. */
    Workers(RewriteRequest.Helpers helpers, MemoryBudget memory, Supplier<W> factory) {
        this.helpers = helpers;
        this.memory = memory;
        this.factory = factory;
        own = factory.get();
        all.add(own);
    }

    /** The worker of the calling thread. */
    W own() {
        return own;
    }

    /** Works on all parts, and returns when no thread works on them any more. */
    <T> void run(List<Cost> costs, Work<W, T> work, Handover<T> handover) throws IOException {
        new Round<>(costs, work, handover).run();
    }

    private synchronized W take() {
        W worker = idle.poll();
        if (worker == null) {
            worker = factory.get();
            all.add(worker);
        }
        return worker;
    }

    private synchronized void giveBack(W worker) {
        idle.push(worker);
    }

    /** Waits in the executor's queue, maybe long after the round has ended, and so must not hold on to it. */
    private static final class Invitation implements Runnable {
        private volatile @Nullable Runnable help;

        Invitation(Runnable help) {
            this.help = help;
        }

        @Override
        public void run() {
            Runnable open = help;
            if (open != null) {
                open.run();
            }
        }
    }

    /** The parts of one run. */
    private final class Round<T> {
        private final List<Cost> costs;
        private final Work<W, T> work;
        private final Handover<T> handover;
        private final int[] byEffort;
        private final boolean[] claimed;
        private final List<@Nullable T> results = new ArrayList<>();
        /** What has been borrowed for results, by part. */
        private final MemoryBudget.@Nullable Loan[] loans;

        private int cheaper;
        private int handedOver;
        private int working;
        private @Nullable Throwable failure;
        private boolean over;

        Round(List<Cost> costs, Work<W, T> work, Handover<T> handover) {
            this.costs = costs;
            this.work = work;
            this.handover = handover;
            claimed = new boolean[costs.size()];
            loans = new MemoryBudget.@Nullable Loan[costs.size()];
            byEffort = IntStream.range(0, costs.size())
                    .boxed()
                    .sorted(Comparator.comparingDouble(part -> -costs.get(part).effort()))
                    .mapToInt(Integer::intValue)
                    .toArray();
            costs.forEach(cost -> results.add(null));
        }

        void run() throws IOException {
            int wanted = Math.min(helpers.most(), costs.size() - 1);
            Invitation invitation = new Invitation(this::help);
            for (int i = 0; i < wanted; i++) {
                try {
                    helpers.executor().execute(invitation);
                } catch (RejectedExecutionException e) {
                    break; // it goes without
                }
            }
            try {
                lead(wanted > 0);
            } catch (IOException | RuntimeException | Error e) {
                fail(e);
            } finally {
                invitation.help = null;
                end();
            }
            rethrow();
        }

        private void lead(boolean helped) throws IOException {
            while (handedOver < costs.size() && !hasFailed()) {
                int part = helped ? claimForLeader() : claimNext();
                if (part == NONE) {
                    awaitNext();
                } else {
                    finish(part, work.run(own, part, part == handedOver));
                }
                handOver();
            }
        }

        /** Takes the part that costs most if its result may wait, else the next one. */
        private synchronized int claimForLeader() {
            int part = mostExpensive();
            boolean mayWait = part != NONE && part != handedOver && borrow(part);
            return mayWait ? claim(part) : claimNext();
        }

        private synchronized int claimNext() {
            return claimed[handedOver] ? NONE : claim(handedOver);
        }

        private synchronized int claimForHelper() {
            int part = over || failure != null ? NONE : mostExpensive();
            return part != NONE && borrow(part) ? claim(part) : NONE;
        }

        private int mostExpensive() {
            while (cheaper < byEffort.length && claimed[byEffort[cheaper]]) {
                cheaper++;
            }
            return cheaper == byEffort.length ? NONE : byEffort[cheaper];
        }

        private boolean borrow(int part) {
            loans[part] = memory.tryBorrow(costs.get(part).resultBytes());
            return loans[part] != null;
        }

        private int claim(int part) {
            claimed[part] = true;
            return part;
        }

        private synchronized void finish(int part, T result) {
            results.set(part, result);
            notifyAll();
        }

        private void handOver() throws IOException {
            T result = nextResult();
            while (result != null) {
                handover.accept(handedOver, result);
                handedOver();
                result = nextResult();
            }
        }

        private synchronized @Nullable T nextResult() {
            return handedOver == results.size() ? null : results.get(handedOver);
        }

        private synchronized void handedOver() {
            results.set(handedOver, null);
            giveBackLoan(handedOver);
            handedOver++;
        }

        private void giveBackLoan(int part) {
            MemoryBudget.Loan loan = loans[part];
            if (loan != null) {
                loan.close();
                loans[part] = null;
            }
        }

        private synchronized void awaitNext() {
            boolean interrupted = false;
            while (failure == null && results.get(handedOver) == null) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true; // whoever is working sees that the rewrite is cancelled, if it is
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized boolean hasFailed() {
            return failure != null;
        }

        private void help() {
            if (!enter()) {
                return;
            }
            try {
                helpWithParts();
            } catch (IOException | RuntimeException | Error e) {
                fail(e);
            } finally {
                leave();
            }
        }

        private void helpWithParts() throws IOException {
            long working = costs.stream().mapToLong(Cost::workingBytes).max().orElse(0);
            MemoryBudget.Loan loan = memory.tryBorrow(working);
            if (loan == null) {
                return;
            }
            W worker = take();
            try {
                for (int part = claimForHelper(); part != NONE; part = claimForHelper()) {
                    finish(part, work.run(worker, part, false));
                }
            } finally {
                giveBack(worker);
                loan.close();
            }
        }

        private synchronized boolean enter() {
            if (over) {
                return false;
            }
            working++;
            return true;
        }

        private synchronized void leave() {
            working--;
            notifyAll();
        }

        @SuppressWarnings("ReferenceEquality") // no throwable may be suppressed by itself
        private synchronized void fail(Throwable e) {
            if (failure == null) {
                failure = e;
            } else if (failure != e) {
                failure.addSuppressed(e);
            }
            notifyAll();
        }

        /** Waits for the helpers, who must not use anything of the rewrite once it has gone on. */
        private synchronized void end() {
            over = true;
            boolean interrupted = false;
            while (working > 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            for (int part = 0; part < loans.length; part++) {
                giveBackLoan(part);
            }
        }

        private void rethrow() throws IOException {
            Throwable thrown = failure;
            if (thrown instanceof IOException e) {
                throw e;
            }
            if (thrown instanceof RuntimeException e) {
                throw e;
            }
            if (thrown instanceof Error e) {
                throw e;
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        IOException failure = null;
        for (W worker : all) {
            try {
                worker.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
