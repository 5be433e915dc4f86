package io.github.godotvariant.fuzzing;

import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.ConnectionInput;
import io.github.godotvariant.multiplayer.MultiplayerConnection;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.PacketInspection;
import io.github.godotvariant.multiplayer.ReplicatedNode;
import io.github.godotvariant.multiplayer.ReplicationConfig;
import io.github.godotvariant.multiplayer.ReplicationMode;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.Spawner;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A multiplayer server with two hostile clients, which send any packets and reconnect in every
 * state, and an honest one. No packet causes an exception or disturbs the honest client.
 */
final class MultiplayerProperties {
  /** The actions of a step; the rest of its byte selects the client. */
  private static final int STEPS = 8;

  private static final int PACKET = 0;
  private static final int TO_ONE = 2;
  private static final int TO_MANY = 3;
  private static final int COMES_AGAIN = 4;
  private static final int SERVER_ACTS = 5;
  private static final int TIME_PASSES = 6;

  private static final int RELAY_HEADER = 6;

  /** Switched off, because the server logs each hostile packet. */
  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());

  static {
    LOG.setLevel(Level.OFF);
  }

  private final CompressedVariantCodec arguments = CompressedVariantCodec.of(VariantCodec.GODOT_4);
  private final EmbeddedChannel loop = new EmbeddedChannel();
  private final List<RpcCall> calls = new ArrayList<>();
  private final Set<Integer> hostile = new HashSet<>();
  private final boolean isAuthenticated;
  private final MultiplayerServer server;
  private final Spawner units = Spawner.at("World/Spawner").scene(unit()).build();
  private final RpcNode world =
      RpcNode.at("World")
          .method("move", RpcMode.ANY_PEER, RELIABLE, this::moved)
          .method("say", RpcMode.AUTHORITY, RELIABLE)
          .build();

  private MultiplayerProperties(int choice) {
    isAuthenticated = (choice & 1) != 0;
    MultiplayerServer.Builder builder = MultiplayerServer.on(loop.eventLoop()).node(world);
    if (isAuthenticated) {
      builder.authenticator((peer, data) -> CompletableFuture.completedFuture(judge(data)));
    }
    if ((choice & 2) != 0) {
      builder.withoutRelay();
    }
    server = builder.build();
    loop.freezeTime();
  }

  private static ReplicationConfig unit() {
    return ReplicationConfig.builder()
        .spawned("at", ReplicationMode.ALWAYS)
        .spawned("hp", ReplicationMode.ON_CHANGE)
        .build();
  }

  private static Verdict judge(byte[] data) {
    return switch (data[0] & 3) {
      case 0 -> Verdict.REFUSE;
      case 1 -> Verdict.MORE;
      default -> Verdict.ADMIT;
    };
  }

  /** A handler that checks the types of its arguments, and answers. */
  private void moved(RpcCall call) {
    if (call.argument(0, Vector2.class).x() >= 0) {
      calls.add(call);
      call.reply("say", call.toString());
    }
  }

  private static final class Client implements MultiplayerConnection {
    final List<byte[]> received = new ArrayList<>();
    Optional<ConnectionInput> peer = Optional.empty();
    int id;
    boolean isClosed;

    @Override
    public void accepted(int given) {
      id = given;
    }

    @Override
    public void send(byte[] packet, TransferMode mode, int channel) {
      received.add(packet);
    }

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

    void sends(byte[] packet, TransferMode mode, int channel) {
      peer.orElseThrow().received(ByteBuffer.wrap(packet), mode, channel);
    }
  }

  private Client connected() {
    Client client = new Client();
    client.peer = Optional.of(server.accept(client));
    return client;
  }

  private Client hostile() {
    Client client = connected();
    hostile.add(client.id);
    return client;
  }

  private byte[] move() {
    CompressedVariantCodec.Arguments encoded =
        arguments.encodeArguments(List.of(new Vector2(1, 2)));
    return new Call(
            new ByPath("World"), 0, PackedByteArray.unsafeWrap(encoded.bytes()), encoded.isRaw())
        .encode();
  }

  private static PackedByteArray bytes(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return PackedByteArray.unsafeWrap(all);
  }

  private static byte[] relayed(int target, byte[] packet) {
    return ByteBuffer.allocate(RELAY_HEADER + packet.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 7)
        .put((byte) 3)
        .putInt(target)
        .put(packet)
        .array();
  }

  /** No session causes an exception, and the honest client is served as before. */
  static void session(Input input) {
    MultiplayerProperties tested = new MultiplayerProperties(input.choice());
    List<Throwable> problems = new ArrayList<>();
    tested.server.execute(
        () -> {
          try {
            tested.run(ByteBuffer.wrap(input.bytes()));
          } catch (Throwable e) {
            problems.add(e);
          }
        });
    tested.loop.runPendingTasks();
    tested.loop.finishAndReleaseAll();
    if (!problems.isEmpty()) {
      throw new AssertionError("the server threw an exception", problems.get(0));
    }
  }

  private void run(ByteBuffer steps) {
    Client bystander = connected();
    if (isAuthenticated) {
      bystander.sends(new Auth(bytes(2)).encode(), RELIABLE, 0);
      bystander.sends(new AuthDone().encode(), RELIABLE, 0);
      loop.runPendingTasks();
    }
    Client[] clients = {hostile(), hostile()};
    server.receive("World/Own", clients[0].id, unit(), (peer, values) -> values.get("at"));
    ReplicatedNode node = server.spawn(units, 0, "U1", Map.of("at", new Vector2(1, 2), "hp", 100));
    while (steps.remaining() >= 2) {
      int what = steps.get() & 0xFF;
      int which = what & 1;
      byte[] packet = new byte[Math.min(steps.get() & 0xFF, steps.remaining())];
      steps.get(packet);
      lookAt(packet);
      switch ((what >> 1) % STEPS) {
        case TO_ONE -> clients[which].sends(relayed(bystander.id, packet), RELIABLE, 0);
        case TO_MANY -> {
          int target = (what & 0x80) == 0 ? 0 : -clients[1 - which].id;
          clients[which].sends(relayed(target, packet), RELIABLE, 0);
        }
        case COMES_AGAIN -> {
          clients[which].peer.orElseThrow().disconnected("gone");
          clients[which].sends(packet, RELIABLE, 0);
          clients[which] = hostile();
        }
        case SERVER_ACTS -> {
          server.callAll(world, "say", "something");
          server.sendBytes(clients[which].id, new byte[] {1}, RELIABLE, 0);
          node.set("hp", packet.length);
          server.replicate();
          if ((what & 0x80) != 0) {
            server.disconnect(clients[which].id);
          }
        }
        case TIME_PASSES -> loop.advanceTimeBy(1, TimeUnit.SECONDS);
        default ->
            clients[which].sends(
                packet, TransferMode.values()[what % TransferMode.values().length], what);
      }
      loop.runPendingTasks();
      loop.runScheduledPendingTasks();
    }
    Check.that(!bystander.isClosed, () -> "the honest client was closed");
    Check.that(server.peers().contains(bystander.id), () -> "the honest client is missing");
    for (byte[] packet : bystander.received) {
      mayCome(MultiplayerPacket.decode(packet));
    }
    calls.clear();
    bystander.sends(move(), RELIABLE, 0);
    Check.that(
        calls.size() == 1 && calls.get(0).sender() == bystander.id,
        () -> "the call of the honest client is missing");
  }

  /** The inspection of a packet agrees with its decoding, and its fields are inside the packet. */
  private static void lookAt(byte[] packet) {
    Optional<MultiplayerPacket> decoded = Optional.empty();
    try {
      decoded = Optional.of(MultiplayerPacket.decode(packet));
    } catch (VariantException e) {
      // The bytes are not a packet.
    }
    PacketInspection inspection = PacketInspection.of(packet, VariantCodec.GODOT_4);
    Check.that(inspection.packet().equals(decoded), () -> "another packet: " + inspection);
    Check.that(
        decoded.isPresent() || inspection.failure().isPresent(),
        () -> "no failure for an invalid packet");
    int end = 0;
    for (WireField field : inspection.fields()) {
      Check.that(
          field.offset() >= end && field.length() > 0, () -> "overlapping fields: " + inspection);
      end = field.offset() + field.length();
    }
    int last = end;
    Check.that(last <= packet.length, () -> "beyond the end: " + inspection);
  }

  private void mayCome(MultiplayerPacket packet) {
    if (packet instanceof Relay relay) {
      Check.that(hostile.contains(relay.peer()), () -> "relayed with the id of another peer");
      MultiplayerPacket inside = MultiplayerPacket.decode(relay.packet().asBuffer());
      Check.that(
          !(inside instanceof Relay || inside instanceof Auth || inside instanceof AuthDone),
          () -> "relayed " + inside);
    }
  }

  // Seeds.

  private static void step(ByteArrayOutputStream steps, int what, byte[] packet) {
    steps.write(what);
    steps.write(packet.length);
    steps.writeBytes(packet);
  }

  /** A session with all actions, and its parts. */
  static byte[] everything() {
    CompressedVariantCodec codec = CompressedVariantCodec.of(VariantCodec.GODOT_4);
    CompressedVariantCodec.Arguments encoded = codec.encodeArguments(List.of(new Vector2(1, 2)));
    byte[] call =
        new Call(
                new ByPath("World"),
                0,
                PackedByteArray.unsafeWrap(encoded.bytes()),
                encoded.isRaw())
            .encode();
    RpcNode world =
        RpcNode.at("World")
            .method("move", RpcMode.ANY_PEER, RELIABLE, none -> {})
            .method("say", RpcMode.AUTHORITY, RELIABLE)
            .build();
    byte[] position = codec.encode(new Vector2(3, 4));
    byte[] hp = codec.encode(Variant.of(7));
    ByteArrayOutputStream steps = new ByteArrayOutputStream();
    for (int client = 0; client < 2; client++) {
      int sends = PACKET << 1 | client;
      step(steps, sends, new Auth(bytes(1, 2)).encode());
      step(steps, sends, new Auth(bytes(2)).encode());
      step(steps, sends, new AuthDone().encode());
      step(steps, sends, new Announce(world.methods().checksum(), 1, "World").encode());
      step(steps, sends, new Announce("0".repeat(32), 2, "Elsewhere").encode());
      step(steps, sends, call);
      step(steps, sends, new Confirm(true, 1).encode());
      step(steps, sends, new Raw(bytes(1)).encode());
      step(steps, TO_ONE << 1 | client, call);
      step(steps, TO_MANY << 1 | client, call);
      step(steps, 0x80 | TO_MANY << 1 | client, call);
      step(steps, SERVER_ACTS << 1 | client, hp);
      step(steps, sends, new Announce("d41d8cd98f00b204e9800998ecf8427e", 3, "World/Own").encode());
      step(
          steps,
          sends,
          new MultiplayerPacket.Sync(
                  1,
                  List.of(
                      new MultiplayerPacket.State(
                          0x80000003L, PackedByteArray.unsafeWrap(position))))
              .encode());
      step(
          steps,
          sends,
          new MultiplayerPacket.Delta(
                  List.of(
                      new MultiplayerPacket.Change(0x80000003L, 1, PackedByteArray.unsafeWrap(hp))))
              .encode());
    }
    for (int second = 0; second < 4; second++) {
      step(steps, TIME_PASSES << 1, new byte[0]);
    }
    step(steps, COMES_AGAIN << 1, call);
    step(steps, 0x80 | SERVER_ACTS << 1 | 1, new byte[0]);
    step(steps, 1, call);
    return steps.toByteArray();
  }
}
