package io.github.deltamaint.log.actions;

import static java.util.Objects.requireNonNull;

/**
 * The {@code domainMetadata} action: the settings of one domain.
 *
 * @param domain the name of the domain
 * @param configuration its settings, usually JSON text
 * @param removed whether the domain is removed
 */
public record DomainMetadata(String domain, String configuration, boolean removed) implements Action {

    public DomainMetadata {
        requireNonNull(domain, "domain");
        requireNonNull(configuration, "configuration");
    }
}
