package io.github.deltamaint;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.InvalidOperationException;
import java.util.Map;

/** The properties of a table. Collects changes until {@link #commit()}; for one use by one thread. */
public interface Properties {

    /** The properties that the table has now. */
    Map<String, String> current();

    /**
     * Sets a property when {@link #commit()} is called.
     *
     * @throws IllegalArgumentException if it is to be unset too
     */
    Properties set(String key, String value);

    /**
     * Removes a property when {@link #commit()} is called; one that is not there is no error.
     *
     * @throws IllegalArgumentException if it is to be set too
     */
    Properties unset(String key);

    /**
     * Commits the changes, as one new version.
     *
     * @return the version; the latest one, and no commit, if nothing changes
     * @throws InvalidOperationException if a change is not allowed: the key is unknown or belongs to a table feature, it does not take the value,
     *     or two properties would contradict each other
     * @throws CommitConflictException if another writer changed the table's metadata meanwhile
     */
    long commit();
}
