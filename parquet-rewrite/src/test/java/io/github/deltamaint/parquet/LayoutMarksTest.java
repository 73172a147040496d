package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.LayoutMarks.Microsoft;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LayoutMarksTest {
    private static final String ENABLED = "com.microsoft.parquet.vorder.enabled";

    private static RowGroupLayout layout(String... columns) {
        return new RowGroupLayout(0, 10, Decision.SORTED, List.of(columns), List.of(), List.of());
    }

    @Test
    void whatIsWrittenIsRead() {
        LayoutMarks marks =
                LayoutMarks.read(LayoutMarks.of(RowOrder.automatic(), List.of(layout("a", "b \"c\"\\\n"), layout())));

        assertThat(marks.order()).hasValue("automatic");
        assertThat(marks.columns()).hasValue("[[\"a\",\"b \\\"c\\\"\\\\\\u000a\"],[]]");
        assertThat(marks.profile()).isEmpty();
        assertThat(marks.microsoft()).isEqualTo(Microsoft.NO);
        assertThat(LayoutMarks.read(LayoutMarks.of(RowOrder.columns(SortColumn.of("a")), List.of(layout("a"))))
                        .order())
                .hasValue("columns");
        assertThat(LayoutMarks.of(RowOrder.asRead(), List.of())).isEmpty();
    }

    @Test
    void microsoftsMarkIsUnderstoodOrCalledUnclear() {
        LayoutMarks marks = LayoutMarks.read(Map.of(ENABLED, "true", "com.microsoft.parquet.vorder.level", "9"));
        assertThat(marks.microsoft()).isEqualTo(Microsoft.YES);
        assertThat(marks.microsoftLevel()).hasValue(9);
        assertThat(LayoutMarks.read(Map.of(ENABLED, "TRUE ")).microsoft()).isEqualTo(Microsoft.YES);
        assertThat(LayoutMarks.read(Map.of(ENABLED, "false")).microsoft()).isEqualTo(Microsoft.NO);
        assertThat(LayoutMarks.read(Map.of(ENABLED, "9")).microsoft()).isEqualTo(Microsoft.UNCLEAR);
        assertThat(LayoutMarks.read(Map.of("com.microsoft.parquet.vorder.level", "high"))
                        .microsoftLevel())
                .isEmpty();
    }
}
