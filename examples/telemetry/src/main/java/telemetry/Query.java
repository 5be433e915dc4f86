package telemetry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Queries the tables that {@link Stream} has written, and draws the health of the players. */
public final class Query {
  private static final List<String> COLORS =
      List.of(
          "#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#ff8ab7", "#a463f2", "#97bbf5");

  private Query() {}

  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ROOT); // SVG numbers need decimal points.
    String folder = arguments[0];
    try (SparkSession spark = Session.start()) {
      for (String table : List.of("minutes", "dead")) {
        spark.read().parquet(folder + "/" + table).createOrReplaceTempView(table);
      }
      System.out.println("the last that was seen of each player:");
      spark
          .sql(
              """
              SELECT player, sum(updates) updates, round(avg(hp), 1) hp,
                  max_by(variant_get(last, '$.state', 'STRING'), minute) state,
                  max_by(round(variant_get(last, '$.pos.x', 'DOUBLE'), 1), minute) x
                FROM minutes GROUP BY player ORDER BY player
              """)
          .show(100, false);
      System.out.println("damaged packets:");
      spark
          .sql("SELECT partition, offset, problem FROM dead ORDER BY partition, offset")
          .show(10, false);
      Map<String, Map<Long, Double>> lines = new TreeMap<>();
      for (Row row :
          spark.sql("SELECT player, unix_seconds(minute) / 60, hp FROM minutes").collectAsList()) {
        lines
            .computeIfAbsent(row.getString(0), player -> new TreeMap<>())
            .put(Math.round(row.getDouble(1)), row.getDouble(2));
      }
      Path picture = Path.of(folder, "telemetry.svg");
      Files.writeString(picture, picture(lines));
      System.out.println("wrote " + picture);
    }
  }

  /** Returns an SVG picture with a line for each player, with time to the right and health up. */
  private static String picture(Map<String, Map<Long, Double>> lines) {
    long first =
        lines.values().stream()
            .flatMap(line -> line.keySet().stream())
            .min(Long::compare)
            .orElse(0L);
    long last =
        lines.values().stream()
            .flatMap(line -> line.keySet().stream())
            .max(Long::compare)
            .orElse(0L);
    StringBuilder svg =
        new StringBuilder(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 340" font-family="sans-serif" font-size="12">
            <title>Health of each player, the average of every minute</title>
            <rect width="720" height="340" fill="#ffffff"/>
            <text x="50" y="24" font-size="14">Health of each player, the average of every minute</text>
            """);
    for (int hp = 0; hp <= 100; hp += 25) {
      svg.append(
          "<path d=\"M50 %1$d H620\" stroke=\"#dddddd\"/><text x=\"42\" y=\"%2$d\" text-anchor=\"end\">%3$d</text>\n"
              .formatted(300 - hp * 5 / 2, 304 - hp * 5 / 2, hp));
    }
    svg.append(
        "<text x=\"620\" y=\"324\" text-anchor=\"end\">minute %d</text>\n"
            .formatted(last - first + 1));
    svg.append("<text x=\"50\" y=\"324\">minute 1</text>\n");
    int number = 0;
    for (Map.Entry<String, Map<Long, Double>> line : lines.entrySet()) {
      String color = COLORS.get(number % COLORS.size());
      String points =
          line.getValue().entrySet().stream()
              .map(
                  at ->
                      "%.1f,%.1f"
                          .formatted(
                              50 + 570.0 * (at.getKey() - first) / Math.max(1, last - first),
                              300 - 2.5 * at.getValue()))
              .collect(Collectors.joining(" "));
      svg.append(
          "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\"%s\"/>\n"
              .formatted(color, points));
      svg.append(
          "<text x=\"650\" y=\"%1$d\">%2$s</text><path d=\"M630 %3$d h14\" stroke-width=\"3\" stroke=\"%4$s\"/>\n"
              .formatted(60 + 20 * number, line.getKey(), 56 + 20 * number, color));
      number++;
    }
    return svg.append("</svg>\n").toString();
  }
}
