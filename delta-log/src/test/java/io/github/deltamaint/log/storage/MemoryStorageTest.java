package io.github.deltamaint.log.storage;

import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.log.testing.MemoryStorage;
import io.github.deltamaint.log.testing.StorageContract;
import java.time.Instant;

class MemoryStorageTest extends StorageContract {

    @Override
    protected Storage open() {
        MemoryStorage storage = new MemoryStorage(new ManualClock(Instant.parse("2024-01-01T00:00:00Z")));
        storage.createDirectory("/root");
        return storage;
    }

    @Override
    protected String root() {
        return "/root";
    }
}
