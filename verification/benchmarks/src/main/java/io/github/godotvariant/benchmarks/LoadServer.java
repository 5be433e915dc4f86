package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Vector2;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.multiplayer.MultiplayerListener;
import io.github.godotvariant.multiplayer.MultiplayerMetrics;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.Peer;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.netty.MultiplayerRooms;
import io.github.godotvariant.netty.NettyMultiplayer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Multiplayer servers on free ports of 127.0.0.1, for {@link LoadClients}: one server with a
 * WebSocket port and an ENet port, and rooms with another WebSocket port. A server answers each
 * call of {@code ask}, and moves units that all clients see, ten times a second. {@code
 * engine/main.gd} is the same server for an engine.
 */
final class LoadServer implements AutoCloseable {
  private static final int MAX_PEERS = 4_000;
  private static final RpcNode MAIN =
      RpcNode.at("Main")
          .method(
              "ask",
              RpcMode.ANY_PEER,
              TransferMode.RELIABLE,
              call -> call.reply("answer", call.argumentLong(0), call.argumentLong(1)))
          .method("answer", RpcMode.AUTHORITY, TransferMode.RELIABLE)
          .build();

  private final Latencies latencies = new Latencies();
  private final MultiplayerServer server;
  private final MultiplayerRooms rooms;

  LoadServer(int unitCount) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server =
        NettyMultiplayer.server()
            .webSocket(address, "/game")
            .enet(address)
            .maxConnections(MAX_PEERS)
            .maxConnectionsPerAddress(MAX_PEERS)
            .enetLimits(
                EnetLimits.builder()
                    .peers(MAX_PEERS)
                    .peersPerAddress(MAX_PEERS)
                    .connectsPerAddress(MAX_PEERS)
                    .halfOpenPerAddress(MAX_PEERS)
                    .datagramsPerAddress(1_000_000) // all honest clients have one address
                    .build())
            .node(MAIN)
            .metrics(latencies)
            .start();
    new Units(unitCount).started(server);
    rooms =
        NettyMultiplayer.rooms()
            .webSocket(address, "/rooms/")
            .maxConnections(MAX_PEERS)
            .maxConnectionsPerAddress(MAX_PEERS)
            .maxRooms(MAX_PEERS)
            .maxRoomsPerMinute(MAX_PEERS)
            .maxRoomsPerMinuteAndAddress(MAX_PEERS)
            .roomFactory(
                (name, request) ->
                    Optional.of(
                        room -> room.node(MAIN).metrics(latencies).listener(new Units(unitCount))))
            .start();
  }

  /** The units of a server. */
  private record Units(int count) implements MultiplayerListener {
    @Override
    public void started(MultiplayerServer server) {
      Spawner spawner = Spawner.at("Main/Spawner").build();
      List<ReplicationConfig> config =
          List.of(ReplicationConfig.builder().spawned("position", ReplicationMode.ALWAYS).build());
      List<ReplicatedNode> units = new ArrayList<>();
      server.execute(
          () -> {
            for (int i = 0; i < count; i++) {
              Map<String, Vector2> values = Map.of("position", position(i));
              units.add(server.spawn(spawner, i, "Unit" + i, config, values));
            }
          });
      AtomicInteger ticks = new AtomicInteger();
      server.tick(
          100,
          TimeUnit.MILLISECONDS,
          () -> {
            int tick = ticks.incrementAndGet();
            for (int i = 0; i < units.size(); i++) {
              units.get(i).set("position", position(i + tick));
            }
            server.replicate();
          });
    }
  }

  private static Vector2 position(int i) {
    return new Vector2(i % 640, i % 400);
  }

  /** Returns the ports of WebSocket, of ENet, and of rooms. */
  List<Integer> ports() {
    return Stream.concat(server.addresses().stream(), Stream.of(rooms.address()))
        .map(address -> ((InetSocketAddress) address).getPort())
        .toList();
  }

  @Override
  public void close() {
    rooms.close();
    server.close();
  }

  /** The times from the arrival of a call of {@code ask} until its answer was sent. */
  private static final class Latencies implements MultiplayerMetrics {
    private final long[] nanos = new long[1 << 20];
    private int count;
    private long received;
    private boolean isAsked;

    @Override
    public void packetReceived(Peer peer, int bytes, TransferMode mode) {
      received = System.nanoTime();
    }

    @Override
    public void callReceived(RpcCall call) {
      isAsked = call.method().equals("ask");
    }

    @Override
    public void packetSent(Peer peer, int bytes, TransferMode mode) {
      if (isAsked) {
        nanos[count++ % nanos.length] = System.nanoTime() - received;
        isAsked = false;
      }
    }

    private double micros(double quantile) {
      long[] sorted = Arrays.copyOf(nanos, Math.min(count, nanos.length));
      Arrays.sort(sorted);
      return sorted.length == 0 ? 0 : sorted[(int) (quantile * (sorted.length - 1))] / 1e3;
    }
  }

  /** Prints the ports, and the times when its input ends. The argument is the number of units. */
  public static void main(String[] arguments) throws IOException {
    try (LoadServer server = new LoadServer(Integer.parseInt(arguments[0]))) {
      List<String> ports = server.ports().stream().map(String::valueOf).toList();
      System.out.println("ports " + String.join(" ", ports));
      System.in.read();
      System.gc();
      Runtime heap = Runtime.getRuntime();
      System.out.printf(
          Locale.ROOT,
          "inside_p50_us %.1f%ninside_p99_us %.1f%nheap_mb %.1f%n",
          server.latencies.micros(0.5),
          server.latencies.micros(0.99),
          (heap.totalMemory() - heap.freeMemory()) / 1e6);
    }
  }
}
