package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Announce;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Auth;
import io.github.godotvariant.multiplayer.MultiplayerPacket.AuthDone;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Confirm;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ConfirmPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Delta;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A client that has connected. Decodes received packets, and passes each packet to the class that
 * handles this kind of packet.
 *
 * <p>This class makes all changes of a peer's state. In the table, "too late" means that a time
 * limit of {@link MultiplayerLimits} has passed:
 *
 * <pre>
 * from      to        reason                                            listener method
 * -         PENDING   the server accepts the connection                 none
 * -         GONE      id invalid or in use, or the server is stopping   none
 * PENDING   ADMITTED  both sides have completed the authentication      peerConnected or
 *                                                                       peerReconnected
 * PENDING   GONE      refused, client left, too late, or over a limit   authenticationFailed
 * ADMITTED  AWAY      connection lost, and the player can reconnect     connectionLost
 * ADMITTED  GONE      disconnected, or lost and cannot reconnect        peerDisconnected
 * AWAY      GONE      disconnected, too late, or too many AWAY peers    peerDisconnected
 * ADMITTED  GONE      a new peer takes the place of this peer           peerReconnected
 * AWAY      GONE      a new peer takes the place of this peer           peerReconnected
 * </pre>
 */
final class ServerPeer implements Peer, ConnectionInput {
  private enum State {
    /** The peer is not admitted yet. */
    PENDING,
    ADMITTED,
    /**
     * The connection of an admitted peer is lost. If the player connects again, the new peer can
     * take the place of this peer.
     */
    AWAY,
    GONE
  }

  /**
   * A reference to the latest admitted peer of a player. All peers of the player share this object.
   * If each peer referred to the next peer instead, a program that keeps an old peer would keep all
   * later peers in memory.
   */
  private static final class Player {
    private ServerPeer latest;

    Player(ServerPeer first) {
      latest = first;
    }
  }

  private final ServerContext context;
  private final MultiplayerConnection connection;
  private final int id;
  private final SocketAddress remoteAddress;
  private final Admission admission;
  private final RateLimits rates;
  private final RemotePaths paths;
  private final SentNodes nodes;
  private final RpcDispatcher calls;
  private final SyncDispatcher syncs;
  private State state = State.PENDING;
  private @Nullable Object attachment;

  /**
   * The peer that {@link #resume} has named, whose place this peer takes when the server admits
   * this peer; null if there is no such peer.
   */
  private @Nullable ServerPeer previous;

  private Player player;

  /** The task that ends this peer if the player does not connect again in time. */
  private @Nullable Future<?> timeout;

  @SuppressWarnings("ThisEscapedInObjectConstruction") // The objects only store the peer.
  ServerPeer(ServerContext context, MultiplayerConnection connection, int id) {
    this.context = context;
    this.connection = connection;
    this.id = id;
    remoteAddress = connection.remoteAddress();
    attachment = connection.attachment().orElse(null);
    admission = new Admission(context, this);
    rates = new RateLimits(context.limits, context.clock);
    paths = new RemotePaths(context, this);
    nodes = new SentNodes(context, this);
    calls = new RpcDispatcher(context, this);
    syncs = new SyncDispatcher(context, this);
    player = new Player(this);
  }

  /**
   * Returns a peer that has already ended, because the id is invalid or in use, or because the
   * server does not accept connections any more.
   */
  static ServerPeer rejected(ServerContext context, MultiplayerConnection connection, int id) {
    ServerPeer peer = new ServerPeer(context, connection, id);
    peer.state = State.GONE;
    return peer;
  }

  // Called by the program.

  @Override
  public int id() {
    return id;
  }

  @Override
  public MultiplayerServer server() {
    return context.server;
  }

  @Override
  public SocketAddress remoteAddress() {
    return remoteAddress;
  }

  @Override
  public HandshakeRequest handshake() {
    return connection.handshake();
  }

  @Override
  public boolean isAdmitted() {
    return state == State.ADMITTED;
  }

  @Override
  public long pendingBytes() {
    context.server.checkThread();
    return connection.pendingBytes();
  }

  @Override
  public boolean sendAuth(byte[] data) {
    context.server.checkThread();
    MultiplayerPacket packet = new Auth(PackedByteArray.of(data));
    if (!isPending()) {
      return false;
    }
    send(packet);
    return true;
  }

  @Override
  public boolean resume(Peer resumed) {
    context.server.checkThread();
    if (!(resumed instanceof ServerPeer known)
        || known.context != context
        || !isPending()
        || !known.player.latest.canBeResumed()
        || !context.server.canReconnect()) {
      return false;
    }
    previous = known;
    return true;
  }

  @Override
  public boolean disconnect(String reason) {
    context.server.checkThread();
    if (isGone()) {
      return false;
    }
    String line = EventText.line(reason);
    try {
      if (!isAway()) {
        connection.close(line);
      }
    } finally {
      end(line);
    }
    return true;
  }

  @Override
  public void attach(@Nullable Object attached) {
    context.server.checkThread();
    attachment = attached;
  }

  @Override
  public <T> Optional<T> attachment(Class<T> type) {
    context.server.checkThread();
    return type.isInstance(attachment) ? Optional.of(type.cast(attachment)) : Optional.empty();
  }

  // Called by the transport.

  @Override
  public Peer peer() {
    return this;
  }

  @Override
  public void received(ByteBuffer packet, TransferMode mode, int channel) {
    context.server.checkThread();
    if (isGone() || isAway()) {
      return;
    }
    int length = packet.remaining();
    context.metrics.received(this, length, mode);
    try {
      int limit = context.limits.packetBytes();
      if (length > limit) {
        throw Faults.of("a packet of " + length + " bytes is longer than the limit of " + limit);
      }
      MultiplayerPacket decoded = MultiplayerPacket.decode(packet);
      if (isPending()) {
        admission.receive(decoded);
      } else {
        dispatch(decoded, mode, channel);
      }
    } catch (VariantException e) {
      onFault(e);
    }
  }

  @Override
  public void disconnected(String reason) {
    context.server.checkThread();
    String line = EventText.line(reason);
    if (isAdmitted() && context.server.canReconnect()) {
      loseConnection(line);
    } else if (!isAway()) {
      end(line);
    }
  }

  // Called by other classes of the server.

  boolean isPending() {
    return state == State.PENDING;
  }

  /** Returns whether the connection is lost and the player can connect again. */
  boolean isAway() {
    return state == State.AWAY;
  }

  boolean isGone() {
    return state == State.GONE;
  }

  Admission admission() {
    return admission;
  }

  RateLimits rates() {
    return rates;
  }

  RemotePaths paths() {
    return paths;
  }

  SentNodes nodes() {
    return nodes;
  }

  int maxSyncBytes() {
    return connection.maxSyncBytes();
  }

  boolean isWritable() {
    return connection.isWritable();
  }

  /**
   * Returns whether a relayed packet of this length may be added to the packets that wait for the
   * client. If no other packet waits, a packet of any length may be added.
   */
  boolean takesRelayed(int bytes) {
    long pending = connection.pendingBytes();
    return pending == 0 || pending + bytes <= context.limits.relayPendingBytes();
  }

  void send(MultiplayerPacket packet) {
    send(packet.encode(), TransferMode.RELIABLE, 0);
  }

  /**
   * Sends a packet; drops an unreliable packet if the client reads too slowly. The caller may pass
   * the same array to several peers.
   */
  void send(byte[] packet, TransferMode mode, int channel) {
    if (mode == TransferMode.RELIABLE || connection.isWritable()) {
      context.metrics.sent(this, packet.length, mode);
      connection.send(packet, mode, channel);
    } else {
      context.metrics.dropped(this, packet.length, mode);
    }
  }

  /** Sends a call; returns false if the peer and the server have different methods for the node. */
  boolean call(OutgoingCall call) {
    if (nodes.isDifferent(call.node())) {
      return false;
    }
    int number = nodes.announce(call.node());
    send(
        nodes.isConfirmed(call.node()) ? call.byNumber(number) : call.byPath(),
        call.mode(),
        call.channel());
    return true;
  }

  // Changes of the state.

  /** Passes the id of the peer to the transport, and starts the admission. */
  void open() {
    connection.accepted(id);
    admission.start();
  }

  void admit() {
    // Another connection of the player can have been admitted since the call of resume().
    ServerPeer resumed = previous == null ? null : previous.player.latest;
    previous = null;
    boolean resumes = resumed != null && resumed.replaceWith(this);
    state = State.ADMITTED;
    try {
      List<ServerPeer> others = context.peers.admit(this);
      connection.onAdmitted();
      context.metrics.connected(this);
      context.relay.connected(this, others);
      if (resumes) {
        context.events.reconnected(this, Objects.requireNonNull(resumed));
      } else {
        context.events.connected(this);
      }
      context.replication.updateVisibility(this);
    } catch (RuntimeException | Error e) {
      disconnect("an error of the server during the admission");
      throw e;
    }
  }

  private void end(String reason) {
    if (isGone()) {
      return;
    }
    boolean wasAdmitted = canBeResumed();
    remove();
    if (wasAdmitted) {
      context.events.disconnected(this, reason);
    } else {
      context.events.authenticationFailed(this, reason);
    }
  }

  /** Removes this peer from the server and from the other clients. Does not call the listener. */
  private void remove() {
    boolean wasAdmitted = canBeResumed();
    context.peers.remove(this);
    state = State.GONE;
    previous = null;
    if (timeout != null) {
      timeout.cancel(false);
    }
    admission.clear();
    paths.clear();
    nodes.clear();
    context.replication.forget(this);
    if (wasAdmitted) {
      context.relay.disconnected(id);
      context.metrics.disconnected(this);
    }
  }

  // Reconnecting.

  /**
   * Returns whether another peer can take the place of this peer: this peer was admitted and has
   * not ended.
   */
  private boolean canBeResumed() {
    return isAdmitted() || isAway();
  }

  /**
   * Keeps this peer without a connection until another peer takes the place of this peer, or until
   * {@link MultiplayerLimits#reconnectMillis} have passed.
   */
  private void loseConnection(String reason) {
    try {
      timeout = context.server.schedule(this::endIfAway, context.limits.reconnectMillis());
    } catch (RejectedExecutionException e) {
      end(reason); // The server's thread is ending.
      return;
    }
    int maxAway = context.limits.awayPeers();
    Optional<ServerPeer> evicted = context.peers.loseConnection(this, maxAway);
    state = State.AWAY;
    paths.clear();
    nodes.clear();
    context.replication.hideAll(this);
    context.events.connectionLost(this, reason);
    evicted.ifPresent(
        peer -> peer.end("more peers have lost their connections than the limit of " + maxAway));
  }

  void endIfAway() {
    if (isAway()) {
      end("it has not reconnected");
    }
  }

  /**
   * Ends this peer and gives its attachment to the next peer of the player; returns false if this
   * peer has already ended.
   */
  private boolean replaceWith(ServerPeer next) {
    if (!canBeResumed()) {
      return false;
    }
    next.player = player;
    player.latest = next;
    next.attachment = attachment;
    boolean isOpen = isAdmitted();
    remove();
    if (isOpen) {
      connection.close("a newer connection has replaced it");
    }
    return true;
  }

  // Packets of an admitted peer.

  private void dispatch(MultiplayerPacket packet, TransferMode mode, int channel) {
    if (packet instanceof Call call) {
      calls.dispatch(call);
    } else if (packet instanceof Announce announce) {
      paths.add(announce);
    } else if (packet instanceof Confirm confirm) {
      if (!nodes.confirm(confirm)) {
        rejectOldRelease();
      }
    } else if (packet instanceof ConfirmPath) {
      rejectOldRelease();
    } else if (packet instanceof Raw raw) {
      context.handleBytes(this, raw.content().toArray());
    } else if (packet instanceof Relay relay) {
      context.relay.relay(this, relay, mode, channel);
    } else if (packet instanceof Sync sync) {
      syncs.dispatch(sync);
    } else if (packet instanceof Delta delta) {
      syncs.dispatch(delta);
    } else if (packet instanceof Auth || packet instanceof AuthDone) {
      admission.answerAdmittedPeer();
    } else {
      throw Faults.of("a packet that only servers send");
    }
  }

  private void rejectOldRelease() {
    context.events.oldRelease(this);
    disconnect("a release before Godot 4.3");
  }

  private void onFault(VariantException problem) {
    if (isGone()) {
      return;
    }
    boolean isWithinLimit = rates.takeFault();
    context.metrics.protocolError(this);
    context.events.protocolError(this, String.valueOf(problem.getMessage()));
    if (!isWithinLimit) {
      disconnect("more faults in a minute than the limit of " + context.limits.faults());
    }
  }

  @Override
  public String toString() {
    return "peer " + id + " (" + remoteAddress + ")";
  }
}
