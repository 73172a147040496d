package io.github.deltamaint.log.actions;

import java.util.List;
import java.util.Optional;

/**
 * The {@code protocol} action: what a reader and a writer must understand.
 *
 * @param minReaderVersion the reader version
 * @param minWriterVersion the writer version
 * @param readerFeatures the reader features; given if the reader version is 3
 * @param writerFeatures the writer features; given if the writer version is 7
 */
public record Protocol(
        int minReaderVersion,
        int minWriterVersion,
        Optional<List<String>> readerFeatures,
        Optional<List<String>> writerFeatures)
        implements Action {

    public Protocol {
        readerFeatures = readerFeatures.map(List::copyOf);
        writerFeatures = writerFeatures.map(List::copyOf);
    }
}
