package io.github.godotvariant.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the documentation of this module prints as Java, compiled and run as it is printed. */
class SamplesTest {
  @Test
  void packets() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 1, here);
        Socket socket = new Socket(here, server.getLocalPort());
        Socket other = server.accept()) {
      PacketPeerStream.of(
              InputStream.nullInputStream(), other.getOutputStream(), VariantCodec.GODOT_4)
          .putVar(Variant.of("welcome"));
      other.shutdownOutput();
      VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
      PacketPeerStream peer =
          PacketPeerStream.of(socket.getInputStream(), socket.getOutputStream(), codec);
      peer.putVar(VariantDictionary.of("hello", "world"));
      Optional<Variant> answer = peer.getVar(); // empty when the other side has closed
      assertThat(answer).contains(Variant.of("welcome"));
      assertThat(peer.getVar()).isEmpty();
      PacketPeerStream received =
          PacketPeerStream.of(other.getInputStream(), OutputStream.nullOutputStream(), codec);
      assertThat(received.getVar()).contains(VariantDictionary.of("hello", "world"));
    }
  }

  @Test
  void argumentsOfCalls() {
    CompressedVariantCodec calls = CompressedVariantCodec.of(VariantCodec.GODOT_4);
    CompressedVariantCodec.Arguments sent =
        calls.encodeArguments(List.of(Variant.of(7), Variant.of("jump")));
    List<Variant> received = calls.decodeArguments(ByteBuffer.wrap(sent.bytes()), sent.raw());
    assertThat(received).containsExactly(Variant.of(7), Variant.of("jump"));
    assertThat(sent.bytes()).startsWith(2, 2, 7); // two of them; an int of 8 bits, 7
  }
}
