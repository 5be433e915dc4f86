package io.github.godotvariant.multiplayer;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.multiplayer.MultiplayerEvent.AuthenticationFailed;
import io.github.godotvariant.multiplayer.MultiplayerEvent.HandlerFailed;
import io.github.godotvariant.multiplayer.MultiplayerEvent.MethodsDiffer;
import io.github.godotvariant.multiplayer.MultiplayerEvent.OldRelease;
import io.github.godotvariant.multiplayer.MultiplayerEvent.PeerFault;
import io.github.godotvariant.multiplayer.MultiplayerEvent.UnknownNode;
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
import io.github.godotvariant.multiplayer.MultiplayerPacket.Raw;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Relay;
import io.github.godotvariant.multiplayer.MultiplayerPacket.State;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Sync;
import io.github.godotvariant.multiplayer.Replication.ClientSynchronizer;
import io.github.godotvariant.multiplayer.ReplicationConfig.Property;
import io.github.godotvariant.net.CompressedVariantCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A client as the server sees it, from its connection to its end. Transports hand over what comes.
 *
 * <p>All methods but {@link #id} are called in the server's own thread.
 */
@Experimental
public final class ServerPeer {
  private enum Stage {
    /** Waiting to be admitted. */
    PENDING,
    ADMITTED,
    GONE
  }

  /**
   * A path that the peer has announced. Nodes come and go at a path, so this records whether
   * packets that are under way were valid when they were sent.
   */
  private static final class Announced {
    final long number;
    final String path;
    final String checksum;
    boolean isConfirmed;

    /** Whether a node with the peer's methods was there. */
    boolean hadMethods;

    /** Whether a synchronizer that the peer owned was there. */
    boolean wasOwned;

    /** Whether an event reported that the peer's values are dropped. */
    boolean isReported;

    /** The time of the last values; null before the first. */
    @Nullable Integer time;

    Announced(long number, String path, String checksum) {
      this.number = number;
      this.path = path;
      this.checksum = checksum;
    }

    boolean matches(RpcNode node) {
      return node.methods().checksum().equals(checksum);
    }
  }

  /** A time that is more frames before the last one is after it: the count has wrapped around. */
  private static final int LATEST = 32_767;

  /** The bytes that are counted for a relayed packet and for each receiver, even a rejected one. */
  private static final int RELAY_OVERHEAD = 16;

  private final MultiplayerServer server;
  private final MultiplayerConnection connection;
  private final int id;

  /** The announcements by number, in the order of arrival. */
  private final Map<Long, Announced> announced = new LinkedHashMap<>();

  /** The latest announcement of each path. */
  private final Map<String, Announced> paths = new HashMap<>();

  /** The nodes whose numbers were sent to the peer. */
  private final Set<RpcNode> sentNumbers = new HashSet<>();

  /** The nodes that the peer has confirmed, even if their methods differ. */
  private final Set<RpcNode> confirmed = new HashSet<>();

  /** The nodes whose methods differ, so that numbers of methods do not match. */
  private final Set<RpcNode> different = new HashSet<>();

  private Stage stage = Stage.PENDING;
  private boolean admitsServer;
  private boolean isAdmitted;
  private boolean answeredAuth;
  private final Rate faults;

  /** Announcements above the limit, for each of which an older one is forgotten. */
  private final Rate renewed;

  private final Rate calls;
  private final Rate relayed;

  /** Faults for excess calls, one in a second: a network may deliver delayed calls together. */
  private final Rate excess;

  ServerPeer(MultiplayerServer server, MultiplayerConnection connection, int id) {
    this.server = server;
    this.connection = connection;
    this.id = id;
    faults = new Rate(Rate.MINUTE, server.nanoTime());
    renewed = new Rate(Rate.MINUTE, server.nanoTime());
    calls = new Rate(Rate.SECOND, server.nanoTime());
    relayed = new Rate(Rate.SECOND, server.nanoTime());
    excess = new Rate(Rate.SECOND, server.nanoTime());
  }

  /**
   * Returns the client's peer id.
   *
   * @return at least 2
   */
  public int id() {
    return id;
  }

  /**
   * Returns whether the peer can call and be called.
   *
   * @return false before the peer is admitted and after it has disconnected
   */
  public boolean isAdmitted() {
    return stage == Stage.ADMITTED;
  }

  /**
   * Sends data to a peer that is not admitted yet, as {@code send_auth} does.
   *
   * @param data at least one byte
   * @return false if the peer is already admitted or has disconnected
   */
  public boolean sendAuth(byte[] data) {
    server.checkThread();
    MultiplayerPacket packet = new Auth(PackedByteArray.of(data));
    if (stage != Stage.PENDING) {
      return false;
    }
    send(packet);
    return true;
  }

  /**
   * Takes a packet from the transport. Invalid packets are reported as events, not thrown.
   *
   * @param packet a buffer whose remaining bytes are one packet; not kept
   * @param mode the transfer mode of the packet
   * @param channel the channel of the packet
   */
  public void received(ByteBuffer packet, TransferMode mode, int channel) {
    server.checkThread();
    if (stage == Stage.GONE) {
      return;
    }
    try {
      int length = packet.remaining();
      if (length > server.limits().packetBytes()) {
        throw fault("a packet of " + length + " bytes");
      }
      MultiplayerPacket decoded = MultiplayerPacket.decode(packet);
      if (stage == Stage.PENDING) {
        pending(decoded);
      } else {
        admitted(decoded, mode, channel);
      }
    } catch (VariantException e) {
      faulty(e);
    }
  }

  /**
   * Tells the server that the connection has ended; called by the transport.
   *
   * @param reason the reason for events and the log
   */
  public void disconnected(String reason) {
    server.checkThread();
    end(reason);
  }

  // Admission.

  void open(boolean authenticated) {
    connection.welcome(id);
    if (!authenticated) {
      admit();
    }
  }

  private void pending(MultiplayerPacket packet) {
    if (packet instanceof Auth auth) {
      if (!isAdmitted) {
        server.authenticate(this, auth.data().toArray());
      }
    } else if (packet instanceof AuthDone) {
      admitsServer = true;
      admitIfBoth();
    } else {
      throw fault("a packet before it is admitted");
    }
  }

  /** Takes the verdict of the authenticator; ignored if the peer is not pending any more. */
  void onVerdict(Authenticator.Verdict verdict) {
    if (stage != Stage.PENDING || isAdmitted) {
      return;
    }
    switch (verdict) {
      case ADMIT -> {
        isAdmitted = true;
        send(new AuthDone());
        admitIfBoth();
      }
      case REFUSE -> refuse("refused");
      case MORE -> {}
    }
  }

  private void admitIfBoth() {
    if (isAdmitted && admitsServer) {
      admit();
    }
  }

  private void admit() {
    stage = Stage.ADMITTED;
    try {
      server.admitted(this);
    } catch (RuntimeException | Error e) {
      close("admission has failed: " + e);
      throw e;
    }
  }

  /** Rejects the peer if it is still pending. */
  void onTimeout() {
    if (stage == Stage.PENDING) {
      refuse("not admitted in time");
    }
  }

  void refuse(String reason) {
    try {
      connection.close();
    } finally {
      end(reason);
    }
  }

  private void end(String words) {
    String reason = EventText.line(words);
    Stage before = stage;
    stage = Stage.GONE;
    announced.clear();
    paths.clear();
    sentNumbers.clear();
    confirmed.clear();
    different.clear();
    if (before == Stage.ADMITTED) {
      server.gone(this, reason);
    } else if (before == Stage.PENDING) {
      server.gone(this);
      server.tell(new AuthenticationFailed(id, reason));
    }
  }

  // Inbound.

  private void admitted(MultiplayerPacket packet, TransferMode mode, int channel) {
    if (packet instanceof Call call) {
      call(call);
    } else if (packet instanceof Announce announce) {
      announced(announce);
    } else if (packet instanceof Confirm confirm) {
      confirmed(confirm);
    } else if (packet instanceof ConfirmPath) {
      rejectOldRelease();
    } else if (packet instanceof Raw raw) {
      server.bytes(this, raw.content().toArray());
    } else if (packet instanceof Relay relay) {
      relay(relay, mode, channel);
    } else if (packet instanceof Sync sync) {
      synced(sync);
    } else if (packet instanceof Delta delta) {
      changed(delta);
    } else if (packet instanceof Auth || packet instanceof AuthDone) {
      // A client that wants authentication of a server that has none waits for this.
      if (!answeredAuth) {
        answeredAuth = true;
        send(new AuthDone());
      }
    } else {
      throw fault("a packet that only servers send");
    }
  }

  private void announced(Announce announce) {
    if (announced.containsKey(announce.number())) {
      throw fault("number " + announce.number() + " is announced again");
    }
    checkPath(announce.path());
    String path = Nodes.relative(announce.path());
    Announced before = paths.get(path);
    if (announced.size() >= server.limits().announcements()) {
      forgetOldest(path);
    }
    Announced at = new Announced(announce.number(), path, announce.checksum());
    announced.put(announce.number(), at);
    paths.put(path, at);
    if (before != null) {
      at.hadMethods = before.hadMethods && before.checksum.equals(at.checksum);
      at.wasOwned = before.wasOwned;
    }
    look(at);
    if (!at.isConfirmed) {
      server.tell(new UnknownNode(id, announce.path()));
    }
  }

  /**
   * Forgets an announcement to make room for another one. A node that comes and goes has another
   * number each time. Few packets can still be under way for a number that is not the latest of its
   * path, or for a path without a node.
   */
  private void forgetOldest(String added) {
    int limit = server.limits().announcements();
    if (!renewed.take(1, limit, server.nanoTime())) {
      throw fault("more announcements in a minute than the limit of " + limit);
    }
    Announced oldest =
        announced.values().stream()
            .filter(at -> at.path.equals(added) || paths.get(at.path) != at || !isHere(at.path))
            .findFirst()
            .orElseThrow(() -> fault("more announcements than the limit of " + limit));
    announced.remove(oldest.number);
    paths.remove(oldest.path, oldest);
  }

  private boolean isHere(String path) {
    return server.node(path).isPresent() || server.clientSynchronizer(path).isPresent();
  }

  /** Takes that the server has something at a path, which the peer may have announced already. */
  void appeared(String path) {
    Announced at = paths.get(path);
    if (at != null) {
      look(at);
    }
  }

  /** Compares an announced path with the server's node and synchronizer at that path. */
  private void look(Announced at) {
    Optional<RpcNode> node = server.node(at.path);
    Optional<ClientSynchronizer> synchronizer = server.clientSynchronizer(at.path);
    boolean matches = node.isEmpty() || at.matches(node.get());
    at.hadMethods |= node.isPresent() && matches;
    at.wasOwned |= synchronizer.isPresent() && synchronizer.get().authority() == id;
    if (!at.isConfirmed && (node.isPresent() || synchronizer.isPresent())) {
      at.isConfirmed = true;
      send(new Confirm(matches, at.number));
    }
    if (!matches && !at.hadMethods) {
      differs(node.get());
    }
  }

  private void checkPath(String path) {
    int length = path.getBytes(StandardCharsets.UTF_8).length;
    if (length > server.limits().pathBytes()) {
      throw fault("a path of " + length + " bytes");
    }
  }

  private void differs(RpcNode node) {
    if (different.add(node)) {
      server.tell(new MethodsDiffer(id, node.path()));
    }
  }

  private void confirmed(Confirm confirm) {
    Optional<RpcNode> node = server.numbered(confirm.number());
    if (node.isEmpty() || !sentNumbers.contains(node.get())) {
      if (!server.wasNumber(confirm.number())) {
        if (!isPath(confirm)) {
          throw fault("a confirmation of number " + confirm.number() + ", which no node has had");
        }
        rejectOldRelease();
      }
      return; // as engines do
    }
    confirmed.add(node.get());
    // Methods of synchronizers and spawners are never called, so they may differ.
    if (!confirm.matches() && server.isCalled(node.get())) {
      differs(node.get());
    }
  }

  /**
   * Whether a confirmation contains an announced path of three bytes, as releases that confirm
   * paths send it.
   */
  private boolean isPath(Confirm confirm) {
    return sentNumbers.stream()
        .anyMatch(
            node -> {
              if (node.path().length() > 3) {
                return false;
              }
              byte[] path = node.path().getBytes(StandardCharsets.UTF_8);
              return path.length == 3
                  && confirm.number()
                      == ((path[0] & 0xFF) | (path[1] & 0xFF) << 8 | (path[2] & 0xFF) << 16);
            });
  }

  private void rejectOldRelease() {
    server.tell(new OldRelease(id));
    refuse("a release before Godot 4.3");
  }

  private void call(Call call) {
    if (!calls.take(1, server.limits().calls(), server.nanoTime())) {
      if (excess.take(1, 1, server.nanoTime())) {
        throw fault("more calls in a second than the limit of " + server.limits().calls());
      }
      return;
    }
    Optional<RpcNode> called = node(call.node());
    if (called.isEmpty()) {
      return;
    }
    RpcNode node = called.get();
    if (different.contains(node)) {
      throw fault("a call of " + node + ", whose methods differ");
    }
    String name =
        node.methods()
            .name(call.method())
            .orElseThrow(() -> fault("a call of method " + call.method() + " of " + node));
    Optional<RpcNode.Method> method = node.method(name);
    if (method.isPresent() && method.get().mode() != RpcMode.ANY_PEER) {
      throw fault("a call of " + node + "." + name + ", which clients may not call");
    }
    RpcHandler handler = method.map(RpcNode.Method::handler).orElse(null);
    if (handler == null) {
      return; // A call for other clients; rpc() calls the server as well.
    }
    try {
      ByteBuffer bytes = call.arguments().asBuffer();
      List<Variant> arguments = server.arguments().decodeArguments(bytes, call.raw());
      if (bytes.hasRemaining()) {
        throw fault(bytes.remaining() + " bytes follow the arguments");
      }
      handler.handle(new RpcCall(server, id, node, name, arguments));
    } catch (VariantException e) {
      throw fault("call of " + node + "." + name + ": " + e.getMessage());
    } catch (Exception e) {
      server.tell(new HandlerFailed(id, node + "." + name, e));
    }
  }

  /** Returns the called node; empty if the call was valid only when it was sent. */
  private Optional<RpcNode> node(MultiplayerPacket.Node named) {
    Announced at;
    String path;
    if (named instanceof ByPath by) {
      checkPath(by.path());
      path = Nodes.relative(by.path());
      at = paths.get(path);
    } else {
      int number = ((ByNumber) named).number();
      at = announced.get((long) number);
      if (at == null) {
        throw fault("a call of node " + number + ", which was not announced");
      }
      path = at.path;
    }
    Optional<RpcNode> node = server.node(path);
    if (at == null) {
      if (node.isEmpty()) {
        throw fault("a call of " + EventText.quoted(path) + ", which is not known here");
      }
    } else if (node.isEmpty()) {
      if (!at.hadMethods && server.clientSynchronizer(path).isPresent()) {
        throw fault("a call of " + EventText.quoted(path) + ", which has no methods here");
      }
      // The node is gone, or UnknownNode was reported at the announcement.
    } else if (!at.matches(node.get())) {
      if (at.hadMethods) {
        return Optional.empty(); // A call of the node that was there before.
      }
      differs(node.get());
    }
    return node;
  }

  private void synced(Sync sync) {
    for (State state : sync.states()) {
      if (stage == Stage.GONE) {
        return; // by the handler
      }
      Announced at = synchronizer(state.synchronizer());
      Optional<ClientSynchronizer> client = owned(at);
      if (client.isEmpty()) {
        continue;
      }
      Integer last = at.time;
      if (last != null && sync.time() <= last && last - sync.time() < LATEST) {
        continue; // has been overtaken
      }
      at.time = sync.time();
      take(client.get(), client.get().config().of(ReplicationMode.ALWAYS), state.values());
    }
  }

  private void changed(Delta delta) {
    for (Change change : delta.changes()) {
      if (stage == Stage.GONE) {
        return; // by the handler
      }
      Optional<ClientSynchronizer> owned = owned(synchronizer(change.synchronizer()));
      if (owned.isEmpty()) {
        continue;
      }
      ClientSynchronizer client = owned.get();
      List<Property> all = client.config().of(ReplicationMode.ON_CHANGE);
      List<Property> some = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        if ((change.properties() & 1L << i) != 0) {
          some.add(all.get(i));
        }
      }
      if (some.isEmpty() || some.size() != Long.bitCount(change.properties())) {
        throw fault("changes of properties that " + client.path() + " does not have");
      }
      take(client, some, change.values());
    }
  }

  private Announced synchronizer(long number) {
    Announced at = announced.get(number - Replication.BY_PATH);
    if (at == null) {
      throw fault(
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
    Optional<ClientSynchronizer> client = server.clientSynchronizer(at.path);
    if (client.isPresent() && client.get().authority() == id) {
      return client;
    }
    if (!at.isConfirmed) {
      throw fault("values of " + EventText.quoted(at.path) + ", which is not received here");
    }
    if (!at.wasOwned && !at.isReported) {
      at.isReported = true;
      server.tell(new UnknownNode(id, at.path));
    }
    return Optional.empty();
  }

  private void take(ClientSynchronizer client, List<Property> properties, PackedByteArray values) {
    try {
      ByteBuffer bytes = values.asBuffer();
      Map<String, Variant> taken = new LinkedHashMap<>();
      for (Property property : properties) {
        taken.put(property.name(), server.arguments().decodePrefix(bytes).value());
      }
      if (bytes.hasRemaining()) {
        throw fault(bytes.remaining() + " bytes follow the values");
      }
      client.handler().handle(id, Collections.unmodifiableMap(taken));
    } catch (VariantException e) {
      throw fault("values of " + client.path() + ": " + e.getMessage());
    } catch (Exception e) {
      server.tell(new HandlerFailed(id, client.path(), e));
    }
  }

  private void relay(Relay relay, TransferMode mode, int channel) {
    if (!server.relays()) {
      throw fault("a packet for another peer");
    }
    int to = relay.peer();
    // The filter is asked for each receiver, so the work is counted before it is done.
    takeRelayed(RELAY_OVERHEAD * (1L + (to > 0 ? 1 : server.admittedCount())));
    MultiplayerPacket inside = MultiplayerPacket.decode(relay.packet().asBuffer());
    List<ServerPeer> receivers = server.receivers(id, to);
    byte[] packet = new Relay(id, relay.packet()).encode();
    for (ServerPeer receiver : receivers) {
      if (server.mayRelay(id, receiver.id, inside)) {
        takeRelayed(packet.length);
        receiver.connection.send(packet, mode, channel);
      }
    }
    if (to == 0 || to < -1) {
      if (inside instanceof Raw raw) {
        server.bytes(this, raw.content().toArray());
      }
    }
  }

  private void takeRelayed(long bytes) {
    long limit = server.limits().relayedBytes();
    if (!relayed.take(bytes, limit, server.nanoTime())) {
      throw fault("more bytes relayed in a second than the limit of " + limit);
    }
  }

  // Outbound.

  /** Returns false if the peer's methods differ. */
  boolean call(
      RpcNode node, int method, RpcNode.Method how, CompressedVariantCodec.Arguments arguments) {
    if (different.contains(node)) {
      return false;
    }
    int number = announce(node);
    Call call =
        new Call(
            confirmed.contains(node) ? ByNumber.of(number) : new ByPath(node.path()),
            method,
            PackedByteArray.wrap(arguments.bytes()),
            arguments.raw());
    connection.send(call.encode(), how.transferMode(), how.channel());
    return true;
  }

  /** Sends the number of a node to the peer, unless it was sent before. */
  int announce(RpcNode node) {
    int number = server.number(node);
    if (sentNumbers.add(node)) {
      send(new Announce(node.methods().checksum(), number, node.path()));
    }
    return number;
  }

  /** Forgets a node; the server gives it another number if it is added again. */
  void forget(RpcNode node) {
    sentNumbers.remove(node);
    confirmed.remove(node);
    different.remove(node);
  }

  /** Whether the peer has confirmed the node. */
  boolean knows(RpcNode node) {
    return confirmed.contains(node);
  }

  void send(MultiplayerPacket packet) {
    connection.send(packet.encode(), TransferMode.RELIABLE, 0);
  }

  void send(byte[] packet, TransferMode mode, int channel) {
    connection.send(packet, mode, channel);
  }

  void add(ServerPeer other) {
    send(new AddPeer(other.id));
  }

  void close(String reason) {
    if (stage != Stage.GONE) {
      refuse(reason);
    }
  }

  // Protocol errors.

  private static VariantException fault(String problem) {
    return new MalformedVariantException(problem, MalformedVariantException.NO_OFFSET, "");
  }

  private void faulty(VariantException e) {
    if (stage == Stage.GONE) {
      return;
    }
    boolean isWithin = faults.take(1, server.limits().faults(), server.nanoTime());
    server.tell(new PeerFault(id, String.valueOf(e.getMessage())));
    if (!isWithin && stage != Stage.GONE) {
      refuse("more faults in a minute than the limit of " + server.limits().faults());
    }
  }

  /** For example {@code peer 704759998 (/127.0.0.1:4242)}. */
  @Override
  public String toString() {
    return "peer " + id + " (" + connection + ")";
  }
}
