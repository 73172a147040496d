package io.github.deltamaint.log;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A table feature that this library knows (PROTOCOL.md, "Table Features"), and what the library does about it.
 *
 * @param name the name, as the protocol spells it
 * @param kind who has to understand it
 * @param impliedByReaderVersion the reader version from which on tables without feature lists have it; 0 if none
 * @param impliedByWriterVersion the writer version from which on tables without feature lists have it; 0 if none
 * @param activeWhen what makes a supported feature active, in words; "listed" if nothing more is needed
 * @param requires features that a protocol with this one must list too
 * @param refusedWhenSupported operations that are refused for every table that lists the feature, unless it is suspended
 * @param refusedWhenActive operations that are refused for tables that use the feature, and only for those
 * @param note what the library does with it, or why it refuses
 * @param remedy what the user can do where an operation is refused; empty if nothing is
 */
public record TableFeature(
        String name,
        Kind kind,
        int impliedByReaderVersion,
        int impliedByWriterVersion,
        String activeWhen,
        List<String> requires,
        Set<TableOperation> refusedWhenSupported,
        Set<TableOperation> refusedWhenActive,
        String note,
        String remedy) {

    /** Who has to understand a feature. */
    public enum Kind {
        /** Only those who change the table. */
        WRITER,
        /** Those who read the table too. */
        READER_WRITER
    }

    /** Checks that all parts are given, and copies the collections. */
    public TableFeature {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(activeWhen, "activeWhen");
        requireNonNull(note, "note");
        requireNonNull(remedy, "remedy");
        requires = List.copyOf(requires);
        refusedWhenSupported = copy(refusedWhenSupported);
        refusedWhenActive = copy(refusedWhenActive);
        if (remedy.isEmpty() != (refusedWhenSupported.isEmpty() && refusedWhenActive.isEmpty())) {
            throw new IllegalArgumentException("a remedy goes with a refusal and a refusal with a remedy: " + name);
        }
    }

    /** Whether an operation is refused for a table in which the feature is in a state. */
    public boolean refuses(TableOperation operation, FeatureState state) {
        return switch (state) {
            case ABSENT, SUSPENDED -> false;
            case SUPPORTED -> refusedWhenSupported.contains(operation);
            case ACTIVE -> refusedWhenSupported.contains(operation) || refusedWhenActive.contains(operation);
        };
    }

    private static Set<TableOperation> copy(Set<TableOperation> operations) {
        Set<TableOperation> copy = EnumSet.noneOf(TableOperation.class);
        copy.addAll(operations);
        return Collections.unmodifiableSet(copy);
    }
}
