package io.github.deltamaint.parquet.internal.order;

import java.util.ArrayList;
import java.util.List;

/** Some keys of a row in one number, the code of the first in the highest bits: numbers compare as the rows do in these keys. */
final class KeyWords {
    private final List<SortKey> keys;
    private final int bits;

    private KeyWords(List<SortKey> keys) {
        this.keys = List.copyOf(keys);
        bits = keys.stream().mapToInt(SortKey::bits).sum();
    }

    /** The keys in groups of at most {@code mostBits} each, which is at least the bits of every key. */
    static List<KeyWords> of(List<SortKey> keys, int mostBits) {
        List<KeyWords> words = new ArrayList<>();
        List<SortKey> group = new ArrayList<>();
        int room = mostBits;
        for (SortKey key : keys) {
            if (key.bits() > room) {
                words.add(new KeyWords(group));
                group.clear();
                room = mostBits;
            }
            group.add(key);
            room -= key.bits();
        }
        words.add(new KeyWords(group));
        return words;
    }

    /** As few of the first keys as have so many bits together, all if they have not. */
    KeyWords first(int wantedBits) {
        int sum = 0;
        int count = 0;
        while (count < keys.size() && sum < wantedBits) {
            sum += keys.get(count++).bits();
        }
        return new KeyWords(keys.subList(0, count));
    }

    List<SortKey> keys() {
        return keys;
    }

    /** The bits of all keys. */
    int bits() {
        return bits;
    }

    /** The numbers of the rows {@code [from, from + count)}. */
    void of(int from, int count, long[] words) {
        for (int i = 0; i < count; i++) {
            words[i] = 0;
        }
        for (SortKey key : keys) {
            key.codes().shiftInto(words, key.bits(), key.lowsLast(), from, count);
        }
    }

    /** The numbers of {@code rows[from, from + count)}. */
    void of(int[] rows, int from, int count, long[] words) {
        for (int i = 0; i < count; i++) {
            words[i] = 0;
        }
        for (SortKey key : keys) {
            key.codes().shiftInto(words, key.bits(), key.lowsLast(), rows, from, count);
        }
    }
}
