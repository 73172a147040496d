package io.github.deltamaint.cli;

import io.github.deltamaint.TableDetail;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.log.Pin;
import io.github.deltamaint.vacuum.RetainedHistory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

@Command(name = "detail", description = "Shows what the table is, as DESCRIBE DETAIL does.")
final class DetailCommand extends TableCommand {

    DetailCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        TableDetail detail = maintenance.detail();
        RetainedHistory history = maintenance.retainedHistory();
        List<Pin> pins = maintenance.pins();
        Map<String, Object> json = JsonOutput.toMap(detail);
        json.put("retainedHistory", history);
        json.put("pins", pins);
        root().print(json, () -> {
            TextTable text = new TextTable();
            text.row("location", detail.location());
            text.row("id", detail.id());
            detail.name().ifPresent(name -> text.row("name", name));
            detail.description().ifPresent(description -> text.row("description", description));
            text.row("version", detail.version());
            detail.createdAt().ifPresent(created -> text.row("created", created));
            text.row("last modified", detail.lastModified());
            text.row("readable", "versions " + history.firstReadable() + " to " + history.latestVersion());
            text.row("after vacuum", "versions " + history.firstAfterVacuum() + " to " + history.latestVersion());
            pins.forEach(pin -> text.row(
                    "pinned",
                    pin.version() + " by " + pin.owner()
                            + pin.until().map(until -> " until " + until).orElse("")));
            text.row("files", detail.numFiles());
            text.row("size", detail.sizeInBytes());
            text.row("partition columns", String.join(", ", detail.partitionColumns()));
            text.row("clustering columns", String.join(", ", detail.clusteringColumns()));
            text.row("reader, writer version", detail.minReaderVersion() + ", " + detail.minWriterVersion());
            text.row("features", String.join(", ", detail.tableFeatures()));
            new TreeMap<>(detail.properties()).forEach(text::row);
            text.printTo(out());
        });
    }
}
