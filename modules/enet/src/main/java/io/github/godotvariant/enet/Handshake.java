package io.github.godotvariant.enet;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The reply to a CONNECT and the parameters of the connection. Until the client acknowledges the
 * reply, the connection has a handshake but no {@link EnetPeer}. After the acknowledgement, the new
 * peer uses the handshake until the connection ends.
 *
 * <p>Until the client acknowledges the reply, the host sends the same reply for each CONNECT and
 * for each datagram with the slot of the connection. The slot is the number that identifies the
 * connection in datagrams. The host never repeats the reply because of a timeout. Replies to
 * CONNECTs never have more bytes than the host has received from the address. Therefore a forged
 * address does not receive more bytes than the attacker has sent. Only a sender that guesses the
 * slot and the session of the connection can cause more replies, at most 20.
 */
final class Handshake {
  private static final int DEFAULT_MTU = 1392;
  private static final int MIN_MTU = 576;
  private static final int MIN_WINDOW = 4096;
  private static final int MAX_WINDOW = 65_536;
  private static final int BANDWIDTH_UNIT = 65_536;
  private static final int NO_SESSION = 255;

  final InetSocketAddress address;

  /** The compression of the client; {@code NONE} until a compressed datagram arrives. */
  EnetCompression compression;

  /** The number that identifies the connection in datagrams from the client. */
  final int slot;

  /** The number that identifies the connection in datagrams to the client. */
  final int remoteSlot;

  final int incomingSession;
  final int outgoingSession;
  final int mtu;
  final int channels;
  final int connectId;
  final int data;

  /**
   * The random sequence number of the reply. A client that acknowledges this number has received
   * the reply.
   */
  final int replyNumber;

  /**
   * A random number of milliseconds. Datagrams to the client contain the time of the clock plus
   * this number, so that attackers cannot predict the time in a datagram.
   */
  final int clockOffset;

  final long startedAt;
  private final EnetCommand connect;
  byte[] reply = {};

  /** The number of times that the reply was sent for a datagram other than a CONNECT. */
  int repeatedReplies;

  // The fields below also change while the peer is connected.

  /** The number of bytes that the client can receive in a second; 0 if there is no limit. */
  long incomingBandwidth;

  /**
   * The number of bytes that were received from the client. This number includes CONNECTs until the
   * client acknowledges the reply, and all datagrams with the slot and the session of the
   * connection. Compressed datagrams count only if they are within the rate limit and can be
   * decompressed. An {@link EnetClient} starts with a fixed number, because it need not verify the
   * address of its server.
   */
  long receivedBytes;

  /**
   * The number of bytes in the replies to CONNECTs and in the datagrams that the host sends after
   * the handshake. A reply that is repeated for another datagram counts only in {@link
   * #repeatedReplies}.
   */
  long sentBytes;

  /**
   * Creates the handshake for a CONNECT.
   *
   * @param lastIncoming the incoming session of the previous handshake with this slot; 255 if there
   *     was none
   * @param lastOutgoing the outgoing session of the previous handshake with this slot; 255 if there
   *     was none
   * @param random 32 random bits
   */
  Handshake(
      InetSocketAddress address,
      EnetCompression compression,
      EnetCommand connect,
      int slot,
      int lastIncoming,
      int lastOutgoing,
      int maxChannels,
      long now,
      int random) {
    this.address = address;
    this.compression = compression;
    this.connect = connect;
    this.slot = slot;
    startedAt = now;
    replyNumber = random & 0xffff;
    clockOffset = random >>> 16;
    remoteSlot = connect.field(EnetCommand.SLOT);
    outgoingSession = nextSession(connect.field(EnetCommand.INCOMING_SESSION), lastOutgoing);
    incomingSession = nextSession(connect.field(EnetCommand.OUTGOING_SESSION), lastIncoming);
    mtu = clamp(connect.unsigned(EnetCommand.MTU), MIN_MTU, DEFAULT_MTU);
    incomingBandwidth = connect.unsigned(EnetCommand.INCOMING_BANDWIDTH);
    channels = (int) Math.min(maxChannels, connect.unsigned(EnetCommand.CHANNELS));
    connectId = connect.field(EnetCommand.CONNECT_ID);
    data = connect.field(EnetCommand.CONNECT_DATA);
  }

  /**
   * Returns the number of a new session, 0 to 3, which differs from {@code last}. The result is the
   * first such number after {@code requested}, or after {@code last} if {@code requested} is {@link
   * #NO_SESSION}. The number after 3 is 0.
   */
  private static int nextSession(int requested, int last) {
    int session = (requested == NO_SESSION ? last : requested) + 1 & 3;
    return session == last ? session + 1 & 3 : session;
  }

  /**
   * {@return the maximum number of bytes that may be in flight to the client, computed from {@link
   * #incomingBandwidth}}
   */
  int window() {
    return incomingBandwidth == 0
        ? MAX_WINDOW
        : clamp(incomingBandwidth / BANDWIDTH_UNIT * MIN_WINDOW, MIN_WINDOW, MAX_WINDOW);
  }

  private static int clamp(long value, int min, int max) {
    return (int) Math.max(min, Math.min(max, value));
  }

  /** Returns whether a CONNECT with this id from this client started the handshake. */
  boolean isFrom(InetSocketAddress client, int id) {
    return connectId == id && address.equals(client);
  }

  /** {@return whether the reply was sent more than once} */
  boolean hasRepeatedReply() {
    return sentBytes > reply.length || repeatedReplies > 0;
  }

  /**
   * {@return the time to write into the header of a datagram: the lower 16 bits of {@code now} plus
   * {@link #clockOffset}, in milliseconds}
   */
  int time(long now) {
    return (int) (now + clockOffset) & 0xffff;
  }

  /**
   * {@return the reply, which contains the parameters of this side; all other fields are copied
   * from the CONNECT}
   */
  EnetCommand verifyConnect() {
    int[] fields = Arrays.copyOf(connect.fields(), CommandKind.VERIFY_CONNECT.widths.length);
    fields[EnetCommand.SLOT] = slot;
    fields[EnetCommand.INCOMING_SESSION] = outgoingSession;
    fields[EnetCommand.OUTGOING_SESSION] = incomingSession;
    fields[EnetCommand.MTU] = mtu;
    fields[EnetCommand.WINDOW] =
        clamp(connect.unsigned(EnetCommand.WINDOW), MIN_WINDOW, MAX_WINDOW);
    fields[EnetCommand.CHANNELS] = channels;
    fields[EnetCommand.INCOMING_BANDWIDTH] = 0;
    fields[EnetCommand.OUTGOING_BANDWIDTH] = 0;
    return EnetCommand.of(
        CommandKind.VERIFY_CONNECT, EnetCommand.CONTROL_CHANNEL, replyNumber, fields);
  }

  /** {@return the client's request to connect, with the address marked as verified} */
  EnetConnectRequest request() {
    return request(address, connect, true);
  }

  static EnetConnectRequest request(
      InetSocketAddress address, EnetCommand connect, boolean isVerified) {
    return new EnetConnectRequest(
        address,
        connect.field(EnetCommand.CONNECT_DATA),
        connect.field(EnetCommand.CHANNELS),
        isVerified);
  }

  /** {@return whether the command acknowledges the reply} */
  boolean isConfirmedBy(EnetCommand command) {
    return command.kind() == CommandKind.ACK
        && command.channel() == EnetCommand.CONTROL_CHANNEL
        && command.field(EnetCommand.ACK_NUMBER) == replyNumber
        && command.field(EnetCommand.ACK_TIME) == time(startedAt);
  }

  /**
   * Returns whether a datagram consists of one valid CONNECT. Zeros may follow the CONNECT.
   *
   * @param commands the datagram without its header
   */
  static boolean isConnect(ByteBuffer commands) {
    ByteBuffer in = commands.duplicate();
    EnetCommand command = EnetCommand.read(in);
    if (command == null || command.kind() != CommandKind.CONNECT || !EnetCommand.isZero(in)) {
      return false;
    }
    long channels = command.unsigned(EnetCommand.CHANNELS);
    return channels >= 1
        && channels <= EnetCommand.CONTROL_CHANNEL
        && command.field(EnetCommand.SLOT) < DatagramHeader.NO_SLOT;
  }
}
