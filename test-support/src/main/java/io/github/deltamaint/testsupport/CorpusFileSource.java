package io.github.deltamaint.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Calls a parameterized test with every {@link CorpusFile} that is meant for one use; skipped without the corpus. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(Sources.OfCorpusFiles.class)
public @interface CorpusFileSource {

    /** {@code read}, {@code rewrite} or {@code must-error}. */
    String value();
}
