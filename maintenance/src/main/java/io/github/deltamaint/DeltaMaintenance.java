package io.github.deltamaint;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.internal.DefaultTableMaintenance;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.lakehouse.DefaultLakehouse;

/**
 * Looks after Delta Lake tables, without Spark.
 *
 * <pre>{@code
 * OptimizeResult result = DeltaMaintenance.table("/lake/gold/sales").optimize().execute();
 * }</pre>
 */
public final class DeltaMaintenance {
    private DeltaMaintenance() {}

    /**
     * The operations of one table, with the resources that the whole process shares.
     *
     * @param path the directory of the table: a local path, a {@code file:} URI, or a URI of a store that Hadoop reaches, such as
     *     {@code s3a://bucket/lake/sales}. Nothing is read before an operation runs
     * @throws IllegalArgumentException if the path is empty
     */
    public static TableMaintenance table(String path) {
        return table(path, MaintenanceContext.defaults());
    }

    /** As {@link #table(String)}, with resources of your own. */
    public static TableMaintenance table(String path, MaintenanceContext context) {
        return new DefaultTableMaintenance(
                requireNonNull(path, "path"), (DefaultMaintenanceContext) requireNonNull(context, "context"));
    }

    /**
     * All tables below a root, with the resources that the whole process shares.
     *
     * @param root a directory: a local path, a {@code file:} URI, or a URI of a store that Hadoop reaches. Nothing is read before something is asked for
     * @throws IllegalArgumentException if the path is empty
     */
    public static LakehouseMaintenance lakehouse(String root) {
        return lakehouse(root, MaintenanceContext.defaults());
    }

    /** As {@link #lakehouse(String)}, with resources of your own. */
    public static LakehouseMaintenance lakehouse(String root, MaintenanceContext context) {
        return new DefaultLakehouse(
                requireNonNull(root, "root"), (DefaultMaintenanceContext) requireNonNull(context, "context"));
    }
}
