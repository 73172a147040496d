package io.github.deltamaint.zorder.testing;

import io.github.deltamaint.zorder.SpaceFillingCurve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Draws what Z-order does to a table of two columns: one rectangle for each file, from its minimum to its maximum in both
 * columns, and a line through the files in their order. Axes are measured in rows, so that the table is a square. Files that
 * a query for one customer has to read are filled.
 *
 * <p>After {@code mvn test-compile}, this draws the pictures of the documentation anew:
 *
 * <pre>
 * java -cp zorder/target/classes:zorder/target/test-classes io.github.deltamaint.zorder.testing.ClusteringPicture docs/images
 * </pre>
 */
public final class ClusteringPicture {

    /** The picture of rows in the order in which they came. */
    public static final String BEFORE = "zorder-before.svg";

    /** The picture of the same rows in Z-order. */
    public static final String AFTER = "zorder-after.svg";

    private static final int ROWS = 1 << 14;
    private static final int FILES = 64;
    private static final int MARGIN = 40;
    private static final int SIDE = 512;

    private final long[][] columns = TestColumns.arrivals(ROWS, 1);
    private final int[][] ranks;
    private final SpaceFillingCurve curve = TableLayout.morton(2);

    private ClusteringPicture() {
        ranks = TableLayout.ranks(columns, curve.bitsPerDimension());
    }

    /** Writes both pictures into the directory that is named, which is created if need be. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        Files.writeString(directory.resolve(BEFORE), before());
        Files.writeString(directory.resolve(AFTER), after());
    }

    public static String before() {
        ClusteringPicture picture = new ClusteringPicture();
        return picture.draw("As the rows came", TableLayout.asCame(ROWS, FILES));
    }

    public static String after() {
        ClusteringPicture picture = new ClusteringPicture();
        return picture.draw(
                "Z-order by date and customer", TableLayout.cellAligned(picture.curve, picture.ranks, FILES));
    }

    private String draw(String title, TableLayout layout) {
        long[][] places = {asLongs(ranks[0]), asLongs(ranks[1])};
        QueryCosts boxes = new QueryCosts(places, layout);
        long queried = places[1][ROWS / 2];
        StringBuilder svg = new StringBuilder();
        int size = SIDE + 2 * MARGIN;
        line(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"14\">",
                size,
                size + MARGIN,
                size,
                size + MARGIN);
        line(svg, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", size, size + MARGIN);
        line(svg, "<text x=\"%d\" y=\"26\" font-size=\"18\">%s: %d files</text>", MARGIN, title, layout.files());
        int touched = 0;
        for (int file = 0; file < layout.files(); file++) {
            boolean isTouched = boxes.min(1, file) <= queried && queried <= boxes.max(1, file);
            touched += isTouched ? 1 : 0;
            rectangle(svg, boxes, file, isTouched);
        }
        curve(svg, boxes, layout.files());
        line(
                svg,
                "<line x1=\"%d\" y1=\"%s\" x2=\"%d\" y2=\"%s\" stroke=\"#c22f2f\" stroke-width=\"2\"/>",
                MARGIN,
                y(queried),
                MARGIN + SIDE,
                y(queried));
        captions(svg, boxes, touched, layout.files());
        return svg.append("</svg>\n").toString();
    }

    private static long[] asLongs(int[] ranks) {
        long[] longs = new long[ranks.length];
        Arrays.setAll(longs, row -> ranks[row]);
        return longs;
    }

    private void rectangle(StringBuilder svg, QueryCosts boxes, int file, boolean isTouched) {
        line(
                svg,
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\" fill-opacity=\"%s\" stroke=\"#4a6a8a\"/>",
                x(boxes.min(0, file)),
                y(boxes.max(1, file)),
                length(boxes.max(0, file) - boxes.min(0, file)),
                length(boxes.max(1, file) - boxes.min(1, file)),
                isTouched ? "#e8a33d" : "#9db8d2",
                isTouched ? "0.45" : "0.15");
    }

    private void curve(StringBuilder svg, QueryCosts boxes, int files) {
        StringBuilder points = new StringBuilder();
        for (int file = 0; file < files; file++) {
            points.append(file == 0 ? "" : " ")
                    .append(x((boxes.min(0, file) + boxes.max(0, file)) / 2))
                    .append(',')
                    .append(y((boxes.min(1, file) + boxes.max(1, file)) / 2));
        }
        line(svg, "<polyline points=\"%s\" fill=\"none\" stroke=\"#1f3d5c\" stroke-width=\"1.5\"/>", points);
    }

    private void captions(StringBuilder svg, QueryCosts boxes, int touched, int files) {
        line(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">date</text>", MARGIN + SIDE / 2, MARGIN + SIDE + 20);
        line(
                svg,
                "<text x=\"24\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 24 %d)\">customer</text>",
                MARGIN + SIDE / 2,
                MARGIN + SIDE / 2);
        line(
                svg,
                "<text x=\"%d\" y=\"%d\">The query for one customer (red) reads %d of %d files; one for a date %.0f.</text>",
                MARGIN,
                MARGIN + SIDE + 48,
                touched,
                files,
                boxes.point(0));
    }

    private String x(long rank) {
        return decimal(MARGIN + scaled(rank));
    }

    private String y(long rank) {
        return decimal(MARGIN + SIDE - scaled(rank));
    }

    private String length(long ranks) {
        return decimal(scaled(ranks));
    }

    private double scaled(long ranks) {
        return (double) SIDE * ranks / (1L << curve.bitsPerDimension());
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    private static void line(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
