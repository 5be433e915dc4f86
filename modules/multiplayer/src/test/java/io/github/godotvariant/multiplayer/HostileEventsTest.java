package io.github.godotvariant.multiplayer;

import static io.github.godotvariant.multiplayer.RpcMode.ANY_PEER;
import static io.github.godotvariant.multiplayer.TransferMode.RELIABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ConfirmPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text of peers in events, packets, log lines and exceptions is one line that is safe to print. */
@SuppressWarnings("CheckReturnValue") // the calls are expected to fail
class HostileEventsTest {
  private static final int MAX_LENGTH = 2_000;

  private static void assertPrintable(String text) {
    assertThat(text).hasSizeLessThan(MAX_LENGTH);
    assertThat(
            text.codePoints()
                .mapToObj(Character::getType)
                .noneMatch(
                    type ->
                        type == Character.CONTROL
                            || type == Character.FORMAT
                            || type == Character.SURROGATE
                            || type == Character.LINE_SEPARATOR
                            || type == Character.PARAGRAPH_SEPARATOR))
        .as(StringValue.of(text).toShortString())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b[2J\u001b]0;x\u0007",
        "a\nb\r\u2028\u2029",
        "\u202eabc\u2066\u200b",
        "\u009b31m",
        "\ud800",
        "a\udc00\udb40\udc41",
        "\"\\]"
      })
  void escapesNames(String name) throws Exception {
    for (String text : List.of(name, (name + "y").repeat(2_000))) {
      exceptions(text);
      if (StringValue.of(text).value().codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF)) {
        packets(text);
        log(text.substring(0, Math.min(text.length(), 300)));
      }
    }
  }

  private static void packets(String text) {
    PackedByteArray none = PackedByteArray.of();
    assertPrintable(new Announce("0".repeat(32), 1, text).toString());
    assertPrintable(new ConfirmPath(true, text).toString());
    assertPrintable(new Call(new ByPath(text), 1, none, true).toString());
    assertPrintable(new Spawn(0, 1, 2, List.of(), text, Optional.empty(), none).toString());
  }

  private static void exceptions(String text) {
    MultiplayerServer server = MultiplayerServer.on(new EmbeddedChannel().eventLoop()).build();
    ReplicationConfig config =
        ReplicationConfig.builder().spawned("hp", ReplicationMode.NEVER).build();
    Spawner spawner = Spawner.at("World/Spawner").scene(config).build();
    RpcNode node = RpcNode.at("World").build();
    server.run(
        () -> {
          server.add(node);
          ReplicatedNode unit = server.spawn(spawner, 0, "U1", Map.of("hp", 1));
          List<ThrowingCallable> mistakes =
              List.of(
                  () -> RpcNode.at(text + "%"),
                  () -> RpcNode.at("/root/" + text),
                  () ->
                      RpcNode.at("World")
                          .method(text, ANY_PEER, RELIABLE)
                          .method(text, ANY_PEER, RELIABLE),
                  () ->
                      RpcNode.at("World")
                          .method(text, ANY_PEER, RELIABLE)
                          .names(RpcMethods.annotated(List.of("a")))
                          .build(),
                  () -> server.callAll(node, text),
                  () -> unit.set(text, 1),
                  () -> server.spawn(spawner, 0, text + ".", Map.of("hp", 1)),
                  () -> server.spawn(spawner, 0, "U2", Map.of("hp", 1, text, 2)),
                  () -> {
                    server.spawn(spawner, 0, text.replaceAll("[.:@/\"%]", "z"), Map.of("hp", 1));
                    server.spawn(spawner, 0, text.replaceAll("[.:@/\"%]", "z"), Map.of("hp", 1));
                  },
                  () ->
                      ReplicationConfig.builder()
                          .spawned(text, ReplicationMode.NEVER)
                          .spawned(text, ReplicationMode.NEVER));
          for (ThrowingCallable mistake : mistakes) {
            Throwable thrown = catchThrowable(mistake);
            assertThat(thrown).isNotNull();
            assertPrintable(String.valueOf(thrown.getMessage()));
          }
        });
  }

  /** Checks names from peers, and the exceptions of handlers that contain them. */
  private static void log(String text) {
    List<String> calls = new ArrayList<>();
    RpcNode world =
        RpcNode.at("World")
            .method(
                "fail",
                ANY_PEER,
                RELIABLE,
                call -> {
                  calls.add(call.toString());
                  String argument = call.argumentString(0);
                  throw new IllegalStateException(argument, new IllegalArgumentException(argument));
                })
            .build();
    List<String> lines = new ArrayList<>();
    MultiplayerListener listener =
        new MultiplayerListener() {
          @Override
          public void peerDisconnected(Peer peer, String reason) {
            lines.add(peer + reason);
          }

          @Override
          public void protocolError(Peer peer, String problem) {
            lines.add(peer + problem);
          }
        };
    MultiplayerServer server =
        MultiplayerServer.on(new EmbeddedChannel().eventLoop())
            .node(world)
            .listener(listener)
            .build();
    try (RecordedLog log = new RecordedLog()) {
      server.run(
          () -> {
            FakeClient ada = new FakeClient();
            ada.peer = server.accept(ada);
            ada.sends(new Announce("0".repeat(32), 1, text));
            CompressedVariantCodec.Arguments arguments =
                CompressedVariantCodec.of(VariantCodec.GODOT_4)
                    .encodeArguments(List.of(Variant.of(text)));
            PackedByteArray bytes = PackedByteArray.unsafeWrap(arguments.bytes());
            ada.sends(new Call(new ByPath("World"), 0, bytes, arguments.isRaw()));
            ada.sends(new Call(new ByPath(text + "z"), 0, bytes, arguments.isRaw()));
            ada.peer.disconnected("reset: " + text);
          });
      assertThat(calls).hasSize(1).allSatisfy(HostileEventsTest::assertPrintable);
      assertThat(lines).hasSize(2).allSatisfy(HostileEventsTest::assertPrintable);
      assertThat(log.lines()).hasSize(5).allSatisfy(HostileEventsTest::assertPrintable);
      for (String logged : log.texts()) {
        logged
            .lines()
            .map(line -> line.replace("\t", ""))
            .forEach(HostileEventsTest::assertPrintable);
      }
      assertThat(log.stackTraces()).isEqualTo(1);
    }
  }
}
