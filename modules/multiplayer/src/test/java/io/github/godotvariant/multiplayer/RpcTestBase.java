package io.github.godotvariant.multiplayer;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static io.github.godotvariant.multiplayer.TransferMode.UNRELIABLE;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.multiplayer.Authenticator.Verdict;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A server with the node World, which records the calls of clients. */
abstract class RpcTestBase extends MultiplayerTestBase {
  @GodotRecord
  record Shot(Vector2 from, double angle) {}

  static final long SECOND = 1_000_000_000L;

  /** Starts below zero, as {@link System#nanoTime()} may. */
  final AtomicLong time = new AtomicLong(-5 * SECOND);

  final List<String> calls = new ArrayList<>();
  final RpcNode world =
      RpcNode.at("World")
          .method("move", ANY_PEER, UNRELIABLE, call -> onMove(call.argument(0, Vector2.class)))
          .method("say", AUTHORITY, RELIABLE)
          .method("shoot", ANY_PEER, RELIABLE, this::onShoot)
          .method("listen", ANY_PEER, RELIABLE)
          .method("fail", ANY_PEER, RELIABLE, call -> fail())
          .method("ask", ANY_PEER, RELIABLE, call -> onAsk(call))
          .build();

  private void onMove(Vector2 to) {
    calls.add("moved " + to);
  }

  private void onShoot(RpcCall call) {
    calls.add("shot " + call.argument(0, RecordCodec.of(Shot.class)) + " by " + call);
  }

  private void onAsk(RpcCall call) {
    calls.add("reached: " + call.reply("say", "you said", call.argumentLong(0)));
  }

  static void fail() {
    throw new IllegalStateException("on purpose");
  }

  @Override
  MultiplayerServer.Builder builder() {
    return super.builder().node(world);
  }

  static Call call(MultiplayerPacket.Node node, int method, Object... values) {
    CompressedVariantCodec.Arguments arguments =
        CODEC.encodeArguments(java.util.Arrays.stream(values).map(Variant::of).toList());
    return new Call(node, method, PackedByteArray.unsafeWrap(arguments.bytes()), arguments.isRaw());
  }

  int methodNumber(String method) {
    return world.methods().number(method).orElseThrow();
  }

  /** Returns a server whose authenticator decides by the text of the packet. */
  MultiplayerServer createGuardedServer(CompletableFuture<Verdict> pending) {
    return builder()
        .authenticator(
            (peer, data) ->
                switch (new String(data, java.nio.charset.StandardCharsets.UTF_8)) {
                  case "secret" -> {
                    peer.sendAuth(new byte[] {1});
                    yield CompletableFuture.completedFuture(Verdict.ADMIT);
                  }
                  case "more" -> CompletableFuture.completedFuture(Verdict.MORE);
                  case "later" -> pending;
                  case "throw" -> throw new IllegalStateException("on purpose");
                  default -> CompletableFuture.completedFuture(Verdict.REFUSE);
                })
        .build();
  }

  static Auth auth(String data) {
    return new Auth(
        PackedByteArray.unsafeWrap(data.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }
}
