package io.github.deltamaint.vacuum.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** However little memory there is, and whether an entry comes before or after all is known: each gets one answer, with what is known about it. A map is the judge. */
class FactsTest {
    private static final int PATHS = 3000;
    private static final long PLENTY = 1 << 20;
    private static final long LITTLE = 20_000;

    private final Map<String, Long> known = new TreeMap<>();
    private final List<String> answers = Collections.synchronizedList(new ArrayList<>());

    @Property(tries = 24, shrinking = ShrinkingMode.OFF)
    void eachEntryIsAnsweredOnceWithAllThatIsKnown(@ForAll long seed, @ForAll boolean tight, @ForAll boolean tightEarly)
            throws IOException {
        known.clear();
        answers.clear();
        Random random = new Random(seed);
        Path spills = Files.createTempDirectory("facts");
        Facts facts = new Facts(
                tight ? LITTLE : PLENTY,
                tightEarly ? random.nextInt((int) LITTLE) : PLENTY,
                spills,
                (entry, fact) -> answers.add(entry + " " + fact));
        List<Listed> entries = entries(random);
        int early = random.nextInt(entries.size() + 1);
        Set<Listed> seen = new HashSet<>();
        // The listing and the log come in pieces, in turns.
        int listed = 0;
        for (int path = 0; path < PATHS; path++) {
            if (random.nextInt(3) > 0) {
                add(facts, path(path), random);
            }
            if (random.nextBoolean() && listed < early) {
                facts.join(entries.get(listed));
                seen.add(entries.get(listed++));
            }
        }
        List<Listed> rest = entries.subList(listed, entries.size());
        Thread other = new Thread(() -> rest.forEach(facts::join));
        other.start();
        facts.complete();
        join(other);
        Set<Long> missing = new HashSet<>();
        facts.finish((key, value) -> missing.add(key));

        List<String> expected = new ArrayList<>();
        entries.forEach(entry -> expected.add(entry + " " + known.getOrDefault(entry.path(), 0L)));
        assertThat(answers).containsExactlyInAnyOrderElementsOf(expected);
        seen.addAll(rest);
        seen.forEach(entry -> known.remove(entry.path()));
        known.values().removeIf(value -> FactKind.of(value) != FactKind.LIVE);
        assertThat(missing)
                .containsExactlyInAnyOrderElementsOf(
                        known.keySet().stream().map(KeyHash::of).toList());
        assertThat(spills).isEmptyDirectory();
        Files.delete(spills);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String path(int number) {
        return "p=" + number % 7 + "/größe-" + number;
    }

    private static List<Listed> entries(Random random) {
        List<Listed> entries = new ArrayList<>();
        for (int path = 0; path < PATHS; path++) {
            if (random.nextInt(3) > 0) {
                entries.add(Listed.file(path(path), path, 1000L * path));
            }
        }
        Collections.shuffle(entries, random);
        return entries;
    }

    private void add(Facts facts, String path, Random random) {
        if (random.nextBoolean()) {
            facts.addNeeded(FactKind.LIVE, path, false);
            known.put(path, FactKind.LIVE.encode(FactKind.UNKNOWN_VERSION));
        } else {
            long version = random.nextInt(100);
            facts.addRemoved(FactKind.TOMBSTONED, path, version);
            known.put(path, FactKind.TOMBSTONED.encode(version));
        }
    }
}
