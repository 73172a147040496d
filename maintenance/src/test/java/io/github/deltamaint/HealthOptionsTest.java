package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HealthOptionsTest {

    @Test
    void anEngineThatIsNamedTwiceCountsOnce() {
        HealthOptions options =
                HealthOptions.defaults().withEngines(Engine.SQL_ENDPOINT, Engine.DELTA_RS, Engine.SQL_ENDPOINT);
        assertThat(options.engines()).containsExactly(Engine.DELTA_RS, Engine.SQL_ENDPOINT);
        assertThat(options).isEqualTo(HealthOptions.defaults().withEngines(Engine.DELTA_RS, Engine.SQL_ENDPOINT));
    }
}
