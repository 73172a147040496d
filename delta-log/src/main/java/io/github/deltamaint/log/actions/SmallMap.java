package io.github.deltamaint.log.actions;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An unmodifiable map with very few entries, kept as one array of keys and values in turn: the partition values of a file take a fifth of the memory that they
 * would in a hash map.
 */
final class SmallMap<V extends @Nullable Object> extends AbstractMap<String, V> {
    private final @Nullable Object[] keysAndValues;

    private SmallMap(@Nullable Object[] keysAndValues) {
        this.keysAndValues = keysAndValues;
    }

    static <V extends @Nullable Object> Map<String, V> of(Map<String, V> map) {
        @Nullable Object[] array = new Object[map.size() * 2];
        int at = 0;
        for (Map.Entry<String, V> entry : map.entrySet()) {
            array[at++] = entry.getKey();
            array[at++] = entry.getValue();
        }
        return new SmallMap<>(array);
    }

    private int indexOf(@Nullable Object key) {
        for (int i = 0; i < keysAndValues.length; i += 2) {
            if (key != null && key.equals(keysAndValues[i])) {
                return i;
            }
        }
        return -1;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // values are only ever put in as V
    private V valueAt(int index) {
        return (V) keysAndValues[index + 1];
    }

    @SuppressWarnings("NullAway") // keys are never null
    private String keyAt(int index) {
        return (String) keysAndValues[index];
    }

    @Override
    public int size() {
        return keysAndValues.length / 2;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return indexOf(key) >= 0;
    }

    @Override
    public @Nullable V get(@Nullable Object key) {
        int index = indexOf(key);
        return index < 0 ? null : valueAt(index);
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return SmallMap.this.size();
            }

            @Override
            public Iterator<Map.Entry<String, V>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, V>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < keysAndValues.length;
        }

        @Override
        public Map.Entry<String, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            next += 2;
            return new AbstractMap.SimpleImmutableEntry<>(keyAt(next - 2), valueAt(next - 2));
        }
    }
}
