package io.github.deltamaint.log.internal;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Which tombstones of a checkpoint still are: those whose file no newer commit speaks of. */
final class TombstoneFilter implements FileFilter {
    private final DeltaReplay newer;

    TombstoneFilter(DeltaReplay newer) {
        this.newer = newer;
    }

    @Override
    public boolean accepts(byte[] path, int offset, int length, byte @Nullable [] id) {
        if (PathKeys.isPlain(path, offset, length)) {
            return newer.keys().find(path, offset, length, id) < 0;
        }
        String text = new String(path, offset, length, StandardCharsets.UTF_8);
        byte[] canonical = Utf8.bytes(newer.pathKeys().canonical(text));
        return newer.keys().find(canonical, 0, canonical.length, id) < 0;
    }
}
