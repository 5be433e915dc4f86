package arena;

import io.github.godotvariant.multiplayer.MultiplayerMetrics;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.TransferMode;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** Counts the traffic of servers with Micrometer, all servers of a registry together. */
final class MicrometerMetrics implements MultiplayerMetrics {
  private final Map<TransferMode, DistributionSummary> received = new EnumMap<>(TransferMode.class);
  private final Map<TransferMode, DistributionSummary> sent = new EnumMap<>(TransferMode.class);
  private final AtomicInteger peers = new AtomicInteger();
  private final AtomicLong pendingBytes = new AtomicLong();
  private final MeterRegistry registry;

  MicrometerMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (TransferMode mode : TransferMode.values()) { // the number of packets, and their bytes
      received.put(mode, registry.summary("godot.packets.received", "mode", mode.name()));
      sent.put(mode, registry.summary("godot.packets.sent", "mode", mode.name()));
    }
    registry.gauge("godot.peers", peers);
    registry.gauge("godot.pending.bytes", pendingBytes);
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
    registry.counter("godot.packets.dropped", "mode", mode.name()).increment();
  }

  @Override
  public void callReceived(RpcCall call) {
    registry.counter("godot.calls", "method", call.method()).increment();
  }

  @Override
  public void protocolError(Peer peer) {
    registry.counter("godot.protocol.errors").increment();
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
    registry.timer("godot.tick").record(nanos, TimeUnit.NANOSECONDS);
    LongStream pending =
        server.peers().stream().mapToLong(id -> server.peer(id).orElseThrow().pendingBytes());
    pendingBytes.set(pending.sum());
  }
}
