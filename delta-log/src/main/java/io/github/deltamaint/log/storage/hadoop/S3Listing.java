package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.StoragePaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.s3a.S3AFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Lists a directory from a name on. S3 can begin anywhere, but Hadoop's interface cannot ask for that, so the whole log of a table would be listed, a
 * thousand names per request, where its last few commits are needed.
 */
final class S3Listing {
    private static final Logger LOG = LoggerFactory.getLogger(S3Listing.class);

    private S3Listing() {}

    /**
     * The entries of a directory whose names come after one, in any order.
     *
     * @return empty where this is not possible, or failed: the caller lists everything then
     */
    static Optional<List<FileStatus>> after(FileSystem fileSystem, String directory, String startAfter) {
        if (!(fileSystem instanceof S3AFileSystem s3) || !isPlain(s3.getConf()) || !isAscii(startAfter)) {
            return Optional.empty();
        }
        try {
            return Optional.of(list(s3, directory, startAfter));
        } catch (SdkException | LinkageError e) {
            LOG.debug("{}: listing after {} failed, so all of it is listed", directory, startAfter, e);
            return Optional.empty();
        }
    }

    /** Client-side encryption changes sizes, and old stores know the first version of the listing alone. */
    private static boolean isPlain(Configuration configuration) {
        return configuration.getInt("fs.s3a.list.version", 2) == 2
                && !configuration.getTrimmed("fs.s3a.encryption.algorithm", "").startsWith("CSE");
    }

    /** S3 orders by UTF-8, this storage by UTF-16; they agree on what comes after an ASCII text. */
    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static List<FileStatus> list(S3AFileSystem s3, String directory, String startAfter) {
        S3Client client = s3.getS3AInternals().getAmazonS3Client("list after a name");
        String prefix = directory.substring(rootLength(directory)) + "/";
        ListObjectsV2Request request = ListObjectsV2Request.builder()
                .bucket(s3.getBucket())
                .prefix(prefix)
                .delimiter("/")
                .startAfter(prefix + startAfter)
                .build();
        List<FileStatus> entries = new ArrayList<>();
        for (ListObjectsV2Response page : client.listObjectsV2Paginator(request)) {
            for (S3Object object : page.contents()) {
                String name = object.key().substring(prefix.length());
                if (name.compareTo(startAfter) > 0) {
                    entries.add(new FileStatus(
                            StoragePaths.resolve(directory, name),
                            object.size(),
                            object.lastModified().toEpochMilli(),
                            false));
                }
            }
            for (CommonPrefix common : page.commonPrefixes()) {
                String name = common.prefix()
                        .substring(prefix.length(), common.prefix().length() - 1);
                if (name.compareTo(startAfter) > 0) {
                    entries.add(new FileStatus(StoragePaths.resolve(directory, name), 0, 0, true));
                }
            }
        }
        return entries;
    }

    private static int rootLength(String path) {
        return path.indexOf('/', path.indexOf("://") + 3) + 1;
    }
}
