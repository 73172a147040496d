package io.github.deltamaint.cli;

import io.github.deltamaint.Scan;
import io.github.deltamaint.TableDigest;
import io.github.deltamaint.TableMaintenance;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "digest",
        description = "Hashes all rows, whatever their order and files: equal digests mean equal rows.")
final class DigestCommand extends TableCommand {

    @Option(names = "--version", paramLabel = "N", description = "The version to read (default: the latest).")
    private @Nullable Long version;

    @Option(names = "--content", description = "Adds the SHA-256 of the sorted rows; for tables that fit into memory.")
    private boolean content;

    DigestCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        TableDigest digest = scan(maintenance, version).digest();
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("version", digest.version());
        result.put("rows", digest.rows());
        result.put("digest", digest.digest());
        if (content) {
            result.put("contentSha256", scan(maintenance, digest.version()).contentSha256());
        }
        root().print(result, () -> result.forEach((key, value) -> out().println(key + "  " + value)));
    }

    private static Scan scan(TableMaintenance maintenance, @Nullable Long version) {
        Scan scan = maintenance.scan();
        return version == null ? scan : scan.version(version);
    }
}
