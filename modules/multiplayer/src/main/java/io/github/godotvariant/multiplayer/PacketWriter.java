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
final class PacketWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  byte[] toByteArray() {
    return bytes.toByteArray();
  }

  void write(MultiplayerPacket packet) {
    if (packet instanceof Call call) {
      writeCall(call);
    } else if (packet instanceof Announce announce) {
      writeNumber(Command.ANNOUNCE, 1);
      writeText(announce.checksum());
      writeNumber(announce.number(), Integer.BYTES);
      writeText(announce.path());
    } else if (packet instanceof Confirm confirm) {
      writeNumber(Command.CONFIRM, 1);
      writeNumber(confirm.hasSameChecksum() ? 1 : 0, 1);
      writeNumber(confirm.number(), Integer.BYTES);
    } else if (packet instanceof ConfirmPath confirm) {
      writeNumber(Command.CONFIRM, 1);
      writeNumber(confirm.hasSameChecksum() ? 1 : 0, 1);
      writeText(confirm.path());
    } else if (packet instanceof Raw raw) {
      writeNumber(Command.RAW, 1);
      writeBytes(raw.content());
    } else if (packet instanceof Spawn spawn) {
      writeSpawn(spawn);
    } else if (packet instanceof Despawn despawn) {
      writeNumber(Command.DESPAWN, 1);
      writeNumber(despawn.netId(), Integer.BYTES);
    } else if (packet instanceof Sync sync) {
      writeNumber(Command.SYNC, 1);
      writeNumber(sync.time(), Short.BYTES);
      for (State state : sync.states()) {
        writeNumber(state.synchronizer(), Integer.BYTES);
        writeBlock(state.values());
      }
    } else if (packet instanceof Delta delta) {
      writeNumber(Command.SYNC | Command.DELTA, 1);
      for (Change change : delta.changes()) {
        writeNumber(change.synchronizer(), Integer.BYTES);
        writeNumber(change.properties(), Long.BYTES);
        writeBlock(change.values());
      }
    } else if (packet instanceof Auth auth) {
      writeSystem(Command.AUTH);
      writeBytes(auth.data());
    } else if (packet instanceof AuthDone) {
      writeSystem(Command.AUTH);
    } else if (packet instanceof AddPeer added) {
      writeSystem(Command.ADD_PEER);
      writeNumber(added.peer(), Integer.BYTES);
    } else if (packet instanceof RemovePeer removed) {
      writeSystem(Command.REMOVE_PEER);
      writeNumber(removed.peer(), Integer.BYTES);
    } else if (packet instanceof Relay relay) {
      writeSystem(Command.RELAY);
      writeNumber(relay.peer(), Integer.BYTES);
      writeBytes(relay.packet());
    }
  }

  private void writeCall(Call call) {
    boolean isByPath = call.node() instanceof ByPath;
    int size = call.node() instanceof ByNumber number ? number.size() : 4;
    boolean isLongMethod = call.method() > 0xFF;
    writeNumber(
        Command.CALL
            | Integer.numberOfTrailingZeros(size) << Command.NODE_SHIFT
            | (isLongMethod ? Command.LONG_METHOD : 0)
            | (call.isRaw() ? Command.RAW_ARGUMENTS : 0),
        1);
    int methodSize = isLongMethod ? Short.BYTES : 1;
    if (call.node() instanceof ByNumber number) {
      writeNumber(number.number(), size);
    } else {
      writeNumber(1 + size + methodSize + call.arguments().size() | Command.BY_PATH, size);
    }
    writeNumber(call.method(), methodSize);
    writeBytes(call.arguments());
    if (isByPath) {
      writeText(((ByPath) call.node()).path());
    }
  }

  private void writeSpawn(Spawn spawn) {
    byte[] name = spawn.name().getBytes(StandardCharsets.UTF_8);
    writeNumber(Command.SPAWN, 1);
    writeNumber(spawn.scene(), 1);
    writeNumber(spawn.spawner(), Integer.BYTES);
    writeNumber(spawn.netId(), Integer.BYTES);
    writeNumber(spawn.synchronizers().size(), Integer.BYTES);
    writeNumber(name.length + 1, Integer.BYTES);
    spawn.synchronizers().forEach(id -> writeNumber(id, Integer.BYTES));
    writeText(spawn.name());
    spawn.argument().ifPresent(this::writeBlock);
    writeBytes(spawn.state());
  }

  private void writeSystem(int kind) {
    writeNumber(Command.SYSTEM, 1);
    writeNumber(kind, 1);
  }

  private void writeBlock(PackedByteArray block) {
    writeNumber(block.size(), Integer.BYTES);
    writeBytes(block);
  }

  private void writeBytes(PackedByteArray content) {
    bytes.writeBytes(content.toArray());
  }

  private void writeText(String text) {
    bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    bytes.write(0);
  }

  private void writeNumber(long number, int size) {
    for (int i = 0; i < size; i++) {
      bytes.write((byte) (number >> 8 * i));
    }
  }
}
