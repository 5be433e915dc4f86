package io.github.godotvariant.multiplayer;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the objects that the classes of a server share: settings, registries, relay, replication,
 * log and metrics.
 */
final class ServerContext {
  final MultiplayerServer server;
  final MultiplayerLimits limits;
  final VariantCodec codec;
  final CompressedVariantCodec arguments;
  final LongSupplier clock;
  final EventLog events;
  final MetricsReporter metrics;
  final NodeRegistry nodes;
  final PeerRegistry peers = new PeerRegistry();
  final PacketRelay relay;
  final Replication replication;
  final @Nullable Authenticator authenticator;
  private final BiConsumer<Peer, byte[]> bytesHandler;

  @SuppressWarnings("ThisEscapedInObjectConstruction") // The objects only store the context.
  ServerContext(MultiplayerServer server, MultiplayerServer.Builder builder) {
    this.server = server;
    limits = builder.limits;
    codec = builder.codec;
    arguments = CompressedVariantCodec.of(codec);
    clock = builder.clock;
    events = new EventLog(builder.name, builder.listener, clock, builder.owner);
    metrics = new MetricsReporter(builder.metrics, events);
    nodes = new NodeRegistry(builder.nodes);
    relay = new PacketRelay(this, builder.relayFilter);
    replication = new Replication(this);
    authenticator = builder.authenticator;
    bytesHandler = builder.bytesHandler;
  }

  /** Passes bytes that a peer has sent to the bytes handler of the program. */
  void handleBytes(Peer peer, byte[] bytes) {
    try {
      bytesHandler.accept(peer, bytes);
    } catch (RuntimeException e) {
      events.handlerFailed(peer, "bytes", e);
    }
  }

  /**
   * Forgets the number of a removed node. If the program adds the node again, the node gets a
   * different number.
   */
  void forget(RpcNode node) {
    nodes.forget(node);
    peers.all().forEach(peer -> peer.nodes().forget(node));
  }
}
