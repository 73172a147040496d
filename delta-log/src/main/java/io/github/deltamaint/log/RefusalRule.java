package io.github.deltamaint.log;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Something other than a table feature that makes the library refuse operations: a table property, a type in the schema, or things that do not go together.
 *
 * @param subject the property, the kind of type, or the feature that the others do not go with
 * @param condition when the rule applies, in words
 * @param refused the operations that are refused then
 * @param optIn the risk that a caller can accept for some of them to be allowed; see {@link OptIn#allows}
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
        STALE_UNIFORM,
        /** The symlink manifests name the old files until they are generated again. */
        STALE_SYMLINK_MANIFEST;

        /** Whether accepting the risk allows an operation. */
        public boolean allows(TableOperation operation) {
            return operation == TableOperation.REWRITE
                    || (this == STALE_SYMLINK_MANIFEST && operation == TableOperation.VACUUM);
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
