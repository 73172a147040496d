package io.github.deltamaint.log;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Something other than a table feature that makes the library refuse operations: a table property or a type in the schema.
 *
 * @param subject the property, or the kind of type
 * @param condition when the rule applies, in words
 * @param refused the operations that are refused then
 * @param optIn what a caller can accept so that the operations in {@link OptIn#operations()} are allowed
 * @param problem why
 * @param remedy what the user can do
 */
public record RefusalRule(
        String subject,
        String condition,
        Set<TableOperation> refused,
        Optional<OptIn> optIn,
        String problem,
        String remedy) {

    /** A risk that a caller may accept. */
    public enum OptIn {
        /** The Iceberg or Hudi metadata beside the table name the old files until another writer converts the table again. */
        STALE_UNIFORM(EnumSet.of(TableOperation.REWRITE)),
        /** The symlink manifests name the old files until they are generated again. */
        STALE_SYMLINK_MANIFEST(EnumSet.of(TableOperation.REWRITE, TableOperation.VACUUM));

        private final Set<TableOperation> operations;

        OptIn(Set<TableOperation> operations) {
            this.operations = Collections.unmodifiableSet(operations);
        }

        /** The operations that accepting the risk allows. */
        public Set<TableOperation> operations() {
            return operations;
        }
    }

    /** Checks that all parts are given, and copies the operations. */
    public RefusalRule {
        requireNonNull(subject, "subject");
        requireNonNull(condition, "condition");
        requireNonNull(optIn, "optIn");
        requireNonNull(problem, "problem");
        requireNonNull(remedy, "remedy");
        refused = Collections.unmodifiableSet(EnumSet.copyOf(refused));
    }
}
