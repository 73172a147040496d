package io.github.deltamaint.stores;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A store that runs.
 *
 * @param root the bucket, container or directory for tables
 * @param options what Hadoop needs to reach it
 * @param port where it listens, for a proxy in front of it
 * @param addressKeys the options that hold this port
 */
record StoreServer(String root, Map<String, String> options, int port, Iterable<String> addressKeys) {

    /** The options that reach it through a proxy. */
    Map<String, String> optionsThrough(FaultProxy proxy) {
        Map<String, String> through = new LinkedHashMap<>(options);
        for (String key : addressKeys) {
            through.computeIfPresent(key, (any, address) -> address.replace(":" + port, ":" + proxy.port()));
        }
        return through;
    }
}
