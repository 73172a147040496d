package io.github.deltamaint.cli;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.Finding;
import io.github.deltamaint.LakehouseHealth;
import io.github.deltamaint.LakehouseListener;
import io.github.deltamaint.LakehouseMaintenance;
import io.github.deltamaint.LakehousePlan;
import io.github.deltamaint.LakehouseReport;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.MaintenancePolicy;
import io.github.deltamaint.MaintenancePolicy.Rule;
import io.github.deltamaint.MaintenanceScheduler;
import io.github.deltamaint.TableFailure;
import io.github.deltamaint.TableReport;
import io.github.deltamaint.common.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "lakehouse",
        description = "Looks after all tables below a root: how they are, what they need, and doing it.")
final class LakehouseCommand implements Callable<Integer> {
    private static final Duration LEASE = Duration.ofMinutes(10);

    private final DmCommand root;

    @Parameters(index = "0", paramLabel = "ROOT", description = "The directory above the tables, or its URI.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String directory;

    @Parameters(
            index = "1",
            paramLabel = "ACTION",
            description = {
                "health: how every table is.",
                "plan: what maintain would do.",
                "maintain: does to every table what the policy says; without one, compacts those that need it.",
                "due: what run-due would do, and why, by how tables are written to and what was done last.",
                "run-due: does what is due, to tables that no other process is working on; for jobs that come again and again."
            },
            converter = ActionConverter.class)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Action action;

    @Option(names = "--include", paramLabel = "GLOB", description = "Only tables whose path below ROOT matches.")
    private List<String> includes = new ArrayList<>();

    @Option(names = "--exclude", paramLabel = "GLOB", description = "No tables whose path below ROOT matches.")
    private List<String> excludes = new ArrayList<>();

    @Mixin
    private final LookOptions look = new LookOptions();

    @Option(names = "--policy", paramLabel = "FILE", description = "What is to be done to which tables, as YAML.")
    private @Nullable Path policy;

    @Option(
            names = "--min-saved-files",
            paramLabel = "N",
            description =
                    "Instead of a policy: compact a table when that saves at least this many files (default: 10).")
    private @Nullable Long minSavedFiles;

    @Option(
            names = "--max-concurrent-tables",
            paramLabel = "N",
            description = "How many tables are worked on at the same time (default: 2).")
    private @Nullable Integer maxConcurrentTables;

    @Option(
            names = "--exclusive",
            description = "Leave tables alone that another process with this option is maintaining.")
    private boolean exclusive;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "The memory for data, of all tables together.")
    private @Nullable DataSize memory;

    @Option(
            names = "--spill-directory",
            paramLabel = "DIR",
            description = "A local directory for what does not fit into memory.")
    private @Nullable Path spillDirectory;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help and exits.")
    @SuppressWarnings("UnusedVariable") // picocli asks for it
    private boolean help;

    LakehouseCommand(DmCommand root) {
        this.root = root;
    }

    enum Action {
        HEALTH,
        PLAN,
        MAINTAIN,
        DUE,
        RUN_DUE
    }

    /** In any case, with a hyphen between words. */
    static final class ActionConverter implements CommandLine.ITypeConverter<Action> {
        @Override
        public Action convert(String text) {
            try {
                return Action.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException(
                        "'" + text + "' is none of health, plan, maintain, due, run-due");
            }
        }
    }

    /** Refused tables are no failure: nothing that this program can do about them was left undone. */
    @Override
    public Integer call() {
        try (MaintenanceContext context = root.openContext(
                OptionalInt.empty(), Optional.ofNullable(memory), Optional.ofNullable(spillDirectory))) {
            LakehouseMaintenance lakehouse = DeltaMaintenance.lakehouse(directory, context);
            includes.forEach(lakehouse::include);
            excludes.forEach(lakehouse::exclude);
            if (maxConcurrentTables != null) {
                lakehouse.maxConcurrentTables(maxConcurrentTables);
            }
            if (exclusive || action == Action.RUN_DUE) {
                lakehouse.exclusive("dm " + ProcessHandle.current().pid(), LEASE);
            }
            if (look.areGiven() && action != Action.HEALTH) {
                throw new IllegalArgumentException(
                        "--deep, --storage, --columns, --engines and --direct-lake are for health alone");
            }
            lakehouse.options(look.toOptions());
            if (minSavedFiles != null && policy != null) {
                throw new IllegalArgumentException("give either --policy or --min-saved-files");
            }
            if (minSavedFiles != null) {
                lakehouse.policy(MaintenancePolicy.builder()
                        .rule(Rule.DEFAULT.withMinSavedFiles(minSavedFiles))
                        .build());
            } else if (policy != null) {
                lakehouse.policy(policy(policy));
            }
            return switch (action) {
                case HEALTH -> print(lakehouse.health());
                case PLAN -> print(lakehouse.plan());
                case MAINTAIN -> print(lakehouse.listener(progress()).execute());
                case DUE -> print(lakehouse.dueOnly().plan());
                case RUN_DUE -> {
                    try (MaintenanceScheduler scheduler =
                            MaintenanceScheduler.of(() -> lakehouse.listener(progress()))) {
                        yield print(scheduler.runDue());
                    }
                }
            };
        }
    }

    private static MaintenancePolicy policy(Path file) {
        try {
            return MaintenancePolicy.parse(Files.readString(file), file.toString());
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": cannot be read as a policy: " + e, e);
        }
    }

    private LakehouseListener progress() {
        AtomicInteger done = new AtomicInteger();
        return new LakehouseListener() {
            @Override
            public void tableStarted(String table) {
                root.console().progress(done.get() + " tables done, now " + table);
            }

            @Override
            public void tableFinished(TableReport report) {
                root.console().progress(done.incrementAndGet() + " tables done");
            }
        };
    }

    private int print(LakehouseHealth health) {
        root.print(health, () -> {
            TextTable text = new TextTable("table", "files", "size", "state");
            for (LakehouseHealth.Entry table : health.tables()) {
                text.row(
                        table.table(),
                        table.health()
                                .map(known ->
                                        String.valueOf(known.files().metrics().totalFiles()))
                                .orElse("?"),
                        table.health()
                                .map(known ->
                                        String.valueOf(known.files().metrics().totalSize()))
                                .orElse("?"),
                        state(table));
            }
            text.printTo(root.console().outWriter());
            root.console()
                    .outWriter()
                    .printf(
                            Locale.ROOT,
                            "%d tables: %d are well, %d are not, %d could not be looked at%n",
                            health.tables().size(),
                            health.healthy(),
                            health.sick(),
                            health.failed());
        });
        return exitCode(health.tables().stream()
                .flatMap(table -> table.failure().stream())
                .toList());
    }

    private static String state(LakehouseHealth.Entry table) {
        if (table.failure().isPresent()) {
            return words(table.failure().get());
        }
        List<Finding> findings = table.health().orElseThrow().findings();
        return findings.isEmpty()
                ? "well"
                : String.join(
                        ", ",
                        findings.stream()
                                .map(finding -> finding.severity() + " "
                                        + finding.problem()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', ' '))
                                .toList());
    }

    private int print(LakehousePlan plan) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("root", plan.root());
        json.put("bytesToRewrite", plan.bytesToRewrite());
        json.put("tables", plan.tables());
        root.print(json, () -> {
            TextTable text = new TextTable("table", "what", "files", "size", "why");
            for (LakehousePlan.Entry table : plan.tables()) {
                table.failure().ifPresent(failure -> text.row(table.table(), words(failure)));
                table.waitsUntil()
                        .ifPresent(time -> text.row(table.table(), "waits", "", "", "its window begins at " + time));
                for (LakehousePlan.Step step : table.steps()) {
                    text.row(
                            table.table(),
                            words(step.kind()),
                            step.filesToRewrite() + step.filesToDelete(),
                            step.bytesToRewrite(),
                            String.join("; ", step.reasons()));
                }
            }
            text.printTo(root.console().outWriter());
            root.console()
                    .outWriter()
                    .println(plan.isEmpty() ? "nothing to do" : "to rewrite: " + plan.bytesToRewrite());
        });
        return exitCode(plan.tables().stream()
                .flatMap(table -> table.failure().stream())
                .toList());
    }

    private int print(LakehouseReport report) {
        root.print(report, () -> {
            TextTable text = new TextTable("table", "outcome", "");
            for (TableReport table : report.tables()) {
                text.row(
                        table.table(),
                        table.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        table.failure().map(LakehouseCommand::words).orElseGet(() -> done(table)));
            }
            text.printTo(root.console().outWriter());
            root.console()
                    .outWriter()
                    .printf(
                            Locale.ROOT,
                            "%d tables: %d maintained (%d files became %d), %d refused, %d failed, in %d ms%n",
                            report.tables().size(),
                            report.maintained(),
                            report.filesRemoved(),
                            report.filesAdded(),
                            report.refused(),
                            report.failed(),
                            report.elapsed().toMillis());
        });
        return exitCode(report.tables().stream()
                .flatMap(table -> table.failure().stream())
                .toList());
    }

    private static String words(LakehousePlan.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String done(TableReport report) {
        List<String> done = new ArrayList<>();
        report.optimized()
                .ifPresent(result -> done.add(result.filesRemoved().totalFiles() + " files became "
                        + result.filesAdded().totalFiles()));
        report.done().stream()
                .filter(kind -> kind != LakehousePlan.Kind.OPTIMIZE)
                .forEach(kind -> done.add(words(kind)));
        return String.join(", ", done);
    }

    private static String words(TableFailure failure) {
        return (failure.refused() ? "refused: " : "failed: ") + failure.message();
    }

    private static int exitCode(List<TableFailure> failures) {
        return failures.stream().allMatch(TableFailure::refused) ? ExitCode.DONE : ExitCode.FAILED;
    }
}
