package io.github.godotvariant.enet;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to one peer. The class assigns sequence numbers, queues commands, limits the
 * unacknowledged commands with windows, and puts commands into datagrams. It sends commands again
 * that are not acknowledged. The rules are those of ENet 1.3.18, because the peer relies on these
 * rules.
 */
final class OutgoingCommands {
  static final int WINDOWS = 16;
  static final int WINDOW_SIZE = 4096;
  private static final int NUMBERS = 0x1_0000;

  /**
   * A new window starts only if this number of windows, from the new window on, does not contain
   * unacknowledged commands. A window is a range of {@link #WINDOW_SIZE} sequence numbers.
   */
  private static final int GUARD_WINDOWS = 10;

  private static final int MAX_COMMANDS = 32;

  /**
   * The length in bytes of a datagram header that contains the time. ENet reserves these bytes even
   * for a header without the time.
   */
  private static final int HEADER_BYTES = 4;

  private static final int MAX_ACKNOWLEDGEMENTS = 256;
  private static final int OVERHEAD_BYTES = 32;

  /**
   * Until the address of the client is verified, this side sends at most this number of bytes for
   * each byte from the client.
   */
  private static final int UNVERIFIED_FACTOR = 3;

  private static final int MIN_TIMEOUT_MILLIS = 50;
  private static final int MAX_TIMEOUT_MILLIS = 5000;

  /** The sequence numbers that were used last on one channel, and the windows of the channel. */
  static final class Channel {
    int reliable;
    int unreliable;

    /** The number of unacknowledged commands in each window of sequence numbers. */
    private final int[] unacknowledged = new int[WINDOWS];
  }

  private static final class Entry {
    final EnetCommand command;

    /**
     * The number of commands that were queued before this command. Of the commands that wait, the
     * command with the lowest number is sent first. A retransmitted command keeps this number.
     */
    final long order;

    int sends;
    long sentAt;
    long timeout;
    boolean isAcknowledged;

    Entry(EnetCommand command, long order) {
      this.command = command;
      this.order = order;
    }

    boolean isLate(long now) {
      return now - sentAt >= timeout;
    }
  }

  private final EnetHost host;
  private final EnetPeer peer;
  private final Map<Integer, Channel> channels = new HashMap<>();
  private final Deque<EnetCommand> acknowledgements = new ArrayDeque<>();

  /**
   * Reliable commands with data that wait to be sent. These commands also wait while a window is
   * full.
   */
  private final Deque<Entry> reliableQueue = new ArrayDeque<>();

  /** All other commands that wait to be sent. */
  private final Deque<Entry> queue = new ArrayDeque<>();

  /** The commands that were sent but are not acknowledged yet. {@link #key} computes the keys. */
  private final Map<Integer, Entry> unacknowledged = new HashMap<>();

  /**
   * The unacknowledged commands that do not wait for a retransmission, in the order in which they
   * were last sent.
   */
  private final Set<Entry> inFlight = new LinkedHashSet<>();

  private long nextOrder;
  private int controlNumber;

  /** The number of the last unsequenced packet. */
  int group;

  private long bytesInFlight;
  private long queuedBytes;

  /**
   * The earliest time, in milliseconds, at which a command was sent that has timed out since the
   * last acknowledgement. The value is -1 if no command has timed out.
   */
  private long earliestTimeout = -1;

  private long sentBytes;

  OutgoingCommands(EnetHost host, EnetPeer peer) {
    this.host = host;
    this.peer = peer;
    controlNumber = peer.handshake.replyNumber;
  }

  Channel channel(int channel) {
    return channels.computeIfAbsent(channel, key -> new Channel());
  }

  long queuedBytes() {
    return queuedBytes;
  }

  /** {@return whether no command waits to be sent or acknowledged} */
  boolean isIdle() {
    return peek(queue) == null && peek(reliableQueue) == null && inFlight.isEmpty();
  }

  void send(byte[] packet, int index, EnetDelivery delivery) {
    Channel channel = channel(index);
    int maxFragmentLength = maxBytes() - CommandKind.SEND_FRAGMENT.headerBytes;
    boolean isReliable = delivery == EnetDelivery.RELIABLE || channel.unreliable == NUMBERS - 1;
    if (packet.length > maxFragmentLength) {
      int count = (packet.length + maxFragmentLength - 1) / maxFragmentLength;
      int first = 1 + (isReliable ? channel.reliable : channel.unreliable) & 0xffff;
      for (int i = 0; i < count; i++) {
        int number = isReliable ? nextReliable(channel) : channel.reliable;
        enqueue(
            EnetCommand.fragment(isReliable, index, number, first, i, maxFragmentLength, packet));
      }
      if (!isReliable) {
        channel.unreliable++;
      }
    } else if (delivery == EnetDelivery.UNSEQUENCED) {
      group = group + 1 & 0xffff;
      enqueue(EnetCommand.packet(CommandKind.SEND_UNSEQUENCED, index, 0, group, packet));
    } else if (isReliable) {
      int number = nextReliable(channel);
      enqueue(EnetCommand.packet(CommandKind.SEND_RELIABLE, index, number, 0, packet));
    } else {
      int number = channel.reliable;
      channel.unreliable++;
      enqueue(
          EnetCommand.packet(
              CommandKind.SEND_UNRELIABLE, index, number, channel.unreliable, packet));
    }
  }

  private static int nextReliable(Channel channel) {
    channel.unreliable = 0;
    channel.reliable = channel.reliable + 1 & 0xffff;
    return channel.reliable;
  }

  /** Queues a command that concerns the whole connection. */
  void control(CommandKind kind, int... fields) {
    enqueue(EnetCommand.of(kind, EnetCommand.CONTROL_CHANNEL, nextControlNumber(), fields));
  }

  private int nextControlNumber() {
    controlNumber = controlNumber + 1 & 0xffff;
    return controlNumber;
  }

  private void enqueue(EnetCommand command) {
    Entry entry = new Entry(command, nextOrder++);
    queuedBytes += command.dataLength() + OVERHEAD_BYTES;
    queueOf(command).add(entry);
  }

  private Deque<Entry> queueOf(EnetCommand command) {
    return command.kind().hasData() && command.wantsAcknowledgement() ? reliableQueue : queue;
  }

  private void release(EnetCommand command) {
    queuedBytes -= command.dataLength() + OVERHEAD_BYTES;
  }

  /**
   * Queues an acknowledgement. If the queue of acknowledgements is full, first sends the queued
   * acknowledgements. If the queue stays full, drops the new acknowledgement.
   */
  void acknowledge(EnetCommand command, int time) {
    if (acknowledgements.size() == MAX_ACKNOWLEDGEMENTS) {
      flush();
    }
    if (acknowledgements.size() < MAX_ACKNOWLEDGEMENTS) {
      acknowledgements.add(
          EnetCommand.of(
              CommandKind.ACK, command.channel(), command.number(), command.number(), time));
    }
  }

  /** Drops all queued and unacknowledged commands. */
  void clear() {
    reliableQueue.clear();
    queue.clear();
    unacknowledged.clear();
    inFlight.clear();
    acknowledgements.clear();
    bytesInFlight = 0;
    queuedBytes = 0;
  }

  /** Drops all commands, and sends a DISCONNECT that the client does not acknowledge. */
  void disconnectNow(int data) {
    clear();
    enqueue(EnetCommand.disconnectNow(nextControlNumber(), data));
    flush();
    clear();
  }

  /**
   * Sends the queued acknowledgements and commands, except for commands that must wait because of a
   * window or a limit.
   */
  void flush() {
    boolean hasMore = true;
    while (hasMore) {
      hasMore = sendDatagram();
    }
  }

  /** Returns the maximum length in bytes of all commands of one datagram together. */
  private int maxBytes() {
    return peer.handshake.mtu - HEADER_BYTES;
  }

  /**
   * Sends one datagram if commands can be sent. Returns whether to try again, because further
   * commands did not fit into the datagram.
   */
  private boolean sendDatagram() {
    Handshake handshake = peer.handshake;
    ByteBuffer out = host.commandBuffer();
    int limit = maxBytes();
    if (!peer.isVerified()) {
      long allowed =
          UNVERIFIED_FACTOR * handshake.receivedBytes - handshake.sentBytes - HEADER_BYTES;
      limit = (int) Math.max(0, Math.min(limit, allowed));
    }
    int commands = 0;
    boolean hasTime = false;
    while (!acknowledgements.isEmpty() && commands < MAX_COMMANDS) {
      EnetCommand first = acknowledgements.element();
      if (out.position() + first.length() > limit) {
        break;
      }
      acknowledgements.remove().write(out);
      commands++;
    }
    boolean hasMore = !acknowledgements.isEmpty();
    boolean isBlocked = false;
    Entry entry;
    while ((entry = nextEntry(isBlocked)) != null) {
      EnetCommand command = entry.command;
      boolean isReliable = command.wantsAcknowledgement();
      if (isReliable && command.kind().hasData() && isHeldBack(entry)) {
        isBlocked = true;
        continue;
      }
      if (commands == MAX_COMMANDS || out.position() + command.length() > limit) {
        hasMore = true;
        break;
      }
      queueOf(command).remove();
      if (isReliable) {
        startTimeout(entry);
        hasTime = true;
      } else {
        release(command);
        if (command.kind().hasData() && isThrottled(command)) {
          continue;
        }
      }
      command.write(out);
      commands++;
    }
    if (commands == 0) {
      return false;
    }
    int sent = host.sendDatagram(peer, out.flip(), hasTime);
    handshake.sentBytes += sent;
    sentBytes += sent;
    return hasMore;
  }

  /**
   * Returns the entry to send next: of the first entries of the two queues, the entry with the
   * lower {@link Entry#order}. Ignores {@link #reliableQueue} if {@code isReliableBlocked} is true.
   * Returns null if there is no entry.
   */
  private @Nullable Entry nextEntry(boolean isReliableBlocked) {
    Entry other = peek(queue);
    Entry reliable = isReliableBlocked ? null : peek(reliableQueue);
    return other == null || reliable != null && reliable.order < other.order ? reliable : other;
  }

  /**
   * Returns the first entry of a queue that is not acknowledged; null if there is none. Removes the
   * entries before this entry, which were acknowledged while they waited for a retransmission.
   */
  private static @Nullable Entry peek(Deque<Entry> entries) {
    Entry first = entries.peek();
    while (first != null && first.isAcknowledged) {
      entries.remove();
      first = entries.peek();
    }
    return first;
  }

  /**
   * Returns whether a command must wait because a window is full: the window of sequence numbers,
   * or the window of bytes in flight.
   */
  private boolean isHeldBack(Entry entry) {
    EnetCommand command = entry.command;
    if (entry.sends == 0 && command.number() % WINDOW_SIZE == 0) {
      Channel channel = channel(command.channel());
      int window = command.number() / WINDOW_SIZE;
      if (channel.unacknowledged[(window + WINDOWS - 1) % WINDOWS] >= WINDOW_SIZE) {
        return true;
      }
      for (int i = window; i < window + GUARD_WINDOWS; i++) {
        if (channel.unacknowledged[i % WINDOWS] > 0) {
          return true;
        }
      }
    }
    long window =
        (long) peer.roundTrip.throttle() * peer.handshake.window() / RoundTripTime.THROTTLE_SCALE;
    return bytesInFlight + command.dataLength() > Math.max(window, peer.handshake.mtu);
  }

  private void startTimeout(Entry entry) {
    EnetCommand command = entry.command;
    if (entry.sends == 0) {
      entry.timeout =
          Math.max(MIN_TIMEOUT_MILLIS, Math.min(MAX_TIMEOUT_MILLIS, peer.roundTrip.timeout()));
      if (command.kind().hasData()) {
        channel(command.channel()).unacknowledged[command.number() / WINDOW_SIZE]++;
      }
    }
    entry.sends++;
    entry.sentAt = host.now();
    inFlight.add(entry);
    unacknowledged.put(key(command.channel(), command.number()), entry);
    bytesInFlight += command.dataLength();
  }

  /**
   * Returns whether the throttle drops the unreliable packet of a command. If so, removes the other
   * fragments of the packet from the queue. The first fragment decides for the whole packet.
   */
  private boolean isThrottled(EnetCommand command) {
    if (command.isFragment() && command.field(EnetCommand.INDEX) != 0
        || !peer.roundTrip.dropsNextPacket()) {
      return false;
    }
    Entry next = queue.peek();
    while (command.isFragment()
        && next != null
        && next.command.data() == command.data()
        && next.command.isFragment()
        && next.command.field(EnetCommand.INDEX) != 0) {
      release(queue.remove().command);
      next = queue.peek();
    }
    return true;
  }

  /** Returns the key of a command in {@link #unacknowledged}. */
  private static int key(int channel, int number) {
    return channel << 16 | number;
  }

  /**
   * Processes the acknowledgement of a command, which then does not count as unacknowledged.
   *
   * @return the acknowledged command; null if there is no such command or it was acknowledged
   *     before
   */
  @Nullable EnetCommand onAcknowledged(int channel, int number) {
    earliestTimeout = -1;
    Entry entry = unacknowledged.remove(key(channel, number));
    if (entry == null) {
      return null;
    }
    EnetCommand command = entry.command;
    entry.isAcknowledged = true;
    release(command);
    if (inFlight.remove(entry)) {
      bytesInFlight -= command.dataLength();
    }
    if (command.kind().hasData()) {
      channel(channel).unacknowledged[number / WINDOW_SIZE]--;
    }
    return command;
  }

  /**
   * Queues commands again if they were not acknowledged in time. Does nothing before the timeout of
   * the first command in {@link #inFlight}.
   *
   * @return whether the peer must be disconnected because of a timeout
   */
  boolean checkTimeouts(EnetLimits limits) {
    long now = host.now();
    if (inFlight.isEmpty() || !inFlight.iterator().next().isLate(now)) {
      return false;
    }
    List<Entry> late = inFlight.stream().filter(entry -> entry.isLate(now)).toList();
    for (Entry entry : late) {
      if (earliestTimeout < 0 || entry.sentAt < earliestTimeout) {
        earliestTimeout = entry.sentAt;
      }
      long elapsed = now - earliestTimeout;
      if (elapsed >= limits.timeoutMaxMillis()
          || entry.sends >= limits.timeoutSends() && elapsed >= limits.timeoutMinMillis()) {
        return true;
      }
      entry.timeout *= 2;
    }
    for (int i = late.size() - 1; i >= 0; i--) {
      Entry entry = late.get(i);
      inFlight.remove(entry);
      bytesInFlight -= entry.command.dataLength();
      queueOf(entry.command).addFirst(entry);
    }
    return false;
  }

  /**
   * Sends a PING if no command waits to be sent or acknowledged, and the last acknowledgement
   * arrived at least {@code interval} milliseconds ago.
   */
  void pingIfIdle(long interval) {
    if (isIdle() && host.now() - peer.roundTrip.lastAcknowledgement() >= interval) {
      control(CommandKind.PING);
      flush();
    }
  }

  /** {@return the number of bytes that were sent since the last call of this method} */
  long takeSentBytes() {
    long bytes = sentBytes;
    sentBytes = 0;
    return bytes;
  }
}
