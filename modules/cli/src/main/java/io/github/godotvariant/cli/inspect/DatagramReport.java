package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.enet.DatagramInspection;
import io.github.godotvariant.enet.DatagramInspector;
import io.github.godotvariant.enet.EnetCompression;
import io.github.godotvariant.multiplayer.PacketInspection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints ENet datagrams with their commands and packets. */
final class DatagramReport implements AutoCloseable {
  private static final int SHORT_LENGTH = 160;
  private static final int SHORT_BYTES = 32;

  private final Report report;
  private final VariantCodec codec;
  private final DatagramInspector inspector = new DatagramInspector();

  DatagramReport(Report report, VariantCodec codec) {
    this.report = report;
    this.codec = codec;
  }

  @Override
  public void close() {
    inspector.close();
  }

  /**
   * Prints one datagram.
   *
   * @throws CliException if the datagram is malformed
   */
  void print(String name, byte[] bytes) {
    DatagramInspection inspection = inspector.inspect(name, bytes);
    String size = Text.count(bytes.length, "byte");
    report.line(Text.printable(name) + ": " + size + ", a datagram of ENet" + describe(inspection));
    commands(inspection);
    Report.reject(name, inspection.problem());
  }

  /**
   * Prints the datagrams of a capture.
   *
   * @throws CliException if the capture contains no datagrams of ENet, or is cut off
   */
  void print(String name, CaptureFile capture) {
    List<CaptureFile.Datagram> datagrams = capture.datagrams();
    String count = Text.count(datagrams.size(), "UDP datagram");
    report.line(Text.printable(name) + ": a capture, " + count + capture.omissions());
    CliException.rejectData(
        datagrams.isEmpty(), name + ": " + capture.problem().orElse("no UDP datagrams"));
    double start = datagrams.get(0).time();
    int number = 0;
    int invalid = 0;
    for (CaptureFile.Datagram datagram : datagrams) {
      String flow = datagram.sender() + " > " + datagram.receiver();
      DatagramInspection inspection = inspector.inspect(flow, datagram.bytes());
      report.line("");
      String time = String.format(Locale.ROOT, "#%d  %.3f s  ", ++number, datagram.time() - start);
      String size = Text.count(datagram.bytes().length, "byte");
      report.line(report.paint().faint(time) + flow + ", " + size + describe(inspection));
      commands(inspection);
      if (inspection.problem().isPresent()) {
        invalid++;
        report.line("  " + report.paint().alarm(inspection.problem().get()));
      }
    }
    report.end();
    Report.reject(name, capture.problem());
    CliException.rejectData(invalid == datagrams.size(), name + ": no datagrams of ENet");
  }

  private static String describe(DatagramInspection inspection) {
    return inspection.compression() == EnetCompression.NONE
        ? ""
        : ", compressed with "
            + inspection.compression().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private void commands(DatagramInspection inspection) {
    for (DatagramInspection.Command command : inspection.commands()) {
      report.line("  " + report.paint().name(command.description()));
      command.packet().ifPresent(packet -> report.line("    " + packet(packet)));
    }
  }

  /**
   * Describes a packet if it is a packet of Godot's high-level multiplayer. Otherwise returns the
   * bytes of the packet in hex.
   */
  private String packet(byte[] packet) {
    PacketInspection inspection = PacketInspection.of(packet, codec);
    if (inspection.failure().isPresent()) {
      int max = report.detail() == Detail.SHORT ? SHORT_BYTES : packet.length;
      return "other packet, %s: %s"
          .formatted(
              Text.count(packet.length, "byte"),
              HexText.formatStart(packet, 0, packet.length, max));
    }
    String fields =
        inspection.fields().stream()
            .map(field -> field.name() + " " + field.meaning())
            .collect(Collectors.joining(", "));
    String text = Text.printable(fields);
    return report.detail() == Detail.SHORT && text.length() > SHORT_LENGTH
        ? text.substring(0, SHORT_LENGTH) + " …"
        : text;
  }
}
