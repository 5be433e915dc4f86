package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.MultiplayerTransport;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A server of {@link MultiplayerRooms}, and the server's connections. All servers share one port.
 */
final class Room implements MultiplayerTransport {
  private final String name;
  private final EventLoop loop;
  private final SocketAddress address;
  private final String protocol;
  private final RoomRegistry registry;
  private final ChannelGroup clients;
  private volatile boolean hasAdmitted;

  @SuppressWarnings("NullAway.Init") // set before the registry returns the object
  private MultiplayerServer server;

  // Guarded by the registry.
  private int connections;
  private long joins;

  Room(String name, EventLoop loop, SocketAddress address, String protocol, RoomRegistry registry) {
    this.name = name;
    this.loop = loop;
    this.address = address;
    this.protocol = protocol;
    this.registry = registry;
    clients = new DefaultChannelGroup(loop);
  }

  String name() {
    return name;
  }

  MultiplayerServer server() {
    return server;
  }

  void setServer(MultiplayerServer started) {
    server = started;
  }

  EventLoop loop() {
    return loop;
  }

  /**
   * Records that the server has admitted a peer. If a room has never admitted a peer, the room is
   * closed as soon as it has no connection.
   */
  void onAdmitted() {
    hasAdmitted = true;
  }

  boolean hasAdmitted() {
    return hasAdmitted;
  }

  // Connections, guarded by the registry.

  void join(Channel client) {
    connections++;
    joins++;
    clients.add(client);
  }

  void leave() {
    connections--;
  }

  boolean isEmpty() {
    return connections == 0;
  }

  /**
   * Returns the number of connections that have joined this room, including connections that have
   * ended.
   */
  long joins() {
    return joins;
  }

  // The server's transport.

  @Override
  public SocketAddress start(MultiplayerServer started) {
    return address;
  }

  @Override
  public String protocol() {
    return protocol;
  }

  @Override
  public void stopAccepting() {
    registry.stopAccepting(this);
  }

  /**
   * Removes the room from the registry, and schedules a task that closes the remaining connections
   * after {@link WebSocketPort#CLOSE_SECONDS}. Does not wait for this task, because the program may
   * close many servers one after the other.
   */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // Nothing waits for the connections.
  public void close() {
    registry.remove(this);
    if (!clients.isEmpty() && !loop.isShuttingDown()) {
      loop.schedule(() -> clients.close(), WebSocketPort.CLOSE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
