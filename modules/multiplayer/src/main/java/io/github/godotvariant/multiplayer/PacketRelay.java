package io.github.godotvariant.multiplayer;

import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Relays packets between clients, if the program allows it. The bytes for all receivers count
 * towards {@link MultiplayerLimits#relayedBytes} of the sender before the first packet is sent.
 * Therefore a packet above the limit reaches no receiver. A receiver that reads slowly can lose
 * packets that other receivers get.
 */
final class PacketRelay {
  /**
   * The number of bytes that count for each packet and for each of its receivers, in addition to
   * the length of the packet.
   */
  private static final int OVERHEAD_BYTES = 16;

  private final ServerContext context;

  /** Null if the server does not relay. */
  private final @Nullable RelayFilter filter;

  PacketRelay(ServerContext context, @Nullable RelayFilter filter) {
    this.context = context;
    this.filter = filter;
  }

  /**
   * Announces a new peer to the other peers, and the other peers to the new peer. The other peers
   * include peers that have lost their connections, because clients have not been informed about
   * the loss.
   */
  void connected(ServerPeer peer, List<ServerPeer> others) {
    if (filter == null || others.isEmpty()) {
      return;
    }
    byte[] added = new AddPeer(peer.id()).encode();
    for (ServerPeer other : others) {
      if (other.isAdmitted()) {
        other.send(added, TransferMode.RELIABLE, 0);
      }
      peer.send(new AddPeer(other.id()));
    }
  }

  void disconnected(int peer) {
    if (filter != null) {
      byte[] removed = new RemovePeer(peer).encode();
      context.peers.admittedPeers().forEach(other -> other.send(removed, TransferMode.RELIABLE, 0));
    }
  }

  void relay(ServerPeer from, Relay relay, TransferMode mode, int channel) {
    if (filter == null) {
      throw Faults.of("a packet for another peer");
    }
    int to = relay.peer();
    // Limits the calls of the program's filter, which is called for each receiver.
    from.rates().takeRelayed(OVERHEAD_BYTES * (1L + (to > 0 ? 1 : context.peers.admittedCount())));
    MultiplayerPacket inside = MultiplayerPacket.decode(relay.packet().asBuffer());
    byte[] packet = new Relay(from.id(), relay.packet()).encode();
    List<ServerPeer> receivers =
        context.peers.receivers(from.id(), to).stream()
            .filter(receiver -> isAllowed(filter, from, receiver.id(), inside))
            .toList();
    from.rates().takeRelayed((long) packet.length * receivers.size());
    for (ServerPeer receiver : receivers) {
      if (receiver.takesRelayed(packet.length)) {
        receiver.send(packet, mode, channel);
      } else {
        // Otherwise packets of a client could make the server disconnect a slow receiver.
        context.metrics.dropped(receiver, packet.length, mode);
        context.events.relayDropped(receiver, from);
      }
    }
    if ((to == 0 || to < -1) && inside instanceof Raw raw) {
      context.handleBytes(from, raw.content().toArray());
    }
  }

  private boolean isAllowed(RelayFilter called, ServerPeer from, int to, MultiplayerPacket packet) {
    try {
      return called.isAllowed(from.id(), to, packet);
    } catch (RuntimeException e) {
      context.events.handlerFailed(from, "relay filter", e);
      return false;
    }
  }
}
