package io.github.deltamaint.vacuum.internal;

import java.io.IOException;

/** A file is no inventory; the message says where and why. */
final class InventoryException extends IOException {
    private static final long serialVersionUID = 1;

    InventoryException(String problem) {
        super(problem);
    }
}
