package io.github.deltamaint.parquet.internal.read;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers inside byte arrays, at any alignment, as one machine instruction each. */
final class LittleEndian {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }
}
