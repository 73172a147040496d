package io.github.deltamaint.stores;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An HTTP proxy in front of a store on this machine. It keeps a record of all requests, and does to them what a {@link FaultPlan} says. Messages
 * are held in memory as a whole.
 */
final class FaultProxy implements AutoCloseable {
    private final ServerSocket server;
    private final int storePort;
    private final List<Exchange> exchanges = new ArrayList<>();
    private volatile FaultPlan plan = FaultPlan.none();

    /** Begins to listen on a free port. */
    FaultProxy(int storePort) throws IOException {
        this.storePort = storePort;
        this.server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        daemon("fault proxy", this::accept);
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    /** From now on, this happens to requests. */
    void follow(FaultPlan newPlan) {
        plan = newPlan;
    }

    /** What was requested since the last {@link #forget}. */
    List<Exchange> exchanges() {
        synchronized (exchanges) {
            return List.copyOf(exchanges);
        }
    }

    /** Forgets what was requested. */
    void forget() {
        synchronized (exchanges) {
            exchanges.clear();
        }
    }

    private void record(HttpMessage request, int status, int answerBytes, Fault fault) {
        synchronized (exchanges) {
            exchanges.add(new Exchange(
                    request.method(), request.target(), status, request.body().length, answerBytes, fault));
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                daemon("fault proxy connection", () -> serve(client));
            } catch (IOException e) {
                // Closed, or a client that is gone already.
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                StoreConnection store = new StoreConnection()) {
            client.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            boolean open = true;
            while (open) {
                Optional<HttpMessage> request = HttpMessage.readRequest(in, out);
                open = request.isPresent() && pass(request.get(), store, out);
            }
        } catch (IOException e) {
            // Either side has closed the connection; the other one will notice.
        }
    }

    /** Whether the connection stays open. */
    private boolean pass(HttpMessage request, StoreConnection store, OutputStream out) throws IOException {
        FaultPlan current = plan;
        Fault fault = current.next(request);
        switch (fault) {
            case BUSY -> {
                return answer(request, fault, HttpMessage.answer("503 Slow Down", error("SlowDown")), out);
            }
            case FAILED -> {
                return answer(
                        request, fault, HttpMessage.answer("500 Internal Server Error", error("InternalError")), out);
            }
            case REQUEST_LOST -> {
                record(request, 0, 0, fault);
                return false;
            }
            case LATE -> {
                record(request, 0, 0, fault);
                long delay = current.delayMillis();
                daemon("late request", () -> arriveLate(request, delay));
                return false;
            }
            default -> {
                return carryOut(request, fault, current, store, out);
            }
        }
    }

    private boolean carryOut(
            HttpMessage request, Fault fault, FaultPlan current, StoreConnection store, OutputStream out)
            throws IOException {
        HttpMessage answer = store.ask(request);
        switch (fault) {
            case ANSWER_LOST -> {
                record(request, 0, 0, fault);
                return false;
            }
            case ANSWER_REPLACED -> {
                return answer(
                        request, fault, HttpMessage.answer("500 Internal Server Error", error("InternalError")), out);
            }
            case ANSWER_CUT -> {
                record(request, 0, 0, fault);
                byte[] bytes = answer.bytes();
                out.write(bytes, 0, bytes.length - Math.max(1, answer.body().length / 2));
                out.flush();
                return false;
            }
            case TIMEOUT -> {
                record(request, 0, 0, fault);
                sleep(current.delayMillis());
                return false;
            }
            default -> {
                return answer(request, fault, answer, out);
            }
        }
    }

    private boolean answer(HttpMessage request, Fault fault, HttpMessage answer, OutputStream out) throws IOException {
        record(request, answer.status(), answer.body().length, fault);
        // The body of an answer to HEAD is only announced.
        boolean announced = request.method().equals("HEAD") && answer.body().length > 0;
        out.write((announced ? new HttpMessage(answer.start(), answer.headers(), new byte[0]) : answer).bytes());
        out.flush();
        return !answer.closes() && !request.closes();
    }

    private static String error(String code) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code
                + "</Code><Message>injected</Message></Error>";
    }

    private void arriveLate(HttpMessage request, long delayMillis) {
        sleep(delayMillis);
        try (StoreConnection store = new StoreConnection()) {
            store.ask(request);
        } catch (IOException e) {
            // The store is closed already.
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** A connection to the store, opened when it is needed. */
    private final class StoreConnection implements AutoCloseable {
        private @org.jspecify.annotations.Nullable Socket socket;

        HttpMessage ask(HttpMessage request) throws IOException {
            Socket connected = socket;
            if (connected == null) {
                connected = new Socket(InetAddress.getLoopbackAddress(), storePort);
                connected.setTcpNoDelay(true);
                socket = connected;
            }
            connected.getOutputStream().write(request.bytes());
            connected.getOutputStream().flush();
            HttpMessage answer =
                    HttpMessage.readAnswer(new BufferedInputStream(connected.getInputStream()), request.method());
            if (answer.closes()) {
                close();
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            if (socket != null) {
                socket.close();
                socket = null;
            }
        }
    }
}
