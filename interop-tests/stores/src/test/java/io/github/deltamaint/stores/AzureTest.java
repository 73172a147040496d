package io.github.deltamaint.stores;

class AzureTest extends StoreContract {

    @Override
    StoreServer start() {
        return StoreServers.azure();
    }
}
