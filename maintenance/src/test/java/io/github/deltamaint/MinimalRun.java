package io.github.deltamaint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@link MinimalRuntimeTest} runs elsewhere: digest, optimize, history and digest, with nothing but the library and the JDK. */
final class MinimalRun {
    private MinimalRun() {}

    public static void main(String[] arguments) throws IOException {
        TableMaintenance table = DeltaMaintenance.table(arguments[0]);
        TableDigest before = table.digest();
        OptimizeResult result = table.optimize().execute();
        System.out.println("tasks " + result.numTasks());
        System.out.println("operation " + table.history(1).get(0).operation().orElse("?"));
        System.out.println("files " + table.detail().numFiles());
        System.out.println("rows " + table.digest().rows());
        System.out.println("same " + before.digest().equals(table.digest().digest()));
        System.out.println("content " + table.scan().contentSha256());
        System.out.println("hadoop " + isThere("org.apache.hadoop.conf.Configuration"));
        Path maps = Path.of("/proc/self/maps");
        if (Files.exists(maps)) {
            String mapped = Files.readString(maps);
            System.out.println("native snappy " + mapped.contains("snappy"));
            System.out.println("native zstd " + mapped.contains("libzstd"));
        }
    }

    private static boolean isThere(String className) {
        try {
            Class.forName(className);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
