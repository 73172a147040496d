package io.github.deltamaint.cli;

import io.github.deltamaint.Properties;
import io.github.deltamaint.TableMaintenance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "properties", description = "Shows the table's properties, or changes them.")
final class PropertiesCommand extends TableCommand {

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a property.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--unset", paramLabel = "KEY", description = "Removes a property.")
    private List<String> unset = new ArrayList<>();

    PropertiesCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        if (!set.isEmpty() || !unset.isEmpty()) {
            Properties changes = maintenance.properties();
            set.forEach(changes::set);
            unset.forEach(changes::unset);
            changes.commit();
        }
        Map<String, String> properties = new TreeMap<>(maintenance.properties().current());
        root().print(properties, () -> {
            TextTable text = new TextTable();
            properties.forEach(text::row);
            text.printTo(out());
        });
    }
}
