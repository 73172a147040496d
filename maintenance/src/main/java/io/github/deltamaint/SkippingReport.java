package io.github.deltamaint;

/**
 * What readers have to read for a predicate, and what they can skip by the smallest and largest values of files, row groups and pages. Made by the
 * library; components may be added.
 *
 * @param version the version of the table
 * @param predicate the predicate
 * @param files the files of the table
 * @param rowGroups the row groups of the files that have to be read
 * @param pages the data pages, of all columns, in these files
 * @param rows the rows of the table, deleted ones included
 * @param bytes the bytes of the table's files; read are the pages of all columns, dictionaries included
 */
public record SkippingReport(
        long version, String predicate, Part files, Part rowGroups, Part pages, Part rows, Part bytes) {

    /**
     * How many there are and how many have to be read.
     *
     * @param all how many there are
     * @param read how many of them have to be read
     * @param skipped the share that can be skipped; 0 if there are none
     */
    public record Part(long all, long read, double skipped) {

        /** A part with its share. */
        public static Part of(long all, long read) {
            return new Part(all, read, all == 0 ? 0 : 1 - (double) read / all);
        }
    }
}
