package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.SetTransaction;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is found of everything but files while the log is read from its newest file to its oldest: the first find counts. */
final class SnapshotState {
    private @Nullable Protocol protocol;
    private @Nullable Metadata metadata;
    private final Map<String, SetTransaction> transactions = new LinkedHashMap<>();
    private final Map<String, DomainMetadata> domains = new LinkedHashMap<>();

    @Nullable Protocol protocol() {
        return protocol;
    }

    @Nullable Metadata metadata() {
        return metadata;
    }

    /** By application. */
    Map<String, SetTransaction> transactions() {
        return transactions;
    }

    /** By name, with those that are removed. */
    Map<String, DomainMetadata> domains() {
        return domains;
    }

    /** Takes what an older file says where no newer one said anything. */
    void addOlder(SnapshotState older) {
        protocol = protocol == null ? older.protocol : protocol;
        metadata = metadata == null ? older.metadata : metadata;
        older.transactions.forEach(transactions::putIfAbsent);
        older.domains.forEach(domains::putIfAbsent);
    }

    /** Takes an action of the one file that this state is of; of two for the same application or domain the later counts. */
    void add(SetTransaction transaction) {
        transactions.put(transaction.appId(), transaction);
    }

    /** As {@link #add(SetTransaction)}. */
    void add(DomainMetadata domain) {
        domains.put(domain.domain(), domain);
    }

    /** Takes the protocol of the one file that this state is of. */
    boolean add(Protocol found) {
        boolean first = protocol == null;
        protocol = found;
        return first;
    }

    /** Takes the metadata of the one file that this state is of. */
    boolean add(Metadata found) {
        boolean first = metadata == null;
        metadata = found;
        return first;
    }
}
