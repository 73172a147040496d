package io.github.deltamaint.log.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.log.FileCounts;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.FileKey;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.SetTransaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Compares what a version checksum file says with what the log says. */
final class ChecksumComparison {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The classes of the histogram of deleted rows end before 1, 10, 100 … 10,000,000, and the largest integer. */
    private static final int DELETED_CLASSES = 10;

    private final ReplayedSnapshot snapshot;
    private final VersionChecksum checksum;
    private final PathKeys pathKeys;
    private final List<String> differences = new ArrayList<>();

    private ChecksumComparison(ReplayedSnapshot snapshot, VersionChecksum checksum) {
        this.snapshot = snapshot;
        this.checksum = checksum;
        this.pathKeys = new PathKeys(snapshot.tablePath().root());
    }

    /** What is not as in the snapshot, a sentence each. */
    static List<String> differences(ReplayedSnapshot snapshot, byte[] content) {
        VersionChecksum checksum;
        try {
            checksum = VersionChecksum.parse(content);
        } catch (IOException e) {
            return List.of("it " + e.getMessage());
        }
        ChecksumComparison comparison = new ChecksumComparison(snapshot, checksum);
        comparison.compare();
        return comparison.differences;
    }

    private void compare() {
        FileCounts counts = snapshot.counts();
        required("numMetadata", 1);
        required("numProtocol", 1);
        required("numFiles", counts.numFiles());
        required("tableSizeBytes", counts.sizeInBytes());
        optional("numDeletionVectorsOpt", counts.numDeletionVectors());
        optional("numDeletedRecordsOpt", counts.numDeletedRecords());
        compareTime();
        guarded("protocol", this::compareProtocol);
        guarded("metadata", this::compareMetadata);
        guarded("setTransactions", this::compareTransactions);
        guarded("domainMetadata", this::compareDomains);
        guarded("allFiles", this::compareFiles);
        compareHistograms();
    }

    private void differ(String difference) {
        differences.add(difference);
    }

    private void required(String name, long expected) {
        if (checksum.has(name)) {
            optional(name, expected);
        } else {
            differ(name + " is missing");
        }
    }

    private void optional(String name, long expected) {
        if (checksum.has(name)) {
            OptionalLong found = checksum.number(name);
            if (found.isEmpty() || found.getAsLong() != expected) {
                differ(name + " is " + (found.isPresent() ? found.getAsLong() : "no number") + ", but should be "
                        + expected);
            }
        }
    }

    private void compareTime() {
        Optional<Long> recorded = snapshot.recordedTime();
        boolean records = snapshot.commitTimes().isRecorded(snapshot.version());
        if (recorded.isPresent()) {
            required("inCommitTimestampOpt", recorded.get());
        } else if (!records && checksum.has("inCommitTimestampOpt")) {
            differ("inCommitTimestampOpt is there, but the table has no in-commit timestamps");
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Writers leave out what they do not care for, older ones of Delta Spark protocol and metadata too. */
    private void guarded(String name, Step step) {
        if (!checksum.has(name)) {
            return;
        }
        try {
            step.run();
        } catch (IOException e) {
            differ(name + " cannot be understood: " + e.getMessage());
        }
    }

    private void compareProtocol() throws IOException {
        Protocol found = (Protocol) checksum.action("protocol", ActionKind.PROTOCOL);
        Protocol expected = snapshot.protocol();
        boolean same = found.minReaderVersion() == expected.minReaderVersion()
                && found.minWriterVersion() == expected.minWriterVersion()
                && asSet(found.readerFeatures()).equals(asSet(expected.readerFeatures()))
                && asSet(found.writerFeatures()).equals(asSet(expected.writerFeatures()));
        if (!same) {
            differ("protocol is " + found + ", but should be " + expected);
        }
    }

    private static Set<String> asSet(Optional<List<String>> features) {
        return new TreeSet<>(features.orElse(List.of()));
    }

    private void compareMetadata() throws IOException {
        Metadata found = (Metadata) checksum.action("metadata", ActionKind.METADATA);
        Metadata expected = snapshot.metadata();
        if (!found.equals(expected)) {
            differ("metadata is not that of the version: " + difference(found, expected));
        }
    }

    private static String difference(Metadata found, Metadata expected) {
        if (!found.id().equals(expected.id())) {
            return "its id is " + found.id() + ", but should be " + expected.id();
        }
        if (!found.schemaString().equals(expected.schemaString())) {
            return "its schema is another";
        }
        if (!found.partitionColumns().equals(expected.partitionColumns())) {
            return "its partition columns are " + found.partitionColumns() + ", but should be "
                    + expected.partitionColumns();
        }
        if (!found.configuration().equals(expected.configuration())) {
            return "its properties are " + found.configuration() + ", but should be " + expected.configuration();
        }
        return "its name, description, format or time of creation is another";
    }

    /** Writers that let transactions expire leave different ones out, so they are compared on other tables only. */
    private void compareTransactions() throws IOException {
        if (transactionsExpire()) {
            return;
        }
        Map<String, SetTransaction> found = new LinkedHashMap<>();
        for (Action action : checksum.actions("setTransactions", ActionKind.TXN)) {
            found.put(((SetTransaction) action).appId(), (SetTransaction) action);
        }
        compareKeys("setTransactions", found, snapshot.setTransactions());
    }

    private boolean transactionsExpire() {
        try {
            return snapshot.properties().transactionRetention().isPresent();
        } catch (InvalidPropertyException e) {
            return true;
        }
    }

    private void compareDomains() throws IOException {
        Map<String, DomainMetadata> found = new LinkedHashMap<>();
        for (Action action : checksum.actions("domainMetadata", ActionKind.DOMAIN_METADATA)) {
            found.put(((DomainMetadata) action).domain(), (DomainMetadata) action);
        }
        compareKeys("domainMetadata", found, snapshot.domainMetadata());
    }

    private <K, V> void compareKeys(String name, Map<K, V> found, Map<K, V> expected) {
        expected.forEach((key, value) -> {
            if (!found.containsKey(key)) {
                differ(name + " lacks " + key);
            } else if (!value.equals(found.get(key))) {
                differ(name + " has " + found.get(key) + ", but should have " + value);
            }
        });
        found.keySet().stream()
                .filter(key -> !expected.containsKey(key))
                .forEach(key -> differ(name + " has " + key + ", which the version has not"));
    }

    private void compareFiles() throws IOException {
        Map<FileKey, AddFile> found = new HashMap<>();
        for (Action action : checksum.actions("allFiles", ActionKind.ADD)) {
            found.put(key((AddFile) action), (AddFile) action);
        }
        try (CloseableIterator<AddFile> files = snapshot.activeFiles(FileProjection.WITH_STATS)) {
            while (files.hasNext()) {
                AddFile expected = files.next();
                AddFile listed = found.remove(key(expected));
                if (listed == null) {
                    differ("allFiles lacks " + expected.path());
                } else if (!isSame(listed, expected)) {
                    differ("allFiles has another " + expected.path() + " than the version");
                }
            }
        }
        found.values().forEach(file -> differ("allFiles has " + file.path() + ", which the version has not"));
    }

    private FileKey key(AddFile file) {
        return new FileKey(pathKeys.canonical(file.path()), file.key().deletionVectorId());
    }

    /** What a reader relies on; statistics by their meaning, as a checkpoint may have had them as columns. */
    private static boolean isSame(AddFile found, AddFile expected) {
        return found.size() == expected.size()
                && found.partitionValues().equals(expected.partitionValues())
                && found.deletionVector().equals(expected.deletionVector())
                && found.baseRowId().equals(expected.baseRowId())
                && found.defaultRowCommitVersion().equals(expected.defaultRowCommitVersion())
                && hasSameStats(found, expected);
    }

    private static boolean hasSameStats(AddFile found, AddFile expected) {
        if (found.stats().isEmpty()
                || expected.stats().isEmpty()
                || found.stats().equals(expected.stats())) {
            return true;
        }
        try {
            JsonNode one = JSON.readTree(found.stats().get());
            JsonNode other = JSON.readTree(expected.stats().get());
            return one.equals(other);
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private void compareHistograms() {
        Optional<JsonNode> sizes = checksum.member("fileSizeHistogram").or(() -> checksum.member("histogramOpt"));
        Optional<SizeHistogram> histogram = sizes.flatMap(SizeHistogram::of);
        Optional<JsonNode> deleted = checksum.member("deletedRecordCountsHistogramOpt");
        if (sizes.isPresent() && histogram.isEmpty()) {
            differ("fileSizeHistogram is no histogram");
        }
        if (histogram.isEmpty() && deleted.isEmpty()) {
            return;
        }
        long[] counts = new long[DELETED_CLASSES];
        snapshot.forEachActiveFile(FileProjection.WITHOUT_STATS, file -> {
            histogram.ifPresent(sums -> sums.add(file.size()));
            counts[
                    deletedClass(file.deletionVector()
                            .map(DeletionVectorDescriptor::cardinality)
                            .orElse(0L))]++;
        });
        if (histogram.isPresent() && !histogram.get().agrees()) {
            differ("fileSizeHistogram is not that of the version's files");
        }
        deleted.map(node -> node.path("deletedRecordCounts")).ifPresent(node -> {
            if (!Arrays.equals(counts, SizeHistogram.longs(node))) {
                differ("deletedRecordCountsHistogramOpt is " + node + ", but should be " + Arrays.toString(counts));
            }
        });
    }

    private static int deletedClass(long deleted) {
        if (deleted >= Integer.MAX_VALUE) {
            return DELETED_CLASSES - 1;
        }
        int digits = deleted <= 0 ? 0 : Long.toString(deleted).length();
        return Math.min(digits, DELETED_CLASSES - 2);
    }
}
