package io.github.deltamaint.internal.read;

import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;

/** Variants are read as what they are in data files: structs of two binary values, not interpreted. */
final class VariantParts {
    private static final StructType STRUCT = StructType.of(
            new StructField(DataFileSchema.VARIANT_METADATA, PrimitiveType.BINARY),
            new StructField(DataFileSchema.VARIANT_VALUE, PrimitiveType.BINARY));

    private VariantParts() {}

    /** The type of the values that are read of a column: its own unless it is a variant. */
    static DataType typeOfValues(DataType type) {
        return OpaqueType.isVariant(type) ? STRUCT : type;
    }
}
