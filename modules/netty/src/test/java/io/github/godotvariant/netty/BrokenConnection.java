package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.ConnectionInput;
import io.github.godotvariant.multiplayer.MultiplayerConnection;
import io.github.godotvariant.multiplayer.TransferMode;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A connection that fails when a client is accepted. */
final class BrokenConnection implements MultiplayerConnection {
  @Nullable ConnectionInput input;
  boolean isClosed;

  @Override
  public void accepted(int id) {
    throw new IllegalStateException("on purpose");
  }

  @Override
  public void send(byte[] packet, TransferMode mode, int channel) {}

  @Override
  public boolean isWritable() {
    return true;
  }

  @Override
  public long pendingBytes() {
    return 0;
  }

  @Override
  public void close(String reason) {
    isClosed = true;
  }

  @Override
  public SocketAddress remoteAddress() {
    return new InetSocketAddress(1);
  }
}
