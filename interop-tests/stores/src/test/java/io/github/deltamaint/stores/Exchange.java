package io.github.deltamaint.stores;

/**
 * A request that a store got, or did not get.
 *
 * @param method the HTTP method
 * @param target path and query
 * @param status what the client was told; 0 for nothing
 * @param requestBytes the length of the body that was sent
 * @param answerBytes the length of the body that came back
 * @param fault what happened on the way
 */
record Exchange(String method, String target, int status, int requestBytes, int answerBytes, Fault fault) {}
