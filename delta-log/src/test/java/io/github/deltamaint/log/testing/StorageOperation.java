package io.github.deltamaint.log.testing;

/** What can be done to a storage, as far as it costs a request or can fail. */
public enum StorageOperation {
    /** {@code list}. */
    LIST,
    /** {@code listRecursively}. */
    LIST_RECURSIVELY,
    /** {@code status}. */
    STATUS,
    /** {@code open}, with or without a known length. */
    OPEN,
    /** One {@code readFully} of an open file. */
    READ_RANGE,
    /** {@code read} of a whole file. */
    READ,
    /** {@code create}. */
    CREATE,
    /** {@code createAtomically}, also on behalf of {@code overwrite}. */
    CREATE_ATOMICALLY,
    /** One {@code write} to a file being written. */
    WRITE,
    /** {@code close} of a file being written. */
    CLOSE_WRITTEN,
    /** {@code putIfAbsent}. */
    PUT_IF_ABSENT,
    /** The deletion of one file. */
    DELETE,
    /** {@code move}. */
    MOVE,
    /** {@code createDirectory}. */
    CREATE_DIRECTORY,
    /** {@code deleteEmptyDirectory}. */
    DELETE_DIRECTORY
}
