package io.github.godotvariant.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs the samples in the documentation of this module, word for word. */
class SamplesTest {
  /** Replaces a {@link System.Logger}. */
  private static final class Log {
    final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    void log(Level level, String format, @Nullable Object... values) {
      lines.add(level + ": " + MessageFormat.format(format, values));
    }
  }

  private static final Log LOG = new Log();

  /** Time limit in seconds, which ends the test if no answer arrives. */
  private static final int PATIENCE = 60;

  private final VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK);

  @Test
  void writesAndReadsPackets() throws IOException {
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
      Optional<Variant> answer = peer.read(); // empty if the other side has closed
      assertThat(answer).contains(Variant.of("welcome"));
      assertThat(peer.read()).isEmpty();
      BlockingPeer<Variant> received =
          BlockingPeer.of(other.getInputStream(), OutputStream.nullOutputStream(), framing);
      assertThat(received.read()).contains(VariantDictionary.of("hello", "world"));
    }
  }

  @Test
  void decodesPiecesOfAnySize() {
    List<Variant> handled = new ArrayList<>();
    ByteBuffer bytes =
        ByteBuffer.wrap(
            MessageFraming.packetPeerStream(VariantCodec.GODOT_4).encode(Variant.of(5)));
    MessageFraming<Variant> framing = MessageFraming.packetPeerStream(codec);
    MessageDecoder<Variant> decoder = framing.decoder();
    decoder.feed(bytes); // the bytes that have arrived
    for (Optional<Variant> message = decoder.poll();
        message.isPresent();
        message = decoder.poll()) {
      handled.add(message.get());
    }
    assertThat(handled).containsExactly(Variant.of(5));
  }

  @Test
  void readsFromBlockingSocket() throws IOException {
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
      socket.setTcpNoDelay(true); // otherwise each answer can wait up to 40 ms
      BlockingPeer<Variant> peer =
          BlockingPeer.of(
              socket.getInputStream(),
              socket.getOutputStream(),
              MessageFraming.packetPeerStream(codec));
      assertThat(peer.read()).isEmpty();
    }
  }

  void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      client.setSoTimeout(15_000); // a read that waits longer fails
      BlockingPeer<Variant> peer =
          BlockingPeer.of(
              client.getInputStream(),
              client.getOutputStream(),
              MessageFraming.packetPeerStream(codec));
      for (Optional<Variant> message = peer.read(); message.isPresent(); message = peer.read()) {
        peer.write(VariantDictionary.of("type", "echo", "of", message.get()));
      }
    } catch (IOException | VariantException e) {
      LOG.log(Level.WARNING, "closing {0}: {1}", client.getRemoteSocketAddress(), e.getMessage());
    }
  }

  private @Nullable Void acceptUntilClosed(ServerSocket server) throws IOException {
    try {
      while (!server.isClosed()) {
        Socket socket = server.accept();
        new Thread(() -> serve(socket)).start();
      }
    } catch (IOException e) {
      if (!server.isClosed()) {
        throw e;
      }
    }
    return null;
  }

  @Test
  void servesClientsWithThreads() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    ServerSocket server = new ServerSocket(0, 2, here);
    FutureTask<@Nullable Void> accepting = new FutureTask<>(() -> acceptUntilClosed(server));
    new Thread(accepting).start();
    try (server;
        Socket socket = new Socket(here, server.getLocalPort());
        Socket browser = new Socket(here, server.getLocalPort())) {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE));
      BlockingPeer<Variant> peer =
          BlockingPeer.of(
              socket.getInputStream(),
              socket.getOutputStream(),
              MessageFraming.packetPeerStream(codec));
      peer.write(Variant.of(5));
      assertThat(peer.read()).contains(VariantDictionary.of("type", "echo", "of", 5));
      browser.getOutputStream().write("GET ".getBytes(StandardCharsets.US_ASCII));
      assertThat(LOG.lines.poll(PATIENCE, TimeUnit.SECONDS))
          .startsWith("WARNING: closing " + browser.getLocalSocketAddress() + ": a frame of 5423");
    }
    accepting.get(PATIENCE, TimeUnit.SECONDS);
  }

  @Test
  void encodesAndDecodesArgumentsOfCalls() {
    CompressedVariantCodec calls = CompressedVariantCodec.of(VariantCodec.GODOT_4);
    CompressedVariantCodec.Arguments sent =
        calls.encodeArguments(List.of(Variant.of(7), Variant.of("jump")));
    List<Variant> received = calls.decodeArguments(ByteBuffer.wrap(sent.bytes()), sent.isRaw());
    assertThat(received).containsExactly(Variant.of(7), Variant.of("jump"));
    assertThat(sent.bytes()).startsWith(2, 2, 7); // two of them; an int of 8 bits, 7
  }
}
