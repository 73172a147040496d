/** Tables and files for tests, written without the code under test. */
@NullMarked
package io.github.deltamaint.testsupport;

import org.jspecify.annotations.NullMarked;
