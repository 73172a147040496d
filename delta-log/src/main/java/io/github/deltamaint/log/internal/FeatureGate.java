package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.log.Refusal;
import io.github.deltamaint.log.RefusalRule;
import io.github.deltamaint.log.TableFeatures;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TablePath;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Refuses operations on tables that need what this library does not do. */
public final class FeatureGate {
    private FeatureGate() {}

    /** Throws unless the operation is allowed, given the risks that the caller accepts. */
    public static void require(
            TablePath table, TableFeatures features, TableOperation operation, Set<RefusalRule.OptIn> accepted) {
        List<Refusal> refusals = features.refusals(operation).stream()
                .filter(refusal -> refusal.optIn().filter(accepted::contains).isEmpty())
                .toList();
        if (!refusals.isEmpty()) {
            throw new UnsupportedTableFeatureException(
                    table.root(),
                    operation == TableOperation.READ ? Access.READ : Access.WRITE,
                    refusals.stream().map(Refusal::subject).toList(),
                    message(refusals));
        }
    }

    private static String message(List<Refusal> refusals) {
        String first = refusals.get(0).message();
        return refusals.size() == 1
                ? first
                : first + " (and " + (refusals.size() - 1) + " more: "
                        + String.join(
                                ", ",
                                refusals.subList(1, refusals.size()).stream()
                                        .map(Refusal::subject)
                                        .toList())
                        + ")";
    }

    /** Throws if the protocol contradicts itself, so that nothing can be relied on. */
    static void requireSound(TablePath table, TableFeatures features, long version) {
        if (!features.protocolErrors().isEmpty()) {
            throw new CorruptTableException(
                    table.root(),
                    "_delta_log",
                    OptionalLong.of(version),
                    "the protocol of version " + version + " is invalid: "
                            + String.join("; ", features.protocolErrors()),
                    null);
        }
    }
}
