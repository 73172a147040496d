package io.github.deltamaint.zorder.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A column of strings as bytes and offsets. */
public record Strings(byte[] bytes, int[] offsets) {

    public static Strings of(List<String> values) {
        return ofBytes(values.stream()
                .map(value -> value.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    private static Strings ofBytes(List<byte[]> values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int[] offsets = new int[values.size() + 1];
        for (int i = 0; i < values.size(); i++) {
            bytes.writeBytes(values.get(i));
            offsets[i + 1] = bytes.size();
        }
        return new Strings(bytes.toByteArray(), offsets);
    }

    public int size() {
        return offsets.length - 1;
    }

    public byte[] get(int i) {
        return Arrays.copyOfRange(bytes, offsets[i], offsets[i + 1]);
    }

    public Strings plus(Strings other) {
        List<byte[]> values = new ArrayList<>();
        for (Strings part : List.of(this, other)) {
            for (int i = 0; i < part.size(); i++) {
                values.add(part.get(i));
            }
        }
        return ofBytes(values);
    }

    /** For each value, its place among the distinct values in the order of unsigned bytes. */
    public long[] places() {
        byte[][] values = new byte[size()][];
        Arrays.setAll(values, this::get);
        byte[][] sorted = values.clone();
        Arrays.sort(sorted, Arrays::compareUnsigned);
        long[] places = new long[size()];
        Arrays.setAll(places, i -> firstAtLeast(sorted, values[i]));
        return places;
    }

    private static int firstAtLeast(byte[][] sorted, byte[] value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = low + high >>> 1;
            boolean below = Arrays.compareUnsigned(sorted[middle], value) < 0;
            low = below ? middle + 1 : low;
            high = below ? high : middle;
        }
        return low;
    }
}
