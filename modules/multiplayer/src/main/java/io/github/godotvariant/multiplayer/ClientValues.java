package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.multiplayer.RemotePaths.Announced;
import io.github.godotvariant.multiplayer.Replication.ClientSynchronizer;
import io.github.godotvariant.multiplayer.ReplicationConfig.Property;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Passes the values of one peer's synchronizers to the handlers of the program. */
final class ClientValues {
  /** A time that is more frames before the last one is after it: the count has wrapped around. */
  private static final int MAX_TIME_DIFFERENCE = 32_767;

  private final ServerContext context;
  private final ServerPeer peer;

  ClientValues(ServerContext context, ServerPeer peer) {
    this.context = context;
    this.peer = peer;
  }

  void take(Sync sync) {
    for (State state : sync.states()) {
      if (peer.isGone()) {
        return; // by the handler
      }
      Announced at = announced(state.synchronizer());
      Optional<ClientSynchronizer> client = owned(at);
      if (client.isEmpty()) {
        continue;
      }
      Integer last = at.time;
      if (last != null && sync.time() <= last && last - sync.time() < MAX_TIME_DIFFERENCE) {
        continue; // Newer values have arrived before.
      }
      at.time = sync.time();
      take(client.get(), client.get().config().of(ReplicationMode.ALWAYS), state.values());
    }
  }

  void take(Delta delta) {
    for (Change change : delta.changes()) {
      if (peer.isGone()) {
        return; // by the handler
      }
      Optional<ClientSynchronizer> owned = owned(announced(change.synchronizer()));
      if (owned.isEmpty()) {
        continue;
      }
      ClientSynchronizer client = owned.get();
      List<Property> all = client.config().of(ReplicationMode.ON_CHANGE);
      List<Property> changed = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        if ((change.properties() & 1L << i) != 0) {
          changed.add(all.get(i));
        }
      }
      if (changed.isEmpty() || changed.size() != Long.bitCount(change.properties())) {
        throw Faults.of("changes of properties that " + client.path() + " does not have");
      }
      take(client, changed, change.values());
    }
  }

  private Announced announced(long number) {
    Announced at = peer.paths().byNumber(number - Replication.BY_PATH);
    if (at == null) {
      throw Faults.of(
          number < Replication.BY_PATH
              ? "values of net id " + number + ", which is not the peer's"
              : "values of node " + (number - Replication.BY_PATH) + ", which was not announced");
    }
    return at;
  }

  /**
   * Returns the synchronizer that takes values; empty if the values were valid when they were sent,
   * or may become valid: a peer sends values as soon as the path is confirmed, and its own game may
   * make it the owner before the server does.
   */
  private Optional<ClientSynchronizer> owned(Announced at) {
    Optional<ClientSynchronizer> client = context.replication.client(at.path);
    if (client.isPresent() && client.get().authority() == peer.id()) {
      return client;
    }
    if (!at.isConfirmed) {
      throw Faults.of("values of " + EventText.quoted(at.path) + ", which is not received here");
    }
    if (!at.wasOwned && !at.isReported) {
      at.isReported = true;
      context.events.unknownNode(peer, at.path);
    }
    return Optional.empty();
  }

  private void take(ClientSynchronizer client, List<Property> properties, PackedByteArray values) {
    try {
      ByteBuffer bytes = values.asBuffer();
      Map<String, Variant> taken = new LinkedHashMap<>();
      for (Property property : properties) {
        taken.put(property.name(), context.arguments.decodePrefix(bytes).value());
      }
      if (bytes.hasRemaining()) {
        throw Faults.of(bytes.remaining() + " bytes follow the values");
      }
      client.handler().handle(peer.id(), Collections.unmodifiableMap(taken));
    } catch (VariantException e) {
      throw Faults.of("values of " + client.path() + ": " + e.getMessage());
    } catch (Exception e) {
      context.events.handlerFailed(peer, client.path(), e);
    }
  }
}
