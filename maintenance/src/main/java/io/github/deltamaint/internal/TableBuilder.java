package io.github.deltamaint.internal;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.Create;
import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.NewTable;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.FieldMetadata;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects what a new table shall be, and makes it. */
final class TableBuilder implements Create {
    private final DeltaLog log;
    private final DefaultMaintenanceContext context;
    private final List<StructField> columns = new ArrayList<>();
    private List<String> partitionColumns = List.of();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private Optional<String> description = Optional.empty();
    private boolean ifNotExists;

    TableBuilder(DeltaLog log, DefaultMaintenanceContext context) {
        this.log = log;
        this.context = context;
    }

    @Override
    public Create column(String name, String type) {
        columns.add(new StructField(name, DataType.parse(type)));
        return this;
    }

    @Override
    public Create requiredColumn(String name, String type) {
        columns.add(new StructField(name, DataType.parse(type), false, FieldMetadata.EMPTY));
        return this;
    }

    @Override
    public Create partitionedBy(String... names) {
        partitionColumns = List.of(names);
        return this;
    }

    @Override
    public Create property(String key, String value) {
        properties.put(requireNonNull(key, "key"), requireNonNull(value, "value"));
        return this;
    }

    @Override
    public Create description(String text) {
        description = Optional.of(text);
        return this;
    }

    @Override
    public Create ifNotExists() {
        ifNotExists = true;
        return this;
    }

    @Override
    public long commit() {
        NewTable table = new NewTable(new StructType(columns), partitionColumns, properties, description);
        if (ifNotExists) {
            try {
                return log.snapshot().version();
            } catch (TableNotFoundException e) {
                // then it is to be made
            }
        }
        try {
            return context.listeners(log.tablePath().root())
                    .committing(
                            listener -> log.create(table, info(table), listener).version());
        } catch (CommitConflictException e) {
            if (ifNotExists) {
                return log.snapshot().version();
            }
            throw e;
        }
    }

    /** As Delta Spark words it. */
    private CommitInfo info(NewTable table) {
        CommitInfo.Builder info = CommitInfo.of("CREATE TABLE")
                .parameter("isManaged", "false")
                .parameter("partitionBy", table.partitionColumns())
                .parameter("properties", JsonTexts.object(properties));
        table.description().ifPresent(text -> info.parameter("description", text));
        return info.isolationLevel("Serializable")
                .blindAppend(true)
                .engineInfo(context.engineInfo())
                .build();
    }
}
