package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a file comes into being all at once, by scheme.
 *
 * <table>
 * <caption>Primitive per scheme</caption>
 * <tr><th>scheme</th><th>primitive</th><th>why</th></tr>
 * <tr><td>hdfs, viewfs</td><td>temporary file, rename</td><td>the name node renames onto nothing atomically; a file being created is visible</td></tr>
 * <tr><td>abfs, abfss, wasb, wasbs, adl</td><td>temporary file, rename</td><td>creating without overwriting lets two writers win</td></tr>
 * <tr><td>s3, s3a</td><td>conditional PUT</td><td>If-None-Match is the only thing that S3 decides for all clients</td></tr>
 * <tr><td>gs</td><td>create without overwriting</td><td>the connector asks for generation 0</td></tr>
 * <tr><td>others</td><td>refused</td><td>unless the caller vouches for being the only writer: temporary file, look, rename</td></tr>
 * </table>
 */
interface AtomicWrites {

    /** The writes of a file system, by what its scheme is known to be able to. */
    static AtomicWrites of(FileSystem fileSystem, String scheme, boolean singleWriter) {
        return switch (scheme) {
            case "hdfs" -> new RenameWrites(fileSystem, new HdfsReplacement(fileSystem));
            case "viewfs" -> new MountedWrites(fileSystem, singleWriter);
            case "abfs", "abfss", "wasb", "wasbs", "adl" ->
                new RenameWrites(fileSystem, new AsideReplacement(fileSystem));
            case "s3", "s3a" -> new ConditionalWrites(fileSystem, singleWriter);
            case "gs" -> new GenerationWrites(fileSystem);
            default -> new TrustedWrites(fileSystem, scheme, singleWriter);
        };
    }

    /** See {@link io.github.deltamaint.log.storage.Storage#putIfAbsent}. */
    void putIfAbsent(String name, Path target, byte[] content) throws IOException;

    /** See {@link io.github.deltamaint.log.storage.Storage#create}. */
    ByteSink create(String name, Path target) throws IOException;

    /** See {@link io.github.deltamaint.log.storage.Storage#createAtomically}. */
    ByteSink createReplacing(String name, Path target) throws IOException;

    /** That there is such a file, as {@link io.github.deltamaint.log.storage.Storage} says it. */
    static FileAlreadyExistsException exists(String name, @Nullable Throwable cause) {
        FileAlreadyExistsException exists = new FileAlreadyExistsException(name);
        if (cause != null) {
            exists.initCause(cause);
        }
        return exists;
    }

    /** A name beside the target that nobody else uses, and that no reader of a table looks at. */
    static Path temporary(Path target) {
        return new Path(target.getParent(), "." + target.getName() + "." + unique() + ".tmp");
    }

    /** A text that nobody else uses. */
    static String unique() {
        return UUID.randomUUID().toString();
    }
}
