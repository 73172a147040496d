package io.github.deltamaint.log.internal.checkpoint;

import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.parquet.ColumnAppender;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes {@code add} and {@code remove} actions as rows. A tombstone loses its statistics and tags, which nobody needs. */
final class FileActionRows {
    private final Fields add;
    private final Fields remove;
    private final Common addFields;
    private final Common removeFields;
    private final Fields.Leaf modificationTime;
    private final Fields.Texts tags;
    private final Fields.Leaf clusteringProvider;
    private final Fields.@Nullable Leaf stats;
    private final @Nullable TypedRows typed;
    private final Fields.Leaf deletionTimestamp;
    private final Fields.Leaf extendedFileMetadata;

    /**
     * Rows of a file.
     *
     * @param statsAsJson whether it has the column {@code add.stats}
     * @param typedColumns the typed columns that it has; null for none
     */
    FileActionRows(Fields add, Fields remove, boolean statsAsJson, @Nullable TypedColumns typedColumns) {
        this.add = add;
        this.remove = remove;
        addFields = new Common(add);
        removeFields = new Common(remove);
        modificationTime = add.leaf("modificationTime");
        tags = add.texts("tags");
        clusteringProvider = add.leaf("clusteringProvider");
        stats = statsAsJson ? add.leaf("stats") : null;
        typed = typedColumns == null ? null : new TypedRows(add, typedColumns);
        deletionTimestamp = remove.leaf("deletionTimestamp");
        extendedFileMetadata = remove.leaf("extendedFileMetadata");
    }

    List<Fields> fields() {
        return List.of(add, remove);
    }

    /** The digest of the typed columns of all files so far. */
    TypedDigest typedDigest() {
        return typed == null ? new TypedDigest() : typed.digest;
    }

    void write(AddFile file) {
        add.flush();
        addFields.path.text(file.path());
        addFields.partitionValues.map(file.partitionValues());
        addFields.size.number(file.size());
        modificationTime.number(file.modificationTime());
        addFields.dataChange.flag(false);
        tags.mapUnlessEmpty(file.tags());
        addFields.deletionVector(file.deletionVector());
        addFields.baseRowId.number(file.baseRowId());
        addFields.defaultRowCommitVersion.number(file.defaultRowCommitVersion());
        clusteringProvider.text(file.clusteringProvider());
        if (stats != null) {
            stats.text(file.stats());
        }
        if (typed != null) {
            typed.write(file);
        }
        remove.skipRow();
    }

    void write(RemoveFile file) {
        remove.flush();
        removeFields.path.text(file.path());
        deletionTimestamp.number(file.deletionTimestamp());
        removeFields.dataChange.flag(false);
        extendedFileMetadata.flag(file.extendedFileMetadata());
        if (file.extendedFileMetadata().orElse(false)) {
            removeFields.partitionValues.map(file.partitionValues());
        } else {
            removeFields.partitionValues.mapUnlessEmpty(file.partitionValues());
        }
        removeFields.size.number(file.size());
        removeFields.deletionVector(file.deletionVector());
        removeFields.baseRowId.number(file.baseRowId());
        removeFields.defaultRowCommitVersion.number(file.defaultRowCommitVersion());
        add.skipRow();
    }

    /** The columns that both kinds of action have. */
    private static final class Common {
        private final Fields.Leaf path;
        private final Fields.Texts partitionValues;
        private final Fields.Leaf size;
        private final Fields.Leaf dataChange;
        private final Fields.Leaf storageType;
        private final Fields.Leaf pathOrInlineDv;
        private final Fields.Leaf offset;
        private final Fields.Leaf sizeInBytes;
        private final Fields.Leaf cardinality;
        private final Fields.Leaf baseRowId;
        private final Fields.Leaf defaultRowCommitVersion;

        Common(Fields fields) {
            path = fields.leaf("path");
            partitionValues = fields.texts("partitionValues");
            size = fields.leaf("size");
            dataChange = fields.leaf("dataChange");
            storageType = fields.leaf("deletionVector", "storageType");
            pathOrInlineDv = fields.leaf("deletionVector", "pathOrInlineDv");
            offset = fields.leaf("deletionVector", "offset");
            sizeInBytes = fields.leaf("deletionVector", "sizeInBytes");
            cardinality = fields.leaf("deletionVector", "cardinality");
            baseRowId = fields.leaf("baseRowId");
            defaultRowCommitVersion = fields.leaf("defaultRowCommitVersion");
        }

        void deletionVector(Optional<DeletionVectorDescriptor> vector) {
            if (vector.isEmpty()) {
                for (Fields.Leaf leaf : List.of(storageType, pathOrInlineDv, offset, sizeInBytes, cardinality)) {
                    leaf.absent(1);
                }
                return;
            }
            DeletionVectorDescriptor descriptor = vector.get();
            storageType.text(descriptor.storageType());
            pathOrInlineDv.text(descriptor.pathOrInlineDv());
            offset.small(descriptor.offset());
            sizeInBytes.small(descriptor.sizeInBytes());
            cardinality.number(descriptor.cardinality());
        }
    }

    /** The typed columns. */
    private static final class TypedRows {
        private final TypedColumns columns;
        private final List<ColumnAppender> appenders = new ArrayList<>();
        private final TypedDigest digest = new TypedDigest();

        TypedRows(Fields add, TypedColumns columns) {
            this.columns = columns;
            columns.leaves().forEach(leaf -> appenders.add(add.leaf(leaf.path()).column()));
        }

        void write(AddFile file) {
            TypedColumns.Facts facts = columns.facts(file);
            long row = digest.start(file.path());
            for (int i = 0; i < appenders.size(); i++) {
                TypedColumns.Leaf leaf = columns.leaves().get(i);
                ColumnAppender appender = appenders.get(i);
                Object value =
                        leaf.isReached(facts) ? TypedValue.of(leaf.value().apply(facts), appender) : null;
                if (value == null) {
                    appender.appendNull(
                            leaf.isReached(facts) ? appender.column().getMaxDefinitionLevel() - 1 : 1);
                } else {
                    TypedValue.append(value, appender);
                    row = digest.with(row, i, TypedValue.bits(value));
                }
            }
            digest.end(row);
        }
    }
}
