package io.github.deltamaint.log.testing;

import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A storage that remembers what was asked of it. Thread-safe. */
public final class CountingStorage extends WrappedStorage {
    private final List<String> calls = new ArrayList<>();

    /** Counts what is asked of {@code storage}. */
    public CountingStorage(Storage storage) {
        super(storage);
    }

    @Override
    <T extends @Nullable Object> T around(StorageOperation operation, String path, Call<T> call) throws IOException {
        synchronized (calls) {
            calls.add(operation + " " + StoragePaths.name(path));
        }
        return call.run();
    }

    /** Every operation with the name of its file, in order. */
    public List<String> calls() {
        synchronized (calls) {
            return List.copyOf(calls);
        }
    }

    /** How often an operation was called. */
    public long count(StorageOperation operation) {
        return calls().stream().filter(call -> call.startsWith(operation + " ")).count();
    }

    /** Forgets all calls. */
    public CountingStorage reset() {
        synchronized (calls) {
            calls.clear();
        }
        return this;
    }
}
