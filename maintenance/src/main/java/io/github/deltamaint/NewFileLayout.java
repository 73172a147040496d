package io.github.deltamaint;

import io.github.deltamaint.parquet.RowGroupLayout;
import java.util.List;

/**
 * How the rows of a new file were ordered, and what that did to each column. Made by the library; components may be added.
 *
 * @param path the file, relative to the table and decoded
 * @param rowGroups its row groups
 */
public record NewFileLayout(String path, List<RowGroupLayout> rowGroups) {

    /** Copies the list. */
    public NewFileLayout {
        rowGroups = List.copyOf(rowGroups);
    }
}
