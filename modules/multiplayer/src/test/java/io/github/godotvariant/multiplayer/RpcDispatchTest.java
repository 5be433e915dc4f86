package io.github.godotvariant.multiplayer;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.RpcMode.AUTHORITY;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static io.github.godotvariant.multiplayer.TransferMode.UNRELIABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.RecordedEvent.HandlerFailed;
import io.github.godotvariant.multiplayer.RecordedEvent.MethodsDiffer;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerConnected;
import io.github.godotvariant.multiplayer.RecordedEvent.UnknownNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of a server and calls of its clients, with the announcements of nodes. */
class RpcDispatchTest extends RpcTestBase {
  @Test
  void callsByPathUntilNumberIsConfirmed() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          assertThat(server.call(ada.id, world, "say", "hello", 5)).isTrue();
          assertThat(ada.take())
              .containsExactly(
                  new Announce(world.methods().checksum(), 1, "World"),
                  call(new ByPath("World"), methodNumber("say"), "hello", 5));
          assertThat(server.callAll(world, "say")).isEqualTo(1);
          assertThat(ada.take()).containsExactly(call(new ByPath("World"), methodNumber("say")));
          ada.sends(new Confirm(true, 1));
          assertThat(server.call(ada.id, world, "say", new Vector2(1, 2))).isTrue();
          assertThat(ada.take())
              .containsExactly(call(new ByNumber(1, 1), methodNumber("say"), new Vector2(1, 2)));
          FakeClient bob = client(server);
          ada.take();
          bob.take();
          ada.modes.clear();
          assertThat(server.callAll(world, "move", 1)).isEqualTo(2);
          assertThat(ada.take()).containsExactly(call(new ByNumber(1, 1), methodNumber("move"), 1));
          assertThat(ada.modes).containsExactly(UNRELIABLE);
          assertThat(bob.take())
              .hasSize(2)
              .last()
              .isEqualTo(call(new ByPath("World"), methodNumber("move"), 1));
          assertThat(server.call(7, world, "say")).isFalse();
          ada.peer.disconnected("left");
          assertThat(server.call(ada.id, world, "say")).isFalse();
        });
  }

  @Test
  void rejectsInvalidCallsBeforeSending() {
    RpcNode other = RpcNode.at("Other").method("say", ANY_PEER, RELIABLE).build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          assertThatIllegalArgumentException().isThrownBy(() -> server.call(ada.id, other, "say"));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.call(ada.id, world, "no"))
              .withMessage("World has no method no; it has [ask, fail, listen, move, say, shoot]");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.call(ada.id, world, "say", new Object[256]));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> server.sendBytes(ada.id, new byte[0], RELIABLE, 0));
          assertThat(ada.take()).isEmpty();
          assertThat(server.sendBytes(ada.id, new byte[] {5}, RELIABLE, 0)).isTrue();
          assertThat(ada.take()).containsExactly(new Raw(PackedByteArray.of((byte) 5)));
          assertThat(server.sendBytes(7, new byte[] {5}, RELIABLE, 0)).isFalse();
        });
    MultiplayerServer old =
        builder().codec(VariantCodec.of(io.github.godotvariant.dialect.Dialect.GODOT_4_0)).build();
    runIn(
        old,
        () -> {
          FakeClient ada = client(old);
          org.assertj.core.api.Assertions.assertThatExceptionOfType(
                  InexpressibleVariantException.class)
              .isThrownBy(
                  () ->
                      old.call(
                          ada.id,
                          world,
                          "say",
                          io.github.godotvariant.PackedVector4Array.of(
                              new io.github.godotvariant.Vector4(1, 2, 3, 4))));
          assertThat(ada.take()).isEmpty();
        });
  }

  @Test
  void dispatchesCallsOfClients() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          ada.sends(call(new ByPath("/root/World"), methodNumber("move"), new Vector2(3, 4)));
          ada.sends(new Announce(world.methods().checksum(), 9, "World"));
          assertThat(ada.take()).containsExactly(new Confirm(true, 9));
          ada.sends(
              call(
                  new ByNumber(9, 4),
                  methodNumber("shoot"),
                  VariantDictionary.of("from", new Vector2(0, 1), "angle", 0.5)));
          String shown =
              "World.shoot("
                  + VariantDictionary.of("from", new Vector2(0, 1), "angle", 0.5).toShortString()
                  + ") of "
                  + ada.id;
          assertThat(shown).doesNotContain("\n");
          assertThat(calls)
              .containsExactly(
                  "moved Vector2(1, 2)",
                  "moved Vector2(3, 4)",
                  "shot Shot[from=Vector2(0, 1), angle=0.5] by " + shown);
          assertThat(protocolErrors()).isEmpty();
        });
  }

  @Test
  void repliesToCallerOnly() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          ada.take();
          bob.take();
          ada.sends(call(new ByPath("World"), methodNumber("ask"), 7));
          assertThat(ada.take())
              .containsExactly(
                  new Announce(world.methods().checksum(), 1, "World"),
                  call(new ByPath("World"), methodNumber("say"), "you said", 7));
          assertThat(bob.take()).isEmpty();
          assertThat(calls).containsExactly("reached: true");
        });
  }

  @Test
  void reportsInvalidPackets() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ByPath at = new ByPath("World");
          ada.sends(call(at, methodNumber("say"), "I am the server"));
          ada.sends(call(at, 77));
          ada.sends(call(new ByPath("Elsewhere"), 0));
          ada.sends(call(new ByNumber(3, 1), 0));
          ada.sends(call(at, methodNumber("move")));
          ada.sends(call(at, methodNumber("move"), "x"));
          ada.sends(
              new Call(at, methodNumber("move"), PackedByteArray.of((byte) 2, (byte) 1), false));
          ada.sends(
              new Call(at, methodNumber("move"), PackedByteArray.of((byte) 0, (byte) 1), false));
          ada.sends(new Despawn(5));
          ada.sends(new AddPeer(5));
          ada.sends(new byte[0]);
          ada.sends(new byte[70_000]);
          assertThat(protocolErrors())
              .containsExactly(
                  "call of World.say, which clients may not call",
                  "call of method 77 of World, which does not exist",
                  "call of the unknown node \"Elsewhere\"",
                  "call of node 3, which was not announced",
                  "call of World.move: wanted argument 0 but there are 0",
                  "call of World.move: wanted Vector2 but found String \"x\", [0]",
                  "call of World.move: a value needs 1 byte but the input ends, at byte 0, $",
                  "call of World.move: 1 bytes follow the arguments",
                  "a packet that only servers send",
                  "a packet that only servers send",
                  protocolErrors().get(10),
                  "a packet of 70000 bytes is longer than the limit of 65535");
          assertThat(calls).isEmpty();
          assertThat(ada.isClosed).isFalse();
        });
  }

  @Test
  void checksNumberOfArguments() {
    RpcNode counting =
        RpcNode.at("Counting")
            .method("two", ANY_PEER, RELIABLE, call -> calls.add("" + call.arguments(2)))
            .build();
    withServer(
        builder().node(counting),
        server -> {
          FakeClient ada = client(server);
          ada.sends(call(new ByPath("Counting"), 0, 1, 2));
          ada.sends(call(new ByPath("Counting"), 0, 1));
          ada.sends(call(new ByPath("Counting"), 0, 1, 2, 3));
          assertThat(calls).containsExactly("[1, 2]");
          assertThat(protocolErrors())
              .containsExactly(
                  "call of Counting.two: wanted 2 arguments but there are 1",
                  "call of Counting.two: wanted 2 arguments but there are 3");
        });
  }

  @Test
  void rejectsIntArgumentsOutOfRange() {
    RpcNode counting =
        RpcNode.at("Counting")
            .method("add", ANY_PEER, RELIABLE, call -> calls.add("" + call.argumentInt(0)))
            .build();
    withServer(
        builder().node(counting),
        server -> {
          FakeClient ada = client(server);
          ada.sends(call(new ByPath("Counting"), 0, Integer.MIN_VALUE));
          ada.sends(call(new ByPath("Counting"), 0, Integer.MAX_VALUE));
          ada.sends(call(new ByPath("Counting"), 0, Integer.MIN_VALUE - 1L));
          ada.sends(call(new ByPath("Counting"), 0, Integer.MAX_VALUE + 1L));
          ada.sends(call(new ByPath("Counting"), 0));
          assertThat(calls).containsExactly("-2147483648", "2147483647");
          assertThat(protocolErrors())
              .containsExactly(
                  "call of Counting.add: wanted an int from -2147483648 to 2147483647 but found"
                      + " -2147483649, [0]",
                  "call of Counting.add: wanted an int from -2147483648 to 2147483647 but found"
                      + " 2147483648, [0]",
                  "call of Counting.add: wanted argument 0 but there are 0");
        });
  }

  @Test
  void reportsFailedHandlerWithoutProtocolError() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ada.sends(call(new ByPath("World"), methodNumber("fail")));
          assertThat(protocolErrors()).isEmpty();
          assertThat(events.get(1))
              .isInstanceOfSatisfying(
                  HandlerFailed.class,
                  failed -> {
                    assertThat(failed.place()).isEqualTo("World.fail");
                    assertThat(failed.exception()).hasMessage("on purpose");
                  });
          assertThat(ada.isClosed).isFalse();
        });
  }

  @Test
  void rejectsMethodsThatScriptLacks() {
    RpcNode.Builder builder =
        RpcNode.at("World")
            .names(RpcMethods.annotated(List.of("chat", "say")))
            .method("tell", ANY_PEER, RELIABLE);
    assertThatIllegalStateException()
        .isThrownBy(builder::build)
        .withMessage("World has no method tell in its script, which has [chat, say]");
  }

  /** In Godot, {@code rpc()} calls the server and all other clients. */
  @Test
  void ignoresCallsMeantForOtherClients() {
    RpcNode lobby =
        RpcNode.at("Lobby")
            .names(RpcMethods.annotated(List.of("chat", "ready", "start")))
            .method("ready", ANY_PEER, RELIABLE)
            .method("start", AUTHORITY, RELIABLE)
            .build();
    withServer(
        builder().node(lobby),
        server -> {
          FakeClient ada = client(server);
          ByPath at = new ByPath("Lobby");
          for (int i = 0; i < 100; i++) {
            ada.sends(call(at, 0, "line " + i)); // only in the script
            ada.sends(call(at, 1)); // has no handler
          }
          assertThat(protocolErrors()).isEmpty();
          ada.sends(call(at, 2));
          ada.sends(call(at, 3));
          assertThat(protocolErrors())
              .containsExactly(
                  "call of Lobby.start, which clients may not call",
                  "call of method 3 of Lobby, which does not exist");
        });
  }

  @Test
  void logsExpectedMethodsIfMethodsDiffer() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          try (RecordedLog log = new RecordedLog()) {
            ada.sends(new Announce("0".repeat(32), 9, "World"));
            ada.sends(call(new ByNumber(9, 1), 0));
            String expected = world.methods() + " must equal the @rpc methods of the script";
            assertThat(log.lines())
                .satisfiesExactly(
                    line ->
                        assertThat(line)
                            .endsWith("has other methods of World than the server: " + expected),
                    line ->
                        assertThat(line)
                            .endsWith("call of World, whose methods differ: " + expected));
          }
        });
  }

  @Test
  void ignoresCallsOfRemovedNode() {
    RpcNode other = RpcNode.at("World").method("other", ANY_PEER, RELIABLE, call -> fail()).build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          Call byPath = call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2));
          Call byNumber = call(new ByNumber(9, 1), methodNumber("move"), new Vector2(1, 2));
          ada.sends(new Announce(world.methods().checksum(), 9, "/root/World"));
          assertThat(ada.take()).containsExactly(new Confirm(true, 9));
          assertThat(server.remove(world)).isTrue();
          for (int i = 0; i < 30; i++) {
            ada.sends(byPath);
            ada.sends(byNumber);
          }
          server.add(other); // has the same path, but other methods
          ada.sends(byNumber);
          ada.sends(byPath);
          assertThat(calls).isEmpty();
          assertThat(events).containsExactly(new PeerConnected(ada.id));
          ada.sends(new Announce(other.methods().checksum(), 10, "World"));
          assertThat(ada.take()).containsExactly(new Confirm(true, 10));
          ada.sends(call(new ByNumber(10, 1), 0));
          assertThat(events).last().isInstanceOf(HandlerFailed.class);
          server.remove(other);
          server.add(world);
          ada.sends(byNumber);
          assertThat(calls).containsExactly("moved Vector2(1, 2)");
          assertThat(protocolErrors()).isEmpty();
        });
  }

  /** The first packets of a client may arrive while the server does not have the node. */
  @Test
  void confirmsAnnouncementWhenNodeIsAdded() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          server.remove(world);
          ada.sends(new Announce(world.methods().checksum(), 3, "World"));
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(ada.take()).isEmpty();
          assertThat(events)
              .containsExactly(new PeerConnected(ada.id), new UnknownNode(ada.id, "World"));
          server.add(world);
          assertThat(ada.take()).containsExactly(new Confirm(true, 3));
          ada.sends(call(new ByNumber(3, 1), methodNumber("move"), new Vector2(3, 4)));
          assertThat(calls).containsExactly("moved Vector2(3, 4)");
        });
  }

  @Test
  void usesNewNumberForNodeAddedAgain() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          server.call(ada.id, world, "say");
          ada.sends(new Confirm(true, 1));
          server.remove(world);
          server.add(world);
          ada.take();
          server.call(ada.id, world, "say");
          ada.sends(new Confirm(true, 1)); // is no longer valid
          server.call(ada.id, world, "say");
          assertThat(ada.take())
              .containsExactly(
                  new Announce(world.methods().checksum(), 2, "World"),
                  call(new ByPath("World"), methodNumber("say")),
                  call(new ByPath("World"), methodNumber("say")));
        });
  }

  @Test
  void rejectsCallsWhenMethodsDiffer() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          ada.sends(new Announce("0".repeat(32), 1, "World"));
          assertThat(ada.take()).containsExactly(new Confirm(false, 1));
          assertThat(events).last().isEqualTo(new MethodsDiffer(ada.id, "World"));
          ada.sends(call(new ByNumber(1, 1), methodNumber("move"), new Vector2(1, 2)));
          ada.sends(call(new ByPath("World"), methodNumber("move"), new Vector2(1, 2)));
          assertThat(calls).isEmpty();
          assertThat(protocolErrors()).hasSize(2);
          assertThat(server.call(ada.id, world, "say")).isFalse();
          FakeClient bob = client(server);
          assertThat(server.call(bob.id, world, "say")).isTrue();
          bob.sends(new Confirm(false, 1));
          assertThat(server.call(bob.id, world, "say")).isFalse();
        });
  }

  @Test
  void reportsConfirmationsOfUnusedNumbers() {
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          server.call(ada.id, world, "say");
          bob.sends(new Confirm(true, 1)); // was announced to another peer
          assertThat(protocolErrors()).isEmpty();
          ada.sends(new Confirm(true, 2));
          ada.sends(new Confirm(true, 0xFFFF_FFFFL));
          assertThat(protocolErrors())
              .containsExactly(
                  "a confirmation of number 2, which no node has had",
                  "a confirmation of number 4294967295, which no node has had");
        });
  }
}
