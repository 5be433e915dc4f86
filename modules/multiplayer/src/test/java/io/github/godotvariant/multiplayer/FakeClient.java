package io.github.godotvariant.multiplayer;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A client without a network. Records the packets that it receives, and sends packets. */
class FakeClient implements MultiplayerConnection {
  final List<MultiplayerPacket> received = new ArrayList<>();
  final List<byte[]> arrays = new ArrayList<>();
  final List<TransferMode> modes = new ArrayList<>();
  int id;
  boolean isClosed;
  boolean isWritable = true;
  long pendingBytes = 7;
  int maxSyncBytes = 65_000;

  @SuppressWarnings("NullAway.Init") // The test that connects the client sets it.
  ConnectionInput peer;

  @Override
  public void accepted(int assignedId) {
    id = assignedId;
  }

  @Override
  public void send(byte[] packet, TransferMode mode, int channel) {
    received.add(MultiplayerPacket.decode(packet));
    arrays.add(packet);
    modes.add(mode);
  }

  @Override
  public boolean isWritable() {
    return isWritable;
  }

  @Override
  public long pendingBytes() {
    return pendingBytes;
  }

  @Override
  public int maxSyncBytes() {
    return maxSyncBytes;
  }

  @Override
  public void close(String reason) {
    isClosed = true;
  }

  @Override
  public SocketAddress remoteAddress() {
    return InetSocketAddress.createUnresolved("fake", 1);
  }

  void sends(MultiplayerPacket packet) {
    sends(packet.encode());
  }

  void sends(byte[] packet) {
    peer.received(ByteBuffer.wrap(packet), TransferMode.RELIABLE, 0);
  }

  /** Returns the packets since the last call. */
  List<MultiplayerPacket> take() {
    List<MultiplayerPacket> taken = List.copyOf(received);
    received.clear();
    return taken;
  }
}
