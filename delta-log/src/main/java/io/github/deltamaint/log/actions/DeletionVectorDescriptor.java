package io.github.deltamaint.log.actions;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;

/**
 * Where a deletion vector is: the rows of a data file that are deleted.
 *
 * @param storageType {@code u} relative to the root of the table, {@code p} an absolute path, {@code i} inline
 * @param pathOrInlineDv what the storage type says: an encoded UUID with a prefix, a path, or the encoded vector itself
 * @param offset where it begins in its file; absent counts as zero
 * @param sizeInBytes the length of the vector itself
 * @param cardinality how many rows it deletes
 */
public record DeletionVectorDescriptor(
        String storageType, String pathOrInlineDv, OptionalInt offset, int sizeInBytes, long cardinality) {

    public DeletionVectorDescriptor {
        requireNonNull(storageType, "storageType");
        requireNonNull(pathOrInlineDv, "pathOrInlineDv");
    }

    /** What identifies the vector within the table: storage type, path and, where there is one, the offset after {@code @}. */
    public String uniqueId() {
        String id = storageType + pathOrInlineDv;
        return offset.isPresent() ? id + "@" + offset.getAsInt() : id;
    }
}
