package io.github.deltamaint;

/** Is told which tables are being maintained. What it throws is logged and changes nothing. */
public interface LakehouseListener {

    /** Work on a table begins. */
    default void tableStarted(String table) {}

    /** Work on a table has ended, well or not. */
    default void tableFinished(TableReport report) {}
}
