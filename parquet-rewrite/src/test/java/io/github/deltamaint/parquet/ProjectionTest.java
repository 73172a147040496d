package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Files read in the form of another schema. */
class ProjectionTest {
    private static final String LIST_OF_INTS =
            "optional group l (LIST) { repeated group list { optional int32 element; } }";

    @Nested
    class MissingFields {
        @Test
        void areNullInsideOfStructsThatExist() throws IOException {
            File file = new File("optional group details { optional binary email (STRING); }")
                    .row(r -> r.addGroup("details").append("email", "a@b"))
                    .row(r -> r.addGroup("details"))
                    .row(r -> {});
            assertThat(
                            file.read(
                                    "optional group details { optional binary email (STRING); optional binary address (STRING); }"))
                    .containsExactly("{{a@b, null}}", "{{null, null}}", "{null}");
        }

        @Test
        void areNullInsideOfStructsOfWhichNothingElseIsWanted() throws IOException {
            File file = new File("optional group s { repeated int32 many; optional int32 old; }")
                    .row(r -> r.addGroup("s").append("many", 1).append("many", 2))
                    .row(r -> {})
                    .row(r -> r.addGroup("s"));
            assertThat(file.read("optional group s { optional int32 fresh; }"))
                    .containsExactly("{{null}}", "{null}", "{{null}}");
        }

        @Test
        void takeTheShapeOfListsFromANeighbour() throws IOException {
            String before =
                    "optional group l (LIST) { repeated group list { optional group element { optional int32 a; } } }";
            String after =
                    "optional group l (LIST) { repeated group list { optional group element { optional int32 a; optional int64 b; } } }";
            File file = new File(before).row(r -> {}).row(r -> r.addGroup("l")).row(r -> {
                Group list = r.addGroup("l");
                list.addGroup("list").addGroup("element").append("a", 1);
                list.addGroup("list");
                list.addGroup("list").addGroup("element");
            });
            assertThat(file.read(after)).containsExactly("{null}", "{[]}", "{[{1, null}, null, {null, null}]}");
        }

        @Test
        void takeTheShapeOfListsFromADeeperNeighbourIfThereIsNoOther() throws IOException {
            File file = new File(
                            "optional group l (LIST) { repeated group list { optional group element { repeated int32 deep; } } }")
                    .row(r -> {
                        Group list = r.addGroup("l");
                        list.addGroup("list")
                                .addGroup("element")
                                .append("deep", 1)
                                .append("deep", 2)
                                .append("deep", 3);
                        list.addGroup("list").addGroup("element");
                        list.addGroup("list");
                        list.addGroup("list").addGroup("element").append("deep", 4);
                    })
                    .row(r -> {})
                    .row(r -> r.addGroup("l"));
            assertThat(
                            file.read(
                                    "optional group l (LIST) { repeated group list { optional group element { optional int32 flat; } } }"))
                    .containsExactly("{[{null}, {null}, null, {null}]}", "{null}", "{[]}");
            assertThat(file.read(
                            "optional group l (LIST) { repeated group list { optional group element { optional group more (LIST) "
                                    + "{ repeated group list { optional int32 element; } } } } }"))
                    .containsExactly("{[{null}, {null}, null, {null}]}", "{null}", "{[]}");
        }

        @Test
        void takeTheShapeOfMapsFromTheKey() throws IOException {
            String before = "optional group m (MAP) { repeated group key_value { required binary key (STRING); "
                    + "optional group value { optional int32 a; } } }";
            String after = "optional group m (MAP) { repeated group key_value { required binary key (STRING); "
                    + "optional group value { optional int32 b; } } }";
            File file = new File(before)
                    .row(r -> {
                        Group map = r.addGroup("m");
                        Group entry = map.addGroup("key_value").append("key", "x");
                        entry.addGroup("value").append("a", 1);
                        map.addGroup("key_value").append("key", "y");
                    })
                    .row(r -> r.addGroup("m"))
                    .row(r -> {});
            assertThat(file.read(after)).containsExactly("{[x={null}, y=null]}", "{[]}", "{null}");
        }

        @Test
        void ofAMapWithoutValuesAreNullValues() throws IOException {
            File file = new File("optional group m (MAP) { repeated group key_value { required int32 key; } }")
                    .row(r -> {
                        Group map = r.addGroup("m");
                        map.addGroup("key_value").append("key", 1);
                        map.addGroup("key_value").append("key", 2);
                    });
            assertThat(
                            file.read(
                                    "optional group m (MAP) { repeated group key_value { required int32 key; optional int32 value; } }"))
                    .containsExactly("{[1=null, 2=null]}");
        }

        @Test
        void atTheTopNeedNoNeighbour() throws IOException {
            File file = new File("optional int32 a;").row(r -> r.append("a", 1)).row(r -> {});
            assertThat(file.read("optional int32 x; optional group s { optional int32 y; } " + LIST_OF_INTS
                            + " repeated int32 r; optional int32 a;"))
                    .containsExactly("{null, null, null, [], 1}", "{null, null, null, [], null}");
        }

        @Test
        void thatAreRequiredAreAnErrorOnlyWhereARowNeedsThem() throws IOException {
            File file = new File("optional group s { optional int32 a; }").row(r -> {});
            assertThat(file.read("optional group s { optional int32 a; required int32 b; }"))
                    .containsExactly("{null}");
            file.row(r -> r.addGroup("s"));
            assertThatThrownBy(() -> file.read("optional group s { optional int32 a; required int32 b; }"))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("a null where column s.b of the target schema");
            assertThatThrownBy(() -> file.read("required int32 b;"))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("column b is required in the target schema and missing in the file");
        }
    }

    @Nested
    class RequiredAndOptional {
        @Test
        void becomeEachOtherAtAnyLevel() throws IOException {
            File required = new File("required group s { required int32 a; }")
                    .row(r -> r.addGroup("s").append("a", 1));
            assertThat(required.read("optional group s { optional int32 a; }")).containsExactly("{{1}}");
            File optional = new File("optional group s { optional int32 a; }")
                    .row(r -> r.addGroup("s").append("a", 1));
            assertThat(optional.read("required group s { required int32 a; }")).containsExactly("{{1}}");
            assertThat(optional.read("required group s { optional int32 a; }")).containsExactly("{{1}}");
            assertThat(optional.read("optional group s { required int32 a; }")).containsExactly("{{1}}");
        }

        @Test
        void clashWhereThereIsANull() throws IOException {
            File leafNull = new File("optional group s { optional int32 a; }").row(r -> r.addGroup("s"));
            assertThat(leafNull.read("required group s { optional int32 a; }")).containsExactly("{{null}}");
            assertThatThrownBy(() -> leafNull.read("optional group s { required int32 a; }"))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("column s.a");
            File structNull = new File("optional group s { optional int32 a; }").row(r -> {});
            assertThat(structNull.read("optional group s { required int32 a; }"))
                    .containsExactly("{null}");
            assertThatThrownBy(() -> structNull.read("required group s { optional int32 a; }"))
                    .isInstanceOf(CorruptFileException.class);
        }

        @Test
        void listsThatAreNeverNullCanBecomeListsThatCanBe() throws IOException {
            File file = new File("repeated int32 l;")
                    .row(r -> r.append("l", 1).append("l", 2))
                    .row(r -> {});
            assertThat(file.read(LIST_OF_INTS)).containsExactly("{[1, 2]}", "{[]}");
        }

        @Test
        void aNullListDoesNotBecomeEmpty() throws IOException {
            File file = new File(LIST_OF_INTS).row(r -> {});
            assertThatThrownBy(() -> file.read("repeated int32 l;")).isInstanceOf(CorruptFileException.class);
        }
    }

    @Nested
    class LegacyLists {
        private final String[] spellings = {
            "optional group l (LIST) { repeated int32 array; }",
            "optional group l (LIST) { repeated int32 element; }",
            "optional group l (LIST) { repeated group bag { optional int32 array_element; } }",
            "optional group l (LIST) { repeated group list { required int32 item; } }",
        };

        @Test
        void readAsStandardLists() throws IOException {
            for (String spelling : spellings) {
                File file = new File(spelling)
                        .row(r -> {
                            Group list = r.addGroup("l");
                            if (spelling.contains("repeated int32")) {
                                list.add(0, 1);
                                list.add(0, 2);
                            } else {
                                list.addGroup(0).add(0, 1);
                                list.addGroup(0).add(0, 2);
                            }
                        })
                        .row(r -> r.addGroup("l"))
                        .row(r -> {});
                assertThat(file.read(LIST_OF_INTS)).as(spelling).containsExactly("{[1, 2]}", "{[]}", "{null}");
                assertThat(file.read(spelling)).as("as spelled").containsExactly("{[1, 2]}", "{[]}", "{null}");
            }
        }

        @Test
        void ofStructsReadAsListsOfStructs() throws IOException {
            String target =
                    "optional group l (LIST) { repeated group list { optional group element { optional int32 a; } } }";
            for (String spelling : List.of(
                    "optional group l (LIST) { repeated group array { optional int32 a; } }",
                    "optional group l (LIST) { repeated group l_tuple { optional int32 a; } }",
                    "optional group l (LIST) { repeated group bag { optional group array_element { optional int32 a; } } }",
                    "repeated group l { optional int32 a; }")) {
                File file = new File(spelling).row(r -> {
                    Group list = spelling.startsWith("repeated") ? r : r.addGroup("l");
                    for (int i = 0; i < 2; i++) {
                        Group entry = list.addGroup(0);
                        (spelling.contains("bag") ? entry.addGroup(0) : entry).append("a", i);
                    }
                });
                assertThat(file.read(target)).as(spelling).containsExactly("{[{0}, {1}]}");
            }
        }

        @Test
        void ofTwoFieldsHaveStructsForElements() throws IOException {
            File file = new File(
                            "optional group l (LIST) { repeated group any { optional int32 a; optional int32 b; } }")
                    .row(r -> r.addGroup("l").addGroup("any").append("b", 1));
            assertThat(
                            file.read(
                                    "optional group l (LIST) { repeated group list { optional group element { optional int32 b; optional int32 a; } } }"))
                    .containsExactly("{[{1, null}]}");
        }

        @Test
        void ofListsKeepTheirDepth() throws IOException {
            File file = new File("optional group l (LIST) { repeated group array (LIST) { repeated int32 array; } }")
                    .row(r -> {
                        Group outer = r.addGroup("l");
                        outer.addGroup("array").append("array", 1).append("array", 2);
                        outer.addGroup("array");
                    });
            assertThat(file.read("optional group l (LIST) { repeated group list { optional group element (LIST) "
                            + "{ repeated group list { optional int32 element; } } } }"))
                    .containsExactly("{[[1, 2], []]}");
        }

        @Test
        void readFromStandardListsIfTheTargetIsSpelledSo() throws IOException {
            File file = new File(LIST_OF_INTS).row(r -> {
                Group list = r.addGroup("l");
                list.addGroup("list").append("element", 1);
            });
            assertThat(file.read("optional group l (LIST) { repeated int32 array; }"))
                    .containsExactly("{[1]}");
            file.row(r -> r.addGroup("l").addGroup("list"));
            assertThatThrownBy(() -> file.read("optional group l (LIST) { repeated int32 array; }"))
                    .isInstanceOf(CorruptFileException.class);
        }

        @Test
        void mapsOfAllSpellingsReadAsMaps() throws IOException {
            for (String spelling : List.of(
                    "optional group m (MAP) { repeated group map { required int32 k; required int32 v; } }",
                    "optional group m (MAP_KEY_VALUE) { repeated group map { optional int32 key; optional int32 value; } }")) {
                File file = new File(spelling).row(r -> {
                    Group entry = r.addGroup("m").addGroup("map");
                    entry.add(0, 1);
                    entry.add(1, 2);
                });
                assertThat(
                                file.read(
                                        "optional group m (MAP) { repeated group key_value { required int32 key; optional int32 value; } }"))
                        .as(spelling)
                        .containsExactly("{[1=2]}");
            }
        }
    }

    @Nested
    class Matching {
        @Test
        void byNamePrefersTheExactOne() throws IOException {
            File file = new File("optional int32 a; optional int32 A;")
                    .row(r -> r.append("a", 1).append("A", 2));
            assertThat(file.read("optional int32 A;")).containsExactly("{2}");
            assertThat(file.read("optional int32 a;")).containsExactly("{1}");
        }

        @Test
        void byNameTakesTheOnlyOneOfAnotherCase() throws IOException {
            File file = new File("optional group S { optional int32 Ab; }")
                    .row(r -> r.addGroup("S").append("Ab", 1));
            assertThat(file.read("optional group s { optional int32 aB; }")).containsExactly("{{1}}");
        }

        @Test
        void byNameRefusesToChooseBetweenCases() throws IOException {
            File file = new File("optional int32 ab; optional int32 AB;").row(r -> {});
            assertThatThrownBy(() -> file.read("optional int32 Ab;"))
                    .isInstanceOf(UnsupportedFileException.class)
                    .hasMessageEndingWith("column Ab of the target schema could be ab or AB");
        }

        @Test
        void byIdIgnoresNames() throws IOException {
            File file = new File(
                            "optional int32 a = 1; optional group s = 2 { optional int32 x = 3; optional int32 y = 4; }")
                    .row(r -> {
                        r.append("a", 1);
                        r.addGroup("s").append("x", 3).append("y", 4);
                    });
            assertThat(
                            file.read(
                                    FieldMatching.FIELD_ID,
                                    "optional int32 x = 1; optional group renamed = 2 { optional int32 x = 4; optional int32 a = 9; }"))
                    .containsExactly("{1, {4, null}}");
        }

        @Test
        void byIdTakesFieldsWithoutIdByName() throws IOException {
            File file = new File("optional int32 a = 1; optional int64 _row_id;")
                    .row(r -> r.append("a", 1).append("_row_id", 7L));
            assertThat(file.read(FieldMatching.FIELD_ID, "optional int32 b = 1; optional int64 _row_id;"))
                    .containsExactly("{1, 7}");
        }

        @Test
        void byIdTakesMetadataColumnsOfIcebergByNameIfTheyHaveNoId() throws IOException {
            String target = "optional int32 b = 1; optional int64 _row_id = 2147483540; optional int64 c = 2147483447;";
            File older = new File("optional int32 a = 1; optional int64 _row_id; optional int64 c;")
                    .row(r -> r.append("a", 1).append("_row_id", 7L).append("c", 8L));
            assertThat(older.read(FieldMatching.FIELD_ID, target)).containsExactly("{1, 7, null}");
            File newer = new File("optional int32 a = 1; optional int64 x = 2147483540; optional int64 _row_id;")
                    .row(r -> r.append("a", 1).append("x", 7L).append("_row_id", 8L));
            assertThat(newer.read(FieldMatching.FIELD_ID, target)).containsExactly("{1, 7, null}");
        }

        @Test
        void byIdRefusesFilesWithoutAnyId() throws IOException {
            File file = new File("optional int32 a;").row(r -> {});
            assertThatThrownBy(() -> file.read(FieldMatching.FIELD_ID, "optional int32 a = 1;"))
                    .isInstanceOf(UnsupportedFileException.class)
                    .hasMessageContaining("none of its fields has a field id");
        }

        @Test
        void refusesDifferentShapes() throws IOException {
            File file = new File("optional group s { optional group t { optional int32 a; } } " + LIST_OF_INTS)
                    .row(r -> {});
            assertThatThrownBy(() -> file.read("optional group s { optional int32 t; }"))
                    .isInstanceOf(UnsupportedFileException.class)
                    .hasMessageEndingWith("column s.t: the file has struct, the target schema INT32");
            assertThatThrownBy(() -> file.read("optional group l { optional int32 a; }"))
                    .hasMessageEndingWith("column l: the file has list, the target schema struct");
        }

        @Test
        void namesBothTypesItCannotBridge() throws IOException {
            File file = new File("optional fixed_len_byte_array(5) a; optional int64 b;").row(r -> {});
            assertThatThrownBy(() -> file.read("optional double a;"))
                    .isInstanceOf(UnsupportedFileException.class)
                    .hasMessageEndingWith(
                            "column a is FIXED_LEN_BYTE_ARRAY(5) in the file, which cannot be read as DOUBLE");
            assertThatThrownBy(() -> file.read("optional int64 b (TIMESTAMP(MICROS,true));"))
                    .hasMessageEndingWith(
                            "column b is INT64 in the file, which cannot be read as INT64 TIMESTAMP(MICROS,true)");
        }
    }

    /** A file in the making. */
    private static final class File {
        private final MessageType schema;
        private final List<Group> rows = new ArrayList<>();

        File(String fields) {
            schema = schema(fields);
        }

        File row(Consumer<Group> fill) {
            Group row = new SimpleGroup(schema);
            fill.accept(row);
            rows.add(row);
            return this;
        }

        Stream<String> read(String target) throws IOException {
            return read(FieldMatching.NAME, target);
        }

        Stream<String> read(FieldMatching matching, String target) throws IOException {
            byte[] bytes = new RandomFile(rows.size()).write(schema, rows);
            try (ParquetFile file = ParquetFile.open(new MemorySource("file", bytes));
                    ColumnBatchReader reader =
                            ColumnBatchReader.open(file, schema(target), matching, RowSelection.all(), 2)) {
                return Records.read(reader).stream().map(Plain::text);
            }
        }

        private static MessageType schema(String fields) {
            return MessageTypeParser.parseMessageType("message m { " + fields + " }");
        }
    }
}
