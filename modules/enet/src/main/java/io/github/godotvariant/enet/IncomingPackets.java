package io.github.godotvariant.enet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Receives the packets of one peer. The class restores the order of packets, drops duplicates,
 * joins fragments, and limits the memory of packets that wait.
 */
final class IncomingPackets {
  // The names of these constants in ENet: free reliable windows, unsequenced window size, free
  // unsequenced windows.
  private static final int FREE_WINDOWS = 8;
  private static final int GROUPS = 1024;
  private static final int GROUP_WINDOWS = 32;

  /** The maximum number of packets of a peer that wait for earlier packets or for fragments. */
  static final int MAX_WAITING_PACKETS = 1024;

  /** The maximum number of packets of a peer that wait for fragments. */
  private static final int MAX_UNFINISHED_PACKETS = 16;

  /** The approximate memory in bytes that a packet or fragment takes in addition to its data. */
  private static final int OVERHEAD_BYTES = 64;

  private static final int UNRELIABLE_FRAGMENT_MILLIS = 1000;
  private static final int CHECK_MILLIS = 100;

  /**
   * The number of arrived bytes of a reliable packet for which the packet may wait one more
   * millisecond.
   */
  private static final int MIN_BYTES_PER_MILLI = 8;

  /** A packet that waits for earlier packets or for its own missing fragments. */
  static final class WaitingPacket {
    final int number;
    final int unreliableNumber;
    final long since;
    byte @Nullable [] packet;
    @Nullable FragmentBuffer fragments;
    int bytes;

    WaitingPacket(int number, int unreliableNumber, long since) {
      this.number = number;
      this.unreliableNumber = unreliableNumber;
      this.since = since;
    }

    boolean isComplete() {
      return fragments == null || fragments.isComplete();
    }

    byte[] toBytes() {
      if (fragments != null) {
        return fragments.join();
      }
      return packet == null ? new byte[0] : packet;
    }

    /**
     * Returns the number of reliable sequence numbers that the packet uses, one for each fragment.
     */
    int numberCount() {
      return fragments == null ? 1 : fragments.count();
    }
  }

  /** The state of one channel. */
  static final class Channel {
    /**
     * The sequence number of the reliable packet that was delivered last, or of its last fragment.
     */
    int reliable;

    /**
     * The number of the last unreliable packet that was delivered since {@link #reliable} changed;
     * 0 if there is no such packet.
     */
    int unreliable;

    private final Map<Integer, WaitingPacket> reliableWaiting = new HashMap<>();

    /** The unreliable packets that wait, in the order of delivery. */
    private final List<WaitingPacket> unreliableWaiting = new ArrayList<>();
  }

  private final EnetHost host;
  private final EnetPeer peer;
  private final Map<Integer, Channel> channels = new HashMap<>();

  /** The number of the unsequenced packet to which the first bit of {@link #groups} belongs. */
  int groupBase;

  /**
   * A bit for each of {@link #GROUPS} successive numbers of unsequenced packets; set if the packet
   * with this number has arrived.
   */
  private final long[] groups = new long[GROUPS / Long.SIZE];

  private int waitingPackets;
  private int unfinishedPackets;
  private int waitingBytes;
  private long nextCheck;

  IncomingPackets(EnetHost host, EnetPeer peer) {
    this.host = host;
    this.peer = peer;
  }

  Channel channel(int channel) {
    return channels.computeIfAbsent(channel, key -> new Channel());
  }

  int waitingBytes() {
    return waitingBytes;
  }

  /**
   * Processes a command with data.
   *
   * @return false if the command is invalid or exceeds a limit; the caller then does not
   *     acknowledge the command and drops the rest of the datagram
   */
  boolean receive(EnetCommand command) {
    if (command.isFragment() && !FragmentBuffer.isValid(command)) {
      return false;
    }
    long length = command.isFragment() ? command.unsigned(EnetCommand.TOTAL) : command.dataLength();
    if (length > host.limits.packetBytes()) {
      peer.disconnectNow(EnetDisconnectReason.LIMIT_EXCEEDED, 0);
      return false;
    }
    return switch (command.kind()) {
      case SEND_RELIABLE -> receiveReliable(command, command.number());
      case SEND_FRAGMENT -> receiveReliable(command, command.field(EnetCommand.NUMBER));
      case SEND_UNSEQUENCED -> receiveUnsequenced(command);
      default -> receiveUnreliable(command);
    };
  }

  /**
   * Returns the number of windows from the last delivered number to another number.
   *
   * @param reliable the reliable sequence number that was delivered last
   * @param number the number of a packet that has arrived
   */
  private static int windowsAhead(int reliable, int number) {
    int window = number / OutgoingCommands.WINDOW_SIZE;
    if (number < reliable) {
      window += OutgoingCommands.WINDOWS;
    }
    return window - reliable / OutgoingCommands.WINDOW_SIZE;
  }

  private static boolean isInWindow(Channel channel, int number) {
    return windowsAhead(channel.reliable, number) < FREE_WINDOWS - 1;
  }

  /**
   * Returns whether a command must not be acknowledged, because its number is too far ahead of the
   * last delivered number.
   */
  boolean isTooFarAhead(EnetCommand command) {
    if (command.channel() >= peer.channels()) {
      return false;
    }
    Channel channel = channels.get(command.channel());
    int ahead = windowsAhead(channel == null ? 0 : channel.reliable, command.number());
    return ahead == FREE_WINDOWS - 1 || ahead == FREE_WINDOWS;
  }

  private boolean receiveReliable(EnetCommand command, int number) {
    Channel channel = channel(command.channel());
    if (!isInWindow(channel, number) || number == channel.reliable) {
      return true;
    }
    WaitingPacket waiting = channel.reliableWaiting.get(number);
    if (waiting == null) {
      boolean isNext = number == (channel.reliable + 1 & 0xffff);
      if (isNext && !command.isFragment()) {
        channel.reliable = number;
        channel.unreliable = 0;
        peer.deliver(command.copyData(), command.channel(), EnetDelivery.RELIABLE);
        deliverReliable(channel, command.channel());
        deliverUnreliable(channel, command.channel());
        return true;
      }
      waiting = newWaitingPacket(command, number, 0);
      if (waiting == null) {
        return false;
      }
      channel.reliableWaiting.put(number, waiting);
    } else if (!command.isFragment()) {
      return true;
    } else if (!addFragment(waiting, command)) {
      return false;
    }
    if (deliverReliable(channel, command.channel())) {
      deliverUnreliable(channel, command.channel());
    }
    return true;
  }

  private boolean deliverReliable(Channel channel, int channelId) {
    boolean hasDelivered = false;
    while (true) {
      WaitingPacket next = channel.reliableWaiting.get(channel.reliable + 1 & 0xffff);
      if (next == null || !next.isComplete()) {
        return hasDelivered;
      }
      hasDelivered = true;
      channel.reliableWaiting.remove(next.number);
      release(next);
      int previous = channel.reliable;
      channel.reliable = previous + next.numberCount() & 0xffff;
      channel.unreliable = 0;
      if (next.numberCount() > 1) {
        // Drop waiting packets that have the number of a fragment of this packet. ENet clients do
        // not send such packets.
        drop(
            channel.reliableWaiting.values(),
            other -> (other.number - next.number & 0xffff) < next.numberCount());
        // Drop earlier unreliable packets. If the packet uses most of the 65,536 numbers, those
        // packets would otherwise seem to be later packets.
        drop(
            channel.unreliableWaiting,
            other -> (short) (other.number - previous) < next.numberCount());
      }
      peer.deliver(next.toBytes(), channelId, EnetDelivery.RELIABLE);
    }
  }

  /**
   * Finds a packet in a list that is sorted in the order of delivery. After the number 65,535,
   * numbers start again at 0. Therefore this order requires that all reliable numbers, including
   * {@code number}, are within one half of the 65,536 numbers. The window of the channel ensures
   * this condition: if the last delivered number changes, earlier packets are dropped.
   *
   * @param number the reliable number, 0 to 65,535
   * @param unreliableNumber the unreliable number, 0 to 65,535
   * @return the index of the packet in the list; if there is no such packet, -1 minus the index at
   *     which to insert the packet
   */
  static int find(List<WaitingPacket> packets, int number, int unreliableNumber) {
    int from = 0;
    int to = packets.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      WaitingPacket packet = packets.get(middle);
      int difference = (short) (packet.number - number);
      int order = difference == 0 ? packet.unreliableNumber - unreliableNumber : difference;
      if (order == 0) {
        return middle;
      } else if (order < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return -1 - from;
  }

  private boolean receiveUnreliable(EnetCommand command) {
    Channel channel = channel(command.channel());
    int number = command.number();
    int unreliableNumber = command.field(EnetCommand.NUMBER);
    if (!isInWindow(channel, number)
        || number == channel.reliable && unreliableNumber <= channel.unreliable) {
      return true;
    }
    int at = find(channel.unreliableWaiting, number, unreliableNumber);
    boolean isFirst = at == -1;
    WaitingPacket waiting = at < 0 ? null : channel.unreliableWaiting.get(at);
    if (waiting != null) {
      if (!command.isFragment()) {
        return true;
      }
      if (!addFragment(waiting, command)) {
        return false;
      }
    } else if (isFirst && !command.isFragment() && number == channel.reliable) {
      channel.unreliable = unreliableNumber;
      peer.deliver(command.copyData(), command.channel(), EnetDelivery.UNRELIABLE);
    } else {
      waiting = newWaitingPacket(command, number, unreliableNumber);
      if (waiting == null) {
        return false;
      }
      channel.unreliableWaiting.add(-1 - at, waiting);
    }
    deliverUnreliable(channel, command.channel());
    return true;
  }

  /**
   * Delivers the complete unreliable packets that were sent after the last delivered reliable
   * packet and before the next reliable packet. Drops all packets before a delivered packet, and
   * all packets with an earlier reliable number.
   */
  private void deliverUnreliable(Channel channel, int channelId) {
    int end = 0;
    List<WaitingPacket> complete = new ArrayList<>();
    for (int i = 0; i < channel.unreliableWaiting.size(); i++) {
      WaitingPacket waiting = channel.unreliableWaiting.get(i);
      if (waiting.number == channel.reliable) {
        if (!waiting.isComplete()) {
          continue;
        }
        complete.add(waiting);
        channel.unreliable = waiting.unreliableNumber;
      } else if (isInWindow(channel, waiting.number)) {
        break;
      }
      end = i + 1;
    }
    drop(channel.unreliableWaiting.subList(0, end), waiting -> true);
    for (WaitingPacket waiting : complete) {
      peer.deliver(waiting.toBytes(), channelId, EnetDelivery.UNRELIABLE);
    }
  }

  private boolean receiveUnsequenced(EnetCommand command) {
    int group = command.field(EnetCommand.NUMBER);
    int index = group % GROUPS;
    int ahead = (group < groupBase ? group + 0x1_0000 : group) - groupBase;
    if (ahead >= GROUP_WINDOWS * GROUPS) {
      return true;
    }
    if (group - index != groupBase) {
      groupBase = group - index;
      Arrays.fill(groups, 0);
    }
    long bit = 1L << index;
    if ((groups[index / Long.SIZE] & bit) == 0) {
      groups[index / Long.SIZE] |= bit;
      peer.deliver(command.copyData(), command.channel(), EnetDelivery.UNSEQUENCED);
    }
    return true;
  }

  /**
   * Creates a waiting packet from the complete packet or the fragment in a command. Returns null if
   * a limit is reached or the fields of the fragment are inconsistent.
   */
  private @Nullable WaitingPacket newWaitingPacket(
      EnetCommand command, int number, int unreliableNumber) {
    if (waitingPackets >= MAX_WAITING_PACKETS) {
      return null;
    }
    WaitingPacket waiting = new WaitingPacket(number, unreliableNumber, host.now());
    if (!command.isFragment()) {
      if (!reserve(waiting, command.dataLength())) {
        return null;
      }
      waiting.packet = command.copyData();
    } else {
      if (unfinishedPackets >= MAX_UNFINISHED_PACKETS) {
        return null;
      }
      waiting.fragments = new FragmentBuffer(command);
      unfinishedPackets++;
      if (!addFragment(waiting, command)) {
        unfinishedPackets--;
        return null;
      }
    }
    waitingPackets++;
    return waiting;
  }

  private boolean addFragment(WaitingPacket waiting, EnetCommand command) {
    FragmentBuffer fragments = waiting.fragments;
    if (fragments == null || !fragments.fits(command)) {
      return false;
    }
    if (fragments.contains(command)) {
      return true;
    }
    if (!reserve(waiting, command.dataLength())) {
      return false;
    }
    fragments.add(command);
    if (fragments.isComplete()) {
      unfinishedPackets--;
    }
    return true;
  }

  private boolean reserve(WaitingPacket waiting, int length) {
    int bytes = length + OVERHEAD_BYTES;
    if (waitingBytes + (long) bytes > host.limits.waitingBytes()
        || !host.reserve(waitingBytes, bytes)) {
      return false;
    }
    waiting.bytes += bytes;
    waitingBytes += bytes;
    return true;
  }

  private void drop(Collection<WaitingPacket> packets, Predicate<WaitingPacket> condition) {
    packets.stream().filter(condition).forEach(this::release);
    packets.removeIf(condition);
  }

  private void release(WaitingPacket waiting) {
    waitingPackets--;
    if (!waiting.isComplete()) {
      unfinishedPackets--;
    }
    host.release(waitingBytes, waiting.bytes);
    waitingBytes -= waiting.bytes;
  }

  /**
   * Drops unreliable packets that have waited for fragments for too long.
   *
   * @return whether a reliable packet has waited for too long. This does not happen with an ENet
   *     client, which sends missing packets again or disconnects earlier.
   */
  boolean dropExpired() {
    if (waitingPackets == 0 || host.now() < nextCheck) {
      return false;
    }
    nextCheck = host.now() + CHECK_MILLIS;
    boolean isStuck = false;
    for (Channel channel : channels.values()) {
      for (WaitingPacket waiting : channel.reliableWaiting.values()) {
        long maxMillis = 2L * host.limits.timeoutMaxMillis() + waiting.bytes / MIN_BYTES_PER_MILLI;
        isStuck |= host.now() - waiting.since >= maxMillis;
      }
      drop(
          channel.unreliableWaiting,
          waiting ->
              !waiting.isComplete() && host.now() - waiting.since >= UNRELIABLE_FRAGMENT_MILLIS);
    }
    return isStuck;
  }

  /** Drops all packets. */
  void clear() {
    host.release(waitingBytes, waitingBytes);
    waitingBytes = 0;
    waitingPackets = 0;
    unfinishedPackets = 0;
    // Do not remove the channels. A listener can cause this call while a packet is delivered, and
    // the delivery then continues with the same channel.
    for (Channel channel : channels.values()) {
      channel.reliableWaiting.clear();
      channel.unreliableWaiting.clear();
    }
  }
}
