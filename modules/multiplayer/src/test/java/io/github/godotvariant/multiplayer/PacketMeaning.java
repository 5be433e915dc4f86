package io.github.godotvariant.multiplayer;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Describes packets in the words of the descriptions in {@code packets.tsv}. */
final class PacketMeaning {
  private static final CompressedVariantCodec CODEC =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);

  private PacketMeaning() {}

  /**
   * Returns a description without the data that a packet does not contain: the names of methods,
   * the paths of numbers, and the sender or receiver of relayed packets. Also omits arguments and
   * values.
   */
  static String shortened(String meaning) {
    return meaning
        .replaceAll("relayed from|relay to", "relay")
        .replaceAll("call \\S+ \\(method (\\d+)\\)", "call $1")
        .replaceAll("on \"[^\"]*\" by number", "by number")
        .replaceAll("by \"[^\"]*\" \\(number", "by (number")
        .replaceAll("(by (path|number \\d+); arguments \\d+):.*", "$1")
        .replaceAll(", argument .*|, state .*", "")
        .replaceAll("(id 0x[0-9a-f]+( bits 0x[0-9a-f]+)?): [^;]*", "$1");
  }

  static String of(MultiplayerPacket packet) {
    if (packet instanceof Relay relay) {
      return "relay "
          + relay.peer()
          + ": "
          + of(MultiplayerPacket.decode(relay.packet().asBuffer()));
    } else if (packet instanceof Call call) {
      return "call "
          + call.method()
          + (call.node() instanceof ByPath path
              ? " on \"" + path.path() + "\" by path"
              : " by number " + ((ByNumber) call.node()).number())
          + "; arguments "
          + arguments(call);
    } else if (packet instanceof Announce announce) {
      return "announce: number "
          + announce.number()
          + " is \""
          + announce.path()
          + "\", checksum of its methods";
    } else if (packet instanceof Confirm confirm) {
      return "confirm number "
          + confirm.number()
          + ", checksum "
          + (confirm.hasSameChecksum() ? "right" : "wrong");
    } else if (packet instanceof Raw raw) {
      return "raw bytes: " + HexFormat.of().formatHex(raw.content().toArray());
    } else if (packet instanceof Auth auth) {
      return "auth data: " + new String(auth.data().toArray(), StandardCharsets.UTF_8);
    } else if (packet instanceof AuthDone) {
      return "auth: done";
    } else if (packet instanceof AddPeer added) {
      return "add peer " + added.peer();
    } else if (packet instanceof RemovePeer removed) {
      return "remove peer " + removed.peer();
    } else if (packet instanceof Despawn despawn) {
      return "despawn net id " + despawn.netId();
    } else if (packet instanceof Spawn spawn) {
      return "spawn: scene "
          + spawn.scene()
          + " by (number "
          + spawn.spawner()
          + "), net id "
          + spawn.netId()
          + ", name \""
          + spawn.name()
          + "\", sync ids "
          + spawn.synchronizers();
    } else if (packet instanceof Sync sync) {
      return "sync, time "
          + sync.time()
          + ": "
          + sync.states().stream()
              .map(state -> "id 0x" + Long.toHexString(state.synchronizer()))
              .collect(Collectors.joining("; "));
    } else if (packet instanceof Delta delta) {
      return "delta: "
          + delta.changes().stream()
              .map(
                  change ->
                      "id 0x"
                          + Long.toHexString(change.synchronizer())
                          + " bits 0x"
                          + Long.toHexString(change.properties()))
              .collect(Collectors.joining("; "));
    }
    throw new AssertionError(packet);
  }

  private static String arguments(Call call) {
    ByteBuffer bytes = call.arguments().asBuffer();
    List<Variant> arguments = CODEC.decodeArguments(bytes, call.isRaw());
    if (call.isRaw()) {
      return arguments.isEmpty()
          ? "no arguments"
          : "one PackedByteArray, " + call.arguments().size() + " bytes";
    }
    return String.valueOf(arguments.size());
  }
}
