package io.github.deltamaint;

/**
 * Why something could not be done to a table.
 *
 * @param error the kind of error: the simple name of the exception
 * @param message what was expected, what was found and what to do
 * @param refused whether the library refuses it on this table, so that another attempt is useless
 * @param retryable whether another attempt may succeed without anybody changing anything
 */
public record TableFailure(String error, String message, boolean refused, boolean retryable) {}
