package io.github.deltamaint.log.actions;

import java.util.Optional;

/** An action about one logical file: a data file together with the deletion vector that hides some of its rows. */
public sealed interface FileAction extends Action permits AddFile, RemoveFile {

    /** The path as written in the log: percent-encoded, relative to the root of the table or a URI. */
    String path();

    /** The deletion vector, which is part of the file's identity. */
    Optional<DeletionVectorDescriptor> deletionVector();

    /** What identifies the file in the log. */
    default FileKey key() {
        return new FileKey(path(), deletionVector().map(DeletionVectorDescriptor::uniqueId));
    }
}
