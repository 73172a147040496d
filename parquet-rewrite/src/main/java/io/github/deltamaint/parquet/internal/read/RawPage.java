package io.github.deltamaint.parquet.internal.read;

/**
 * A data page of version 1 as it lies in the file, compressed: valid until the next page is asked for, not to be changed.
 *
 * @param bytes holds the page without its header
 * @param from where it starts
 * @param length its length
 * @param uncompressedLength its length before compression
 * @param body holds the page uncompressed
 * @param valuesFrom where its values start there
 * @param valuesTo where they end
 */
public record RawPage(
        byte[] bytes, int from, int length, int uncompressedLength, byte[] body, int valuesFrom, int valuesTo) {}
