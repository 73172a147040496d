package io.github.deltamaint.log.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SmallMapTest {

    @Property(tries = 200)
    void behavesLikeTheMapItCopies(@ForAll @Size(max = 12) Map<String, String> map, @ForAll String key) {
        Map<String, String> original = new LinkedHashMap<>(map);
        original.replaceAll((k, v) -> v.isEmpty() ? null : v);
        Map<String, String> copy = Maps.copy(original);
        assertThat(copy).isEqualTo(original).hasSameHashCodeAs(original);
        assertThat(new ArrayList<>(copy.entrySet())).isEqualTo(new ArrayList<>(original.entrySet()));
        assertThat(copy.get(key)).isEqualTo(original.get(key));
        assertThat(copy.containsKey(key)).isEqualTo(original.containsKey(key));
        original.keySet().forEach(k -> assertThat(copy.get(k)).isEqualTo(original.get(k)));
        assertThat(Maps.copy(copy)).isEqualTo(copy);
    }

    @Test
    void cannotBeChanged() {
        Map<String, String> copy = Maps.copy(Map.of("a", "b"));
        assertThatThrownBy(() -> copy.put("c", "d")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(copy::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThat(Maps.copy(copy)).isSameAs(copy);
        assertThat(copy.get(null)).isNull();
    }
}
