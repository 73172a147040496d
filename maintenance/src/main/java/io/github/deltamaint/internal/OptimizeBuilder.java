package io.github.deltamaint.internal;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.Verification;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.cluster.ClusterOrder.Kind;
import io.github.deltamaint.internal.cluster.ClusterOrders;
import io.github.deltamaint.internal.events.OperationListeners;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.zorder.HilbertCurve;
import io.github.deltamaint.zorder.MortonCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/** Collects what the user wants of OPTIMIZE. */
final class OptimizeBuilder implements Optimize {
    private static final double DEFAULT_MAX_DELETED_ROWS_RATIO = 0.05;

    private final Function<OptimizeSettings, OptimizePlan> planner;
    private final List<Predicate> where = new ArrayList<>();
    private final OperationListeners listeners;
    private Optional<DataSize> targetFileSize = Optional.empty();
    private Optional<DataSize> minFileSize = Optional.empty();
    private double maxDeletedRowsRatio = DEFAULT_MAX_DELETED_ROWS_RATIO;
    private Optional<Boolean> vOrder = Optional.empty();
    private Optional<LayoutProfile> profile = Optional.empty();
    private Optional<ClusterOrders.Wanted> cluster = Optional.empty();
    private boolean full;
    private OptionalInt commitEvery = OptionalInt.empty();
    private Optional<DataSize> maxBytes = Optional.empty();
    private Optional<Verification> verification = Optional.empty();
    private Optional<String> userMetadata = Optional.empty();
    private CancellationToken cancellation = CancellationToken.none();

    OptimizeBuilder(Function<OptimizeSettings, OptimizePlan> planner, OperationListeners listeners) {
        this.planner = planner;
        this.listeners = listeners;
    }

    @Override
    public Optimize where(String partitionPredicate) {
        where.add(Predicate.parse(partitionPredicate));
        return this;
    }

    @Override
    public Optimize targetFileSize(DataSize size) {
        targetFileSize = Optional.of(positive(size, "targetFileSize"));
        return this;
    }

    @Override
    public Optimize minFileSize(DataSize size) {
        minFileSize = Optional.of(positive(size, "minFileSize"));
        return this;
    }

    private static DataSize positive(DataSize size, String name) {
        if (size.bytes() == 0) {
            throw new IllegalArgumentException(name + " must be positive but was " + size);
        }
        return size;
    }

    @Override
    public Optimize maxDeletedRowsRatio(double ratio) {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("maxDeletedRowsRatio must be between 0 and 1 but was " + ratio);
        }
        maxDeletedRowsRatio = ratio;
        return this;
    }

    @Override
    public Optimize vOrder(boolean wanted) {
        vOrder = Optional.of(wanted);
        return this;
    }

    @Override
    public Optimize profile(LayoutProfile newProfile) {
        profile = Optional.of(newProfile);
        return this;
    }

    @Override
    public Optimize zOrderBy(String... columns) {
        return order(Kind.Z_ORDER, "zOrderBy", MortonCurve.MAX_DIMENSIONS, columns);
    }

    @Override
    public Optimize clusterBy(String... columns) {
        return order(Kind.CLUSTER, "clusterBy", HilbertCurve.MAX_DIMENSIONS, columns);
    }

    private Optimize order(Kind kind, String method, int mostColumns, String... columns) {
        if (columns.length == 0 || columns.length > mostColumns) {
            throw new IllegalArgumentException(
                    method + " takes 1 to " + mostColumns + " columns but got " + columns.length);
        }
        if (cluster.isPresent() && cluster.get().kind() != kind) {
            throw new IllegalArgumentException("rows have one order: call either zOrderBy or clusterBy");
        }
        cluster = Optional.of(new ClusterOrders.Wanted(
                Stream.of(columns).map(ColumnPath::parse).toList(), kind));
        return this;
    }

    @Override
    public Optimize full() {
        full = true;
        return this;
    }

    @Override
    public Optimize commitEvery(int tasks) {
        if (tasks <= 0) {
            throw new IllegalArgumentException("commitEvery must be positive but was " + tasks);
        }
        commitEvery = OptionalInt.of(tasks);
        return this;
    }

    @Override
    public Optimize maxBytes(DataSize bytes) {
        maxBytes = Optional.of(positive(bytes, "maxBytes"));
        return this;
    }

    @Override
    public Optimize verify(Verification level) {
        verification = Optional.of(level);
        return this;
    }

    @Override
    public Optimize listener(MaintenanceListener listener) {
        listeners.add(listener);
        return this;
    }

    @Override
    public Optimize cancellation(CancellationToken token) {
        cancellation = requireNonNull(token, "token");
        return this;
    }

    @Override
    public Optimize userMetadata(String note) {
        userMetadata = Optional.of(note);
        return this;
    }

    /** One that only collects settings. */
    static OptimizeBuilder ofSettings(OperationListeners listeners) {
        return new OptimizeBuilder(
                settings -> {
                    throw new IllegalStateException("only its settings are asked for");
                },
                listeners);
    }

    @Override
    public OptimizePlan plan() {
        return planner.apply(settings());
    }

    OptimizeSettings settings() {
        return new OptimizeSettings(
                where,
                targetFileSize,
                minFileSize,
                maxDeletedRowsRatio,
                vOrder,
                profile,
                cluster,
                full,
                commitEvery,
                maxBytes,
                verification,
                userMetadata,
                listeners.all(),
                cancellation,
                Optional.empty(),
                false);
    }

    @Override
    public OptimizeResult execute() {
        return plan().execute();
    }
}
