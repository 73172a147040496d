package io.github.deltamaint.internal.layout;

import io.github.deltamaint.TableLayout.DirectLakeFit;
import io.github.deltamaint.common.DataSize;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The limits of Direct Lake, from a data file, because Microsoft changes them from time to time. */
final class DirectLakeLimits {
    private static final String FILE = "direct-lake-limits.csv";
    private static final long MILLION = 1_000_000;

    private DirectLakeLimits() {}

    static List<DirectLakeFit> fits(int files, int rowGroups, long rows) {
        List<DirectLakeFit> fits = new ArrayList<>();
        for (String line : lines()) {
            String[] fields = line.split(";", -1);
            int maxFiles = Integer.parseInt(fields[1]);
            long maxRows = Long.parseLong(fields[2]) * MILLION;
            double used = Math.max(
                    (double) rows / maxRows, Math.max((double) files / maxFiles, (double) rowGroups / maxFiles));
            fits.add(new DirectLakeFit(
                    List.of(fields[0].split(" ")),
                    maxFiles,
                    maxFiles,
                    maxRows,
                    fields[3].isEmpty() ? Optional.empty() : Optional.of(new DataSize(Long.parseLong(fields[3]) << 30)),
                    used <= 1,
                    1 - used));
        }
        return fits;
    }

    private static List<String> lines() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(DirectLakeLimits.class.getResourceAsStream(FILE), FILE),
                StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
