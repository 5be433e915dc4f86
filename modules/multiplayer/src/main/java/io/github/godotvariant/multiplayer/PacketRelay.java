package io.github.godotvariant.multiplayer;

import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends packets of clients to other clients, if the program allows it. */
final class PacketRelay {
  /** The bytes that are counted for a relayed packet and for each receiver, even a rejected one. */
  private static final int OVERHEAD = 16;

  private final ServerContext context;

  /** Null if the server does not relay. */
  private final @Nullable RelayFilter filter;

  PacketRelay(ServerContext context, @Nullable RelayFilter filter) {
    this.context = context;
    this.filter = filter;
  }

  /** Announces a new peer to the other peers, and the other peers to the new one. */
  void connected(ServerPeer peer, List<ServerPeer> others) {
    if (filter == null || others.isEmpty()) {
      return;
    }
    byte[] added = new AddPeer(peer.id()).encode();
    for (ServerPeer other : others) {
      other.send(added, TransferMode.RELIABLE, 0);
      peer.send(new AddPeer(other.id()));
    }
  }

  void disconnected(int peer) {
    if (filter != null) {
      byte[] removed = new RemovePeer(peer).encode();
      context.peers.admitted().forEach(other -> other.send(removed, TransferMode.RELIABLE, 0));
    }
  }

  void relay(ServerPeer from, Relay relay, TransferMode mode, int channel) {
    if (filter == null) {
      throw Faults.of("a packet for another peer");
    }
    int to = relay.peer();
    // The filter is asked for each receiver, so the work is counted before it is done.
    from.rates().takeRelayed(OVERHEAD * (1L + (to > 0 ? 1 : context.peers.admittedCount())));
    MultiplayerPacket inside = MultiplayerPacket.decode(relay.packet().asBuffer());
    byte[] packet = new Relay(from.id(), relay.packet()).encode();
    for (ServerPeer receiver : context.peers.receivers(from.id(), to)) {
      if (mayPass(filter, from, receiver.id(), inside)) {
        from.rates().takeRelayed(packet.length);
        receiver.send(packet, mode, channel);
      }
    }
    if ((to == 0 || to < -1) && inside instanceof Raw raw) {
      context.takeBytes(from, raw.content().toArray());
    }
  }

  private boolean mayPass(RelayFilter asked, ServerPeer from, int to, MultiplayerPacket packet) {
    try {
      return asked.mayPass(from.id(), to, packet);
    } catch (RuntimeException e) {
      context.events.handlerFailed(from, "relay filter", e);
      return false;
    }
  }
}
