package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.SchemaNode.Dictionary;
import io.github.deltamaint.parquet.SchemaNode.Leaf;
import io.github.deltamaint.parquet.SchemaNode.Sequence;
import io.github.deltamaint.parquet.SchemaNode.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/** Walks two schemas side by side and makes a {@link ProjectedLeaf} of each leaf of the second. Used once. */
final class Aligner {
    /** From here on Iceberg reserves field ids for metadata columns. */
    private static final int FIRST_RESERVED_ID = Integer.MAX_VALUE - 199;

    private final String fileName;
    private final FieldMatching matching;
    private final MessageType fileSchema;
    private final MessageType targetSchema;
    private final List<ColumnDescriptor> fileLeaves;
    private final List<ColumnDescriptor> targetLeaves;
    private final List<ProjectedLeaf> result = new ArrayList<>();

    Aligner(String fileName, MessageType fileSchema, MessageType targetSchema, FieldMatching matching) {
        this.fileName = fileName;
        this.matching = matching;
        this.fileSchema = fileSchema;
        this.targetSchema = targetSchema;
        this.fileLeaves = fileSchema.getColumns();
        this.targetLeaves = targetSchema.getColumns();
    }

    List<ProjectedLeaf> align() throws UnsupportedFileException {
        if (matching == FieldMatching.FIELD_ID && !hasId(fileSchema)) {
            throw new UnsupportedFileException(
                    fileName, "none of its fields has a field id, so columns cannot be matched by id: read it by name");
        }
        alignFields(SchemaNode.of(fileSchema), SchemaNode.of(targetSchema), Levels.ROOT);
        return result;
    }

    private static boolean hasId(GroupType group) {
        for (Type field : group.getFields()) {
            if (field.getId() != null || (!field.isPrimitive() && hasId(field.asGroupType()))) {
                return true;
            }
        }
        return false;
    }

    /** Aligns two nodes that are counterparts; {@code around} covers everything above them. */
    private void align(SchemaNode file, SchemaNode target, Levels around) throws UnsupportedFileException {
        Levels levels = around.and(file.presentLevel, target.presentLevel);
        if (file instanceof Leaf fileLeaf && target instanceof Leaf targetLeaf) {
            result.add(leaf(fileLeaf, targetLeaf, levels));
        } else if (file instanceof Struct fileStruct && target instanceof Struct targetStruct) {
            alignFields(fileStruct, targetStruct, levels);
        } else if (file instanceof Sequence fileList && target instanceof Sequence targetList) {
            align(fileList.element, targetList.element, levels.and(fileList.entryLevel, targetList.entryLevel));
        } else if (file instanceof Dictionary fileMap && target instanceof Dictionary targetMap) {
            alignEntries(fileMap, targetMap, levels.and(fileMap.entryLevel, targetMap.entryLevel));
        } else {
            throw new UnsupportedFileException(
                    fileName,
                    "column " + path(target) + ": the file has " + file.kind() + ", the target schema "
                            + target.kind());
        }
    }

    private void alignEntries(Dictionary file, Dictionary target, Levels levels) throws UnsupportedFileException {
        align(file.key, target.key, levels);
        if (target.value != null) {
            if (file.value != null) {
                align(file.value, target.value, levels);
            } else {
                missing(file.key, file.entryRepetition, target.value, levels);
            }
        }
    }

    private void alignFields(Struct file, Struct target, Levels levels) throws UnsupportedFileException {
        for (SchemaNode field : target.fields) {
            int counterpart = find(file.type.asGroupType(), field);
            if (counterpart >= 0) {
                align(file.fields.get(counterpart), field, levels);
            } else {
                missing(file, file.repetition, field, levels);
            }
        }
    }

    private int find(GroupType file, SchemaNode field) throws UnsupportedFileException {
        if (matching == FieldMatching.FIELD_ID && field.type.getId() != null) {
            int sameId = only(file, field, type -> field.type.getId().equals(type.getId()));
            if (sameId >= 0 || field.type.getId().intValue() < FIRST_RESERVED_ID) {
                return sameId;
            }
        }
        String name = field.type.getName();
        int exact = only(file, field, type -> type.getName().equals(name));
        return exact >= 0 ? exact : only(file, field, type -> type.getName().equalsIgnoreCase(name));
    }

    private int only(GroupType file, SchemaNode field, Predicate<Type> matches) throws UnsupportedFileException {
        int found = -1;
        for (int i = 0; i < file.getFieldCount(); i++) {
            if (matches.test(file.getType(i))) {
                if (found >= 0) {
                    throw new UnsupportedFileException(
                            fileName,
                            "column " + path(field) + " of the target schema could be "
                                    + file.getType(found).getName() + " or "
                                    + file.getType(i).getName());
                }
                found = i;
            }
        }
        return found;
    }

    private ProjectedLeaf leaf(Leaf file, Leaf target, Levels levels) throws UnsupportedFileException {
        ValueConversion conversion = ValueConversions.find(file.primitive(), target.primitive());
        if (conversion == null) {
            throw new UnsupportedFileException(
                    fileName,
                    "column " + path(target) + " is " + describe(file) + " in the file, which cannot be read as "
                            + describe(target));
        }
        int maxLevel = fileLeaves.get(file.firstLeaf).getMaxDefinitionLevel();
        return new ProjectedLeaf(
                target.firstLeaf,
                targetLeaves.get(target.firstLeaf),
                file.firstLeaf,
                conversion,
                file.repetition,
                levels.table(maxLevel, target.presentLevel));
    }

    private static String describe(Leaf leaf) {
        var annotation = leaf.primitive().getLogicalTypeAnnotation();
        String kind = leaf.kind();
        if (kind.equals("FIXED_LEN_BYTE_ARRAY")) {
            kind += "(" + leaf.primitive().getTypeLength() + ")";
        }
        return annotation == null ? kind : kind + " " + annotation;
    }

    /**
     * Adds the leaves of a field that the file lacks.
     *
     * @param file the struct that lacks it, or a sibling of it
     * @param repetition the repetition level at which the field would repeat
     * @param levels everything that has to be there for the field to be null, and not something around it
     */
    private void missing(SchemaNode file, int repetition, SchemaNode field, Levels levels) {
        boolean nullable = !field.type.isRepetition(Repetition.REQUIRED);
        int level = nullable ? levels.target : -1;
        boolean alwaysThere = levels.file == 0 && repetition == 0;
        int donor = alwaysThere ? -1 : donor(file);
        int maxLevel = alwaysThere ? 0 : fileLeaves.get(donor).getMaxDefinitionLevel();
        for (int leaf = field.firstLeaf; leaf < field.endLeaf; leaf++) {
            result.add(new ProjectedLeaf(
                    leaf, targetLeaves.get(leaf), donor, null, repetition, levels.table(maxLevel, level)));
        }
    }

    /** The leaf below a node whose levels cost least to read. */
    private int donor(SchemaNode file) {
        int best = file.firstLeaf;
        for (int leaf = best + 1; leaf < file.endLeaf; leaf++) {
            if (donorCost(leaf) < donorCost(best)) {
                best = leaf;
            }
        }
        return best;
    }

    private int donorCost(int leaf) {
        ColumnDescriptor column = fileLeaves.get(leaf);
        ValueKind kind = ValueKind.of(column.getPrimitiveType().getPrimitiveTypeName());
        return column.getMaxRepetitionLevel() * 1000
                + (kind == ValueKind.BYTES ? 100 : 0)
                + column.getMaxDefinitionLevel();
    }

    private String path(SchemaNode target) {
        String[] leaf = targetLeaves.get(target.firstLeaf).getPath();
        return String.join(".", List.of(leaf).subList(0, target.depth));
    }

    /**
     * One more condition on the way down to a leaf, and those before it: from definition level {@code file} of the file on, and
     * from {@code target} of the target on, something is there (a value, a struct, a list, an entry of a list).
     */
    private record Levels(@Nullable Levels before, int file, int target) {
        static final Levels ROOT = new Levels(null, 0, 0);

        Levels and(int nextFile, int nextTarget) {
            return new Levels(this, nextFile, nextTarget);
        }

        /**
         * The level of the target for each level of the file.
         *
         * @param all the level of the target when all conditions are met
         */
        byte[] table(int maxFileLevel, int all) {
            byte[] table = new byte[maxFileLevel + 1];
            for (int level = 0; level <= maxFileLevel; level++) {
                table[level] = (byte) targetLevel(level, all);
            }
            return table;
        }

        private int targetLevel(int fileLevel, int all) {
            if (fileLevel >= file) {
                return all;
            }
            Levels unmet = this;
            while (unmet.before != null && fileLevel < unmet.before.file) {
                unmet = unmet.before;
            }
            // The target can say that this is not there only if it has a level of its own for it.
            int above = unmet.before == null ? 0 : unmet.before.target;
            return unmet.target > above ? above : -1;
        }
    }
}
