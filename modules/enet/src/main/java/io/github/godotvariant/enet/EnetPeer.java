package io.github.godotvariant.enet;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The other side of a connection: a client of an {@link EnetHost}, or the server of an {@link
 * EnetClient}. Call the methods in the thread of the host or client.
 */
public final class EnetPeer {
  /** The number of corrupt datagrams in succession after which the connection ends. */
  private static final int MAX_CORRUPT_BLOCKS = 3;

  private static final int PING_MILLIS = 500;
  private static final int BANDWIDTH_MILLIS = 1000;

  /** The time, in milliseconds, for which an ended connection acknowledges repeated DISCONNECTs. */
  private static final int GONE_MILLIS = 5000;

  private enum State {
    CONNECTED,
    /** Disconnects when all commands are sent and acknowledged. */
    DISCONNECT_LATER,
    DISCONNECTING,
    GONE
  }

  private final EnetHost host;
  final Handshake handshake;
  final RoundTripTime roundTrip;
  final OutgoingCommands outgoing;
  final IncomingPackets incoming;
  private State state = State.CONNECTED;
  private boolean isVerified;
  private boolean isOverflowing;
  private int corruptBlocks;
  private long bandwidthEpoch;

  /** The number that this side sends in its DISCONNECT; 0 before this side starts to disconnect. */
  private int disconnectData;

  private long stateSince;

  EnetPeer(EnetHost host, Handshake handshake) {
    this.host = host;
    this.handshake = handshake;
    roundTrip = new RoundTripTime(host.now());
    outgoing = new OutgoingCommands(host, this);
    incoming = new IncomingPackets(host, this);
    bandwidthEpoch = host.now();
  }

  /** {@return the address of the peer} */
  public InetSocketAddress address() {
    return handshake.address;
  }

  /**
   * {@return the number that the client sent when it connected; Godot sends the client's peer id}
   */
  public int data() {
    return handshake.data;
  }

  /** {@return the number of channels, 1 to 255} */
  public int channels() {
    return handshake.channels;
  }

  /** {@return whether packets can be sent} */
  public boolean isConnected() {
    return state == State.CONNECTED && !isOverflowing;
  }

  /**
   * {@return the compression that the peer uses; {@code NONE} until a compressed datagram arrives}
   */
  public EnetCompression compression() {
    return handshake.compression;
  }

  /** {@return the mean round-trip time in milliseconds; 500 before the first measurement} */
  public long roundTripMillis() {
    return roundTrip.millis();
  }

  /**
   * {@return the number of bytes that wait to be sent or acknowledged; each command counts 32 bytes
   * more than its data}
   */
  public long queuedBytes() {
    return outgoing.queuedBytes();
  }

  /**
   * Queues a packet. {@link EnetHost#flush} or {@link EnetClient#flush} sends the packet.
   *
   * @param packet the packet. The host keeps the array and does not change it. Do not change the
   *     array after this call.
   * @param channel the channel, 0 to {@link #channels()} minus 1
   * @param delivery the delivery mode
   * @return true if the packet is queued; false if the peer is not connected, or if the packet
   *     would exceed {@link EnetLimits#queuedBytes()}. If it would exceed this limit, the next
   *     {@link EnetHost#service} or {@link EnetClient#service} disconnects the peer.
   * @throws IllegalArgumentException if the channel is out of range or the packet is longer than
   *     {@link EnetLimits#packetBytes()}
   */
  @CanIgnoreReturnValue
  public boolean send(byte[] packet, int channel, EnetDelivery delivery) {
    if (channel < 0 || channel >= channels()) {
      throw new IllegalArgumentException(
          "channel is %d, must be 0 to %d".formatted(channel, channels() - 1));
    }
    if (packet.length > host.limits.packetBytes()) {
      throw new IllegalArgumentException(
          "packet has %d bytes, must have at most %d"
              .formatted(packet.length, host.limits.packetBytes()));
    }
    if (!isConnected()) {
      return false;
    }
    if (outgoing.queuedBytes() + packet.length > host.limits.queuedBytes()) {
      isOverflowing = true;
      return false;
    }
    outgoing.send(packet, channel, delivery);
    return true;
  }

  /**
   * Disconnects after all queued packets are sent and all reliable packets are acknowledged.
   * Packets that arrive in the meantime are acknowledged and dropped, as in ENet.
   *
   * @param data a number to send with the disconnect
   */
  public void disconnectLater(int data) {
    if (state == State.CONNECTED) {
      disconnectData = data;
      enter(State.DISCONNECT_LATER);
      disconnectIfIdle();
    }
  }

  /**
   * Drops all queued packets and disconnects. The connection ends when the peer acknowledges the
   * disconnect, and at the latest after {@link EnetLimits#disconnectMillis()}.
   *
   * @param data a number to send with the disconnect
   */
  public void disconnect(int data) {
    if (isOpen()) {
      disconnectData = data;
      incoming.clear();
      outgoing.clear();
      outgoing.control(CommandKind.DISCONNECT, data);
      enter(State.DISCONNECTING);
    }
  }

  /**
   * Drops all queued packets, sends a disconnect once and ends the connection immediately.
   *
   * @param data a number to send with the disconnect
   */
  public void disconnectNow(int data) {
    disconnectNow(EnetDisconnectReason.LOCAL, data);
  }

  private void enter(State next) {
    state = next;
    stateSince = host.now();
  }

  private void disconnectIfIdle() {
    if (state == State.DISCONNECT_LATER && outgoing.isIdle()) {
      disconnect(disconnectData);
    }
  }

  /** Drops all queued packets, sends a disconnect once and ends the connection with this reason. */
  void disconnectNow(EnetDisconnectReason reason, int data) {
    if (state != State.GONE) {
      outgoing.disconnectNow(data);
      end(reason, data);
    }
  }

  private void end(EnetDisconnectReason reason, int data) {
    enter(State.GONE);
    incoming.clear();
    outgoing.clear();
    host.listener.onDisconnect(this, reason, data);
  }

  /** Configures the throttle of the client, and reports the connection to the listener. */
  void start() {
    // Every repetition of the reply contains the time of the first reply. Therefore the round-trip
    // time of a repeated reply is unknown.
    if (!handshake.hasRepeatedReply()) {
      addSample(handshake.time(handshake.startedAt));
    }
    outgoing.control(
        CommandKind.THROTTLE_CONFIGURE,
        RoundTripTime.DEFAULT_INTERVAL,
        RoundTripTime.DEFAULT_FACTOR,
        host.throttlesClients ? RoundTripTime.DEFAULT_FACTOR : 0);
    host.listener.onConnect(this);
  }

  /** Processes a command. Returns false if the caller must drop the rest of the datagram. */
  boolean onCommand(EnetCommand command, int time) {
    boolean isValid =
        switch (command.kind()) {
          case NONE, CONNECT -> false;
          case ACK -> state != State.GONE && onAcknowledgement(command);
          case DISCONNECT -> onDisconnect(command, time);
          case VERIFY_CONNECT, PING -> isOpen();
          case BANDWIDTH_LIMIT -> isOpen() && onBandwidthLimit(command);
          case THROTTLE_CONFIGURE -> isOpen() && onThrottleConfigure(command);
          default -> isOpen() && onData(command);
        };
    if (!isValid || !command.wantsAcknowledgement()) {
      return isValid;
    }
    if (time >= 0 && isOpen() && !incoming.isTooFarAhead(command)) {
      outgoing.acknowledge(command, time);
    }
    return time >= 0;
  }

  /** {@return whether commands other than ACK and DISCONNECT are processed} */
  private boolean isOpen() {
    return state == State.CONNECTED || state == State.DISCONNECT_LATER;
  }

  /** {@return whether the connection has ended} */
  boolean isGone() {
    return state == State.GONE;
  }

  private boolean onData(EnetCommand command) {
    return command.channel() < channels()
        && (state == State.DISCONNECT_LATER || incoming.receive(command));
  }

  private boolean onBandwidthLimit(EnetCommand command) {
    handshake.incomingBandwidth = command.unsigned(0);
    return true;
  }

  private boolean onThrottleConfigure(EnetCommand command) {
    roundTrip.configure(command.unsigned(0), command.unsigned(1), command.unsigned(2));
    return true;
  }

  private boolean onDisconnect(EnetCommand command, int time) {
    boolean endsConnection = state != State.GONE;
    if (endsConnection) {
      outgoing.clear();
    }
    if (command.wantsAcknowledgement() && time >= 0) {
      outgoing.acknowledge(command, time);
      outgoing.flush();
    }
    if (endsConnection) {
      boolean isLocal = state == State.DISCONNECTING;
      end(
          isLocal ? EnetDisconnectReason.LOCAL : EnetDisconnectReason.REMOTE,
          isLocal ? disconnectData : command.field(0));
    }
    return false;
  }

  private boolean onAcknowledgement(EnetCommand command) {
    if (!addSample(command.field(EnetCommand.ACK_TIME))) {
      return true;
    }
    EnetCommand acknowledged =
        outgoing.onAcknowledged(command.channel(), command.field(EnetCommand.ACK_NUMBER));
    isVerified |= acknowledged != null;
    if (state != State.DISCONNECTING) {
      disconnectIfIdle();
      return true;
    }
    boolean endsConnection = acknowledged != null && acknowledged.kind() == CommandKind.DISCONNECT;
    if (endsConnection) {
      end(EnetDisconnectReason.LOCAL, disconnectData);
    }
    return endsConnection;
  }

  /**
   * Adds a sample of the round-trip time.
   *
   * @param time the time in the header of the acknowledged datagram: the lower 16 bits of
   *     milliseconds
   * @return false if the time is in the future
   */
  private boolean addSample(int time) {
    long now = host.now() + handshake.clockOffset;
    long sentAt = (now & ~0xffffL) | time;
    if ((time & 0x8000) > (now & 0x8000)) {
      sentAt -= 0x1_0000;
    }
    if (sentAt > now) {
      return false;
    }
    roundTrip.addSample(Math.max(1, now - sentAt), host.now());
    return true;
  }

  void deliver(byte[] packet, int channel, EnetDelivery delivery) {
    if (state == State.CONNECTED) {
      host.listener.onPacket(this, packet, channel, delivery);
    }
  }

  /**
   * Processes the result of decompressing a datagram. Stores the compression, with which the next
   * datagrams are decompressed. Ends the connection after {@link #MAX_CORRUPT_BLOCKS} corrupt
   * datagrams in succession.
   *
   * @param block the decompressed commands; null if the datagram is corrupt
   */
  void onBlock(DatagramCompressor.@Nullable Block block) {
    if (block != null) {
      handshake.compression = block.compression();
      corruptBlocks = 0;
      return;
    }
    corruptBlocks++;
    if (state == State.CONNECTED && corruptBlocks >= MAX_CORRUPT_BLOCKS) {
      disconnectNow(EnetDisconnectReason.CORRUPT_DATA, 0);
    }
  }

  /** Checks timeouts and sends the commands that are due. */
  void service() {
    if (state == State.GONE) {
      return;
    }
    long now = host.now();
    if (isOverflowing) {
      disconnectNow(EnetDisconnectReason.QUEUE_FULL, 0);
      return;
    }
    boolean isDisconnecting = state == State.DISCONNECT_LATER || state == State.DISCONNECTING;
    if (isDisconnecting && now - stateSince >= host.limits.disconnectMillis()) {
      disconnectNow(disconnectData);
      return;
    }
    // A command that was never sent has no timeout, and the limit of bytes to an unverified address
    // can hold back all commands. Therefore a separate timeout applies to unverified peers.
    boolean isUnconfirmed =
        !isVerified && now - handshake.startedAt >= host.limits.timeoutMaxMillis();
    if (isUnconfirmed || outgoing.checkTimeouts(host.limits)) {
      end(
          isDisconnecting ? EnetDisconnectReason.LOCAL : EnetDisconnectReason.TIMEOUT,
          disconnectData);
      return;
    }
    if (incoming.dropExpired() && state == State.CONNECTED) {
      disconnectNow(EnetDisconnectReason.LIMIT_EXCEEDED, 0);
      return;
    }
    if (now - bandwidthEpoch >= BANDWIDTH_MILLIS) {
      limitBandwidth(now);
    }
    flush();
    if (isOpen()) {
      outgoing.pingIfIdle(PING_MILLIS);
    }
  }

  private void limitBandwidth(long now) {
    long sent = outgoing.takeSentBytes();
    long bandwidth = handshake.incomingBandwidth;
    long allowed = bandwidth * (now - bandwidthEpoch) / BANDWIDTH_MILLIS;
    bandwidthEpoch = now;
    int limit = RoundTripTime.THROTTLE_SCALE;
    if (bandwidth != 0 && sent > allowed) {
      limit = (int) Math.max(1, allowed * limit / sent);
    }
    roundTrip.limitThrottle(limit);
  }

  void flush() {
    if (state != State.GONE) {
      outgoing.flush();
      disconnectIfIdle();
    }
  }

  /** {@return whether the connection has ended and another connection can use its slot} */
  boolean isExpired() {
    return state == State.GONE && host.now() - stateSince >= GONE_MILLIS;
  }

  /** {@return whether the peer has acknowledged a command that was sent after the first reply} */
  boolean isVerified() {
    return isVerified;
  }

  /** {@return the address of the peer, and the number that the client sent when it connected} */
  @Override
  public String toString() {
    return "EnetPeer[address=" + address() + ", data=" + data() + "]";
  }
}
