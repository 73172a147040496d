package io.github.deltamaint.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowTextTest {

    @Test
    void tellsValuesApartThatLookAlike() {
        assertThat(RowText.of(ValueType.Primitive.DOUBLE, 0.0)).isEqualTo("D0000000000000000");
        assertThat(RowText.of(ValueType.Primitive.DOUBLE, -0.0)).isEqualTo("D8000000000000000");
        assertThat(RowText.of(ValueType.Primitive.FLOAT, Float.NaN)).isEqualTo("F7fc00000");
        assertThat(RowText.of(ValueType.Primitive.STRING, "")).isEqualTo("s");
        assertThat(RowText.of(ValueType.Primitive.STRING, null)).isEqualTo("n");
        assertThat(RowText.of(ValueType.Primitive.BINARY, new byte[] {1, -1})).isEqualTo("b01ff");
        assertThat(RowText.of(ValueType.decimal(5, 2), new BigDecimal("-1.50"))).isEqualTo("d-150e2");
    }

    @Test
    void writesNestedValuesWithMapEntriesInOrder() {
        ValueType type = ValueType.struct(
                "l", ValueType.array(ValueType.Primitive.INTEGER),
                "m", ValueType.map(ValueType.Primitive.STRING, ValueType.Primitive.BOOLEAN));
        assertThat(RowText.of(
                        type, List.of(Arrays.asList(1, null), List.of(Map.entry("b", true), Map.entry("a", false)))))
                .isEqualTo("([i1,n],{s61:f,s62:t})");
    }

    @Test
    void refusesTypesWithoutAText() {
        ValueType variant = ValueType.parse("{\"type\":\"struct\",\"fields\":[{\"name\":\"v\",\"type\":\"variant\"}]}");
        assertThatThrownBy(() -> RowText.of(variant, List.of("x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("values of type variant have no text");
    }

    @Test
    void theHashOfNoRowsIsThatOfNothing() {
        assertThat(new TableRows(ValueType.columns(), List.of()).contentSha256())
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    @Test
    void schemasSurviveParsing() {
        for (Fixture fixture : Fixtures.usedFor("read")) {
            String text = NaiveLog.latest(fixture.table())
                    .metadata()
                    .get("schemaString")
                    .asText();
            assertThat(Json.parse(ValueType.parse(text).toJson().toString())).isEqualTo(Json.parse(text));
        }
    }
}
