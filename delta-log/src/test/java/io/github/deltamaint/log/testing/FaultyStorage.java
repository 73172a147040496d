package io.github.deltamaint.log.testing;

import io.github.deltamaint.log.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A storage that fails when told to. Operations are numbered from 0 in the order in which they are called; run a scenario once without a fault to learn how many it
 * takes, then once per number. Thread-safe.
 */
public final class FaultyStorage extends WrappedStorage {
    private final List<Fault> faults = new ArrayList<>();
    private final Map<StorageOperation, Consumer<String>> actions = new ConcurrentHashMap<>();
    private int operations;
    private boolean dead;

    /** When an operation fails. */
    public enum Timing {
        /** Nothing was done. */
        BEFORE,
        /** It was done, but the caller hears otherwise. */
        AFTER
    }

    private interface Condition {
        boolean applies(int number, StorageOperation operation);
    }

    private record Fault(Condition condition, Timing timing, Function<String, IOException> failure, boolean fatal) {}

    /** Works like {@code storage} until told otherwise. */
    public FaultyStorage(Storage storage) {
        super(storage);
    }

    /** Fails one operation with an IOException. */
    public FaultyStorage failAt(int operation, Timing timing) {
        return failAt(operation, timing, path -> new IOException("injected failure at " + path));
    }

    /** Fails one operation with the exception that {@code failure} makes of the path. */
    public synchronized FaultyStorage failAt(int operation, Timing timing, Function<String, IOException> failure) {
        faults.add(new Fault((number, any) -> number == operation, timing, failure, false));
        return this;
    }

    /** Fails one operation and all after it, as if the process had died there. */
    public synchronized FaultyStorage dieAt(int operation, Timing timing) {
        faults.add(new Fault(
                (number, any) -> number == operation, timing, path -> new IOException("died at " + path), true));
        return this;
    }

    /** Fails every operation of a kind. */
    public synchronized FaultyStorage failEvery(
            StorageOperation kind, Timing timing, Function<String, IOException> failure) {
        faults.add(new Fault((number, operation) -> operation == kind, timing, failure, false));
        return this;
    }

    /** Does something after every operation of a kind that succeeded. */
    public synchronized FaultyStorage afterEvery(StorageOperation kind, Consumer<String> action) {
        actions.put(kind, action);
        return this;
    }

    /** How many operations were called. */
    public synchronized int operations() {
        return operations;
    }

    private synchronized @Nullable Fault next(StorageOperation operation) throws IOException {
        if (dead) {
            throw new IOException("died before");
        }
        int number = operations++;
        for (Fault fault : faults) {
            if (fault.condition().applies(number, operation)) {
                dead = fault.fatal();
                return fault;
            }
        }
        return null;
    }

    @Override
    <T extends @Nullable Object> T around(StorageOperation operation, String path, Call<T> call) throws IOException {
        Fault fault = next(operation);
        if (fault != null && fault.timing() == Timing.BEFORE) {
            throw fault.failure().apply(path);
        }
        T result = call.run();
        actions.getOrDefault(operation, any -> {}).accept(path);
        if (fault != null) {
            throw fault.failure().apply(path);
        }
        return result;
    }
}
