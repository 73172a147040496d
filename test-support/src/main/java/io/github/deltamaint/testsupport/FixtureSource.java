package io.github.deltamaint.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Calls a parameterized test with every {@link Fixture} that is meant for one use. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(Sources.OfFixtures.class)
public @interface FixtureSource {

    /** {@code read}, {@code optimize}, {@code vacuum} or {@code must-refuse}. */
    String value();
}
