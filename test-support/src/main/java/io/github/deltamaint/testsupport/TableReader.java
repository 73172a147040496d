package io.github.deltamaint.testsupport;

import java.nio.file.Path;

/** Somebody who reads Delta tables and is not us: the judge of what we wrote. */
public interface TableReader {

    /** All rows of the latest version. */
    TableRows rows(Path table);

    /** All rows of an older version. */
    TableRows rows(Path table, long version);
}
