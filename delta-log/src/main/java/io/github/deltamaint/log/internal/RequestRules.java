package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddCdcFile;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.FileKey;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.actions.SetTransaction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What a commit must not contain, whatever the table: actions of which it would be undefined which one counts. */
final class RequestRules {
    private final PathKeys pathKeys;
    private final Set<String> singletons = new HashSet<>();
    private final Set<String> addedPaths = new HashSet<>();
    private final Set<String> removedPaths = new HashSet<>();
    private final Map<FileKey, FileAction> keys = new HashMap<>();

    private RequestRules(PathKeys pathKeys) {
        this.pathKeys = pathKeys;
    }

    /** Throws IllegalArgumentException if the actions contradict each other. */
    static void require(CommitRequest request, PathKeys pathKeys) {
        RequestRules rules = new RequestRules(pathKeys);
        request.actions().forEach(rules::add);
    }

    private void add(Action action) {
        if (action instanceof FileAction file) {
            addFile(file);
        } else if (action instanceof Protocol) {
            addOnce("protocol action");
        } else if (action instanceof Metadata) {
            addOnce("metaData action");
        } else if (action instanceof SetTransaction transaction) {
            addOnce("txn action of '" + transaction.appId() + "'");
        } else if (action instanceof DomainMetadata domain) {
            addDomain(domain);
        } else if (!(action instanceof AddCdcFile)) {
            throw new IllegalArgumentException("a transaction cannot commit " + action);
        }
    }

    private void addDomain(DomainMetadata domain) {
        if (domain.domain().equals(RowIds.DOMAIN)) {
            throw new IllegalArgumentException("the domain " + RowIds.DOMAIN + " is written by the transaction itself");
        }
        addOnce("domainMetadata action of '" + domain.domain() + "'");
    }

    private void addOnce(String what) {
        if (!singletons.add(what)) {
            throw new IllegalArgumentException("more than one " + what + " in one commit");
        }
    }

    private void addFile(FileAction action) {
        String path = pathKeys.canonical(action.path());
        boolean first = action instanceof AddFile ? addedPaths.add(path) : removedPaths.add(path);
        if (!first) {
            throw new IllegalArgumentException(
                    "more than one " + (action instanceof RemoveFile ? "remove" : "add") + " of " + action.path());
        }
        FileKey key = new FileKey(path, action.key().deletionVectorId());
        if (keys.put(key, action) != null) {
            throw new IllegalArgumentException("both an add and a remove of " + action.key());
        }
    }
}
