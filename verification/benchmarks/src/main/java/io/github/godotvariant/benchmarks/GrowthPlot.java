package io.github.godotvariant.benchmarks;

import io.github.godotvariant.benchmarks.Results.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A picture of {@link Growth}: nanoseconds per byte over bytes, both on logarithmic axes, a panel
 * for each side and a line for each kind; on the newest Java, the engine in dashes.
 */
final class GrowthPlot {
  private static final int WIDTH = 440;
  private static final int HEIGHT = 300;
  private static final int LEFT = 60;
  private static final int TOP = 40;

  /** From 100 bytes to 1 GB, and from 0.1 to 100 nanoseconds per byte: in powers of ten. */
  private static final int LEAST_BYTES = 2;

  private static final int MOST_BYTES = 9;
  private static final int LEAST_NANOS = -1;
  private static final int MOST_NANOS = 2;

  private final Results results;
  private final StringBuilder svg = new StringBuilder();

  GrowthPlot(Results results) {
    this.results = results;
  }

  /** The picture, as a document of its own. */
  String svg() {
    svg.setLength(0);
    int width = 2 * (LEFT + WIDTH) + 20;
    int height = TOP + HEIGHT + 90;
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\">\n",
        width, height);
    add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", width, height);
    panel(Side.ENCODE, LEFT);
    panel(Side.DECODE, 2 * LEFT + WIDTH);
    legend();
    return svg.append("</svg>\n").toString();
  }

  private void panel(Side side, int left) {
    add("<g transform=\"translate(%d %d)\">\n", left, TOP);
    String title = side.name().toLowerCase(Locale.ROOT) + ": ns per byte, by the value's size";
    text(WIDTH / 2, -14, "middle", title);
    add("<g stroke=\"#dddddd\">\n");
    for (int power = LEAST_BYTES; power <= MOST_BYTES; power++) {
      add("<path d=\"M%.1f 0V%d\"/>\n", x(Math.pow(10, power)), HEIGHT);
    }
    for (int power = LEAST_NANOS; power <= MOST_NANOS; power++) {
      add("<path d=\"M0 %.1fH%d\"/>\n", y(Math.pow(10, power)), WIDTH);
    }
    add("</g>\n");
    List<String> sizes = List.of("100 B", "1 kB", "10 kB", "100 kB", "1 MB", "10 MB", "100 MB", "");
    for (int power = LEAST_BYTES; power <= MOST_BYTES; power++) {
      text(x(Math.pow(10, power)), HEIGHT + 18, "middle", sizes.get(power - LEAST_BYTES));
    }
    List<String> nanos = List.of("0.1", "1", "10", "100");
    for (int power = LEAST_NANOS; power <= MOST_NANOS; power++) {
      text(-8, y(Math.pow(10, power)) + 4, "end", nanos.get(power - LEAST_NANOS));
    }
    for (Growing.Kind kind : Growing.Kind.values()) {
      line(kind, side, Row.VARIANT.title(), "");
      line(kind, side, Results.ENGINE, " stroke-dasharray=\"3 4\"");
    }
    add("</g>\n");
  }

  private void line(Growing.Kind kind, Side side, String line, String dashes) {
    List<String> points = new ArrayList<>();
    for (Growing data : Growing.values()) {
      if (data.kind() == kind) {
        results
            .get(data.title(), line, side, results.javas().last())
            .ifPresent(
                measured -> {
                  int size = results.size(data.title());
                  points.add(
                      String.format(Locale.ROOT, "%.1f,%.1f", x(size), y(measured.nanos() / size)));
                });
      }
    }
    if (!points.isEmpty()) {
      add(
          "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\"%s points=\"%s\"/>\n",
          color(kind), dashes, String.join(" ", points));
    }
  }

  private static String color(Growing.Kind kind) {
    return switch (kind) {
      case TELEMETRY -> "#0072b2";
      case DEPTH -> "#d55e00";
      case STRING_KEYS -> "#009e73";
      case TEXTS -> "#e69f00";
      case INT_KEYS -> "#cc79a7";
      case EQUAL_HASHES -> "#555555";
    };
  }

  private void legend() {
    int at = TOP + HEIGHT + 50;
    int left = LEFT;
    for (Growing.Kind kind : Growing.Kind.values()) {
      add("<path d=\"M%d %dh24\" stroke=\"%s\" stroke-width=\"2\"/>\n", left, at, color(kind));
      text(left + 30, at + 4, "start", kind.title());
      left += 115;
    }
    add(
        "<path d=\"M%d %dh24\" stroke=\"black\" stroke-width=\"2\" stroke-dasharray=\"3 4\"/>\n",
        left, at);
    text(left + 30, at + 4, "start", "the engine; ours on Java " + results.javas().last());
  }

  private void text(double x, double y, String anchor, String text) {
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, text);
  }

  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format.replace("\n", "\n"), arguments));
  }

  private static double x(double bytes) {
    return WIDTH * (Math.log10(bytes) - LEAST_BYTES) / (MOST_BYTES - LEAST_BYTES);
  }

  private static double y(double nanos) {
    double inside = Math.min(Math.max(Math.log10(nanos), LEAST_NANOS), MOST_NANOS);
    return HEIGHT * (MOST_NANOS - inside) / (MOST_NANOS - LEAST_NANOS);
  }
}
