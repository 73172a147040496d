package io.github.deltamaint.interop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test of a judge on very many tables, not of us: what it says can change only with the judge, so it is run when a judge or its version changes.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("judges")
@interface JudgeCheck {}
