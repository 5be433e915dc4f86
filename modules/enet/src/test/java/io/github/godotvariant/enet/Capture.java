package io.github.godotvariant.enet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * A datagram that Godot 4.6.3 or 3.6 sent or accepted, or a block of the range coder.
 *
 * @param scenario the connection that it belongs to
 * @param compression the compression of the client
 * @param direction from which side to which
 * @param meaning the commands in words
 * @param datagram the datagram
 * @param plain the datagram with decompressed commands; empty if they are not compressed
 */
record Capture(
    String scenario,
    EnetCompression compression,
    String direction,
    String meaning,
    byte[] datagram,
    byte[] plain) {
  static final List<Capture> ALL = readAll();

  private static List<Capture> readAll() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(Capture.class.getResourceAsStream("captures.tsv.gz"))),
                UTF_8))) {
      return in.lines().filter(line -> !line.startsWith("#")).map(Capture::of).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Capture of(String line) {
    String[] cells = line.split("\t", -1);
    EnetCompression compression =
        switch (cells[1]) {
          case "none" -> EnetCompression.NONE;
          case "range coder" -> EnetCompression.RANGE_CODER;
          case "FastLZ" -> EnetCompression.FASTLZ;
          case "zlib" -> EnetCompression.ZLIB;
          case "Zstandard" -> EnetCompression.ZSTD;
          default -> throw new AssertionError(cells[1]);
        };
    HexFormat hex = HexFormat.of();
    return new Capture(
        cells[0], compression, cells[2], cells[3], hex.parseHex(cells[4]), hex.parseHex(cells[5]));
  }

  /** {@return whether this is a block, not a datagram} */
  boolean isBlock() {
    return direction.isEmpty();
  }

  boolean isFromClient() {
    return direction.equals("client to server");
  }

  boolean isCompressed() {
    return plain.length > 0;
  }

  int headerLength() {
    return isBlock() ? 0 : (datagram[0] & 0x80) != 0 ? 4 : 2;
  }

  /** {@return the decompressed commands} */
  ByteBuffer commands() {
    byte[] bytes = isCompressed() ? plain : datagram;
    return ByteBuffer.wrap(bytes, headerLength(), bytes.length - headerLength()).slice();
  }

  /** {@return the commands as they were sent} */
  ByteBuffer body() {
    return ByteBuffer.wrap(datagram, headerLength(), datagram.length - headerLength());
  }

  @Override
  public String toString() {
    return scenario + ": " + meaning;
  }
}
