package io.github.deltamaint.parquet.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.internal.read.PagePlace;
import org.junit.jupiter.api.Test;

class PagePlacesTest {
    private final PagePlaces places = new PagePlaces(2);

    private static PagePlace at(long record) {
        return new PagePlace(4 + record, record, record, 0, 0);
    }

    @Test
    void theNextPartBeginsWhereTheLastOneEnded() {
        places.keep(1, 0, null, at(10));
        assertThat(places.before(1, 0, 9)).isNull();
        assertThat(places.before(1, 0, 10)).isEqualTo(at(10));
        assertThat(places.before(1, 0, 99)).isEqualTo(at(10));
        assertThat(places.before(0, 0, 99)).as("another leaf").isNull();
        assertThat(places.before(1, 1, 99)).as("another chunk").isNull();
    }

    @Test
    void aPartThatIsReadAgainBeginsWhereItBegan() {
        places.keep(0, 0, null, at(10));
        places.keep(0, 0, at(10), at(20));
        assertThat(places.before(0, 0, 10)).isEqualTo(at(10));
        assertThat(places.before(0, 0, 19)).isEqualTo(at(10));
        assertThat(places.before(0, 0, 20)).isEqualTo(at(20));
        assertThat(places.before(0, 0, 9)).isNull();
    }

    @Test
    void aPartBeginsInOneChunkAndEndsInAnother() {
        places.keep(0, 0, null, at(10));
        places.keep(0, 2, null, at(5));
        places.keep(0, 2, null, at(5));
        assertThat(places.before(0, 0, 10)).isEqualTo(at(10));
        assertThat(places.before(0, 2, 5)).isEqualTo(at(5));
        places.keep(0, 3, null, at(1));
        assertThat(places.before(0, 0, 10)).isNull();
        assertThat(places.before(0, 2, 5)).isEqualTo(at(5));
    }
}
