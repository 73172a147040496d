package io.github.deltamaint;

/**
 * The rows of one version of a table as a number.
 *
 * @param version the version
 * @param rows how many rows it has
 * @param digest 32 hexadecimal digits that depend on every value of every row, and neither on the order of rows nor on files, encodings and
 *     physical types. Equal rows give equal digests; different rows give different ones except by a chance of about 2⁻¹²⁸ (no protection
 *     against somebody who makes them equal on purpose)
 */
public record TableDigest(long version, long rows, String digest) {}
