package io.github.godotvariant.multiplayer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerConnected;
import io.github.godotvariant.multiplayer.RecordedEvent.PeerDisconnected;
import io.github.godotvariant.multiplayer.RecordedEvent.UnknownNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values of synchronizers that clients own. */
class ReceivedValuesTest extends ReplicationTestBase {
  /** The net id of the input of a player. */
  private static final long ID = 0x8000_0005L;

  private final ReplicationConfig input =
      ReplicationConfig.builder()
          .property("direction", ReplicationMode.ALWAYS)
          .property("jump", ReplicationMode.ON_CHANGE)
          .build();

  @Test
  void receivesValuesOfOwnerOnly() {
    List<String> received = new ArrayList<>();
    ReplicationConfig withWeapon =
        ReplicationConfig.builder()
            .property("direction", ReplicationMode.ALWAYS)
            .property("weapon", ReplicationMode.ON_CHANGE)
            .property("jump", ReplicationMode.ON_CHANGE)
            .build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          String path = "World/Players/Ada/Input";
          server.receive(
              path, ada.id, withWeapon, (peer, values) -> received.add(values.toString()));
          for (FakeClient client : List.of(ada, bob)) {
            client.sends(new Announce(NO_METHODS, 5, path));
            assertThat(client.take()).containsExactly(new Confirm(true, 5));
          }
          for (int time : new int[] {100, 99, 100, 101, 32_867, 65_535, 0, 1}) {
            ada.sends(new Sync(time, List.of(new State(ID, values(time)))));
          }
          ada.sends(new Delta(List.of(new Change(ID, 2, values(true)))));
          ada.sends(new Delta(List.of(new Change(ID, 3, values("axe", false)))));
          assertThat(received)
              .containsExactly(
                  "{direction=100}",
                  "{direction=101}",
                  "{direction=32867}",
                  "{direction=65535}",
                  "{direction=0}",
                  "{direction=1}",
                  "{jump=true}",
                  "{weapon=\"axe\", jump=false}");
          assertThat(protocolErrors()).isEmpty();
          bob.sends(new Sync(1, List.of(new State(ID, values(1)))));
          ada.sends(new Sync(9, List.of(new State(ID, values(1, 2)))));
          ada.sends(new Sync(10, List.of(new State(ID, values()))));
          ada.sends(new Sync(11, List.of(new State(7, values(1)))));
          ada.sends(new Delta(List.of(new Change(ID, 4, values(1)))));
          ada.sends(new Delta(List.of(new Change(ID, 0, values()))));
          assertThat(protocolErrors())
              .containsExactly(
                  "values of " + path + ": 2 bytes follow the values",
                  "values of " + path + ": a value needs 1 byte but the input ends, at byte 0, $",
                  "values of net id 7, which is not the peer's",
                  "changes of properties that " + path + " does not have",
                  "changes of properties that " + path + " does not have");
          assertThat(received).hasSize(8);
          assertThat(server.stopReceiving(path)).isTrue();
          bob.sends(new Sync(12, List.of(new State(ID, values(1)))));
          assertThat(events.stream().filter(UnknownNode.class::isInstance))
              .containsExactly(new UnknownNode(bob.id, path)); // once
          FakeClient eve = client(server);
          eve.sends(new Announce(NO_METHODS, 5, path));
          eve.sends(new Sync(1, List.of(new State(ID, values(1)))));
          assertThat(eve.take()).isEmpty(); // A missing confirmation stops the values.
          assertThat(protocolErrors()).hasSize(6).last().asString().contains(path);
        });
  }

  /** The client may be ready before the server calls {@code receive}. */
  @Test
  void ignoresValuesBeforeReceiveIsCalled() {
    List<String> received = new ArrayList<>();
    String path = "World/Players/Ada/Input";
    withServer(
        server -> {
          server.add(RpcNode.at(path).build());
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          for (FakeClient client : List.of(ada, bob)) {
            client.sends(new Announce(NO_METHODS, 5, path));
            assertThat(client.take()).containsExactly(new Confirm(true, 5));
          }
          events.clear();
          for (int i = 0; i < 60; i++) {
            ada.sends(new Sync(i, List.of(new State(ID, values(i)))));
          }
          assertThat(events).containsExactly(new UnknownNode(ada.id, path)); // once
          server.receive(path, ada.id, input, (peer, values) -> received.add("ada" + values));
          ada.sends(new Sync(60, List.of(new State(ID, values(60)))));
          events.clear();
          for (int i = 0; i < 60; i++) { // owns the node, but the server still expects Ada
            bob.sends(new Sync(i, List.of(new State(ID, values(i)))));
          }
          assertThat(events).containsExactly(new UnknownNode(bob.id, path));
          server.stopReceiving(path);
          server.receive(path, bob.id, input, (peer, values) -> received.add("bob" + values));
          bob.sends(new Sync(60, List.of(new State(ID, values(60)))));
          assertThat(received).containsExactly("ada{direction=60}", "bob{direction=60}");
          assertThat(protocolErrors()).isEmpty();
        });
  }

  /** A handler may disconnect the peer whose values it receives. */
  @Test
  void ignoresRestOfPacketAfterDisconnect() {
    withServer(
        server -> {
          for (boolean always : List.of(true, false)) {
            events.clear();
            FakeClient ada = client(server);
            server.receive("A", ada.id, input, (peer, values) -> server.disconnect(peer));
            ada.sends(new Announce(NO_METHODS, 5, "A"));
            State state = new State(ID, values(7));
            Change change = new Change(ID, 1, values(true));
            ada.sends(
                always ? new Sync(1, List.of(state, state)) : new Delta(List.of(change, change)));
            assertThat(events)
                .containsExactly(
                    new PeerConnected(ada.id),
                    new PeerDisconnected(ada.id, "disconnected by the server"));
          }
        });
  }

  /** The values may be under way while the server changes the owner. */
  @Test
  void ignoresValuesOfPreviousOwner() {
    List<String> received = new ArrayList<>();
    String path = "World/Ball/Owner";
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          for (FakeClient client : List.of(ada, bob)) {
            client.sends(new Announce(NO_METHODS, 5, path)); // before the server calls receive
            assertThat(client.take()).isEmpty();
          }
          server.receive(path, ada.id, input, (peer, values) -> received.add("ada" + values));
          assertThat(ada.take()).containsExactly(new Confirm(true, 5));
          assertThat(bob.take()).containsExactly(new Confirm(true, 5));
          State state = new State(ID, values(7));
          Change change = new Change(ID, 1, values(true));
          ada.sends(new Sync(1, List.of(state)));
          server.stopReceiving(path);
          server.receive(path, bob.id, input, (peer, values) -> received.add("bob" + values));
          for (int i = 2; i < 50; i++) {
            ada.sends(new Sync(i, List.of(state, state)));
            ada.sends(new Delta(List.of(change, change)));
          }
          bob.sends(new Sync(1, List.of(state)));
          server.stopReceiving(path);
          bob.sends(new Sync(2, List.of(state)));
          assertThat(received).containsExactly("ada{direction=7}", "bob{direction=7}");
          assertThat(protocolErrors()).isEmpty();
        });
  }

  /** Otherwise, later peers could not use the path of a disconnected peer. */
  @Test
  void releasesPathsOfDisconnectedPeers() {
    ReplicationConfig input = ReplicationConfig.builder().build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          FakeClient bob = client(server);
          assertThat(server.receive("A", ada.id, input, (peer, values) -> {})).isTrue();
          server.disconnect(ada.id);
          assertThat(server.receive("A", ada.id, input, (peer, values) -> {})).isFalse();
          assertThat(server.receive("A", bob.id, input, (peer, values) -> {})).isTrue();
        });
  }

  /** A synchronizer whose script has RPC methods, in each order of the set-up. */
  @Test
  void receivesValuesAndCallsOfOneNode() {
    for (boolean methodsFirst : List.of(true, false)) {
      for (boolean announcedFirst : List.of(true, false)) {
        checkValuesAndCallsOfOneNode(methodsFirst, announcedFirst);
      }
    }
  }

  private void checkValuesAndCallsOfOneNode(boolean methodsFirst, boolean announcedFirst) {
    List<String> received = new ArrayList<>();
    String path = "World/Players/Ada/Input";
    RpcNode jumping =
        RpcNode.at(path)
            .method("jump", RpcMode.ANY_PEER, TransferMode.RELIABLE, call -> received.add("jump"))
            .build();
    withServer(
        server -> {
          FakeClient ada = client(server);
          Announce announce = new Announce(jumping.methods().checksum(), 5, path);
          if (announcedFirst) {
            ada.sends(announce);
          }
          if (methodsFirst) {
            server.add(jumping);
          }
          server.receive(path, ada.id, input, (peer, values) -> received.add(values.toString()));
          if (!methodsFirst) {
            server.add(jumping);
          }
          if (!announcedFirst) {
            ada.sends(announce);
          }
          assertThat(ada.take()).containsExactly(new Confirm(true, 5));
          ada.sends(new Sync(1, List.of(new State(ID, values(1)))));
          ada.sends(new Call(new ByNumber(5, 1), 0, PackedByteArray.of((byte) 0), false));
          ada.sends(new Call(new ByPath(path), 0, PackedByteArray.of((byte) 0), false));
          assertThat(received).containsExactly("{direction=1}", "jump", "jump");
          assertThat(server.call(ada.id, jumping, "jump")).isTrue();
          server.remove(jumping);
          ada.sends(new Call(new ByNumber(5, 1), 0, PackedByteArray.of((byte) 0), false));
          ada.sends(new Sync(2, List.of(new State(ID, values(2)))));
          assertThat(received).hasSize(4).last().isEqualTo("{direction=2}");
          assertThat(protocolErrors()).isEmpty();
          FakeClient bob = client(server);
          bob.sends(announce);
          bob.sends(new Call(new ByNumber(5, 1), 0, PackedByteArray.of((byte) 0), false));
          assertThat(protocolErrors())
              .containsExactly("call of \"" + path + "\", which has no methods on the server");
          events.clear();
        });
  }
}
