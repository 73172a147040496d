/**
 * Tables and files for tests, written and read without the code under test.
 *
 * <ul>
 *   <li>Tables of others: {@link io.github.deltamaint.testsupport.Fixtures} (written by Delta Spark for this project) and
 *       {@link io.github.deltamaint.testsupport.Corpus} (other projects'), each a source of parameterized tests too.
 *   <li>Tables written by hand: {@link io.github.deltamaint.testsupport.TestTable}, whose log can be put into every
 *       {@link io.github.deltamaint.testsupport.LogState}; large ones: {@link io.github.deltamaint.testsupport.SalesGenerator} and
 *       {@link io.github.deltamaint.testsupport.LineitemGenerator}.
 *   <li>Reading: {@link io.github.deltamaint.testsupport.NaiveLog} replays a log,
 *       {@link io.github.deltamaint.testsupport.ParquetJavaReader} reads a table,
 *       {@link io.github.deltamaint.testsupport.ParquetRows} reads a file.
 *   <li>Comparing: {@link io.github.deltamaint.testsupport.TableRows} by content,
 *       {@link io.github.deltamaint.testsupport.TreeSnapshot} byte for byte.
 * </ul>
 */
@NullMarked
package io.github.deltamaint.testsupport;

import org.jspecify.annotations.NullMarked;
