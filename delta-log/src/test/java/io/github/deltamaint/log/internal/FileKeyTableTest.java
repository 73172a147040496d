package io.github.deltamaint.log.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.actions.FileKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FileKeyTableTest {

    private record Entry(int owner, boolean live) {}

    @Property(tries = 50)
    void behavesLikeAMap(@ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int operations) {
        Random random = new Random(seed);
        FileKeyTable table = new FileKeyTable();
        Map<FileKey, Entry> model = new HashMap<>();
        for (int i = 0; i < operations; i++) {
            FileKey key = new FileKey(
                    "path" + random.nextInt(operations),
                    random.nextBoolean() ? Optional.empty() : Optional.of("id" + random.nextInt(3)));
            byte[] path = key.path().getBytes(UTF_8);
            byte @Nullable [] id =
                    key.deletionVectorId().map(text -> text.getBytes(UTF_8)).orElse(null);
            int found = table.find(path, 0, path.length, id);
            Entry expected = model.get(key);
            assertThat(found >= 0).isEqualTo(expected != null);
            assertThat(table.hasLive(path, 0, path.length))
                    .isEqualTo(model.entrySet().stream()
                            .anyMatch(entry -> entry.getKey().path().equals(key.path())
                                    && entry.getValue().live()));
            if (expected != null) {
                assertThat(new Entry(table.owner(found), table.isLive(found))).isEqualTo(expected);
            } else {
                Entry entry = new Entry(i, random.nextBoolean());
                table.add(path, id, entry.owner(), entry.live());
                model.put(key, entry);
            }
        }
        assertThat(table.size()).isEqualTo(model.size());
    }

    @Test
    void holdsPathsOfAnyLength() {
        FileKeyTable table = new FileKeyTable();
        byte[] longest = "x".repeat(200_000).getBytes(UTF_8);
        byte[] shortest = "y".getBytes(UTF_8);
        table.add(longest, null, 1, true);
        table.add(shortest, longest, 2, false);
        table.add(new byte[0], null, 3, true);
        assertThat(table.owner(table.find(longest, 0, longest.length, null))).isEqualTo(1);
        assertThat(table.owner(table.find(shortest, 0, 1, longest))).isEqualTo(2);
        assertThat(table.owner(table.find(shortest, 1, 0, null))).isEqualTo(3);
        assertThat(table.find(shortest, 0, 1, null)).isNegative();
        assertThat(table.find(longest, 0, longest.length - 1, null)).isNegative();
    }

    @Property(tries = 200)
    void countsNumbersOnce(@ForAll List<Long> numbers) {
        FingerprintSet set = new FingerprintSet(0);
        Set<Long> model = new HashSet<>();
        for (long number : numbers) {
            assertThat(set.add(hash(number))).isEqualTo(model.add(number));
        }
    }

    @Test
    void growsWithoutForgetting() {
        FingerprintSet set = new FingerprintSet(1_000);
        for (long number = -20_000; number < 20_000; number++) {
            assertThat(set.add(hash(number))).isTrue();
        }
        for (long number = -20_000; number < 20_000; number++) {
            assertThat(set.add(hash(number))).isFalse();
        }
    }

    private static long hash(long number) {
        byte[] bytes = Long.toString(number).getBytes(UTF_8);
        return Hashing.hash(bytes, 0, bytes.length);
    }

    @Test
    void hashesSimilarPathsApart() {
        Set<Long> hashes = new HashSet<>();
        for (int i = 0; i < 50_000; i++) {
            byte[] path = ("day=2024-01-01/part-" + i + ".parquet").getBytes(UTF_8);
            hashes.add(Hashing.hash(path, 0, path.length));
        }
        for (int length = 0; length < 100; length++) {
            hashes.add(Hashing.hash(new byte[length], 0, length));
        }
        assertThat(hashes).hasSize(50_100);
    }
}
