package io.github.deltamaint.cli;

import io.github.deltamaint.HistoryEntry;
import io.github.deltamaint.TableMaintenance;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "history", description = "Shows the commits of the table, newest first.")
final class HistoryCommand extends TableCommand {

    @Option(names = "--limit", paramLabel = "N", description = "At most this many commits (default: ${DEFAULT-VALUE}).")
    private int limit = 20;

    HistoryCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        List<HistoryEntry> history = maintenance.history(limit);
        root().print(history, () -> {
            TextTable text = new TextTable("version", "timestamp", "operation", "parameters", "metrics", "engine");
            for (HistoryEntry entry : history) {
                text.row(
                        entry.version(),
                        entry.timestamp(),
                        entry.operation().orElse(""),
                        compact(entry.operationParameters()),
                        compact(entry.operationMetrics()),
                        entry.engineInfo().orElse(""));
            }
            text.printTo(out());
        });
    }

    private static String compact(Map<String, ? extends @Nullable String> map) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(map)
                .forEach((key, value) -> text.append(text.isEmpty() ? "" : " ")
                        .append(key)
                        .append('=')
                        .append(value));
        return text.toString();
    }
}
