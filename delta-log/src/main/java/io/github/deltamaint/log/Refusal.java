package io.github.deltamaint.log;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * One reason why an operation on a table is refused.
 *
 * @param operation the operation
 * @param cause what kind of reason it is
 * @param subject the feature, property, column or protocol version, spelled as in the table
 * @param problem why
 * @param remedy what the user can do
 * @param optIn the risk that a caller would have to accept for the operation to be allowed, if it can be
 */
public record Refusal(
        TableOperation operation,
        Cause cause,
        String subject,
        String problem,
        String remedy,
        Optional<RefusalRule.OptIn> optIn) {

    /** Where the reason comes from. */
    public enum Cause {
        /** The protocol's reader or writer version. */
        PROTOCOL_VERSION,
        /** A table feature that this library does not know. */
        UNKNOWN_FEATURE,
        /** A table feature that it knows. */
        FEATURE,
        /** A protocol whose lists contradict each other, though it can be read. */
        INCONSISTENT_PROTOCOL,
        /** A table property. */
        PROPERTY,
        /** A type in the schema. */
        SCHEMA,
        /** Features, properties or types that do not go together. */
        COMBINATION
    }

    /** Checks that all parts are given. */
    public Refusal {
        requireNonNull(operation, "operation");
        requireNonNull(cause, "cause");
        requireNonNull(subject, "subject");
        requireNonNull(problem, "problem");
        requireNonNull(remedy, "remedy");
        requireNonNull(optIn, "optIn");
    }

    /** Problem and remedy as sentences, for a message that begins with the table's path. */
    public String message() {
        return operation.phrase() + " is refused: " + problem + ". " + remedy;
    }
}
