package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.enet.EnetCompression;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.RpcCall;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.netty.EnetServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real engines that compress their datagrams. */
class EnetCompressionTest {
  @TempDir Path folder;

  /** The range coder, FastLZ, zlib and Zstandard, as {@code ENetConnection} numbers them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void servesGodot4(int mode) throws Exception {
    try (MultiplayerGames games = new MultiplayerGames(folder, true)) {
      RpcNode.Builder world = RpcNode.at("World").names(MultiplayerTest.methods("world.gd"));
      for (String name : new String[] {"r1", "Größe", "_under"}) {
        world.method(name, RpcMode.ANY_PEER, TransferMode.RELIABLE, EnetCompressionTest::answer);
      }
      MultiplayerServer server =
          MultiplayerServer.on(games.loop())
              .node(world.build())
              .onBytes(
                  (peer, bytes) ->
                      peer.server().sendBytes(peer.id(), bytes, TransferMode.RELIABLE, 0))
              .build();

      Playing game = games.client(games.listen(server), "root_methods", "compression=" + mode);

      assertThat(game.end()).contains("World.r1 of 1 with [\"by number\"]");
    }
  }

  private static void answer(RpcCall call) {
    call.reply(call.method(), call.arguments().toArray());
  }

  /** Without compression, with the range coder, which is the default, and with zlib. */
  @ParameterizedTest
  @CsvSource({"0, NONE", "1, RANGE_CODER", "3, ZLIB"})
  void exchangesPacketsWithGodot3(int mode, EnetCompression expected) throws Exception {
    LiveEngine engine = Engines.of(Release.GODOT_3_6);
    Files.copy(MultiplayerGames.PROJECT.resolveSibling("gd3/enet.gd"), folder.resolve("enet.gd"));
    Files.writeString(folder.resolve("project.godot"), "config_version=4\n");
    Echo echo = new Echo();
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (EnetServer server = EnetServer.listener(echo).start(loopback)) {
      String port = "port=" + server.address().getPort();

      Playing game = engine.begin(folder, "enet.gd", port, "compression=" + mode);

      assertThat(game.end())
          .containsExactly("the large packet is the same: True", "151 packets came back");
      assertThat(echo.compression.get(MultiplayerGames.TIMEOUT_SECONDS, TimeUnit.SECONDS))
          .isEqualTo(expected);
    }
  }

  /** Sends packets back to their sender. */
  private static final class Echo implements EnetListener {
    final CompletableFuture<EnetCompression> compression = new CompletableFuture<>();

    @Override
    public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
      // Godot 3 puts the ids of the sender and the receiver in front of each packet.
      ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN).putInt(1).putInt(peer.data());
      peer.send(packet, channel, delivery);
    }

    @Override
    public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
      compression.complete(peer.compression());
    }
  }
}
