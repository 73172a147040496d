package io.github.deltamaint.stores;

class S3Test extends StoreContract {

    @Override
    StoreServer start() {
        return StoreServers.s3();
    }
}
