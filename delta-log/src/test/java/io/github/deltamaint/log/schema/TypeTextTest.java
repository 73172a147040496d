package io.github.deltamaint.log.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bigint | \"long\"",
                "BIGINT | \"long\"",
                "long | \"long\"",
                "int | \"integer\"",
                "smallint | \"short\"",
                "tinyint | \"byte\"",
                "real | \"float\"",
                "double | \"double\"",
                "string | \"string\"",
                "timestamp_ntz | \"timestamp_ntz\"",
                "timestamp_ltz | \"timestamp\"",
                "decimal | \"decimal(10,0)\"",
                "Decimal( 12 , 3 ) | \"decimal(12,3)\"",
                "numeric(5) | \"decimal(5,0)\"",
                "array<int> | {\"type\":\"array\",\"elementType\":\"integer\",\"containsNull\":true}",
                "map< string , array<date> > | {\"type\":\"map\",\"keyType\":\"string\",\"valueType\":{\"type\":\"array\",\"elementType\":\"date\",\"containsNull\":true},\"valueContainsNull\":true}",
                "struct<a: int, `b c` string> | {\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":\"integer\",\"nullable\":true,\"metadata\":{}},{\"name\":\"b c\",\"type\":\"string\",\"nullable\":true,\"metadata\":{}}]}",
            })
    void isTheTypeThatSqlMeans(String text, String json) {
        assertThat(DataType.parse(text).toJson()).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text",
                "varchar(10)",
                "int int",
                "array",
                "array<>",
                "array<int",
                "map<int>",
                "struct<a: int",
                "struct<: int>",
                "decimal(39,2)",
                "decimal(2,3)",
                "decimal(a)",
                "`int"
            })
    void whatIsNoTypeIsRefusedWithTheText(String text) {
        assertThatThrownBy(() -> DataType.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "' is no type");
    }
}
