package io.github.deltamaint.vacuum.internal;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads an inventory in CSV (RFC 4180): a header, commas, quotes where a value needs them, quotes in quotes doubled. The reader is buffered by the caller, who closes
 * it.
 */
final class CsvInventory {
    private static final int END = -1;

    private final Reader reader;
    private int next;
    private long record;

    CsvInventory(Reader reader) {
        this.reader = reader;
    }

    void read(Inventory.Lines lines) throws IOException {
        next = reader.read();
        if (next == '\uFEFF') {
            next = reader.read();
        }
        List<String> header = record();
        int path = column(header, "path");
        int length = column(header, "length");
        int isDir = column(header, "isDir");
        int modificationTime = column(header, "modificationTime");
        while (next != END) {
            List<String> values = record();
            if (values.size() == 1 && values.get(0).isEmpty()) {
                continue;
            }
            if (values.size() != header.size()) {
                throw invalid("has " + values.size() + " values, but the header has " + header.size());
            }
            lines.line(
                    values.get(path),
                    number(values.get(length), "length"),
                    flag(values.get(isDir)),
                    number(values.get(modificationTime), "modificationTime"));
        }
    }

    private static int column(List<String> header, String name) throws InventoryException {
        for (int i = 0; i < header.size(); i++) {
            if (header.get(i).strip().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new InventoryException("its header " + header + " has no column '" + name
                + "'; needed are path, length, isDir and modificationTime");
    }

    private long number(String text, String column) throws InventoryException {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw invalid("has '" + text + "' for " + column + ", which must be a whole number");
        }
    }

    private boolean flag(String text) throws InventoryException {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid("has '" + text + "' for isDir, which must be true or false");
        };
    }

    private InventoryException invalid(String problem) {
        return new InventoryException("record " + record + " " + problem);
    }

    /** Reads one record with the end of its line. */
    private List<String> record() throws IOException {
        record++;
        List<String> values = new ArrayList<>();
        while (true) {
            values.add(value());
            if (next == ',') {
                next = reader.read();
                continue;
            }
            if (next == '\r') {
                next = reader.read();
            }
            if (next == '\n') {
                next = reader.read();
            } else if (next != END) {
                throw invalid("has text behind a quoted value");
            }
            return values;
        }
    }

    private String value() throws IOException {
        return next == '"' ? quoted() : plain();
    }

    private String plain() throws IOException {
        StringBuilder text = new StringBuilder();
        while (next != ',' && next != '\n' && next != '\r' && next != END) {
            text.append((char) next);
            next = reader.read();
        }
        return text.toString();
    }

    private String quoted() throws IOException {
        StringBuilder text = new StringBuilder();
        next = reader.read();
        while (true) {
            if (next == END) {
                throw invalid("has a quote that does not end");
            }
            if (next == '"') {
                next = reader.read();
                if (next != '"') {
                    return text.toString();
                }
            }
            text.append((char) next);
            next = reader.read();
        }
    }
}
