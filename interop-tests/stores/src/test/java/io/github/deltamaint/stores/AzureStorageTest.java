package io.github.deltamaint.stores;

import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.log.testing.StorageContract;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

@Tag("stores")
class AzureStorageTest extends StorageContract {
    private final String root = StoreServers.azure().root() + "/c-" + UUID.randomUUID();
    private final Storages storages =
            Storages.builder().options(StoreServers.azure().options()).build();

    @Override
    protected Storage open() throws IOException {
        Storage storage = storages.forPath(root);
        storage.createDirectory(root);
        return storage;
    }

    @Override
    protected String root() {
        return root;
    }

    @AfterEach
    void close() throws IOException {
        storages.close();
    }
}
