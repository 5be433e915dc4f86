package io.github.godotvariant.net;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Bytes that a peer sends, for tests. */
final class ReceivedBytes {
  private ReceivedBytes() {}

  static ByteBuffer bytes(String digits) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(digits.replace(" ", "")));
  }

  static <T> BlockingPeer<T> reading(byte[] sent, MessageFraming<T> framing) {
    return BlockingPeer.of(
        new ByteArrayInputStream(sent), OutputStream.nullOutputStream(), framing);
  }

  static <T> BlockingPeer<T> reading(String digits, MessageFraming<T> framing) {
    return reading(bytes(digits).array(), framing);
  }
}
