package io.github.deltamaint.log.internal.layout;

import io.github.deltamaint.log.storage.FileStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A complete checkpoint: one file, or all parts of one set.
 *
 * @param version the version
 * @param format how it is made up; of several at one version the greatest is tried first, as Delta Spark does
 * @param files one file, or the parts in order
 */
public record CheckpointCandidate(long version, Format format, List<FileStatus> files) {

    /** How a checkpoint is made up. */
    public enum Format {
        /** One file of the classic name. */
        SINGLE,
        /** Several files of the classic name. */
        MULTI_PART,
        /** A file with a unique name, with or without sidecars. */
        V2
    }

    private static final Comparator<CheckpointCandidate> BEST_FIRST = Comparator.comparingLong(
                    CheckpointCandidate::version)
            .thenComparing(CheckpointCandidate::format)
            .thenComparing(candidate -> candidate.files().get(0).name())
            .reversed();

    /** The complete checkpoints among the files of a log, best first. Files without content count as absent. */
    public static List<CheckpointCandidate> among(List<LogFile> files) {
        List<CheckpointCandidate> complete = new ArrayList<>();
        Map<String, List<LogFile>> partSets = new TreeMap<>();
        for (LogFile file : files) {
            LogFileName name = file.name();
            if (!name.isCheckpoint() || file.status().size() == 0) {
                continue;
            }
            switch (name.kind()) {
                case CLASSIC_CHECKPOINT -> complete.add(single(file, Format.SINGLE));
                case V2_CHECKPOINT -> complete.add(single(file, Format.V2));
                default ->
                    partSets.computeIfAbsent(name.version() + "/" + name.parts(), key -> new ArrayList<>())
                            .add(file);
            }
        }
        for (List<LogFile> parts : partSets.values()) {
            // Names are unique and sorted, so as many files as parts are all parts in order.
            if (parts.size() == parts.get(0).name().parts()) {
                complete.add(new CheckpointCandidate(
                        parts.get(0).name().version(),
                        Format.MULTI_PART,
                        parts.stream().map(LogFile::status).toList()));
            }
        }
        complete.sort(BEST_FIRST);
        return Collections.unmodifiableList(complete);
    }

    private static CheckpointCandidate single(LogFile file, Format format) {
        return new CheckpointCandidate(file.name().version(), format, List.of(file.status()));
    }
}
