/** The entry point: {@code DeltaMaintenance.table(path).optimize().execute()}. */
@NullMarked
package io.github.deltamaint;

import org.jspecify.annotations.NullMarked;
