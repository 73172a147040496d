package io.github.deltamaint.stores;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One HTTP/1.1 request or answer as it travels.
 *
 * @param start the request line or the status line
 * @param headers the header lines
 * @param body the body as it is framed: chunk sizes included where it is chunked
 */
record HttpMessage(String start, List<String> headers, byte[] body) {

    /** Reads a request; empty if the peer has closed the connection. */
    static Optional<HttpMessage> readRequest(InputStream in, OutputStream answers) throws IOException {
        Optional<HttpMessage> head = readHead(in);
        if (head.isEmpty()) {
            return head;
        }
        if (head.get().header("expect").isPresent()) {
            answers.write(ascii("HTTP/1.1 100 Continue\r\n\r\n"));
            answers.flush();
        }
        return Optional.of(head.get().withBody(in, false).without("expect"));
    }

    /** Reads the answer to a request. */
    static HttpMessage readAnswer(InputStream in, String method) throws IOException {
        HttpMessage head;
        do {
            head = readHead(in).orElseThrow(() -> new EOFException("the server closed the connection"));
        } while (head.status() == 100);
        boolean bodiless = method.equals("HEAD") || head.status() == 204 || head.status() == 304;
        return bodiless ? head : head.withBody(in, true);
    }

    /** An answer of our own. */
    static HttpMessage answer(String status, String body) {
        byte[] bytes = ascii(body);
        return new HttpMessage(
                "HTTP/1.1 " + status,
                List.of("Content-Type: application/xml", "Content-Length: " + bytes.length),
                bytes);
    }

    private static Optional<HttpMessage> readHead(InputStream in) throws IOException {
        String start = readLine(in);
        if (start.isEmpty()) {
            return Optional.empty();
        }
        List<String> headers = new ArrayList<>();
        for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
            headers.add(line);
        }
        return Optional.of(new HttpMessage(start, headers, new byte[0]));
    }

    private static String readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n' && b >= 0; b = in.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    private HttpMessage withBody(InputStream in, boolean untilTheEnd) throws IOException {
        if (header("transfer-encoding")
                .filter(value -> value.contains("chunked"))
                .isPresent()) {
            return new HttpMessage(start, headers, readChunks(in));
        }
        Optional<String> length = header("content-length");
        if (length.isPresent()) {
            return new HttpMessage(start, headers, readExactly(in, Integer.parseInt(length.get())));
        }
        return untilTheEnd ? new HttpMessage(start, headers, in.readAllBytes()) : this;
    }

    private static byte[] readChunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String size = readLine(in);
            body.write(ascii(size + "\r\n"));
            int length = Integer.parseInt(size.split(";", 2)[0].strip(), 16);
            if (length == 0) {
                String trailer = readLine(in);
                for (; !trailer.isEmpty(); trailer = readLine(in)) {
                    body.write(ascii(trailer + "\r\n"));
                }
                body.write(ascii("\r\n"));
                return body.toByteArray();
            }
            body.write(readExactly(in, length));
            body.write(ascii(readLine(in) + "\r\n"));
        }
    }

    private static byte[] readExactly(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the body ends after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The value of a header, by its name in lower case. */
    Optional<String> header(String name) {
        return headers.stream()
                .filter(line -> isNamed(line, name))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    private static boolean isNamed(String line, String name) {
        return line.toLowerCase(Locale.ROOT).startsWith(name + ":");
    }

    private HttpMessage without(String name) {
        return new HttpMessage(
                start, headers.stream().filter(line -> !isNamed(line, name)).toList(), body);
    }

    /** The method of a request. */
    String method() {
        return start.split(" ", 3)[0];
    }

    /** The path and query of a request. */
    String target() {
        return start.split(" ", 3)[1];
    }

    /** The status of an answer. */
    int status() {
        return Integer.parseInt(start.split(" ", 3)[1]);
    }

    /** Whether the peer will close the connection after this message. */
    boolean closes() {
        return header("connection")
                .filter(value -> value.equalsIgnoreCase("close"))
                .isPresent();
    }

    /** The message as it goes over the wire. */
    byte[] bytes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(ascii(start + "\r\n"));
        for (String line : headers) {
            out.write(ascii(line + "\r\n"));
        }
        out.write(ascii("\r\n"));
        out.write(body);
        return out.toByteArray();
    }
}
