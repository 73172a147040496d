package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.LogCoverage;
import io.github.deltamaint.log.Pin;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.TablePins;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.KeptFiles;
import io.github.deltamaint.vacuum.UnsafeRetentionException;
import io.github.deltamaint.vacuum.VacuumMode;
import io.github.deltamaint.vacuum.VacuumSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Finds out what may go: what the log needs, held against what is in the store. Reads, never writes.
 *
 * <p>Which version is the latest is found out before the store is listed, so whatever is committed meanwhile is too young to be a candidate. What that version and the retained ones need is read
 * from the log while the listing goes on; until that is known, nothing is judged.
 */
public final class Planning {
    private static final int REMOTE_CONCURRENCY = 32;
    private static final long PROGRESS_STEP = 1000;

    private final DeltaLog log;
    private final Storages storages;
    private final VacuumSettings settings;
    private final Snapshot snapshot;
    private final TablePath table;
    private final Storage storage;
    private final Duration tableRetention;
    private final Duration retained;
    private final Retention retention;
    private final LogCoverage coverage;
    private final PathRules rules;
    private final LogFiles files;
    private final Links links;
    private final Surroundings surroundings;
    private final KeptCounter kept = new KeptCounter();
    private final Facts facts;
    private final Judge judge;
    private final Candidates.Builder found;
    private final RetainedFiles retainedFiles;
    private final Set<Pin> pins;
    private final OptionalLong vacuumedBefore;
    private final Backoff backoff;
    private final int threads;
    private final RequestLimit requests;
    private final List<String> warnings = new ArrayList<>();

    private final AtomicLong listedFiles = new AtomicLong();
    private final AtomicLong directories = new AtomicLong();
    private long listings;
    private long commitsRead;

    private Planning(DeltaLog log, Storages storages, VacuumSettings settings, Clock clock, Backoff backoff) {
        this.log = log;
        this.storages = storages;
        this.settings = settings;
        this.backoff = backoff;
        this.snapshot = log.snapshot();
        this.table = snapshot.tablePath();
        this.storage = log.storage();
        DeltaLog.requireAllowed(snapshot, TableOperation.VACUUM, settings.accepted());
        this.tableRetention = tableRetention(snapshot);
        this.retained = settings.retention().orElse(tableRetention);
        requireSafe();
        this.coverage = log.coverage(snapshot);
        Instant now = clock.instant();
        this.retention = Retention.of(cutoff(now, retained), coverage);
        this.rules = new PathRules(snapshot.metadata().partitionColumns());
        this.files = new LogFiles(table);
        this.links = new Links(storage, table);
        this.surroundings = new Surroundings(links);
        this.found = newCandidates();
        this.judge = new Judge(retention, kept, found, surroundings);
        long memory = settings.memoryLimit().bytes();
        // The last quarter is for the candidates that remain in the end; until then it is for entries that come early.
        this.facts = new Facts(memory / 2, memory / 4, spillDirectory(), judge);
        this.threads = concurrency(settings, table);
        this.requests = new RequestLimit(threads);
        this.retainedFiles =
                new RetainedFiles(log, snapshot, coverage, retention, rules, files, links, facts, requests);
        this.pins = Set.copyOf(new TablePins(storage, table).inForce(now));
        this.vacuumedBefore = new LastVacuumInfo(storage, table).read();
    }

    /**
     * Plans a vacuum of the latest version.
     *
     * @throws UnsafeRetentionException if the retention is shorter than the table's, and no reason was given
     * @throws InvalidOperationException if the table does not allow it, or log and store disagree
     * @throws OperationCancelledException if cancelled
     */
    public static PlannedVacuum plan(
            DeltaLog log, Storages storages, VacuumSettings settings, Clock clock, Backoff backoff) {
        try {
            return new Planning(log, storages, settings, clock, backoff).plan();
        } catch (CancellationException e) {
            throw new OperationCancelledException(
                    log.tablePath().root(), List.of(), 0, "planning VACUUM was cancelled; nothing was changed");
        }
    }

    /** The retention that a table asks for. */
    static Duration tableRetention(Snapshot snapshot) {
        try {
            return snapshot.properties().deletedFileRetention();
        } catch (InvalidPropertyException e) {
            throw new InvalidOperationException(snapshot.tablePath().root(), String.valueOf(e.getMessage()));
        }
    }

    static int concurrency(VacuumSettings settings, TablePath table) {
        boolean local = StoragePaths.scheme(table.root()).isEmpty();
        return settings.maxConcurrency()
                .orElse(local ? 2 * Runtime.getRuntime().availableProcessors() : REMOTE_CONCURRENCY);
    }

    private void requireSafe() {
        if (retained.compareTo(tableRetention) < 0
                && settings.unsafeRetentionReason().isEmpty()) {
            throw new UnsafeRetentionException(table.root(), retained, tableRetention);
        }
    }

    static Instant cutoff(Instant now, Duration retention) {
        Instant oldest = Instant.EPOCH;
        return retention.compareTo(Duration.between(oldest, now)) > 0
                ? oldest
                : Instant.ofEpochMilli(now.minus(retention).toEpochMilli());
    }

    private Path spillDirectory() {
        return settings.spillDirectory().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
    }

    private Candidates.Builder newCandidates() {
        return new Candidates.Builder(settings.memoryLimit().bytes() / 4, spillDirectory());
    }

    private PlannedVacuum plan() {
        warnAboutTheLog();
        switch (settings.mode()) {
            case FULL -> planByListing();
            case LITE -> planFromLog();
            case INVENTORY -> planFromInventory();
            default -> throw new IllegalStateException("unknown mode " + settings.mode());
        }
        long outside = retainedFiles.outside();
        if (outside > 0) {
            warnings.add(outside + " paths in the log are outside the table's directory; these files are left alone");
        }
        return new PlannedVacuum(
                snapshot,
                retention.cutoff(),
                retained,
                tableRetention,
                checked(found.build()),
                kept.counts(),
                directories.get(),
                listings,
                commitsRead + retainedFiles.commitsRead(),
                firstReadableVersion(),
                pins,
                vacuumedUpTo(),
                warnings);
    }

    /** A retention is only as good as the log: what was removed by commits that are gone is protected by the age of files alone. */
    private void warnAboutTheLog() {
        List<Long> commits = coverage.commits();
        long first = commits.isEmpty() ? snapshot.version() + 1 : commits.get(0);
        boolean reachesBack = first == 0
                || (retention.before().isPresent() && retention.before().getAsLong() >= first - 1);
        if (!reachesBack && retained.compareTo(tableRetention) > 0) {
            warnings.add("the log begins with version " + first + ", which is younger than the retention of " + retained
                    + ": files that versions before it removed are not kept longer than " + tableRetention);
        }
    }

    private void planByListing() {
        try (Lister lister = newLister()) {
            lister.start();
            addNeeded(file -> true, true);
            listings = lister.await();
        }
        tellProgress();
        MissingFiles missing = new MissingFiles();
        facts.finish(missing);
        missing.check(log, snapshot, files, warnings);
        requireShare(missing.count());
    }

    private Lister newLister() {
        return new Lister(
                storage,
                table,
                rules,
                threads,
                backoff,
                settings.cancellation()::isCancelled,
                requests,
                new ListingSink());
    }

    private void planFromLog() {
        OptionalLong last = retention.before();
        List<Long> versions = RemovedFiles.versions(log, coverage, last, vacuumedBefore);
        addNeeded(file -> false, false);
        RemovedFiles removed = new RemovedFiles(log, rules, files, links, kept, facts::join);
        removed.read(versions, threads, settings.cancellation()::isCancelled);
        commitsRead += removed.commitsRead();
        facts.finish((key, value) -> {});
    }

    private void planFromInventory() {
        Inventory inventory = Inventory.open(table, settings.inventory().orElseThrow(), storages);
        long[] newest = {Long.MIN_VALUE};
        inventory.read((path, length, isDirectory, time) -> {
            newest[0] = Math.max(newest[0], time);
            if (!isDirectory) {
                surroundings.occupy(PathRules.parent(path));
            }
            if (retention.containsMillis(time) && !isDirectory) {
                facts.addNeeded(FactKind.YOUNG, path, true);
            }
        });
        // What is younger than the inventory cannot be in it.
        addNeeded(file -> file.modificationTime() < newest[0], true);
        inventory.read(this::offer);
        MissingFiles missing = new MissingFiles();
        facts.finish(missing);
        if (missing.count() > 0) {
            warnings.add(missing.count()
                    + " live files are not in the inventory though they are older than its newest file");
        }
        requireShare(missing.count());
    }

    private void offer(String path, long length, boolean isDirectory, long time) {
        if (!PathRules.isBelowRoot(path)) {
            kept.add(KeptFiles.Reason.HIDDEN, length);
            noteTable(path);
        } else if (!rules.mayGo(path)) {
            kept.add(KeptFiles.Reason.HIDDEN, length);
            noteTable(path);
        } else if (!links.hasPlainParents(path)) {
            kept.add(KeptFiles.Reason.LINKED, length);
        } else if (!isDirectory) {
            countFile();
            surroundings.file(new FileStatus(path, length, time, false), path);
            facts.join(Listed.file(path, length, time));
        } else {
            directories.incrementAndGet();
            if (!storage.listsKeys()) {
                facts.join(Listed.emptyDirectory(path, time));
            }
        }
    }

    /** The log of another table may be listed by its files alone. */
    private void noteTable(String path) {
        for (String above = path; !above.isEmpty(); above = PathRules.parent(above)) {
            surroundings.hidden(new FileStatus(above, 0, 0, true), above);
        }
    }

    private void addNeeded(Predicate<AddFile> isListed, boolean withRemoved) {
        retainedFiles.addLive(isListed);
        retainedFiles.addTombstones(withRemoved);
        retainedFiles.addRemovals(
                vacuumedBefore.isPresent() ? vacuumedBefore.getAsLong() + 1 : 0,
                withRemoved,
                threads,
                settings.cancellation()::isCancelled);
        retainedFiles.addIslands();
        Set<Long> versions = new TreeSet<>(settings.keepVersions());
        pins.forEach(pin -> versions.add(pin.version()));
        for (long version : versions) {
            requireRebuildable(version);
            retainedFiles.addVersion(FactKind.KEPT_VERSION, version);
        }
        facts.complete();
    }

    private void requireRebuildable(long version) {
        if (coverage.canRebuild(version) && version <= snapshot.version()) {
            return;
        }
        String owners = String.join(
                ", ",
                pins.stream()
                        .filter(pin -> pin.version() == version)
                        .map(Pin::owner)
                        .sorted()
                        .toList());
        throw new InvalidOperationException(
                table.root(),
                "version " + version + (owners.isEmpty() ? " is to be kept" : " is pinned by " + owners)
                        + ", but the log cannot rebuild it any more, so nobody knows which files it needs. "
                        + (owners.isEmpty() ? "Leave it out of keepVersions" : "Unpin it to vacuum"));
    }

    private final class ListingSink implements Lister.Sink {
        @Override
        public void file(FileStatus file, String relative) {
            countFile();
            surroundings.file(file, relative);
            facts.join(
                    file.isLink()
                            ? Listed.link(relative, file.size(), file.modificationTimeMillis())
                            : Listed.file(relative, file.size(), file.modificationTimeMillis()));
        }

        @Override
        public void bareDirectory(FileStatus directory, String relative) {
            directories.incrementAndGet();
            facts.join(Listed.emptyDirectory(relative, directory.modificationTimeMillis()));
        }

        @Override
        public void hidden(FileStatus entry, String relative) {
            kept.add(KeptFiles.Reason.HIDDEN, entry.size());
            surroundings.hidden(entry, relative);
        }

        @Override
        public void occupiedDirectory(String relative) {
            directories.incrementAndGet();
            surroundings.occupy(relative);
        }
    }

    private void countFile() {
        if (listedFiles.incrementAndGet() % PROGRESS_STEP == 0) {
            tellProgress();
        }
    }

    private void tellProgress() {
        new SafeListener(settings.listener()).listed(listedFiles.get(), directories.get());
    }

    /** Holds the candidates against what only the whole listing shows, and leaves out what came twice. */
    private Candidates checked(Candidates candidates) {
        if (settings.mode() == VacuumMode.FULL && surroundings.isEmpty() && candidates.directories() == 0) {
            return candidates;
        }
        String[] previous = {""};
        return candidates.filter(candidate -> isAllowed(candidate, previous), newCandidates());
    }

    private boolean isAllowed(Candidate candidate, String[] previous) {
        if (candidate.path().equals(previous[0])) {
            return false;
        }
        previous[0] = candidate.path();
        if (candidate.isDirectory() && surroundings.isOccupied(candidate.path())) {
            return false;
        }
        KeptFiles.Reason need = surroundings.need(candidate.path());
        if (need != null && !candidate.isDirectory()) {
            kept.add(need, candidate.size().bytes());
        }
        return need == null;
    }

    /** When live files are missing from the listing, either is wrong; a plan that deletes most of what is listed is not to be trusted then. */
    private void requireShare(long missing) {
        long going = found.files();
        if (missing > 0 && going > settings.maxShare() * listedFiles.get()) {
            throw new InvalidOperationException(
                    table.root(),
                    missing + " live files are missing from the listing, and the vacuum would remove " + going
                            + " of the "
                            + listedFiles.get()
                            + " files that are in it. Nothing was removed: check that this is the table's directory,"
                            + " run fsck, or raise maxShare (now " + settings.maxShare()
                            + ") if the files are lost indeed");
        }
    }

    private OptionalLong firstReadableVersion() {
        long first = retention.atCutoff().orElse(coverage.firstVersion().orElse(snapshot.version()));
        first = Math.max(first, vacuumedBefore.orElse(0));
        while (first < snapshot.version() && !coverage.canRebuild(first)) {
            first++;
        }
        return OptionalLong.of(first);
    }

    /** See {@link LastVacuumInfo}: never beyond a version of which something stays. */
    private OptionalLong vacuumedUpTo() {
        boolean keepsVersions = !pins.isEmpty() || !settings.keepVersions().isEmpty();
        long heldBack = Math.min(judge.heldBack(), retainedFiles.heldBack());
        long upTo = Math.min(retention.before().orElse(-1), heldBack - 1);
        long before = vacuumedBefore.orElse(-1);
        if (upTo <= before || (keepsVersions && settings.mode() != VacuumMode.LITE)) {
            return vacuumedBefore;
        }
        return OptionalLong.of(upTo);
    }
}
