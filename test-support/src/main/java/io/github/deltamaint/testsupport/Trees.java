package io.github.deltamaint.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Directory trees: copying and file times. */
final class Trees {

    private Trees() {}

    /** Copies a directory to a place that does not exist yet. Everything in the copy can be written. */
    static void copy(Path from, Path to) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                        throws IOException {
                    Files.createDirectories(target(directory));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.write(target(file), Files.readAllBytes(file));
                    return FileVisitResult.CONTINUE;
                }

                private Path target(Path path) {
                    return to.resolve(from.relativize(path).toString());
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + from + " to " + to, e);
        }
    }

    /** A directory below {@code parent} that does not exist yet, named {@code name} or like it. */
    static Path freshDirectory(Path parent, String name) {
        Path directory = parent.resolve(name);
        for (int i = 2; Files.exists(directory); i++) {
            directory = parent.resolve(name + "-" + i);
        }
        return directory;
    }

    /** All files and directories below the directory, deepest first, the directory itself last. */
    static List<Path> contents(Path directory) {
        try (Stream<Path> paths = Files.walk(directory)) {
            List<Path> contents = new ArrayList<>(paths.sorted().toList());
            Collections.reverse(contents);
            return contents;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory, e);
        }
    }

    /** The files (not directories) of one directory, sorted by name; none if it does not exist. */
    static List<Path> filesIn(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.list(directory)) {
            return paths.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory, e);
        }
    }

    static void setTime(Path path, Instant time) {
        try {
            Files.setLastModifiedTime(path, FileTime.from(time));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set the time of " + path, e);
        }
    }

    static Instant timeOf(Path path) {
        try {
            return Files.getLastModifiedTime(path).toInstant();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the time of " + path, e);
        }
    }

    static void createDirectories(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + directory, e);
        }
    }

    static void createParent(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            createDirectories(parent);
        }
    }

    static void write(Path file, byte[] content) {
        createParent(file);
        try {
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }

    static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at " + file, e);
        }
    }
}
