package io.github.deltamaint.log.actions;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * The {@code txn} action: how far an application has written.
 *
 * @param appId the application
 * @param version its own version number
 * @param lastUpdated when it was written, in milliseconds since 1970
 */
public record SetTransaction(String appId, long version, OptionalLong lastUpdated) implements Action {

    public SetTransaction {
        requireNonNull(appId, "appId");
    }
}
