package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;

/** What an action says about the key of its file. */
final class FileKeys {
    private FileKeys() {}

    /** Hands the key of an active file on. */
    static void accept(AddFile file, FileKeyConsumer consumer) {
        byte[] path = Utf8.bytes(file.path());
        consumer.accept(
                path,
                0,
                path.length,
                Utf8.id(file.deletionVector()),
                file.size(),
                file.deletionVector().map(DeletionVectorDescriptor::cardinality).orElse(0L));
    }
}
