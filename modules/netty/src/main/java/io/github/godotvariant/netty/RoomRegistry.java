package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.HandshakeRequest;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates the servers of {@link MultiplayerRooms}, when the first client of a room connects. Closes
 * a server after the last connection of the room has ended. A lock guards all changes. Therefore
 * two clients never create two servers with the same name, and no client joins a server that is
 * being closed. The registry does not hold the lock while it closes a server.
 */
final class RoomRegistry {
  private static final Logger LOG = System.getLogger(MultiplayerServer.class.getName());

  /**
   * The minimum time, in nanoseconds, between two log entries about rooms that could not be
   * created. Without this limit, clients could cause any number of log entries.
   */
  private static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final MultiplayerRooms.Factory factory;
  private final List<EventLoop> loops;
  private final ScheduledExecutorService closer;
  private final int maxCount;
  private final int maxPerMinute;
  private final int maxPerMinuteAndAddress;
  private final long emptyMillis;
  private final String protocol;

  /**
   * The open rooms by name. Threads hold the lock when they change this map, but need not hold the
   * lock when they read the map.
   */
  private final Map<String, Room> rooms = new ConcurrentHashMap<>();

  /** The rooms that no longer accept clients, but are not closed yet. */
  private final Set<Room> closingRooms = new HashSet<>();

  /**
   * For each client address, the number of rooms that were created by clients with this address in
   * the current minute. {@link ConnectionLimit#key} makes the keys.
   */
  private final Map<Object, Integer> createdByAddress = new HashMap<>();

  private boolean isClosed;
  private long minuteStart;
  private int createdInMinute;
  private @Nullable Long lastLogged;

  /**
   * The room that a connection has joined; or null, and the HTTP status of the response that
   * rejects the connection.
   */
  record Selection(@Nullable Room room, HttpResponseStatus status) {}

  /**
   * Creates a registry.
   *
   * @param loops the event loops of the servers
   * @param closer runs the tasks that close servers; must not use the thread of a server
   */
  RoomRegistry(
      MultiplayerRooms.Builder builder, List<EventLoop> loops, ScheduledExecutorService closer) {
    factory = Objects.requireNonNull(builder.factory);
    this.loops = loops;
    this.closer = closer;
    maxCount = builder.maxRooms;
    maxPerMinute = builder.maxRoomsPerMinute;
    maxPerMinuteAndAddress = builder.maxRoomsPerMinuteAndAddress;
    emptyMillis = TimeUnit.SECONDS.toMillis(builder.emptySeconds);
    protocol = builder.webSocket.protocol();
    minuteStart = System.nanoTime();
  }

  /** Returns a copy of the open rooms, by name. */
  Map<String, Room> copy() {
    return Map.copyOf(rooms);
  }

  Optional<Room> get(String name) {
    return Optional.ofNullable(rooms.get(name));
  }

  /**
   * Adds a connection to the room with the name, and creates the room if necessary. Removes the
   * connection from the room when the connection ends.
   */
  synchronized Selection join(String name, HandshakeRequest request, Channel client) {
    Room room = rooms.get(name);
    if (isClosed) {
      return new Selection(null, HttpResponseStatus.SERVICE_UNAVAILABLE);
    }
    if (room == null) {
      Object address = ConnectionLimit.key(client.remoteAddress());
      if (rooms.size() + closingRooms.size() >= maxCount || !mayCreate(address)) {
        return new Selection(null, HttpResponseStatus.SERVICE_UNAVAILABLE);
      }
      try {
        Optional<Consumer<MultiplayerServer.Builder>> settings = factory.create(name, request);
        if (settings.isEmpty()) {
          return new Selection(null, HttpResponseStatus.NOT_FOUND);
        }
        room = create(name, settings.get(), client.localAddress());
        createdByAddress.merge(address, 1, Integer::sum);
      } catch (IOException | RuntimeException e) {
        logFailure(e);
        return new Selection(null, HttpResponseStatus.INTERNAL_SERVER_ERROR);
      }
    }
    Room joined = room;
    joined.join(client);
    client.closeFuture().addListener(closed -> leave(joined));
    return new Selection(joined, HttpResponseStatus.SWITCHING_PROTOCOLS);
  }

  private boolean mayCreate(Object address) {
    if (System.nanoTime() - minuteStart >= MINUTE_NANOS) {
      minuteStart = System.nanoTime();
      createdInMinute = 0;
      createdByAddress.clear();
    }
    return createdInMinute < maxPerMinute
        && createdByAddress.getOrDefault(address, 0) < maxPerMinuteAndAddress;
  }

  private EventLoop loopWithFewestRooms() {
    return Collections.min(
        loops,
        Comparator.comparingLong(
            loop ->
                Stream.concat(rooms.values().stream(), closingRooms.stream())
                    .filter(room -> room.loop() == loop)
                    .count()));
  }

  private Room create(
      String name, Consumer<MultiplayerServer.Builder> settings, SocketAddress address)
      throws IOException {
    EventLoop loop = loopWithFewestRooms();
    Room room = new Room(name, loop, address, protocol, this);
    MultiplayerServer.Builder builder = MultiplayerServer.on(loop).name(name);
    settings.accept(builder);
    room.setServer(builder.transport(room).start());
    createdInMinute++;
    rooms.put(name, room);
    return room;
  }

  private void logFailure(Exception problem) {
    long now = System.nanoTime();
    if (lastLogged == null || now - lastLogged >= LOG_NANOS) {
      lastLogged = now;
      LOG.log(Level.ERROR, "a room cannot be created", problem);
    }
  }

  private synchronized void leave(Room room) {
    room.leave();
    closeIfEmpty(room);
  }

  /**
   * Schedules the end of a room if the room has no connection. Waits for {@code emptySeconds} or
   * for the time in which peers can reconnect, whichever is longer. Does not wait if the room no
   * longer accepts clients or has never admitted a peer.
   */
  private void closeIfEmpty(Room room) {
    boolean isOpen = rooms.get(room.name()) == room;
    if (!room.isEmpty() || !(isOpen || closingRooms.contains(room))) {
      return;
    }
    long joins = room.joins();
    long millis =
        isOpen && room.hasAdmitted()
            ? Math.max(emptyMillis, room.server().limits().reconnectMillis())
            : 0;
    try {
      var unused = closer.schedule(() -> closeEmpty(room, joins), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // All servers are being closed.
    }
  }

  /**
   * Closes the server of a room, unless a client has joined the room since the task was scheduled.
   *
   * @param joins the result of {@link Room#joins} when the task was scheduled
   */
  private void closeEmpty(Room room, long joins) {
    synchronized (this) {
      boolean isOpen = rooms.get(room.name()) == room;
      if (room.joins() != joins || !(isOpen || closingRooms.contains(room))) {
        return;
      }
      rooms.remove(room.name(), room);
    }
    room.server().close("the room is empty");
  }

  /** Moves a room that no longer accepts clients to {@link #closingRooms}. */
  synchronized void stopAccepting(Room room) {
    if (rooms.remove(room.name(), room)) {
      closingRooms.add(room);
      closeIfEmpty(room);
    }
  }

  /** Removes a room whose server is closed. */
  synchronized void remove(Room room) {
    rooms.remove(room.name(), room);
    closingRooms.remove(room);
  }

  /** Rejects all later clients. Returns the servers of all rooms, which the caller must close. */
  synchronized List<MultiplayerServer> stop() {
    isClosed = true;
    return Stream.concat(rooms.values().stream(), closingRooms.stream()).map(Room::server).toList();
  }
}
