package io.github.deltamaint.log.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.deltamaint.log.ReferenceTables;
import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.testsupport.Corpus;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeWideningTest {
    private static final List<String> TYPES = List.of(
            "boolean",
            "byte",
            "short",
            "integer",
            "long",
            "float",
            "double",
            "string",
            "binary",
            "date",
            "timestamp",
            "timestamp_ntz",
            "void",
            "variant");

    @Test
    void amongTypesWithoutParametersExactlyTheListedChangesAreSupported() {
        Set<String> supported = new HashSet<>();
        for (String from : TYPES) {
            for (String to : TYPES) {
                if (TypeWidening.canWiden(type(from), type(to))) {
                    supported.add(from + " " + to);
                }
            }
        }

        assertThat(supported)
                .containsExactlyInAnyOrder(
                        "byte short",
                        "byte integer",
                        "byte long",
                        "short integer",
                        "short long",
                        "integer long",
                        "float double",
                        "byte double",
                        "short double",
                        "integer double",
                        "date timestamp_ntz");
    }

    @ParameterizedTest
    @CsvSource({
        "decimal(6 2), decimal(10 2), true",
        "decimal(6 2), decimal(10 6), true",
        "decimal(6 2), decimal(10 7), false",
        "decimal(6 2), decimal(6 2), false",
        "decimal(6 2), decimal(5 2), false",
        "decimal(6 2), decimal(6 3), false",
        "decimal(6 2), decimal(7 1), false",
        "byte, decimal(4 1), true",
        "byte, decimal(3 1), false",
        "short, decimal(6 1), true",
        "integer, decimal(12 1), true",
        "integer, decimal(10 1), false",
        "long, decimal(21 1), true",
        "long, decimal(20 2), false",
        "decimal(3 0), long, false",
        "float, decimal(38 0), false",
        "double, decimal(38 0), false"
    })
    void decimalsMustHoldEveryDigit(String from, String to, boolean supported) {
        assertThat(TypeWidening.canWiden(type(from), type(to))).isEqualTo(supported);
    }

    private static DataType type(String name) {
        return DataType.fromJson("\"" + name.replace(' ', ',') + "\"");
    }

    @Test
    void readsEveryRecordedChangeAtEveryDepth() {
        StructType schema = StructType.of(
                changed(
                        "a",
                        PrimitiveType.LONG,
                        "[{\"fromType\":\"byte\",\"toType\":\"short\",\"tableVersion\":1},"
                                + "{\"fromType\":\"short\",\"toType\":\"long\"}]"),
                new StructField(
                        "m",
                        new MapType(
                                PrimitiveType.STRING,
                                StructType.of(
                                        changed(
                                                "b c",
                                                PrimitiveType.DATE,
                                                "[{\"fromType\":\"date\",\"toType\":{\"type\":\"new\"},\"fieldPath\":\"element\"}]")),
                                true)));

        List<TypeWidening.Change> changes = TypeWidening.changes(schema);

        assertThat(changes)
                .extracting(TypeWidening.Change::toString)
                .containsExactly(
                        "a from byte to short",
                        "a from short to long",
                        "m.value.`b c`.element from date to {\"type\":\"new\"}");
        assertThat(changes).extracting(TypeWidening.Change::isSupported).containsExactly(true, true, false);
    }

    @Test
    void aMalformedRecordIsAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TypeWidening.changes(StructType.of(changed("a", PrimitiveType.LONG, "{}"))))
                .withMessage("delta.typeChanges of column a is no list: {}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TypeWidening.changes(
                        StructType.of(changed("a", PrimitiveType.LONG, "[{\"toType\":\"long\"}]"))))
                .withMessage("delta.typeChanges of column a lacks fromType or toType: {\"toType\":\"long\"}");
    }

    private static StructField changed(String name, DataType type, String changes) {
        return new StructField(name, type, true, FieldMetadata.ofJson(Map.of("delta.typeChanges", changes)));
    }

    @Test
    void everyChangeThatOtherEnginesMadeIsSupportedButTheInventedOne() {
        Corpus.assumePresent();

        Set<String> refused = ReferenceTables.all()
                .filter(table ->
                        TypeWidening.changes(table.schema()).stream().anyMatch(change -> !change.isSupported()))
                .map(ReferenceTable::id)
                .collect(Collectors.toSet());

        assertThat(refused).containsExactly("trino/deltalake__type_widening_unsupported");
    }
}
