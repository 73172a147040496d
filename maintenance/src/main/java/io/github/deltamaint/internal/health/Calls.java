package io.github.deltamaint.internal.health;

import io.github.deltamaint.Finding.Remedy;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
        return new Remedy("dm optimize " + shell(table), java() + ".optimize().execute()", files, bytes, 0, 0);
    }

    /** A checkpoint of the latest version. */
    Remedy checkpoint() {
        return new Remedy("dm checkpoint " + shell(table), java() + ".checkpoint()", 0, 0, 0, 0);
    }

    /** OPTIMIZE of every file, whatever is there already. */
    Remedy optimizeAll(boolean hasReason, long files, long bytes) {
        return new Remedy(
                "dm optimize " + shell(table) + " --full" + (hasReason ? "" : " --profile scan"),
                java() + ".optimize().full()" + (hasReason ? "" : ".profile(LayoutProfile.SCAN)") + ".execute()",
                files,
                bytes,
                0,
                0);
    }

    /** OPTIMIZE along a Z-order curve, which will do these tasks. */
    Remedy zOrder(List<String> columns, OptimizeTasks tasks) {
        Remedy optimize = optimize(tasks);
        return new Remedy(
                optimize.command() + " --zorder-by " + shell(String.join(",", columns)),
                java() + ".optimize().zOrderBy("
                        + columns.stream().map(Calls::literal).collect(Collectors.joining(", ")) + ").execute()",
                optimize.filesToRewrite(),
                optimize.bytesToRewrite(),
                0,
                0);
    }

    /** VACUUM with the retention of the table. */
    Remedy vacuum(long files, long bytes) {
        return new Remedy("dm vacuum " + shell(table), java() + ".vacuum().execute()", 0, 0, files, bytes);
    }

    /** Cleaning up the log. */
    Remedy cleanLog(long files, long bytes) {
        return new Remedy("dm clean-log " + shell(table), java() + ".cleanUpLog().execute()", 0, 0, files, bytes);
    }

    /** Repairing the log. */
    Remedy repair() {
        return new Remedy(
                "dm fsck " + shell(table) + " --deep --repair", java() + ".fsck().deep().execute()", 0, 0, 0, 0);
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
        return new Remedy(command.toString(), java.append(".commit()").toString(), 0, 0, 0, 0);
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
