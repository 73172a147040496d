package io.github.deltamaint.log.internal.layout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What {@code _last_checkpoint} says (PROTOCOL.md, "Last Checkpoint File").
 *
 * @param version the version of the checkpoint
 * @param size how many actions it holds; -1 if that is not known
 * @param parts how many parts it has, if it has parts
 * @param sizeInBytes the length of all its files together
 * @param numOfAddFiles how many active files it holds
 * @param v2 the file of the top level, if it has a unique name
 */
public record LastCheckpoint(
        long version,
        long size,
        OptionalInt parts,
        OptionalLong sizeInBytes,
        OptionalLong numOfAddFiles,
        Optional<TopLevel> v2) {

    /**
     * The top level of a V2 checkpoint.
     *
     * @param path its name
     * @param sizeInBytes its length
     * @param modificationTime when it was made, in milliseconds since 1970
     */
    public record TopLevel(String path, long sizeInBytes, long modificationTime) {}

    /** A checkpoint of which only the name is known. */
    public static LastCheckpoint of(CheckpointCandidate checkpoint) {
        boolean inParts = checkpoint.format() == CheckpointCandidate.Format.MULTI_PART;
        return new LastCheckpoint(
                checkpoint.version(),
                -1,
                inParts ? OptionalInt.of(checkpoint.files().size()) : OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    /** The content of the file, with its checksum at the end. */
    public byte[] toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("version", version);
        json.put("size", size);
        parts.ifPresent(number -> json.put("parts", number));
        sizeInBytes.ifPresent(bytes -> json.put("sizeInBytes", bytes));
        numOfAddFiles.ifPresent(files -> json.put("numOfAddFiles", files));
        v2.ifPresent(top -> json.putObject("v2Checkpoint")
                .put("path", top.path())
                .put("sizeInBytes", top.sizeInBytes())
                .put("modificationTime", top.modificationTime()));
        json.put("checksum", JsonChecksum.of(json));
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
