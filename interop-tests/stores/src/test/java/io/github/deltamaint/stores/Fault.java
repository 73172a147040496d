package io.github.deltamaint.stores;

/** What can happen to a request between a client and a store. */
enum Fault {
    /** Nothing. */
    NONE,
    /** The store is busy: 503, and the request was not carried out. */
    BUSY,
    /** The store fails: 500, and the request was not carried out. */
    FAILED,
    /** The connection breaks before the store hears of the request. */
    REQUEST_LOST,
    /** The request is carried out, but the connection breaks before the answer. */
    ANSWER_LOST,
    /** The request is carried out, but the answer says 500. */
    ANSWER_REPLACED,
    /** The request is carried out, and the connection breaks within the answer. */
    ANSWER_CUT,
    /** The connection breaks, and the request arrives at the store a while later. */
    LATE,
    /** The request is carried out, and the answer comes after the client has given up. */
    TIMEOUT
}
