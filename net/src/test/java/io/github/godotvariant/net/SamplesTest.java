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
import java.util.ArrayList;
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
      MessageFraming<Variant> framing = MessageFraming.packetPeerStream(VariantCodec.GODOT_4);
      BlockingPeer.of(InputStream.nullInputStream(), other.getOutputStream(), framing)
          .write(Variant.of("welcome"));
      other.shutdownOutput();
      VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);
      BlockingPeer<Variant> peer =
          BlockingPeer.of(
              socket.getInputStream(),
              socket.getOutputStream(),
              MessageFraming.packetPeerStream(codec));
      peer.write(VariantDictionary.of("hello", "world"));
      Optional<Variant> answer = peer.read(); // empty when the other side has closed
      assertThat(answer).contains(Variant.of("welcome"));
      assertThat(peer.read()).isEmpty();
      BlockingPeer<Variant> received =
          BlockingPeer.of(other.getInputStream(), OutputStream.nullOutputStream(), framing);
      assertThat(received.read()).contains(VariantDictionary.of("hello", "world"));
    }
  }

  @Test
  void piecesOfAnySize() {
    List<Variant> handled = new ArrayList<>();
    MessageDecoder<Variant> decoder =
        MessageFraming.packetPeerStream(VariantCodec.GODOT_4).decoder();
    ByteBuffer bytes =
        ByteBuffer.wrap(
            MessageFraming.packetPeerStream(VariantCodec.GODOT_4).encode(Variant.of(5)));
    decoder.feed(bytes); // whatever the connection had
    for (Optional<Variant> message = decoder.poll();
        message.isPresent();
        message = decoder.poll()) {
      handled.add(message.get());
    }
    assertThat(handled).containsExactly(Variant.of(5));
  }

  @Test
  void aConnectionThatBlocks() throws IOException {
    VariantCodec codec = VariantCodec.GODOT_4;
    try (Socket socket =
        new Socket() {
          @Override
          public InputStream getInputStream() {
            return InputStream.nullInputStream();
          }

          @Override
          public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
          }
        }) {
      socket.setTcpNoDelay(true); // or each answer waits for up to 40 ms
      BlockingPeer<Variant> peer =
          BlockingPeer.of(
              socket.getInputStream(),
              socket.getOutputStream(),
              MessageFraming.packetPeerStream(codec));
      assertThat(peer.read()).isEmpty();
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
