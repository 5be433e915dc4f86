package io.github.godotvariant.multiplayer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A client without a network: what it was sent, and what it sends. */
class FakeClient implements MultiplayerConnection {
  final List<MultiplayerPacket> received = new ArrayList<>();
  final List<TransferMode> modes = new ArrayList<>();
  int id;
  boolean closed;

  @SuppressWarnings("NullAway.Init") // set by whoever connects it
  ServerPeer peer;

  @Override
  public void welcome(int given) {
    id = given;
  }

  @Override
  public void send(byte[] packet, TransferMode mode, int channel) {
    received.add(MultiplayerPacket.decode(packet));
    modes.add(mode);
  }

  @Override
  public void close() {
    closed = true;
  }

  void sends(MultiplayerPacket packet) {
    sends(packet.encode());
  }

  void sends(byte[] packet) {
    peer.received(ByteBuffer.wrap(packet), TransferMode.RELIABLE, 0);
  }

  /** What came since this was asked last. */
  List<MultiplayerPacket> take() {
    List<MultiplayerPacket> taken = List.copyOf(received);
    received.clear();
    return taken;
  }

  @Override
  public String toString() {
    return "nowhere";
  }
}
