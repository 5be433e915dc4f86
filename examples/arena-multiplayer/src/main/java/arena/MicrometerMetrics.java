package arena;

import io.github.godotvariant.multiplayer.MultiplayerMetrics;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.TransferMode;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** Counts the traffic of one server with Micrometer. Create one object for each server. */
final class MicrometerMetrics implements MultiplayerMetrics {
  private final Map<TransferMode, DistributionSummary> received = new EnumMap<>(TransferMode.class);
  private final Map<TransferMode, DistributionSummary> sent = new EnumMap<>(TransferMode.class);
  private final AtomicInteger peers = new AtomicInteger();
  private final AtomicLong pendingBytes = new AtomicLong();
  private final MeterRegistry registry;
  private final Tags tags;

  MicrometerMetrics(MeterRegistry registry, String server) {
    this.registry = registry;
    tags = Tags.of("server", server);
    for (TransferMode mode : TransferMode.values()) { // the number of packets, and their bytes
      received.put(mode, registry.summary("godot.packets.received", tags.and("mode", mode.name())));
      sent.put(mode, registry.summary("godot.packets.sent", tags.and("mode", mode.name())));
    }
    registry.gauge("godot.peers", tags, peers);
    registry.gauge("godot.pending.bytes", tags, pendingBytes);
  }

  @Override
  public void packetReceived(Peer peer, int bytes, TransferMode mode) {
    received.get(mode).record(bytes);
  }

  @Override
  public void packetSent(Peer peer, int bytes, TransferMode mode) {
    sent.get(mode).record(bytes);
  }

  @Override
  public void packetDropped(Peer peer, int bytes, TransferMode mode) {
    registry.counter("godot.packets.dropped", tags.and("mode", mode.name())).increment();
  }

  @Override
  public void callReceived(RpcCall call) {
    registry.counter("godot.calls", tags.and("method", call.method())).increment();
  }

  @Override
  public void protocolError(Peer peer) {
    registry.counter("godot.protocol.errors", tags).increment();
  }

  @Override
  public void peerConnected(Peer peer) {
    peers.incrementAndGet();
  }

  @Override
  public void peerDisconnected(Peer peer) {
    peers.decrementAndGet();
  }

  @Override
  public void tickFinished(MultiplayerServer server, long nanos) {
    registry.timer("godot.tick", tags).record(nanos, TimeUnit.NANOSECONDS);
    LongStream pending =
        server.peers().stream().mapToLong(id -> server.peer(id).orElseThrow().pendingBytes());
    pendingBytes.set(pending.sum());
  }
}
