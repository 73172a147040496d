package io.github.deltamaint.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Calls a parameterized test with every {@link CorpusTable} that is meant for one use; skipped without the corpus. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(Sources.OfCorpusTables.class)
public @interface CorpusTableSource {

    /** {@code read}, {@code optimize}, {@code vacuum}, {@code must-refuse} or {@code must-error}. */
    String value();
}
