package io.github.deltamaint.stores;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.TableMaintenance;

/** An application with nothing on its class path but the library and the artifact for one store: compacts a table there, and says what it found. */
final class StrangersProgram {
    private StrangersProgram() {}

    /** The table, then Hadoop's options, each as {@code key=value}. */
    public static void main(String[] arguments) {
        MaintenanceContext.Builder builder = MaintenanceContext.builder();
        for (int i = 1; i < arguments.length; i++) {
            String[] option = arguments[i].split("=", 2);
            builder.hadoopOption(option[0], option[1]);
        }
        try (MaintenanceContext context = builder.build()) {
            TableMaintenance table = DeltaMaintenance.table(arguments[0], context);
            System.out.println("digest " + table.digest().digest());
            System.out.println("versions " + table.optimize().execute().versions());
            System.out.println("digest " + table.digest().digest());
            System.out.println("again " + table.optimize().execute().versions());
        }
    }
}
