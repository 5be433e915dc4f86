package io.github.godotvariant.multiplayer.testing;

import io.github.godotvariant.multiplayer.ConnectionInput;
import io.github.godotvariant.multiplayer.MultiplayerConnection;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.TransferMode;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A connection in memory. Packets of the client are processed in the server's thread. */
final class MemoryLink implements MultiplayerConnection, TestPeer.Link {
  private static final SocketAddress ADDRESS = new MemoryAddress();

  private final MultiplayerServer server;
  private final TestPeer client;

  /** The input of the connection. Used in the server's thread only. */
  private @Nullable ConnectionInput input;

  private static final class MemoryAddress extends SocketAddress {
    private static final long serialVersionUID = 1L;

    @Override
    public String toString() {
      return "in memory";
    }
  }

  MemoryLink(MultiplayerServer server, TestPeer client) {
    this.server = server;
    this.client = client;
  }

  void open() {
    if (!client.isClosed()) {
      input = server.accept(this, client.proposedId());
    }
  }

  // The client's side.

  @Override
  public void send(byte[] packet) {
    sendToServer(packet, TransferMode.RELIABLE, 0);
  }

  @Override
  public void sendToServer(byte[] packet, TransferMode mode, int channel) {
    server.execute(
        () -> {
          if (input != null) {
            input.received(ByteBuffer.wrap(packet), mode, channel);
          }
        });
  }

  @Override
  public void close() {
    server.execute(
        () -> {
          if (input != null) {
            input.disconnected("closed by the client");
          }
        });
  }

  // The server's side.

  @Override
  public void accepted(int id) {
    client.accepted(id);
  }

  @Override
  public void send(byte[] packet, TransferMode mode, int channel) {
    client.received(packet);
  }

  @Override
  public boolean isWritable() {
    return !client.isPaused();
  }

  @Override
  public long pendingBytes() {
    return client.unreadBytes();
  }

  @Override
  public void close(String reason) {
    client.disconnected("closed by the server: " + reason);
  }

  @Override
  public SocketAddress remoteAddress() {
    return ADDRESS;
  }
}
