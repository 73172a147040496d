package io.github.deltamaint.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Reads one Parquet file with parquet-java's record API into plain values, see {@link ValueType}. */
public final class ParquetRows {

    private ParquetRows() {}

    /** How the columns of a table find theirs in a file. */
    public enum Matching {
        /** By physical name: exactly, else by the first name that differs in case only. */
        NAME,
        /** By Parquet field id; by physical name where the file has no ids. */
        FIELD_ID;

        /**
         * Where a column or field is in a group of a file's schema.
         *
         * @return its position, or -1 if the file lacks it
         */
        public int position(ValueType.Field field, GroupType group) {
            boolean fileHasIds = group.getFields().stream().anyMatch(type -> type.getId() != null);
            if (this == FIELD_ID && fileHasIds) {
                return firstPosition(
                        group, type -> type.getId() != null && type.getId().intValue() == field.fieldId());
            }
            String name = field.physicalName();
            int exact = firstPosition(group, type -> type.getName().equals(name));
            return exact >= 0
                    ? exact
                    : firstPosition(group, type -> type.getName().equalsIgnoreCase(name));
        }

        private static int firstPosition(GroupType group, Predicate<Type> condition) {
            for (int i = 0; i < group.getFieldCount(); i++) {
                if (condition.test(group.getType(i))) {
                    return i;
                }
            }
            return -1;
        }
    }

    /** The footer. */
    public static ParquetMetadata footer(Path file) {
        try (ParquetFileReader reader = ParquetFileReader.open(MemoryInputFile.of(file), options())) {
            return reader.getFooter();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static ParquetReadOptions options() {
        return ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    }

    /** The columns of a file as its schema states them. */
    public static ValueType.Struct columns(Path file) {
        return InferredTypes.of(footer(file).getFileMetaData().getSchema());
    }

    /** All rows in file order, every column with the type that the file states. */
    public static TableRows read(Path file) {
        ValueType.Struct columns = columns(file);
        return new TableRows(columns, read(file, columns, Matching.NAME));
    }

    /**
     * All rows in file order, in the shape of a table: columns that the file lacks are null, narrower types are widened.
     *
     * @param columns the columns of the table that are to be read from the file
     */
    public static List<List<@Nullable Object>> read(Path file, ValueType.Struct columns, Matching matching) {
        InputFile input = MemoryInputFile.of(file);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (ParquetReader<Group> reader =
                new Builder(input).usePageChecksumVerification(true).build()) {
            @Nullable GroupValues values = null;
            for (@Nullable Group group = reader.read(); group != null; group = reader.read()) {
                if (values == null) {
                    values = GroupValues.of(columns, group.getType(), matching);
                }
                rows.add(values.row(group));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
        return rows;
    }

    private static final class Builder extends ParquetReader.Builder<Group> {
        Builder(InputFile file) {
            super(file, new PlainParquetConfiguration());
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }
}
