package io.github.deltamaint.cli;

import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.common.DataSize;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The root: global options, and what the commands share. */
@Command(
        name = "dm",
        description = "Looks after Delta Lake tables: compaction, layout, history, checks. Needs no Spark.",
        mixinStandardHelpOptions = true,
        versionProvider = DmCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CheckpointCommand.class,
            CleanLogCommand.class,
            AdviseCommand.class,
            ClusteringCommand.class,
            DetailCommand.class,
            HistoryCommand.class,
            HealthCommand.class,
            LayoutCommand.class,
            OptimizeCommand.class,
            VacuumCommand.class,
            QuarantineCommand.class,
            RestoreVacuumCommand.class,
            PurgeQuarantineCommand.class,
            PurgeCommand.class,
            RestoreCommand.class,
            FsckCommand.class,
            PinCommand.class,
            UnpinCommand.class,
            AutoCompactCommand.class,
            PropertiesCommand.class,
            ClusterByCommand.class,
            ScanCommand.class,
            SkippingCommand.class,
            DigestCommand.class,
            VerifyCommand.class,
            LakehouseCommand.class,
            DemoCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, also when there was nothing to do",
            "1:failed",
            "2:wrong usage",
            "3:lost to a concurrent writer; nothing was changed",
            "4:the table needs something that is refused"
        })
final class DmCommand implements Runnable {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--hadoop",
            paramLabel = "KEY=VALUE",
            description = "An option for Hadoop's file systems, such as fs.s3a.endpoint=http://localhost:9000.")
    private Map<String, String> hadoopOptions = new LinkedHashMap<>();

    @Option(
            names = "--single-writer",
            description =
                    "Promises that nobody else writes to the table meanwhile; needed on stores without a safe commit.")
    private boolean singleWriter;

    @Option(names = "--json", description = "Prints one JSON document instead of text.")
    private boolean json;

    DmCommand(Console console) {
        this.console = console;
    }

    CommandLine commandLine() {
        return spec.commandLine();
    }

    Console console() {
        return console;
    }

    /** Whether the user asked for JSON; else the commands print text. */
    boolean wantsJson() {
        return json;
    }

    /** Prints a result as JSON if that was asked for, else runs {@code text}. */
    void print(Object result, Runnable text) {
        console.finishProgress();
        if (json) {
            JsonOutput.write(result, console.outWriter());
            console.outWriter().println();
        } else {
            text.run();
        }
        console.outWriter().flush();
    }

    MaintenanceContext openContext() {
        return openContext(OptionalInt.empty(), Optional.empty(), Optional.empty());
    }

    MaintenanceContext openContext(OptionalInt threads, Optional<DataSize> memory, Optional<Path> spillDirectory) {
        MaintenanceContext.Builder builder =
                MaintenanceContext.builder().hadoopOptions(hadoopOptions).engineInfo("dm");
        if (singleWriter) {
            builder.singleWriter();
        }
        threads.ifPresent(builder::maxConcurrentRewrites);
        memory.ifPresent(builder::memoryLimit);
        spillDirectory.ifPresent(builder::spillDirectory);
        return builder.build();
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
    }

    /** The version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = DmCommand.class.getPackage().getImplementationVersion();
            return new String[] {"delta-maintenance " + (version == null ? "(development)" : version)};
        }
    }
}
