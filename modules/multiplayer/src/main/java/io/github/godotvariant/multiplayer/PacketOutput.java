package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AddPeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ConfirmPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Despawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerPacket.RemovePeer;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Spawn;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Encodes one packet. */
final class PacketOutput {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  byte[] toByteArray() {
    return bytes.toByteArray();
  }

  void packet(MultiplayerPacket packet) {
    if (packet instanceof Call call) {
      call(call);
    } else if (packet instanceof Announce announce) {
      number(Command.ANNOUNCE, 1);
      text(announce.checksum());
      number(announce.number(), Integer.BYTES);
      text(announce.path());
    } else if (packet instanceof Confirm confirm) {
      number(Command.CONFIRM, 1);
      number(confirm.hasSameChecksum() ? 1 : 0, 1);
      number(confirm.number(), Integer.BYTES);
    } else if (packet instanceof ConfirmPath confirm) {
      number(Command.CONFIRM, 1);
      number(confirm.hasSameChecksum() ? 1 : 0, 1);
      text(confirm.path());
    } else if (packet instanceof Raw raw) {
      number(Command.RAW, 1);
      bytes(raw.content());
    } else if (packet instanceof Spawn spawn) {
      spawn(spawn);
    } else if (packet instanceof Despawn despawn) {
      number(Command.DESPAWN, 1);
      number(despawn.netId(), Integer.BYTES);
    } else if (packet instanceof Sync sync) {
      number(Command.SYNC, 1);
      number(sync.time(), Short.BYTES);
      for (State state : sync.states()) {
        number(state.synchronizer(), Integer.BYTES);
        block(state.values());
      }
    } else if (packet instanceof Delta delta) {
      number(Command.SYNC | Command.DELTA, 1);
      for (Change change : delta.changes()) {
        number(change.synchronizer(), Integer.BYTES);
        number(change.properties(), Long.BYTES);
        block(change.values());
      }
    } else if (packet instanceof Auth auth) {
      system(Command.AUTH);
      bytes(auth.data());
    } else if (packet instanceof AuthDone) {
      system(Command.AUTH);
    } else if (packet instanceof AddPeer added) {
      system(Command.ADD_PEER);
      number(added.peer(), Integer.BYTES);
    } else if (packet instanceof RemovePeer removed) {
      system(Command.REMOVE_PEER);
      number(removed.peer(), Integer.BYTES);
    } else if (packet instanceof Relay relay) {
      system(Command.RELAY);
      number(relay.peer(), Integer.BYTES);
      bytes(relay.packet());
    }
  }

  private void call(Call call) {
    boolean byPath = call.node() instanceof ByPath;
    int size = call.node() instanceof ByNumber number ? number.size() : 4;
    boolean longMethod = call.method() > 0xFF;
    number(
        Command.CALL
            | Integer.numberOfTrailingZeros(size) << Command.NODE_SHIFT
            | (longMethod ? Command.LONG_METHOD : 0)
            | (call.isRaw() ? Command.RAW_ARGUMENTS : 0),
        1);
    int methodSize = longMethod ? Short.BYTES : 1;
    if (call.node() instanceof ByNumber number) {
      number(number.number(), size);
    } else {
      number(1 + size + methodSize + call.arguments().size() | Command.BY_PATH, size);
    }
    number(call.method(), methodSize);
    bytes(call.arguments());
    if (byPath) {
      text(((ByPath) call.node()).path());
    }
  }

  private void spawn(Spawn spawn) {
    byte[] name = spawn.name().getBytes(StandardCharsets.UTF_8);
    number(Command.SPAWN, 1);
    number(spawn.scene(), 1);
    number(spawn.spawner(), Integer.BYTES);
    number(spawn.netId(), Integer.BYTES);
    number(spawn.synchronizers().size(), Integer.BYTES);
    number(name.length + 1, Integer.BYTES);
    spawn.synchronizers().forEach(id -> number(id, Integer.BYTES));
    text(spawn.name());
    spawn.argument().ifPresent(this::block);
    bytes(spawn.state());
  }

  private void system(int kind) {
    number(Command.SYSTEM, 1);
    number(kind, 1);
  }

  private void block(PackedByteArray block) {
    number(block.size(), Integer.BYTES);
    bytes(block);
  }

  private void bytes(PackedByteArray content) {
    bytes.writeBytes(content.toArray());
  }

  private void text(String text) {
    bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    bytes.write(0);
  }

  private void number(long number, int size) {
    for (int i = 0; i < size; i++) {
      bytes.write((byte) (number >> 8 * i));
    }
  }
}
