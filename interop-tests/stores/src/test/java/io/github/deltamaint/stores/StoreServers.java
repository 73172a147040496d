package io.github.deltamaint.stores;

import io.github.deltamaint.log.storage.Storages;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.opentest4j.TestAbortedException;

/** The servers of this test run, one of each kind. All begin to start when the first is needed, because they take a while. */
final class StoreServers {
    private static final String AZURITE = "azurite@3.35.0";

    /** Starting one takes seconds, fetching one a minute. */
    private static final long MOST_MINUTES = 6;

    private static final CompletableFuture<StoreServer> HDFS = begin(StoreServers::startHdfs);
    private static final CompletableFuture<StoreServer> AZURE = begin(StoreServers::startAzure);
    private static final CompletableFuture<StoreServer> S3 = begin(StoreServers::startS3);

    private StoreServers() {}

    private static CompletableFuture<StoreServer> begin(Callable<StoreServer> start) {
        CompletableFuture<StoreServer> server = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                server.complete(start.call());
            } catch (Exception e) {
                server.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private static StoreServer get(CompletableFuture<StoreServer> server) {
        try {
            return server.get(MOST_MINUTES, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TestAbortedException absent) {
                throw absent;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("no server after " + MOST_MINUTES + " minutes", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server starts", e);
        }
    }

    /** s3proxy on a local directory. */
    static StoreServer s3() {
        return get(S3);
    }

    /** A name node and a data node. */
    static StoreServer hdfs() {
        return get(HDFS);
    }

    /**
     * Azurite.
     *
     * @throws TestAbortedException without npm, or if npm cannot fetch it
     */
    static StoreServer azure() {
        return get(AZURE);
    }

    private static StoreServer startS3() throws IOException {
        Path directory = ServerProcess.emptyDirectory("s3");
        int port = ServerProcess.freePort();
        Path data = Files.createDirectories(directory.resolve("data"));
        Path properties = Files.writeString(
                directory.resolve("s3proxy.properties"),
                String.join(
                        "\n",
                        "s3proxy.endpoint=http://127.0.0.1:" + port,
                        "s3proxy.authorization=none",
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.identity=any",
                        "jclouds.credential=any",
                        "jclouds.filesystem.basedir=" + data,
                        ""));
        Files.writeString(
                directory.resolve("logback.xml"),
                "<configuration><appender name=\"OUT\" class=\"ch.qos.logback.core.ConsoleAppender\"><encoder><pattern>%d %m%n</pattern>"
                        + "</encoder></appender><root level=\"WARN\"><appender-ref ref=\"OUT\"/></root></configuration>");
        ServerProcess.java(
                        directory,
                        "s3-server",
                        List.of("-Xmx400m", "-Dlogback.configurationFile=" + directory.resolve("logback.xml")),
                        "org.gaul.s3proxy.Main",
                        List.of("--properties", properties.toString()))
                .awaitPort(port);
        put("http://127.0.0.1:" + port + "/lake");
        return new StoreServer("s3a://lake", s3Options("http://127.0.0.1:" + port), port, List.of("fs.s3a.endpoint"));
    }

    private static Map<String, String> s3Options(String endpoint) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("fs.s3a.endpoint", endpoint);
        options.put("fs.s3a.endpoint.region", "us-east-1");
        options.put("fs.s3a.path.style.access", "true");
        options.put("fs.s3a.access.key", "any");
        options.put("fs.s3a.secret.key", "any");
        options.put("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        return options;
    }

    private static void put(String url) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setRequestMethod("PUT");
        connection.setConnectTimeout(10_000);
        connection.setReadTimeout(60_000);
        if (connection.getResponseCode() != 200) {
            throw new IOException(url + ": " + connection.getResponseCode());
        }
    }

    private static StoreServer startHdfs() throws IOException {
        Path directory = ServerProcess.emptyDirectory("hdfs");
        int port = ServerProcess.freePort();
        Path details = directory.resolve("details.json");
        ServerProcess.java(
                        directory,
                        "hdfs-server",
                        List.of("-Xmx600m", "-Djava.net.preferIPv4Stack=true"),
                        "org.apache.hadoop.test.MiniDFSClusterManager",
                        List.of(
                                "-format",
                                "-datanodes",
                                "1",
                                "-nnport",
                                String.valueOf(port),
                                "-writeDetails",
                                details.toString()))
                .awaitUntil(() -> Files.exists(details));
        return new StoreServer("hdfs://127.0.0.1:" + port, Map.of(), port, List.of());
    }

    private static StoreServer startAzure() throws IOException {
        Path directory = ServerProcess.emptyDirectory("azure");
        Path main = installAzurite();
        int port = ServerProcess.freePort();
        String untilStdinCloses = "process.stdin.on('end', () => process.exit(0)).resume(); require(process.argv[1]);";
        ServerProcess.start(
                        directory,
                        List.of(
                                "node",
                                "-e",
                                untilStdinCloses,
                                main.toString(),
                                "--blobHost",
                                "127.0.0.1",
                                "--blobPort",
                                String.valueOf(port),
                                "--inMemoryPersistence",
                                "--skipApiVersionCheck",
                                "--disableTelemetry",
                                "--silent"))
                .awaitPort(port);
        Map<String, String> options = new LinkedHashMap<>();
        options.put("fs.azure.abfs.endpoint", "127.0.0.1:" + port);
        options.put("fs.azure.always.use.https", "false");
        options.put("fs.azure.networking.library", "JDK_HTTP_URL_CONNECTION");
        options.put("fs.azure.account.hns.enabled", "false");
        options.put("fs.azure.account.auth.type", "SharedKey");
        options.put(
                "fs.azure.account.key.devstoreaccount1.dfs.core.windows.net",
                "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==");
        String root = "abfs://lake@devstoreaccount1.dfs.core.windows.net";
        try (Storages creating = Storages.builder()
                .options(options)
                .options(Map.of("fs.azure.createRemoteFileSystemDuringInitialization", "true"))
                .build()) {
            creating.forPath(root + "/first").createDirectory(root + "/first");
        }
        return new StoreServer(root, options, port, List.of("fs.azure.abfs.endpoint"));
    }

    /** Downloads it once per clean build. */
    private static Path installAzurite() throws IOException {
        Path directory = ServerProcess.module().resolve("target/azurite");
        Path main = directory.resolve("node_modules/azurite/dist/src/blob/main.js");
        if (Files.exists(main)) {
            return main;
        }
        Files.createDirectories(directory);
        Path log = directory.resolve("npm.log");
        try {
            Process npm = new ProcessBuilder(
                            "npm",
                            "install",
                            "--silent",
                            "--no-audit",
                            "--no-fund",
                            "--prefix",
                            directory.toString(),
                            AZURITE)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            npm.getOutputStream().close();
            if (npm.waitFor(4, TimeUnit.MINUTES) && npm.exitValue() == 0 && Files.exists(main)) {
                return main;
            }
            npm.descendants().forEach(ProcessHandle::destroyForcibly);
            npm.destroyForcibly();
            throw new TestAbortedException("npm cannot fetch " + AZURITE + ": " + Files.readString(log));
        } catch (IOException e) {
            throw new TestAbortedException("no npm: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IOException("interrupted while npm fetches " + AZURITE, e);
        }
    }
}
