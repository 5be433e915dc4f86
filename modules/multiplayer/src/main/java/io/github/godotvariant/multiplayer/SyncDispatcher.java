package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Change;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.multiplayer.RemotePaths.AnnouncedPath;
import io.github.godotvariant.multiplayer.Replication.ClientSynchronizer;
import io.github.godotvariant.multiplayer.ReplicationConfig.Property;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Receives the values that one peer sends for its synchronizers, and passes these values to the
 * handlers of the program.
 */
final class SyncDispatcher {
  /**
   * If a received time is lower than the latest time by at least this number, the received time is
   * newer. The 16-bit counter of the sender has then started again at 0.
   */
  private static final int MAX_TIME_DIFFERENCE = 32_767;

  private final ServerContext context;
  private final ServerPeer peer;

  SyncDispatcher(ServerContext context, ServerPeer peer) {
    this.context = context;
    this.peer = peer;
  }

  void dispatch(Sync sync) {
    for (State state : sync.states()) {
      if (peer.isGone()) {
        return; // The handler has disconnected the peer.
      }
      AnnouncedPath announced = find(state.synchronizer());
      Optional<ClientSynchronizer> client = owned(announced);
      if (client.isEmpty()) {
        continue;
      }
      Integer last = announced.time;
      if (last != null && sync.time() <= last && last - sync.time() < MAX_TIME_DIFFERENCE) {
        continue; // Newer values have already arrived.
      }
      announced.time = sync.time();
      handle(client.get(), client.get().config().of(ReplicationMode.ALWAYS), state.values());
    }
  }

  void dispatch(Delta delta) {
    for (Change change : delta.changes()) {
      if (peer.isGone()) {
        return; // The handler has disconnected the peer.
      }
      Optional<ClientSynchronizer> owned = owned(find(change.synchronizer()));
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
      handle(client, changed, change.values());
    }
  }

  private AnnouncedPath find(long number) {
    AnnouncedPath announced = peer.paths().byNumber(number - Replication.BY_PATH);
    if (announced == null) {
      throw Faults.of(
          number < Replication.BY_PATH
              ? "values of net id " + number + ", which is not the peer's"
              : "values of node " + (number - Replication.BY_PATH) + ", which was not announced");
    }
    return announced;
  }

  /**
   * Returns the synchronizer whose values the peer has sent; empty if the server does not let this
   * peer own the synchronizer. After the server has confirmed the path, these values are not a
   * protocol error: the peer may have owned the synchronizer earlier, or the client's game may have
   * made the peer the owner before the program calls {@link MultiplayerServer#receive}.
   */
  private Optional<ClientSynchronizer> owned(AnnouncedPath announced) {
    Optional<ClientSynchronizer> client = context.replication.client(announced.path);
    if (client.isPresent() && client.get().authority() == peer.id()) {
      return client;
    }
    if (!announced.isConfirmed) {
      throw Faults.of(
          "values of " + EventText.quoted(announced.path) + ", which is not received here");
    }
    if (!announced.wasOwned && !announced.isReported) {
      announced.isReported = true;
      context.events.unknownNode(peer, announced.path);
    }
    return Optional.empty();
  }

  private void handle(
      ClientSynchronizer client, List<Property> properties, PackedByteArray values) {
    try {
      ByteBuffer bytes = values.asBuffer();
      Map<String, Variant> received = new LinkedHashMap<>();
      for (Property property : properties) {
        received.put(property.name(), context.arguments.decodePrefix(bytes).value());
      }
      if (bytes.hasRemaining()) {
        throw Faults.of(bytes.remaining() + " bytes follow the values");
      }
      client.handler().handle(peer.id(), Collections.unmodifiableMap(received));
    } catch (VariantException e) {
      throw Faults.of("values of " + client.path() + ": " + e.getMessage());
    } catch (Exception e) {
      context.events.handlerFailed(peer, client.path(), e);
    }
  }
}
