package io.github.deltamaint.internal.plan;

import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Files that exist in the log alone. */
final class FakeFiles {
    private FakeFiles() {}

    static AddFile file(String path, long size) {
        return file(path, size, 0, Map.of());
    }

    static AddFile file(String path, long size, long modificationTime, Map<String, @Nullable String> partitionValues) {
        return AddFile.of(path, partitionValues, size, modificationTime, false, Optional.of("{\"numRecords\":100}"));
    }

    static AddFile withRows(AddFile file, long rows) {
        return copy(file, Optional.of("{\"numRecords\":" + rows + "}"), file.deletionVector());
    }

    static AddFile withoutStatistics(AddFile file) {
        return copy(file, Optional.empty(), file.deletionVector());
    }

    static AddFile withDeletedRows(AddFile file, long deleted) {
        return copy(
                file,
                file.stats(),
                Optional.of(new DeletionVectorDescriptor("u", "ab" + file.path(), OptionalInt.of(1), 40, deleted)));
    }

    private static AddFile copy(
            AddFile file, Optional<String> stats, Optional<DeletionVectorDescriptor> deletionVector) {
        return new AddFile(
                file.path(),
                file.partitionValues(),
                file.size(),
                file.modificationTime(),
                false,
                stats,
                file.tags(),
                deletionVector,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }
}
