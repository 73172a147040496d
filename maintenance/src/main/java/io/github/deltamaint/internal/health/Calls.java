package io.github.deltamaint.internal.health;

import io.github.deltamaint.Finding.Remedy;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import java.util.Map;
import java.util.Set;

/** The calls that findings propose, as a user would type them. */
final class Calls {
    private final String table;

    Calls(String table) {
        this.table = table;
    }

    /** OPTIMIZE with defaults for everything, which will do these tasks. */
    Remedy optimize(OptimizeTasks tasks) {
        long files = tasks.tasks().stream()
                .mapToLong(planned -> planned.inputs().size())
                .sum();
        long bytes = tasks.tasks().stream()
                .mapToLong(planned -> planned.task().inputSize().bytes())
                .sum();
        return new Remedy("dm optimize " + shell(table), java() + ".optimize().execute()", files, bytes);
    }

    /** A checkpoint of the latest version. */
    Remedy checkpoint() {
        return new Remedy("dm checkpoint " + shell(table), java() + ".checkpoint()", 0, 0);
    }

    /** Changing properties in one commit. */
    Remedy properties(Map<String, String> set, Set<String> unset) {
        StringBuilder command = new StringBuilder("dm properties ").append(shell(table));
        StringBuilder java = new StringBuilder(java()).append(".properties()");
        set.forEach((key, value) -> {
            command.append(" --set ").append(shell(key + "=" + value));
            java.append(".set(")
                    .append(literal(key))
                    .append(", ")
                    .append(literal(value))
                    .append(')');
        });
        unset.forEach(key -> {
            command.append(" --unset ").append(shell(key));
            java.append(".unset(").append(literal(key)).append(')');
        });
        return new Remedy(command.toString(), java.append(".commit()").toString(), 0, 0);
    }

    private String java() {
        return "DeltaMaintenance.table(" + literal(table) + ")";
    }

    private static String literal(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** As a word that every POSIX shell takes for this text. */
    static String shell(String text) {
        return text.matches("[\\w./:=@%+,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
