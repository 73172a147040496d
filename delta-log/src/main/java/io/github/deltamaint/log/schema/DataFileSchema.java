package io.github.deltamaint.log.schema;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * The Parquet schema of the data files that belong to a table's present schema, and which of its leaves is which column.
 *
 * <p>It is what a rewrite writes, whatever the schema of the files that it reads: everything is optional at every level (but for the keys of maps), lists
 * and maps have three levels, timestamps are 64-bit microseconds, decimals take the smallest of the three physical types, and with column mapping
 * every field has its physical name and its id. Columns of type void are not in it. A variant is a group of two required leaves, {@code metadata} and
 * {@code value}, without annotation: readers from before Parquet's VARIANT fail on a logical type that they do not know. Immutable.
 */
public final class DataFileSchema {
    /** The Parquet field id of materialized row ids in IcebergCompatV3. */
    public static final int ICEBERG_ROW_ID_FIELD = 2147483540;
    /** The Parquet field id of materialized row commit versions in IcebergCompatV3. */
    public static final int ICEBERG_ROW_COMMIT_VERSION_FIELD = 2147483539;

    /** The leaf of a variant that says what the names in it are. */
    public static final String VARIANT_METADATA = "metadata";
    /** The leaf of a variant that holds its value. */
    public static final String VARIANT_VALUE = "value";

    private static final String MESSAGE_NAME = "delta_schema";
    private static final int MAX_INT32_DECIMAL = 9;
    private static final int MAX_INT64_DECIMAL = 18;

    private final MessageType messageType;
    private final List<Leaf> leaves;
    private final List<Variant> variants;

    private DataFileSchema(MessageType messageType, List<Leaf> leaves, List<Variant> variants) {
        this.messageType = messageType;
        this.leaves = List.copyOf(leaves);
        this.variants = List.copyOf(variants);
    }

    /** What a column of a data file is for. */
    public enum Role {
        /** Data of the table. */
        DATA,
        /** A partition value, the same in all rows. */
        PARTITION,
        /** The stable id of a row; null where the default counts. */
        ROW_ID,
        /** The version that last changed a row; null where the default counts. */
        ROW_COMMIT_VERSION
    }

    /**
     * One leaf column of a data file.
     *
     * @param index its position among the leaves of {@link #messageType()}
     * @param role what it is for
     * @param path the column it belongs to, in logical names; parts of lists and maps are called {@code element}, {@code key} and {@code value}, those of
     *     variants {@code metadata} and {@code value}
     * @param parquetPath its names in the file
     * @param type its type
     * @param isRepeated whether it is inside a list or map
     */
    public record Leaf(
            int index, Role role, ColumnPath path, List<String> parquetPath, PrimitiveType type, boolean isRepeated) {

        /** Checks that all parts are given. */
        public Leaf {
            requireNonNull(role, "role");
            requireNonNull(path, "path");
            parquetPath = List.copyOf(parquetPath);
            requireNonNull(type, "type");
        }
    }

    /**
     * A column, or a part of one, that is a variant.
     *
     * @param path in logical names, as of a {@link Leaf}
     * @param metadata the position of the leaf that says what the names in it are
     * @param value the position of the leaf that holds its value
     */
    public record Variant(ColumnPath path, int metadata, int value) {

        /** Checks that the path is given. */
        public Variant {
            requireNonNull(path, "path");
        }
    }

    /**
     * The columns of row tracking in data files.
     *
     * @param rowIdColumn the table property {@code delta.rowTracking.materializedRowIdColumnName}
     * @param rowCommitVersionColumn the table property {@code delta.rowTracking.materializedRowCommitVersionColumnName}
     * @param reservedFieldIds whether they have the field ids that IcebergCompatV3 reserves for them
     */
    public record RowTrackingColumns(String rowIdColumn, String rowCommitVersionColumn, boolean reservedFieldIds) {

        /** Checks that both names are given. */
        public RowTrackingColumns {
            requireNonNull(rowIdColumn, "rowIdColumn");
            requireNonNull(rowCommitVersionColumn, "rowCommitVersionColumn");
        }
    }

    /**
     * What else decides about the columns of a data file.
     *
     * @param partitionColumns the table's partition columns
     * @param writePartitionColumns whether partition columns are in the file, after all data columns; otherwise they are only in the log
     * @param nestedFieldIds whether elements, keys and values have field ids too, as IcebergCompat asks
     * @param rowTracking the columns of row tracking, if the file has them, after all others
     */
    public record Options(
            List<String> partitionColumns,
            boolean writePartitionColumns,
            boolean nestedFieldIds,
            Optional<RowTrackingColumns> rowTracking) {

        /** Checks that all parts are given. */
        public Options {
            partitionColumns = List.copyOf(partitionColumns);
            requireNonNull(rowTracking, "rowTracking");
        }

        /** Data columns only, for a table with these partition columns. */
        public static Options dataColumns(List<String> partitionColumns) {
            return new Options(partitionColumns, false, false, Optional.empty());
        }

        /** The same with partition columns in the file. */
        public Options withPartitionColumns() {
            return new Options(partitionColumns, true, nestedFieldIds, rowTracking);
        }

        /** The same with field ids for elements, keys and values. */
        public Options withNestedFieldIds() {
            return new Options(partitionColumns, writePartitionColumns, true, rowTracking);
        }

        /** The same with the columns of row tracking in the file. */
        public Options withRowTracking(RowTrackingColumns columns) {
            return new Options(partitionColumns, writePartitionColumns, nestedFieldIds, Optional.of(columns));
        }
    }

    /**
     * The schema of data files for a table.
     *
     * @throws IllegalArgumentException if the schema has a type that a data file cannot hold or that is not written here
     *     ({@link io.github.deltamaint.log.TableFeatures} refuses rewrites of such tables beforehand), if two columns have the same name in the file, if
     *     a partition column is missing, or if column mapping is on and a name or id is missing
     */
    public static DataFileSchema of(StructType schema, ColumnMapping mapping, Options options) {
        return new Builder(mapping, options).build(schema);
    }

    /** The Parquet schema. */
    public MessageType messageType() {
        return messageType;
    }

    /** The leaf columns, in the order in which Parquet counts them. */
    public List<Leaf> leaves() {
        return leaves;
    }

    /** The variants, in the order of their leaves. */
    public List<Variant> variants() {
        return variants;
    }

    /** The leaves that belong to a column of the table: one, or several if it is a struct, list or map. */
    public List<Leaf> leavesOf(ColumnPath column) {
        int depth = column.names().size();
        return leaves.stream()
                .filter(leaf -> leaf.path().names().size() >= depth
                        && leaf.path().names().subList(0, depth).equals(column.names()))
                .toList();
    }

    /** The leaf with these names in the file. */
    public Optional<Leaf> leafAt(List<String> parquetPath) {
        return leaves.stream()
                .filter(leaf -> leaf.parquetPath().equals(parquetPath))
                .findFirst();
    }

    @Override
    public String toString() {
        return messageType.toString();
    }

    /** Builds the Parquet types and remembers the column of each leaf. */
    private static final class Builder {
        private final ColumnMapping mapping;
        private final Options options;
        private final Map<List<String>, Leaf> unnumbered = new HashMap<>();
        private final List<Position> variantPositions = new ArrayList<>();

        Builder(ColumnMapping mapping, Options options) {
            this.mapping = mapping;
            this.options = options;
        }

        DataFileSchema build(StructType schema) {
            List<StructField> partitionFields = new ArrayList<>();
            for (String name : options.partitionColumns()) {
                partitionFields.add(schema.resolve(ColumnPath.of(name)).get(0));
            }
            List<Type> columns = new ArrayList<>();
            for (StructField field : schema.fields()) {
                if (!partitionFields.contains(field)) {
                    addField(field, Role.DATA, Position.TOP, columns);
                }
            }
            if (options.writePartitionColumns()) {
                partitionFields.forEach(field -> addField(field, Role.PARTITION, Position.TOP, columns));
            }
            options.rowTracking().ifPresent(names -> addRowTracking(names, columns));
            if (columns.isEmpty()) {
                throw new IllegalArgumentException(
                        "a data file needs a column, but all columns of the table are void or in partitions");
            }
            checkNames(columns, "the table");
            MessageType message = new MessageType(MESSAGE_NAME, columns);
            List<Leaf> leaves = numbered(message);
            return new DataFileSchema(message, leaves, variants(leaves));
        }

        private List<Variant> variants(List<Leaf> leaves) {
            Map<List<String>, Integer> numbers = new HashMap<>();
            leaves.forEach(leaf -> numbers.put(leaf.parquetPath(), leaf.index()));
            List<Variant> variants = new ArrayList<>();
            for (Position position : variantPositions) {
                variants.add(new Variant(
                        position.path(),
                        requireNonNull(numbers.get(
                                position.variantPart(VARIANT_METADATA).parquetPath())),
                        requireNonNull(
                                numbers.get(position.variantPart(VARIANT_VALUE).parquetPath()))));
            }
            return variants;
        }

        private List<Leaf> numbered(MessageType message) {
            List<Leaf> leaves = new ArrayList<>();
            for (ColumnDescriptor descriptor : message.getColumns()) {
                Leaf leaf = requireNonNull(unnumbered.get(List.of(descriptor.getPath())));
                leaves.add(new Leaf(
                        leaves.size(),
                        leaf.role(),
                        leaf.path(),
                        leaf.parquetPath(),
                        leaf.type(),
                        descriptor.getMaxRepetitionLevel() > 0));
            }
            return leaves;
        }

        private void addRowTracking(RowTrackingColumns names, List<Type> columns) {
            boolean ids = names.reservedFieldIds();
            columns.add(rowTracking(names.rowIdColumn(), Role.ROW_ID, ids ? ICEBERG_ROW_ID_FIELD : 0));
            columns.add(rowTracking(
                    names.rowCommitVersionColumn(),
                    Role.ROW_COMMIT_VERSION,
                    ids ? ICEBERG_ROW_COMMIT_VERSION_FIELD : 0));
        }

        private Type rowTracking(String name, Role role, int fieldId) {
            Position position = Position.TOP.field(name, name);
            register(position, role, PrimitiveType.LONG);
            Type type = primitive(PrimitiveType.LONG, Repetition.OPTIONAL, name);
            return fieldId == 0 ? type : type.withId(fieldId);
        }

        private void addField(StructField field, Role role, Position parent, List<Type> types) {
            if (OpaqueType.isVoid(field.type())) {
                return;
            }
            String name = mapping.physicalName(field);
            Position position = parent.field(field.name(), name);
            Type type = type(field.type(), Repetition.OPTIONAL, name, new Place(field, List.of(), role, position));
            OptionalInt id = mapping.fieldId(field);
            types.add(id.isPresent() ? type.withId(id.getAsInt()) : type);
        }

        private Type type(DataType type, Repetition repetition, String name, Place place) {
            if (type instanceof PrimitiveType primitive) {
                register(place.position(), place.role(), primitive);
                return primitive(primitive, repetition, name);
            }
            if (type instanceof StructType struct) {
                return new GroupType(repetition, name, fields(struct, place));
            }
            if (type instanceof ArrayType array) {
                Type element = part(array.elementType(), Repetition.OPTIONAL, "element", place.part("list", "element"));
                GroupType list = new GroupType(Repetition.REPEATED, "list", element);
                return collection(repetition, LogicalTypeAnnotation.listType(), list, name);
            }
            if (type instanceof MapType map) {
                Type key = part(map.keyType(), Repetition.REQUIRED, "key", place.part("key_value", "key"));
                Type value = part(map.valueType(), Repetition.OPTIONAL, "value", place.part("key_value", "value"));
                GroupType entries = new GroupType(Repetition.REPEATED, "key_value", key, value);
                return collection(repetition, LogicalTypeAnnotation.mapType(), entries, name);
            }
            if (OpaqueType.isVariant(type)) {
                variantPositions.add(place.position());
                return new GroupType(
                        repetition, name, variantPart(VARIANT_METADATA, place), variantPart(VARIANT_VALUE, place));
            }
            throw new IllegalArgumentException(
                    "column " + place.position().path() + " of type " + type + " cannot be written to a data file");
        }

        private Type variantPart(String name, Place place) {
            register(place.position().variantPart(name), place.role(), PrimitiveType.BINARY);
            return primitive(PrimitiveType.BINARY, Repetition.REQUIRED, name);
        }

        private static Type collection(
                Repetition repetition, LogicalTypeAnnotation annotation, GroupType repeated, String name) {
            return Types.buildGroup(repetition)
                    .as(annotation)
                    .addField(repeated)
                    .named(name);
        }

        private List<Type> fields(StructType struct, Place place) {
            List<Type> fields = new ArrayList<>();
            for (StructField field : struct.fields()) {
                addField(field, place.role(), place.position(), fields);
            }
            if (fields.isEmpty()) {
                throw new IllegalArgumentException("column " + place.position().path()
                        + " cannot be written to a data file: all its fields are void");
            }
            checkNames(fields, "column " + place.position().path());
            return fields;
        }

        private Type part(DataType type, Repetition repetition, String name, Place place) {
            Type part = type(type, repetition, name, place);
            OptionalInt id = options.nestedFieldIds()
                    ? mapping.nestedFieldId(place.field(), place.wayFromField())
                    : OptionalInt.empty();
            return id.isPresent() ? part.withId(id.getAsInt()) : part;
        }

        private void register(Position position, Role role, PrimitiveType type) {
            List<String> parquetPath = position.parquetPath();
            unnumbered.put(parquetPath, new Leaf(-1, role, position.path(), parquetPath, type, false));
        }

        private static void checkNames(List<Type> types, String where) {
            Set<String> names = new HashSet<>();
            for (Type type : types) {
                if (!names.add(type.getName())) {
                    throw new IllegalArgumentException(
                            where + " has two columns that are both called '" + type.getName() + "' in data files");
                }
            }
        }
    }

    /** Where a type stands: the field around it, the way from that field into lists and maps, and its names. */
    private record Place(StructField field, List<String> wayFromField, Role role, Position position) {

        Place part(String group, String name) {
            List<String> longer = new ArrayList<>(wayFromField);
            longer.add(name);
            return new Place(field, longer, role, position.part(group, name));
        }
    }

    /** Names on the way to a type, logical and in the file. */
    private record Position(List<String> logical, List<String> parquetPath) {
        static final Position TOP = new Position(List.of(), List.of());

        ColumnPath path() {
            return new ColumnPath(logical);
        }

        Position field(String logicalName, String physicalName) {
            return new Position(with(logical, logicalName), with(parquetPath, physicalName));
        }

        Position part(String group, String name) {
            return new Position(with(logical, name), with(with(parquetPath, group), name));
        }

        Position variantPart(String name) {
            return field(name, name);
        }

        private static List<String> with(List<String> names, String name) {
            List<String> longer = new ArrayList<>(names);
            longer.add(name);
            return List.copyOf(longer);
        }
    }

    private static Type primitive(PrimitiveType type, Repetition repetition, String name) {
        return switch (type.kind()) {
            case BOOLEAN ->
                Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
            case BYTE -> annotated(PrimitiveTypeName.INT32, LogicalTypeAnnotation.intType(8, true), repetition, name);
            case SHORT -> annotated(PrimitiveTypeName.INT32, LogicalTypeAnnotation.intType(16, true), repetition, name);
            case INTEGER -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
            case LONG -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
            case FLOAT -> Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
            case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
            case STRING -> annotated(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), repetition, name);
            case BINARY -> Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
            case DATE -> annotated(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), repetition, name);
            case TIMESTAMP ->
                annotated(
                        PrimitiveTypeName.INT64,
                        LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS),
                        repetition,
                        name);
            case TIMESTAMP_NTZ ->
                annotated(
                        PrimitiveTypeName.INT64,
                        LogicalTypeAnnotation.timestampType(false, TimeUnit.MICROS),
                        repetition,
                        name);
            case DECIMAL -> decimal(type, repetition, name);
        };
    }

    private static Type annotated(
            PrimitiveTypeName physical, LogicalTypeAnnotation annotation, Repetition repetition, String name) {
        return Types.primitive(physical, repetition).as(annotation).named(name);
    }

    private static Type decimal(PrimitiveType type, Repetition repetition, String name) {
        LogicalTypeAnnotation annotation = LogicalTypeAnnotation.decimalType(type.scale(), type.precision());
        if (type.precision() <= MAX_INT32_DECIMAL) {
            return annotated(PrimitiveTypeName.INT32, annotation, repetition, name);
        }
        if (type.precision() <= MAX_INT64_DECIMAL) {
            return annotated(PrimitiveTypeName.INT64, annotation, repetition, name);
        }
        return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                .length(bytesForDecimal(type.precision()))
                .as(annotation)
                .named(name);
    }

    /** The fewest bytes whose two's complement holds all decimals of a precision. */
    private static int bytesForDecimal(int precision) {
        int bits = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() + 1;
        return (bits + 7) / 8;
    }
}
