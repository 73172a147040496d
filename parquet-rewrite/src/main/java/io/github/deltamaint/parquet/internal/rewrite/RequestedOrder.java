package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.SortColumn;
import io.github.deltamaint.parquet.internal.order.OrderChooser;
import io.github.deltamaint.parquet.internal.order.OrderChooser.NamedKey;
import io.github.deltamaint.parquet.internal.order.RowSorter;
import io.github.deltamaint.parquet.internal.order.SortKey;
import io.github.deltamaint.parquet.internal.write.CodedColumn;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The order that a request asks for. */
final class RequestedOrder implements RowGroupOrder {
    private final List<SortColumn> columns;
    private final List<Integer> keys;
    private final boolean automatic;

    private RequestedOrder(List<SortColumn> columns, boolean automatic, List<Leaf> leaves) {
        this.columns = columns;
        this.automatic = automatic;
        keys = columns.stream().map(column -> leaf(column, leaves)).toList();
    }

    /**
     * An order that is not the one as read.
     *
     * @throws IllegalArgumentException if a column does not fit the schema
     */
    static RequestedOrder of(RowOrder order, List<Leaf> leaves) {
        if (order instanceof RowOrder.Columns given) {
            return new RequestedOrder(given.columns(), false, leaves);
        }
        if (order instanceof RowOrder.Automatic given) {
            return new RequestedOrder(given.leading(), true, leaves);
        }
        throw new IllegalArgumentException("rows stay as read: " + order);
    }

    private static int leaf(SortColumn column, List<Leaf> leaves) {
        for (Leaf leaf : leaves) {
            if (leaf.path().equals(column.path())) {
                if (!leaf.isFlat()) {
                    throw new IllegalArgumentException("rows cannot be sorted by column " + column.name()
                            + ", it lies in a list or map, so a row may have several values");
                }
                return leaf.index();
            }
        }
        throw new IllegalArgumentException(
                "rows cannot be sorted by column " + column.name() + ", the schema has no such leaf");
    }

    @Override
    public List<Integer> keys() {
        return automatic ? List.of() : keys;
    }

    @Override
    public boolean isOptional() {
        return automatic;
    }

    @Override
    public OrderChooser.Choice choose(int rows, List<CodedColumn> coded, OrderChooser.Measure measure)
            throws IOException {
        List<NamedKey> named = namedKeys(coded);
        if (automatic) {
            return new OrderChooser(rows, coded, measure).choose(named);
        }
        RowSorter.Sorted sorted = new RowSorter(rows)
                .sort(
                        named.stream().map(NamedKey::key).toList(),
                        coded.stream().map(CodedColumn::codes).toList());
        return OrderChooser.Choice.given(
                sorted.order(), sorted, named.stream().map(NamedKey::name).toList());
    }

    /** The columns asked for, as far as their values are numbered. */
    private List<NamedKey> namedKeys(List<CodedColumn> coded) {
        List<NamedKey> named = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            for (CodedColumn column : coded) {
                if (column.leaf().index() == keys.get(i)) {
                    boolean nullsLast = columns.get(i).nullsLast();
                    named.add(new NamedKey(
                            columns.get(i).toString(), new SortKey(column.codes(), column.nullCodes(), nullsLast)));
                }
            }
        }
        return named;
    }
}
