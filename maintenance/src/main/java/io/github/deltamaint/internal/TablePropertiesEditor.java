package io.github.deltamaint.internal;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.Properties;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.PropertyChange;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.log.actions.CommitInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects changes of properties and commits them. */
final class TablePropertiesEditor implements Properties {
    private final DeltaLog log;
    private final DefaultMaintenanceContext context;
    private final Map<String, String> set = new LinkedHashMap<>();
    private final Set<String> unset = new TreeSet<>();

    TablePropertiesEditor(DeltaLog log, DefaultMaintenanceContext context) {
        this.log = log;
        this.context = context;
    }

    @Override
    public Map<String, String> current() {
        return log.snapshot().configuration();
    }

    @Override
    public Properties set(String key, String value) {
        set.put(requireNonNull(key, "key"), requireNonNull(value, "value"));
        requireNotBoth(key);
        return this;
    }

    @Override
    public Properties unset(String key) {
        unset.add(requireNonNull(key, "key"));
        requireNotBoth(key);
        return this;
    }

    private void requireNotBoth(String key) {
        if (set.containsKey(key) && unset.contains(key)) {
            throw new IllegalArgumentException("table property " + key + " is both set and unset");
        }
    }

    @Override
    public long commit() {
        Snapshot snapshot = log.snapshot();
        if (set.isEmpty() && unset.isEmpty()) {
            return snapshot.version();
        }
        TableProperties changed = changed(snapshot);
        if (changed.asMap().equals(snapshot.configuration())) {
            return snapshot.version();
        }
        CommitInfo.Builder info = unset.isEmpty()
                ? CommitInfo.of("SET TBLPROPERTIES").parameter("properties", JsonTexts.object(set))
                : CommitInfo.of("UNSET TBLPROPERTIES");
        if (!unset.isEmpty()) {
            info.parameter("properties", List.copyOf(unset)).parameter("ifExists", true);
            if (!set.isEmpty()) {
                info.parameter("set", JsonTexts.object(set));
            }
        }
        info.isolationLevel("Serializable").blindAppend(false).engineInfo(context.engineInfo());
        Map<String, @Nullable String> configuration = new LinkedHashMap<>(changed.asMap());
        return context.listeners(log.tablePath().root())
                .commit(
                        log.startTransaction(snapshot, TableOperation.METADATA),
                        CommitRequest.of(
                                info.build(), List.of(snapshot.metadata().withConfiguration(configuration))));
    }

    private TableProperties changed(Snapshot snapshot) {
        try {
            return new PropertyChange(set, unset)
                    .applyTo(snapshot.properties(), snapshot.features(), snapshot.schema());
        } catch (InvalidPropertyException e) {
            throw new InvalidOperationException(snapshot.tablePath().root(), String.valueOf(e.getMessage()));
        }
    }
}
