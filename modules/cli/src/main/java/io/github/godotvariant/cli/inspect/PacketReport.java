package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.multiplayer.PacketInspection;
import java.util.List;
import java.util.Locale;

/**
 * Prints the report of {@code gdvar inspect --packet} about a packet of Godot's multiplayer.
 *
 * @param bytesWanted whether to print the bytes of each field
 */
record PacketReport(Report report, String name, byte[] bytes, boolean bytesWanted) {
  private static final int ROW = 16;

  /**
   * Prints the report.
   *
   * @throws CliException if the bytes are not a packet, or contain a malformed value
   */
  void print(VariantCodec codec) {
    PacketInspection inspection = PacketInspection.of(bytes, codec);
    List<WireField> fields = inspection.fields();
    String title =
        inspection.packet().isEmpty()
            ? "no packet"
            : "a packet of Godot's multiplayer: "
                + fields.stream()
                    .filter(field -> field.name().equals("packet"))
                    .reduce((outer, inner) -> inner)
                    .map(WireField::meaning)
                    .orElseThrow();
    report.line(Text.printable(name) + ": " + Text.count(bytes.length, "byte") + ", " + title);
    report.line("");
    fields(fields);
    Report.reject(name, inspection.failure().map(VariantException::getMessage));
  }

  private void fields(List<WireField> fields) {
    int names = fields.stream().mapToInt(field -> field.name().length()).max().orElse(0);
    String hexHead = bytesWanted ? Text.left("bytes", 3 * ROW + 2) : "";
    report.line(report.paint().faint("offset  size  " + hexHead + "field"));
    for (WireField field : fields) {
      StringBuilder line = new StringBuilder();
      String place = String.format(Locale.ROOT, "%6d  %4d  ", field.offset(), field.length());
      line.append(report.paint().faint(place));
      if (bytesWanted) {
        String hex = HexText.formatStart(bytes, field.offset(), field.length(), ROW);
        line.append(Text.left(hex, 3 * ROW + 2));
      }
      line.append(report.paint().name(field.name()));
      if (!field.meaning().isEmpty()) {
        line.append(Text.blanks(field.name(), names))
            .append("  ")
            .append(Text.printable(field.meaning()));
      }
      report.line(line.toString());
    }
  }
}
