package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.FileAction;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files that a request depends on: those that it reads, adds or removes. */
final class RequestPaths {
    private final PathKeys pathKeys;
    private final Map<String, String> byCanonical = new HashMap<>();

    RequestPaths(CommitRequest request, PathKeys pathKeys) {
        this.pathKeys = pathKeys;
        request.readPaths().forEach(this::add);
        for (Action action : request.actions()) {
            if (action instanceof FileAction file) {
                add(file.path());
            }
        }
    }

    private void add(String path) {
        byCanonical.put(pathKeys.canonical(path), path);
    }

    /** The spelling of the request for a file that another commit names; null if the request does not depend on it. */
    @Nullable String find(String path) {
        return byCanonical.get(pathKeys.canonical(path));
    }

    boolean isEmpty() {
        return byCanonical.isEmpty();
    }
}
