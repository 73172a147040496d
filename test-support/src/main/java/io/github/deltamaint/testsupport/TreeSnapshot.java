package io.github.deltamaint.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What stood in a directory at one moment, byte for byte: files with length and content hash, directories, links.
 * Times are not part of it. Equal snapshots mean that nothing was changed; {@link #difference} says what was.
 *
 * @param entries relative path (with {@code /}) to a description of what is there
 */
public record TreeSnapshot(SortedMap<String, String> entries) {

    /** Takes the picture of a directory, which must exist. */
    public static TreeSnapshot of(Path directory) {
        SortedMap<String, String> entries = new TreeMap<>();
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                    if (!path.equals(directory)) {
                        entries.put(relative(path), "directory");
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
                    entries.put(relative(path), describe(path, attributes));
                    return FileVisitResult.CONTINUE;
                }

                private String relative(Path path) {
                    return directory.relativize(path).toString().replace('\\', '/');
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at " + directory, e);
        }
        return new TreeSnapshot(entries);
    }

    private static String describe(Path path, BasicFileAttributes attributes) throws IOException {
        if (attributes.isSymbolicLink()) {
            return "link to " + Files.readSymbolicLink(path);
        }
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return "special file";
        }
        byte[] hash = TableRows.sha256().digest(Files.readAllBytes(path));
        return attributes.size() + " bytes, sha256 " + HexFormat.of().formatHex(hash);
    }

    /** The relative paths of the files and links, sorted; directories are left out. */
    public List<String> files() {
        return entries.entrySet().stream()
                .filter(entry -> !entry.getValue().equals("directory"))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** What became different on the way to {@code later}: one line per path, empty when nothing did. */
    public String difference(TreeSnapshot later) {
        SortedSet<String> paths = new TreeSet<>(entries.keySet());
        paths.addAll(later.entries.keySet());
        List<String> lines = new ArrayList<>();
        for (String path : paths) {
            @Nullable String before = entries.get(path);
            @Nullable String after = later.entries.get(path);
            if (before == null) {
                lines.add("+ " + path + " (" + after + ")");
            } else if (after == null) {
                lines.add("- " + path + " (" + before + ")");
            } else if (!before.equals(after)) {
                lines.add("! " + path + " (" + before + " became " + after + ")");
            }
        }
        return String.join("\n", lines);
    }

    /** Takes a new picture of the directory and says what became different since this one. */
    public String differenceNow(Path directory) {
        return difference(of(directory));
    }
}
