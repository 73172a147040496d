package io.github.deltamaint.stores;

class HdfsTest extends StoreContract {

    @Override
    StoreServer start() {
        return StoreServers.hdfs();
    }
}
