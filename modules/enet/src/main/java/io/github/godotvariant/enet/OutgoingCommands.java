package io.github.godotvariant.enet;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The commands to one peer: numbers, acknowledgements, queues, windows, repetition and datagrams.
 * The rules are those of ENet 1.3.18, because the client computes with them too.
 */
final class OutgoingCommands {
  static final int WINDOWS = 16;
  static final int WINDOW_SIZE = 4096;
  private static final int NUMBERS = 0x1_0000;

  /**
   * Windows after a new one that must be free of unacknowledged numbers, and that one and the next.
   */
  private static final int GUARD_WINDOWS = 10;

  private static final int MAX_COMMANDS = 32;

  /** The length of the header in the computation of the MTU, even if no time follows. */
  private static final int HEADER_BYTES = 4;

  private static final int MAX_ACKNOWLEDGEMENTS = 256;
  private static final int OVERHEAD_BYTES = 32;
  private static final int UNVERIFIED_FACTOR = 3;
  private static final int MIN_TIMEOUT = 50;
  private static final int MAX_TIMEOUT = 5000;

  /** The numbers of one channel. */
  static final class Channel {
    int reliable;
    int unreliable;

    /** Unacknowledged commands by window, and a bit for each window that has any. */
    final int[] unacknowledged = new int[WINDOWS];

    int usedWindows;
  }

  private static final class Entry {
    final EnetCommand command;

    /** Position in the order of all commands; a repeated command keeps its position. */
    final long order;

    int sends;
    long sentAt;
    long timeout;
    boolean isAcknowledged;

    Entry(EnetCommand command, long order) {
      this.command = command;
      this.order = order;
    }
  }

  private final EnetHost host;
  private final EnetPeer peer;
  private final RoundTripTime roundTrip;
  private final Map<Integer, Channel> channels = new HashMap<>();
  private final Deque<EnetCommand> acknowledgements = new ArrayDeque<>();

  /** Reliable commands with data, which windows can hold back. */
  private final Deque<Entry> reliableQueue = new ArrayDeque<>();

  /** All other commands. */
  private final Deque<Entry> queue = new ArrayDeque<>();

  /** Commands that were sent at least once and are not acknowledged, by channel and number. */
  private final Map<Integer, Entry> unacknowledged = new HashMap<>();

  /** The commands that do not wait for a retransmission, in the order of sending. */
  private final Map<Integer, Entry> inFlight = new LinkedHashMap<>();

  private long nextOrder;
  private int nextControlNumber;
  private int group;
  private long bytesInFlight;
  private long queuedBytes;
  private long nextTimeout;
  private long oldestTimeout = -1;
  private long datagramBytes;
  private long bytesThisSecond;

  OutgoingCommands(EnetHost host, EnetPeer peer, RoundTripTime roundTrip, int controlNumber) {
    this.host = host;
    this.peer = peer;
    this.roundTrip = roundTrip;
    nextControlNumber = controlNumber;
  }

  Channel channel(int channel) {
    return channels.computeIfAbsent(channel, key -> new Channel());
  }

  long queuedBytes() {
    return queuedBytes;
  }

  void setGroup(int value) {
    group = value;
  }

  /** Adds bytes that were sent before this object existed. */
  void addDatagramBytes(long bytes) {
    datagramBytes += bytes;
  }

  /** {@return whether nothing waits to be sent or acknowledged} */
  boolean isIdle() {
    return queue.isEmpty() && peekReliable() == null && inFlight.isEmpty();
  }

  void send(byte[] packet, int index, EnetDelivery delivery) {
    Channel channel = channel(index);
    int step = peer.mtu() - HEADER_BYTES - EnetCommand.FRAGMENT_HEADER_BYTES;
    boolean isReliable = delivery == EnetDelivery.RELIABLE || channel.unreliable == NUMBERS - 1;
    if (packet.length > step) {
      int count = (packet.length + step - 1) / step;
      int first = 1 + (isReliable ? channel.reliable : channel.unreliable) & 0xffff;
      for (int i = 0; i < count; i++) {
        int number = isReliable ? nextReliable(channel) : channel.reliable;
        enqueue(EnetCommand.fragment(isReliable, index, number, first, i, step, packet));
      }
      if (!isReliable) {
        channel.unreliable++;
      }
    } else if (delivery == EnetDelivery.UNSEQUENCED) {
      group = group + 1 & 0xffff;
      enqueue(EnetCommand.packet(EnetCommand.SEND_UNSEQUENCED, index, 0, group, packet));
    } else if (isReliable) {
      int number = nextReliable(channel);
      enqueue(EnetCommand.packet(EnetCommand.SEND_RELIABLE, index, number, 0, packet));
    } else {
      channel.unreliable++;
      enqueue(
          EnetCommand.packet(
              EnetCommand.SEND_UNRELIABLE, index, channel.reliable, channel.unreliable, packet));
    }
  }

  private static int nextReliable(Channel channel) {
    channel.unreliable = 0;
    channel.reliable = channel.reliable + 1 & 0xffff;
    return channel.reliable;
  }

  /** Queues a command that belongs to the connection. */
  void control(int kind, int flags, int... fields) {
    enqueue(controlCommand(kind, flags, fields));
  }

  private EnetCommand controlCommand(int kind, int flags, int... fields) {
    nextControlNumber = nextControlNumber + 1 & 0xffff;
    return EnetCommand.of(kind, flags, EnetCommand.CONTROL_CHANNEL, nextControlNumber, fields);
  }

  private void enqueue(EnetCommand command) {
    Entry entry = new Entry(command, nextOrder++);
    queuedBytes += command.dataLength() + OVERHEAD_BYTES;
    queueOf(command).add(entry);
  }

  private Deque<Entry> queueOf(EnetCommand command) {
    return command.isData() && command.wantsAcknowledgement() ? reliableQueue : queue;
  }

  private void release(EnetCommand command) {
    queuedBytes -= command.dataLength() + OVERHEAD_BYTES;
  }

  /** Queues an acknowledgement. A full queue is sent immediately. */
  void acknowledge(EnetCommand command, int time) {
    if (acknowledgements.size() == MAX_ACKNOWLEDGEMENTS) {
      flush();
    }
    if (acknowledgements.size() < MAX_ACKNOWLEDGEMENTS) {
      acknowledgements.add(
          EnetCommand.of(
              EnetCommand.ACK, 0, command.channel(), command.number(), command.number(), time));
    }
  }

  /** Drops all commands that wait. */
  void clear() {
    reliableQueue.clear();
    queue.clear();
    unacknowledged.clear();
    inFlight.clear();
    acknowledgements.clear();
    bytesInFlight = 0;
    queuedBytes = 0;
  }

  /** Sends a DISCONNECT that is not acknowledged, without the queues. */
  void disconnectNow(int data) {
    clear();
    enqueue(controlCommand(EnetCommand.DISCONNECT, EnetCommand.UNSEQUENCED, data));
    flush();
    clear();
  }

  /** Sends all that may be sent. */
  void flush() {
    boolean hasMore = true;
    while (hasMore) {
      hasMore = sendDatagram();
    }
  }

  /** Sends one datagram. Returns whether another one can follow. */
  private boolean sendDatagram() {
    ByteBuffer out = host.commandBuffer();
    int limit = peer.mtu() - HEADER_BYTES;
    if (!peer.isVerified()) {
      long allowed = UNVERIFIED_FACTOR * peer.receivedBytes() - datagramBytes - HEADER_BYTES;
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
      if (isReliable && command.isData() && isHeldBack(entry)) {
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
        if (command.isData() && isThrottled(command)) {
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
    datagramBytes += sent;
    bytesThisSecond += sent;
    return hasMore;
  }

  /** Returns the first entry of both queues. */
  private @Nullable Entry nextEntry(boolean withoutReliable) {
    Entry other = queue.peek();
    Entry reliable = withoutReliable ? null : peekReliable();
    if (other != null && other.isAcknowledged) {
      queue.remove();
      return nextEntry(withoutReliable);
    }
    return other == null || reliable != null && reliable.order < other.order ? reliable : other;
  }

  private @Nullable Entry peekReliable() {
    Entry first = reliableQueue.peek();
    while (first != null && first.isAcknowledged) {
      reliableQueue.remove();
      first = reliableQueue.peek();
    }
    return first;
  }

  /** Checks whether a window of numbers or bytes holds a reliable command back. */
  private boolean isHeldBack(Entry entry) {
    EnetCommand command = entry.command;
    if (entry.sends == 0 && command.number() % WINDOW_SIZE == 0) {
      Channel channel = channel(command.channel());
      int window = command.number() / WINDOW_SIZE;
      int guard = ((1 << GUARD_WINDOWS) - 1) << window;
      if (channel.unacknowledged[(window + WINDOWS - 1) % WINDOWS] >= WINDOW_SIZE
          || (channel.usedWindows & (guard | guard >>> WINDOWS)) != 0) {
        return true;
      }
    }
    long window = (long) roundTrip.throttle() * peer.window() / RoundTripTime.THROTTLE_SCALE;
    return bytesInFlight + command.dataLength() > Math.max(window, peer.mtu());
  }

  private void startTimeout(Entry entry) {
    EnetCommand command = entry.command;
    if (entry.sends == 0 && command.isData()) {
      Channel channel = channel(command.channel());
      int window = command.number() / WINDOW_SIZE;
      channel.usedWindows |= 1 << window;
      channel.unacknowledged[window]++;
    }
    if (entry.sends == 0) {
      entry.timeout = Math.max(MIN_TIMEOUT, Math.min(MAX_TIMEOUT, roundTrip.timeout()));
    }
    entry.sends++;
    entry.sentAt = host.now();
    if (inFlight.isEmpty()) {
      nextTimeout = entry.sentAt + entry.timeout;
    }
    inFlight.put(key(command.channel(), command.number()), entry);
    unacknowledged.put(key(command.channel(), command.number()), entry);
    bytesInFlight += command.dataLength();
  }

  /** Drops an unreliable packet with all its fragments if the throttle demands it. */
  private boolean isThrottled(EnetCommand command) {
    if (command.isFragment() && command.field(EnetCommand.INDEX) != 0 || !roundTrip.drops()) {
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

  private static int key(int channel, int number) {
    return channel << 16 | number;
  }

  /**
   * Removes an acknowledged command.
   *
   * @return the kind of the command, or 0 if it was not sent or was acknowledged before
   */
  int onAcknowledged(int channelIndex, int number) {
    oldestTimeout = -1;
    int key = key(channelIndex, number);
    Entry entry = unacknowledged.remove(key);
    if (entry == null) {
      return 0;
    }
    EnetCommand command = entry.command;
    entry.isAcknowledged = true;
    release(command);
    if (inFlight.remove(key) != null) {
      bytesInFlight -= command.dataLength();
    }
    if (command.isData()) {
      Channel channel = channel(channelIndex);
      int window = number / WINDOW_SIZE;
      channel.unacknowledged[window]--;
      if (channel.unacknowledged[window] == 0) {
        channel.usedWindows &= ~(1 << window);
      }
    }
    updateNextTimeout();
    return command.kind();
  }

  private void updateNextTimeout() {
    if (!inFlight.isEmpty()) {
      Entry first = inFlight.values().iterator().next();
      nextTimeout = first.sentAt + first.timeout;
    }
  }

  /**
   * Queues commands again that were not acknowledged in time.
   *
   * @return whether the peer is lost
   */
  boolean checkTimeouts(EnetLimits limits) {
    long now = host.now();
    if (inFlight.isEmpty() || now < nextTimeout) {
      return false;
    }
    List<Entry> late = new ArrayList<>();
    for (Entry entry : inFlight.values()) {
      if (now - entry.sentAt < entry.timeout) {
        continue;
      }
      if (oldestTimeout < 0 || entry.sentAt < oldestTimeout) {
        oldestTimeout = entry.sentAt;
      }
      long elapsed = now - oldestTimeout;
      if (elapsed >= limits.timeoutMaxMillis()
          || entry.sends >= limits.timeoutSends() && elapsed >= limits.timeoutMinMillis()) {
        return true;
      }
      entry.timeout *= 2;
      late.add(entry);
    }
    for (int i = late.size() - 1; i >= 0; i--) {
      EnetCommand command = late.get(i).command;
      inFlight.remove(key(command.channel(), command.number()));
      bytesInFlight -= command.dataLength();
      queueOf(command).addFirst(late.get(i));
    }
    updateNextTimeout();
    return false;
  }

  /** Queues a PING if nothing else keeps the connection alive. */
  void pingIfIdle(long interval) {
    if (isIdle() && host.now() - roundTrip.lastAcknowledgement() >= interval) {
      control(EnetCommand.PING, EnetCommand.ACKNOWLEDGE);
      flush();
    }
  }

  /** {@return the bytes that were sent since the last call} */
  long takeSentBytes() {
    long bytes = bytesThisSecond;
    bytesThisSecond = 0;
    return bytes;
  }
}
