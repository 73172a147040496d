package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.StoragePaths;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Turns the texts that a storage takes into Hadoop's paths and back, without any decoding: percent signs and colons are part of the name.
 *
 * @param prefix what all texts begin with: scheme and authority
 */
record PathTexts(String prefix) {

    static PathTexts of(String scheme, String authority) {
        return new PathTexts(authority.isEmpty() ? scheme + ":" : scheme + "://" + authority);
    }

    Path path(String text) {
        if (!text.startsWith(prefix + "/")) {
            throw new IllegalArgumentException("'" + text + "' is not in " + prefix);
        }
        String root = prefix + "/";
        return new Path(
                StoragePaths.scheme(root), emptyToNull(StoragePaths.authority(root)), text.substring(prefix.length()));
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    String text(Path path) {
        return prefix + path.toUri().getPath();
    }

    FileStatus status(org.apache.hadoop.fs.FileStatus status) {
        boolean directory = status.isDirectory();
        return new FileStatus(
                text(status.getPath()), directory ? 0 : status.getLen(), status.getModificationTime(), directory);
    }
}
