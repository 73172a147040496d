package io.github.deltamaint.parquet.internal.read;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;

/** The bytes that parquet-java's encoders make. */
final class Bytes {

    private Bytes() {}

    static byte[] of(BytesInput input) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        input.writeAllTo(out);
        return out.toByteArray();
    }
}
