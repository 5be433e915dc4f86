package io.github.godotvariant.enet;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.godotvariant.enet.internal.AddressRates;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The server side of ENet, for any number of clients. The host has no threads, sockets and timers.
 * The program passes received datagrams to {@link #receive}, calls {@link #service} regularly, and
 * sends what the {@link DatagramSink} gets.
 *
 * <p>Not thread-safe. Each datagram gives events, replies, or nothing; no bytes cause an exception.
 * The class has more than 500 lines because connecting, receiving and sending share the slots.
 */
public final class EnetHost implements AutoCloseable {
  /** The slot of a client that has none yet. */
  static final int NO_SLOT = 4095;

  private static final int MAX_COMMANDS = 64;
  static final int COMPRESSED = 0x4000;
  static final int HAS_TIME = 0x8000;
  private static final int REFUSAL_BYTES = 10;
  private static final int MAX_REPEATED_REPLIES = 20;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private record ConnectKey(InetSocketAddress address, int connectId) {}

  private final DatagramSink sink;
  final EnetListener listener;
  private final EnetAcceptor acceptor;
  final EnetLimits limits;
  private final LongSupplier clock;
  private final RandomGenerator random;
  private final boolean compressesDatagrams;
  final boolean throttlesClients;
  private final AddressRates rates;
  private final DatagramCompressor compressor = new DatagramCompressor();

  /** Connected peers, and ended ones that still use their slots. */
  private final @Nullable EnetPeer[] slots = new EnetPeer[NO_SLOT];

  final List<EnetPeer> connected = new ArrayList<>();
  private final List<EnetPeer> gone = new ArrayList<>();
  private final Map<ConnectKey, Handshake> handshakes = new LinkedHashMap<>();
  private final @Nullable Handshake[] handshakeSlots = new Handshake[NO_SLOT];
  private final byte[] lastIncomingSessions = new byte[NO_SLOT];
  private final byte[] lastOutgoingSessions = new byte[NO_SLOT];

  private final ByteBuffer commands = ByteBuffer.allocate(DatagramCompressor.MAX_BYTES);
  private final ByteBuffer datagramOut = ByteBuffer.allocate(DatagramCompressor.MAX_BYTES);
  private long now = Long.MIN_VALUE;
  private long sharedWaitingBytes;
  private boolean isClosed;

  private EnetHost(Builder builder) {
    sink = builder.sink;
    listener = builder.listener;
    acceptor = builder.acceptor;
    limits = builder.limits;
    clock = builder.clock;
    random = builder.random;
    compressesDatagrams = builder.compressesDatagrams;
    throttlesClients = builder.throttlesClients;
    rates =
        new AddressRates(
            limits.datagramsPerAddress(),
            limits.connectsPerAddress(),
            limits.connectsPerSecond(),
            limits.blocksPerAddress());
    Arrays.fill(lastIncomingSessions, (byte) -1);
    Arrays.fill(lastOutgoingSessions, (byte) -1);
    updateTime();
  }

  /**
   * Returns a builder.
   *
   * @param sink sends the datagrams of the host
   * @param listener receives the events of the host
   * @return the builder
   */
  public static Builder builder(DatagramSink sink, EnetListener listener) {
    return new Builder(sink, listener);
  }

  /** {@return a new list of the peers to which packets can be sent} */
  public List<EnetPeer> peers() {
    return connected.stream().filter(EnetPeer::isConnected).toList();
  }

  /**
   * Processes a datagram. Acknowledgements are sent by {@link #flush}.
   *
   * @param address the sender
   * @param datagram the complete datagram. The position moves to the limit.
   * @throws IllegalArgumentException if the address is unresolved
   */
  public void receive(InetSocketAddress address, ByteBuffer datagram) {
    if (address.isUnresolved()) {
      throw new IllegalArgumentException("unresolved address " + address);
    }
    if (isClosed) {
      return;
    }
    updateTime();
    int length = datagram.remaining();
    byte[] bytes = new byte[Math.min(length, DatagramCompressor.MAX_BYTES)];
    datagram.get(bytes).position(datagram.limit());
    if (bytes.length == length && rates.takeDatagram(address.getAddress(), now)) {
      receive(address, ByteBuffer.wrap(bytes), length);
    }
  }

  private void receive(InetSocketAddress address, ByteBuffer in, int length) {
    if (length < Short.BYTES) {
      return;
    }
    int head = in.getShort() & 0xffff;
    int time = -1;
    if ((head & HAS_TIME) != 0) {
      if (in.remaining() < Short.BYTES) {
        return;
      }
      time = in.getShort() & 0xffff;
    }
    int slot = head & 0xfff;
    boolean isCompressed = (head & COMPRESSED) != 0;
    if (slot == NO_SLOT) {
      onConnect(address, in, isCompressed, length);
      return;
    }
    int session = head >> 12 & 3;
    EnetPeer peer = slots[slot];
    Handshake handshake = peer == null ? handshakeSlots[slot] : peer.handshake;
    if (handshake == null
        || !handshake.address.equals(address)
        || session != handshake.incomingSession) {
      return;
    }
    if (peer != null) {
      peer.addReceivedBytes(length);
    }
    ByteBuffer plain = in;
    if (isCompressed) {
      if (!rates.takeBlock(address.getAddress(), now)) {
        return;
      }
      EnetCompression known = peer == null ? handshake.compression : peer.compression();
      DatagramCompressor.Block block = decompress(in, known);
      if (block == null) {
        if (peer != null) {
          peer.onCorruptBlock();
        }
        return;
      }
      plain = block.commands();
      if (peer != null) {
        peer.onBlock(block.compression());
      }
    }
    if (peer == null) {
      EnetCommand first = EnetCommand.read(plain);
      handshake.receivedBytes += length;
      if (first != null && handshake.isConfirmedBy(first)) {
        peer = open(handshake, first);
      } else {
        replyAgain(handshake);
      }
    }
    if (peer != null) {
      onCommands(peer, plain, time);
    }
  }

  /** Returns null if the block is corrupt. */
  private DatagramCompressor.@Nullable Block decompress(ByteBuffer in, EnetCompression known) {
    int maxBytes = DatagramCompressor.MAX_BYTES - in.position();
    try {
      return known == EnetCompression.NONE
          ? compressor.detect(in, maxBytes, EnetCommand::isWhole)
          : new DatagramCompressor.Block(known, compressor.decompress(known, in, maxBytes));
    } catch (CorruptDatagramException e) {
      return null;
    }
  }

  private static void onCommands(EnetPeer peer, ByteBuffer in, int time) {
    for (int i = 0; i < MAX_COMMANDS; i++) {
      EnetCommand command = EnetCommand.read(in);
      if (command == null || !peer.onCommand(command, time)) {
        return;
      }
    }
  }

  private void onConnect(
      InetSocketAddress address, ByteBuffer in, boolean isCompressed, int length) {
    // Decompression is expensive. Without it, only valid requests count for all addresses.
    if (!rates.takeConnect(address.getAddress(), now)
        || isCompressed && !rates.takeConnectOfAnyAddress(now)) {
      return;
    }
    EnetCompression compression = EnetCompression.NONE;
    ByteBuffer plain = in;
    if (isCompressed) {
      try {
        int maxBytes = DatagramCompressor.MAX_BYTES - in.position();
        DatagramCompressor.Block block = compressor.detect(in, maxBytes, Handshake::isConnect);
        compression = block.compression();
        plain = block.commands();
      } catch (CorruptDatagramException e) {
        return;
      }
    }
    EnetCommand connect = Handshake.isConnect(plain) ? EnetCommand.read(plain) : null;
    if (connect == null || !isCompressed && !rates.takeConnectOfAnyAddress(now)) {
      return;
    }
    int connectId = connect.field(EnetCommand.CONNECT_ID);
    Handshake known = handshakes.get(new ConnectKey(address, connectId));
    if (known != null) {
      known.receivedBytes += length;
      reply(known);
    } else if (!isConnected(address, connectId)) {
      answer(address, compression, connect, length);
    }
  }

  private boolean isConnected(InetSocketAddress address, int connectId) {
    for (EnetPeer peer : connected) {
      if (peer.handshake.connectId == connectId && peer.address().equals(address)) {
        return true;
      }
    }
    return false;
  }

  /** Answers a first CONNECT: with a refusal, with a reply, or not at all. */
  private void answer(
      InetSocketAddress address, EnetCompression compression, EnetCommand connect, int length) {
    EnetConnectRequest request = Handshake.request(address, connect, false);
    if (isFull(address) || !acceptor.accept(request)) {
      // The refusal would disconnect a connected client whose address was forged.
      if (length >= REFUSAL_BYTES && !hasPeer(address)) {
        refuse(address, connect.field(EnetCommand.SLOT), 0);
      }
      return;
    }
    evictHandshakes(address);
    int slot = freeSlot();
    if (slot == NO_SLOT) {
      return;
    }
    Handshake handshake =
        new Handshake(
            address,
            compression,
            connect,
            slot,
            lastIncomingSessions[slot] & 0xff,
            lastOutgoingSessions[slot] & 0xff,
            limits.channels(),
            now,
            random.nextInt());
    handshake.reply = encodeReply(handshake);
    handshake.receivedBytes = length;
    lastIncomingSessions[slot] = (byte) handshake.incomingSession;
    lastOutgoingSessions[slot] = (byte) handshake.outgoingSession;
    handshakes.put(new ConnectKey(address, handshake.connectId), handshake);
    handshakeSlots[slot] = handshake;
    reply(handshake);
  }

  private boolean hasPeer(InetSocketAddress address) {
    return connected.stream().anyMatch(peer -> peer.address().equals(address));
  }

  private boolean isFull(InetSocketAddress address) {
    long network = AddressRates.network(address.getAddress());
    int ofAddress = 0;
    for (EnetPeer peer : connected) {
      ofAddress += AddressRates.network(peer.address().getAddress()) == network ? 1 : 0;
    }
    return connected.size() >= limits.peers() || ofAddress >= limits.peersPerAddress();
  }

  /** Returns a random free slot, or {@link #NO_SLOT} if there is none. */
  private int freeSlot() {
    int first = random.nextInt(NO_SLOT);
    for (int i = 0; i < NO_SLOT; i++) {
      int slot = (first + i) % NO_SLOT;
      if (slots[slot] == null && handshakeSlots[slot] == null) {
        return slot;
      }
    }
    return NO_SLOT;
  }

  private byte[] encodeReply(Handshake handshake) {
    ByteBuffer out = commandBuffer();
    handshake.verifyConnect().write(out);
    ByteBuffer datagram = encode(handshake, out.flip(), true, handshake.compression);
    byte[] reply = new byte[datagram.remaining()];
    datagram.get(reply);
    return reply;
  }

  /** Sends the reply if it is not longer than the request. Otherwise the client tries again. */
  private void reply(Handshake handshake) {
    if (handshake.sentBytes + handshake.reply.length <= handshake.receivedBytes) {
      handshake.sentBytes += handshake.reply.length;
      sink.send(handshake.address, ByteBuffer.wrap(handshake.reply));
    }
  }

  /**
   * Sends the reply again, because the client acknowledges it only once, and this datagram was
   * lost. The client knows its random slot, so that it has received the reply at this address.
   */
  private void replyAgain(Handshake handshake) {
    if (handshake.repeatedReplies < MAX_REPEATED_REPLIES) {
      handshake.repeatedReplies++;
      sink.send(handshake.address, ByteBuffer.wrap(handshake.reply));
    }
  }

  /** Sends a DISCONNECT, which a client takes instead of a VERIFY_CONNECT. */
  private void refuse(InetSocketAddress address, int remoteSlot, int session) {
    ByteBuffer out = datagramOut.clear().putShort((short) (remoteSlot | session << 12));
    EnetCommand.of(
            EnetCommand.DISCONNECT, EnetCommand.UNSEQUENCED, EnetCommand.CONTROL_CHANNEL, 1, 0)
        .write(out);
    sink.send(address, out.flip());
  }

  /** Drops the oldest handshakes if too many are open. */
  private void evictHandshakes(InetSocketAddress address) {
    long network = AddressRates.network(address.getAddress());
    Handshake oldest = null;
    int count = 0;
    for (Handshake handshake : handshakes.values()) {
      if (AddressRates.network(handshake.address.getAddress()) == network) {
        oldest = oldest == null ? handshake : oldest;
        count++;
      }
    }
    if (oldest != null && count >= limits.halfOpenPerAddress()) {
      remove(oldest);
    }
    if (handshakes.size() >= limits.halfOpen()) {
      remove(handshakes.values().iterator().next());
    }
  }

  private void remove(Handshake handshake) {
    handshakes.remove(new ConnectKey(handshake.address, handshake.connectId));
    handshakeSlots[handshake.slot] = null;
  }

  /** Connects a client that has proven its address. Returns null if it is refused. */
  @Nullable EnetPeer open(Handshake handshake, EnetCommand acknowledgement) {
    remove(handshake);
    if (isFull(handshake.address) || !acceptor.accept(handshake.request())) {
      refuse(handshake.address, handshake.remoteSlot, handshake.outgoingSession);
      return null;
    }
    EnetPeer peer = new EnetPeer(this, handshake);
    slots[handshake.slot] = peer;
    connected.add(peer);
    peer.start(acknowledgement);
    return peer;
  }

  /**
   * Sends all acknowledgements and packets that may be sent. An exception of the listener is thrown
   * after all peers were processed.
   */
  public void flush() {
    updateTime();
    forEachPeer(EnetPeer::flush);
  }

  /**
   * Checks timeouts, sends commands again, and flushes. Call this method every 5 to 20
   * milliseconds. An exception of the listener is thrown after all peers were processed.
   */
  public void service() {
    updateTime();
    Iterator<Handshake> oldest = handshakes.values().iterator();
    while (oldest.hasNext()) {
      Handshake handshake = oldest.next();
      if (now - handshake.startedAt < limits.halfOpenMillis()) {
        break;
      }
      oldest.remove();
      handshakeSlots[handshake.slot] = null;
    }
    try {
      forEachPeer(EnetPeer::service);
    } finally {
      removeGone();
    }
  }

  private void forEachPeer(Consumer<EnetPeer> action) {
    RuntimeException failure = null;
    for (EnetPeer peer : List.copyOf(connected)) {
      try {
        action.accept(peer);
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void removeGone() {
    gone.removeIf(
        peer -> {
          boolean isExpired = peer.isExpired();
          if (isExpired) {
            slots[peer.handshake.slot] = null;
          }
          return isExpired;
        });
  }

  /**
   * Disconnects all peers immediately and releases memory outside the heap. An exception of the
   * listener is thrown after that.
   */
  @Override
  public void close() {
    updateTime();
    try {
      forEachPeer(peer -> peer.disconnectNow(0));
    } finally {
      isClosed = true;
      compressor.close();
    }
  }

  private void updateTime() {
    now = Math.max(now, clock.getAsLong());
  }

  /** Encodes a datagram. The result is valid until the next call. */
  private ByteBuffer encode(
      Handshake to, ByteBuffer body, boolean hasTime, EnetCompression compression) {
    byte[] packed =
        compressor.compress(
            compression, body.array(), body.arrayOffset() + body.position(), body.remaining());
    int head = to.remoteSlot | to.outgoingSession << 12;
    ByteBuffer out = datagramOut.clear();
    out.putShort((short) (head | (hasTime ? HAS_TIME : 0) | (packed == null ? 0 : COMPRESSED)));
    if (hasTime) {
      out.putShort((short) to.time(now));
    }
    if (packed == null) {
      out.put(body);
    } else {
      out.put(packed);
    }
    return out.flip();
  }

  /**
   * Sends commands to a peer.
   *
   * @return the length of the datagram in bytes
   */
  int sendDatagram(EnetPeer peer, ByteBuffer body, boolean hasTime) {
    EnetCompression compression = compressesDatagrams ? peer.compression() : EnetCompression.NONE;
    ByteBuffer datagram = encode(peer.handshake, body, hasTime, compression);
    int length = datagram.remaining();
    sink.send(peer.address(), datagram);
    return length;
  }

  /** {@return an empty buffer for the commands of one datagram} */
  ByteBuffer commandBuffer() {
    return commands.clear();
  }

  void onEnd(EnetPeer peer) {
    connected.remove(peer);
    gone.add(peer);
  }

  /**
   * Reserves memory for packets that wait. Each peer has its own part of one half of the limit, and
   * all share the other half, so that some peers cannot take the memory of all.
   *
   * @param held the bytes that the peer has reserved
   * @param bytes the bytes that it needs in addition
   * @return false if the limit is reached
   */
  boolean reserve(int held, int bytes) {
    long after = sharedWaitingBytes + shared(held + bytes) - shared(held);
    if (after > limits.totalWaitingBytes() - (long) limits.peers() * limits.ownWaitingBytes()) {
      return false;
    }
    sharedWaitingBytes = after;
    return true;
  }

  /** Releases a part of the bytes that a peer has reserved. */
  void release(int held, int bytes) {
    sharedWaitingBytes -= shared(held) - shared(held - bytes);
  }

  private int shared(int held) {
    return Math.max(0, held - limits.ownWaitingBytes());
  }

  long sharedWaitingBytes() {
    return sharedWaitingBytes;
  }

  int handshakeCount() {
    return handshakes.size();
  }

  long now() {
    return now;
  }

  /** Builds hosts. */
  public static final class Builder {
    private final DatagramSink sink;
    private final EnetListener listener;
    private EnetAcceptor acceptor = request -> true;
    private EnetLimits limits = EnetLimits.DEFAULT;
    private final long start = System.nanoTime(); // which may be negative
    private LongSupplier clock = () -> (System.nanoTime() - start) / NANOS_PER_MILLI;
    private RandomGenerator random = new SecureRandom();
    private boolean compressesDatagrams;
    private boolean throttlesClients;

    private Builder(DatagramSink sink, EnetListener listener) {
      this.sink = Objects.requireNonNull(sink);
      this.listener = Objects.requireNonNull(listener);
    }

    /**
     * Sets the filter of clients that connect. By default all clients may connect.
     *
     * @param value decides for each request
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder acceptor(EnetAcceptor value) {
      acceptor = Objects.requireNonNull(value);
      return this;
    }

    /**
     * Sets the limits; {@link EnetLimits#DEFAULT} by default.
     *
     * @param value the limits
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder limits(EnetLimits value) {
      limits = Objects.requireNonNull(value);
      return this;
    }

    /**
     * Sets the clock; by default it counts from the creation of this builder.
     *
     * @param millis returns milliseconds, 0 or more; times before an earlier result are ignored
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder clock(LongSupplier millis) {
      clock = Objects.requireNonNull(millis);
      return this;
    }

    /**
     * Sets the source of slots and numbers, which attackers must not predict; a {@link
     * SecureRandom} by default.
     *
     * @param value the source
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder random(RandomGenerator value) {
      random = Objects.requireNonNull(value);
      return this;
    }

    /**
     * Compresses datagrams in the way of each client; not done by default. The range coder takes up
     * to 0.2 ms for a datagram. Clients accept datagrams that are not compressed.
     *
     * @param value whether datagrams are compressed
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder compressesDatagrams(boolean value) {
      compressesDatagrams = value;
      return this;
    }

    /**
     * Sets whether clients drop unreliable packets if the round-trip time grows. By default they do
     * not. The original ENet does; a large reliable packet then stops unreliable ones for seconds.
     *
     * @param value whether clients keep their throttle
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder throttlesClients(boolean value) {
      throttlesClients = value;
      return this;
    }

    /** {@return a new host} */
    public EnetHost build() {
      return new EnetHost(this);
    }
  }
}
