/**
 * Layout of rows for data skipping: Morton and Hilbert keys, ranks by mass, cell-aligned cuts and clustering quality.
 *
 * <p>Pure functions on primitive arrays that need nothing but the JDK and know nothing of Delta or Parquet. The way from
 * columns to files:
 *
 * <pre>{@code
 * // 1. values to ranks: exact from a sorted dictionary, or from a sample of the values
 * int[] rankOfId = MassRanks.ofDictionary(rowsOfId, nulls, bits);
 * MassRanks.lookUp(ids, rankOfId, 0, rows, ranks[0]);
 * LongSample sample = new LongSample(seed);
 * sample.add(values, 0, rows);
 * sample.ranks(bits).lookUp(values, 0, rows, ranks[1]);
 *
 * // 2. ranks to keys
 * SpaceFillingCurve curve = new HilbertCurve(2, bits);
 * curve.longKeys(ranks, 0, rows, keys);
 *
 * // 3. keys to files: from all keys, from a sample of them, or from a histogram
 * CurveCuts cuts = KeyWeights.ofSample(sampleOfKeys, tableBytes).cutNear(targetFileBytes);
 * cuts.assigner().assign(keys, 0, rows, bytesPerRow, fileOfRow);
 *
 * // 4. rows of a file in the order of the curve
 * int[] order = KeyOrder.of(keysOfFile);
 * }</pre>
 *
 * <p>{@link io.github.deltamaint.zorder.ClusteringQuality} judges the result, or any other table, by file statistics alone.
 */
@NullMarked
package io.github.deltamaint.zorder;

import org.jspecify.annotations.NullMarked;
