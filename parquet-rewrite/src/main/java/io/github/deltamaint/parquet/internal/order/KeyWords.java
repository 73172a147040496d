package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.CodeVector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

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

    /** Behind these keys as many other columns as fit, those of few bits first. */
    KeyWords with(List<CodeVector> others, int mostBits) {
        List<SortKey> all = new ArrayList<>(keys);
        Set<CodeVector> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        keys.forEach(key -> seen.add(key.codes()));
        int sum = bits;
        List<CodeVector> narrowFirst = new ArrayList<>(others);
        narrowFirst.sort(Comparator.comparingInt(CodeVector::range));
        for (CodeVector other : narrowFirst) {
            SortKey key = new SortKey(other, 0, false);
            if (sum + key.bits() <= mostBits && seen.add(other)) {
                all.add(key);
                sum += key.bits();
            }
        }
        return new KeyWords(all);
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
