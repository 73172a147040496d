package io.github.deltamaint.parquet.internal.codec;

import com.github.luben.zstd.Zstd;
import org.xerial.snappy.Snappy;

/**
 * Which native libraries can be used here: their jars are on the class path, their code is there for this platform, and it can be
 * unpacked and loaded. Each is tried once per process.
 */
final class NativeLibraries {

    private NativeLibraries() {}

    static boolean hasSnappy() {
        return SnappyLibrary.LOADED;
    }

    static boolean hasZstd() {
        return ZstdLibrary.LOADED;
    }

    private static final class SnappyLibrary {
        static final boolean LOADED = load();

        private static boolean load() {
            try {
                byte[] output = new byte[64];
                return Snappy.compress(new byte[] {1}, 0, 1, output, 0) > 0;
            } catch (Exception | LinkageError e) {
                return false;
            }
        }
    }

    private static final class ZstdLibrary {
        static final boolean LOADED = load();

        private static boolean load() {
            try {
                return Zstd.maxCompressionLevel() > 0;
            } catch (RuntimeException | LinkageError e) {
                return false;
            }
        }
    }
}
