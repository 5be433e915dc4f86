package io.github.godotvariant.netty;

import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** A client with DTLS and ENet, without I/O. The handshake starts with {@link #service}. */
final class DtlsClient {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);
  private static final int BUFFER_BYTES = 1 << 15;
  private static final int RETRANSMIT_MILLIS = 1_000;

  final SSLEngine engine;
  final EnetClient enet;
  final List<byte[]> packets = new ArrayList<>();
  boolean isEstablished;
  boolean isDisconnected;
  @Nullable SSLException failure;

  private final InetSocketAddress server;
  private final LongSupplier clock;
  private final Consumer<byte[]> out;
  private long sentAt = Long.MIN_VALUE / 2;

  DtlsClient(
      SSLContext context, InetSocketAddress server, LongSupplier clock, Consumer<byte[]> out) {
    this.server = server;
    this.clock = clock;
    this.out = out;
    engine = context.createSSLEngine("localhost", server.getPort());
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setMaximumPacketSize(DtlsSession.MAX_RECORD_BYTES);
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    enet =
        new EnetClient(
            (address, datagram) -> send(datagram),
            new EnetListener() {
              @Override
              public void onPacket(
                  EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
                packets.add(packet);
              }

              @Override
              public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
                isDisconnected = true;
              }
            },
            clock,
            new Random(1));
  }

  /** Encrypts a datagram. */
  void send(ByteBuffer datagram) {
    try {
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
      engine.wrap(datagram, buffer);
      emit(buffer);
    } catch (SSLException e) {
      failure = e;
    }
  }

  private void emit(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.position()];
    buffer.flip().get(bytes);
    if (bytes.length > 0) {
      out.accept(bytes);
    }
  }

  /** Sends messages of the handshake, repeats them after a second, and connects with ENet. */
  void service() {
    if (failure != null || engine.isOutboundDone()) {
      return;
    }
    if (isEstablished) {
      enet.service();
    } else if (clock.getAsLong() - sentAt >= RETRANSMIT_MILLIS) {
      run(this::wrap);
    }
  }

  void receive(byte[] datagram) {
    if (failure == null) {
      run(() -> unwrap(ByteBuffer.wrap(datagram)));
    }
  }

  void close() {
    engine.closeOutbound();
    send(EMPTY);
  }

  private interface EngineCall {
    void run() throws SSLException;
  }

  private void run(EngineCall call) {
    try {
      call.run();
    } catch (SSLException e) {
      send(EMPTY); // the alert
      failure = e;
    }
  }

  private void wrap() throws SSLException {
    sentAt = clock.getAsLong();
    do {
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
      SSLEngineResult result = engine.wrap(EMPTY, buffer);
      emit(buffer);
      if (buffer.limit() == 0) {
        return;
      }
      onResult(result);
    } while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
  }

  private void unwrap(ByteBuffer datagram) throws SSLException {
    boolean isWaiting = true;
    while (isWaiting) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> engine.getDelegatedTask().run();
        case NEED_WRAP -> wrap();
        case NEED_UNWRAP_AGAIN -> unwrapRecord(EMPTY);
        default -> {
          isWaiting = datagram.hasRemaining() && !engine.isInboundDone();
          if (isWaiting) {
            unwrapRecord(datagram);
          }
        }
      }
    }
  }

  private void unwrapRecord(ByteBuffer datagram) throws SSLException {
    ByteBuffer plain = ByteBuffer.allocate(BUFFER_BYTES);
    onResult(engine.unwrap(datagram, plain));
    if (plain.position() > 0) {
      enet.receive(plain.flip());
      enet.flush();
    }
  }

  private void onResult(SSLEngineResult result) {
    if (result.getHandshakeStatus() == HandshakeStatus.FINISHED && !isEstablished) {
      isEstablished = true;
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setMaximumPacketSize(DtlsSession.MAX_RECORD_BYTES);
      engine.setSSLParameters(parameters); // The engine has halved the length after losses.
      enet.connect(server, 2, 7);
    }
  }
}
