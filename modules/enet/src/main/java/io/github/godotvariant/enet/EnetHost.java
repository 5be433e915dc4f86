package io.github.godotvariant.enet;

import io.github.godotvariant.enet.internal.AddressRates;
import io.github.godotvariant.enet.internal.TokenBucket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The server side of ENet, for any number of clients. The host has no threads, sockets or timers.
 * The program passes received datagrams to {@link #receive} and calls {@link #service} regularly.
 * The host passes the datagrams to send to the {@link DatagramSink}.
 *
 * <p>Not thread-safe. The host drops invalid datagrams without an exception. The class has more
 * than 500 lines because connecting, receiving and sending share the slots.
 */
public final class EnetHost implements AutoCloseable {
  private static final int SLOTS = DatagramHeader.NO_SLOT;
  private static final int MAX_COMMANDS = 64;

  /** The length in bytes of the datagram that refuses a request to connect. */
  private static final int REFUSAL_BYTES = 10;

  /** The time, in milliseconds, in which a client must acknowledge the reply to its CONNECT. */
  private static final int HALF_OPEN_MILLIS = 5000;

  private static final int MAX_REPEATED_REPLIES = 20;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private final DatagramSink sink;
  final EnetListener listener;
  private final EnetAcceptor acceptor;
  final EnetLimits limits;
  private final LongSupplier clock;
  private final RandomGenerator random;
  private final boolean compressesDatagrams;
  final boolean throttlesClients;
  private final AddressRates datagramRates;
  private final AddressRates connectRates;
  private final AddressRates blockRates;
  private final TokenBucket allConnects;
  private final DatagramCompressor compressor = new DatagramCompressor();

  /**
   * The peers by slot, which is the number that identifies a connection in datagrams. A peer whose
   * connection has ended keeps its slot for 5 seconds to acknowledge repeated DISCONNECTs.
   */
  private final Map<Integer, EnetPeer> peers = new LinkedHashMap<>();

  /**
   * The handshakes by slot, for clients that have not acknowledged the reply yet; the oldest first.
   */
  private final Map<Integer, Handshake> handshakes = new LinkedHashMap<>();

  private final byte[] lastIncomingSessions = new byte[SLOTS];
  private final byte[] lastOutgoingSessions = new byte[SLOTS];

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
    datagramRates = new AddressRates(limits.datagramsPerAddress());
    connectRates = new AddressRates(limits.connectsPerAddress());
    blockRates = new AddressRates(Math.max(1, limits.datagramsPerAddress() / 2));
    allConnects = new TokenBucket(limits.connectsPerSecond());
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
    return peers.values().stream().filter(EnetPeer::isConnected).toList();
  }

  /** Returns the peers whose connections have not ended. */
  Stream<EnetPeer> openPeers() {
    return peers.values().stream().filter(peer -> !peer.isGone());
  }

  /**
   * Processes a datagram. {@link #flush} sends the acknowledgements.
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
    if (bytes.length == length && datagramRates.take(address.getAddress(), now)) {
      onDatagram(address, ByteBuffer.wrap(bytes));
    }
  }

  private void onDatagram(InetSocketAddress address, ByteBuffer in) {
    int length = in.remaining();
    DatagramHeader header = DatagramHeader.read(in);
    if (header == null) {
      return;
    }
    if (header.slot() == DatagramHeader.NO_SLOT) {
      onConnect(address, in, header.isCompressed(), length);
      return;
    }
    EnetPeer peer = peers.get(header.slot());
    Handshake handshake = peer == null ? handshakes.get(header.slot()) : peer.handshake;
    if (handshake == null
        || !handshake.address.equals(address)
        || handshake.incomingSession != header.session()) {
      return;
    }
    ByteBuffer plain = in;
    if (header.isCompressed()) {
      if (!blockRates.take(address.getAddress(), now)) {
        return;
      }
      DatagramCompressor.Block block = decompress(in, handshake.compression);
      if (peer != null) {
        peer.onBlock(block);
      }
      if (block == null) {
        return;
      }
      plain = block.commands();
    }
    handshake.receivedBytes += length;
    if (peer == null) {
      EnetCommand first = EnetCommand.read(plain);
      if (first == null || !handshake.isConfirmedBy(first)) {
        replyAgain(handshake);
        return;
      }
      peer = open(handshake);
    }
    if (peer != null) {
      onCommands(peer, plain, header.time());
    }
  }

  /**
   * Decompresses the commands of a datagram. Returns null if the commands are corrupt.
   *
   * @param known the compression of the client's earlier datagrams; {@code NONE} to try each
   *     compression
   */
  private DatagramCompressor.@Nullable Block decompress(ByteBuffer in, EnetCompression known) {
    if (known == EnetCompression.NONE) {
      return compressor.detect(in, EnetCommand::hasOnlyCommands);
    }
    ByteBuffer commands =
        compressor.decompress(known, in, DatagramCompressor.MAX_BYTES - in.position());
    return commands == null ? null : new DatagramCompressor.Block(known, commands);
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
    // A compressed request counts towards connectsPerSecond before the expensive decompression. An
    // uncompressed request counts only if the request is valid.
    if (!connectRates.take(address.getAddress(), now) || isCompressed && !allConnects.take(now)) {
      return;
    }
    DatagramCompressor.Block block =
        isCompressed
            ? compressor.detect(in, Handshake::isConnect)
            : new DatagramCompressor.Block(EnetCompression.NONE, in);
    if (block == null || !Handshake.isConnect(block.commands())) {
      return;
    }
    EnetCommand connect = EnetCommand.read(block.commands());
    if (connect == null || !isCompressed && !allConnects.take(now)) {
      return;
    }
    int connectId = connect.field(EnetCommand.CONNECT_ID);
    for (Handshake known : handshakes.values()) {
      if (known.isFrom(address, connectId)) {
        known.receivedBytes += length;
        reply(known);
        return;
      }
    }
    if (openPeers().noneMatch(peer -> peer.handshake.isFrom(address, connectId))) {
      onFirstConnect(address, block.compression(), connect, length);
    }
  }

  /** Sends a reply or a refusal for the first CONNECT of a client, or drops the CONNECT. */
  private void onFirstConnect(
      InetSocketAddress address, EnetCompression compression, EnetCommand connect, int length) {
    EnetConnectRequest request = Handshake.request(address, connect, false);
    if (isFull(address) || !acceptor.accept(request)) {
      // The refusal must not be longer than the request. A connected client does not get a refusal:
      // an attacker could forge the client's address, and the refusal would disconnect the client.
      if (length >= REFUSAL_BYTES && !hasPeer(address)) {
        refuse(address, connect.field(EnetCommand.SLOT), 0);
      }
      return;
    }
    evictHandshakes(address);
    int slot = freeSlot();
    if (slot == DatagramHeader.NO_SLOT) {
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
    handshakes.put(slot, handshake);
    reply(handshake);
  }

  private boolean hasPeer(InetSocketAddress address) {
    return openPeers().anyMatch(peer -> peer.address().equals(address));
  }

  /** Returns whether one more peer with this address would exceed a limit. */
  private boolean isFull(InetSocketAddress address) {
    long network = AddressRates.network(address.getAddress());
    return openPeers().count() >= limits.peers()
        || openPeers()
                .filter(peer -> AddressRates.network(peer.address().getAddress()) == network)
                .count()
            >= limits.peersPerAddress();
  }

  /** Returns a random free slot, or {@link DatagramHeader#NO_SLOT} if there is none. */
  private int freeSlot() {
    int first = random.nextInt(SLOTS);
    for (int i = 0; i < SLOTS; i++) {
      int slot = (first + i) % SLOTS;
      if (!peers.containsKey(slot) && !handshakes.containsKey(slot)) {
        return slot;
      }
    }
    return DatagramHeader.NO_SLOT;
  }

  private byte[] encodeReply(Handshake handshake) {
    ByteBuffer out = commandBuffer();
    handshake.verifyConnect().write(out);
    ByteBuffer datagram = encode(handshake, out.flip(), true, handshake.compression);
    byte[] reply = new byte[datagram.remaining()];
    datagram.get(reply);
    return reply;
  }

  /**
   * Sends the reply if the bytes that were sent to the client then do not exceed the bytes that
   * were received from the client. Otherwise the reply waits for the next CONNECT of the client.
   */
  private void reply(Handshake handshake) {
    if (handshake.sentBytes + handshake.reply.length <= handshake.receivedBytes) {
      handshake.sentBytes += handshake.reply.length;
      sink.send(handshake.address, ByteBuffer.wrap(handshake.reply));
    }
  }

  /**
   * Sends the reply again, at most {@link #MAX_REPEATED_REPLIES} times. The acknowledgement of an
   * earlier reply was probably lost, and the client sends an acknowledgement only when a reply
   * arrives. The client has received a reply at this address, because the client knows the random
   * slot.
   */
  private void replyAgain(Handshake handshake) {
    if (handshake.repeatedReplies < MAX_REPEATED_REPLIES) {
      handshake.repeatedReplies++;
      sink.send(handshake.address, ByteBuffer.wrap(handshake.reply));
    }
  }

  /** Refuses a request with a DISCONNECT, which a client accepts instead of a VERIFY_CONNECT. */
  private void refuse(InetSocketAddress address, int remoteSlot, int session) {
    ByteBuffer out = datagramOut.clear();
    new DatagramHeader(remoteSlot, session, -1, false).write(out);
    EnetCommand.disconnectNow(1, 0).write(out);
    sink.send(address, out.flip());
  }

  /** Drops the oldest handshakes if a new handshake with this address would exceed a limit. */
  private void evictHandshakes(InetSocketAddress address) {
    long network = AddressRates.network(address.getAddress());
    List<Handshake> ofNetwork =
        handshakes.values().stream()
            .filter(each -> AddressRates.network(each.address.getAddress()) == network)
            .toList();
    if (ofNetwork.size() >= limits.halfOpenPerAddress()) {
      handshakes.remove(ofNetwork.get(0).slot);
    }
    if (handshakes.size() >= limits.halfOpen()) {
      handshakes.remove(handshakes.keySet().iterator().next());
    }
  }

  /** Connects a client whose address is verified. Returns null if the client is refused. */
  private @Nullable EnetPeer open(Handshake handshake) {
    handshakes.remove(handshake.slot);
    if (isFull(handshake.address) || !acceptor.accept(handshake.request())) {
      refuse(handshake.address, handshake.remoteSlot, handshake.outgoingSession);
      return null;
    }
    EnetPeer peer = add(handshake);
    peer.start();
    return peer;
  }

  /** Adds a peer, which the caller must start. */
  EnetPeer add(Handshake handshake) {
    EnetPeer peer = new EnetPeer(this, handshake);
    peers.put(handshake.slot, peer);
    return peer;
  }

  /**
   * Sends the queued acknowledgements and packets. Some must wait for acknowledgements of earlier
   * packets, or for the limit of bytes to an unverified address. The throttle can drop unreliable
   * packets. If the listener throws an exception, the host processes the other peers before this
   * method throws the exception.
   */
  public void flush() {
    updateTime();
    forEachPeer(EnetPeer::flush);
  }

  /**
   * Checks timeouts, sends unacknowledged commands again, and sends queued packets like {@link
   * #flush}. Call this method every 5 to 20 milliseconds. If the listener throws an exception, the
   * host processes the other peers before this method throws the exception.
   */
  public void service() {
    updateTime();
    handshakes.values().removeIf(each -> now - each.startedAt >= HALF_OPEN_MILLIS);
    try {
      forEachPeer(EnetPeer::service);
    } finally {
      peers.values().removeIf(EnetPeer::isExpired);
    }
  }

  private void forEachPeer(Consumer<EnetPeer> action) {
    RuntimeException failure = null;
    for (EnetPeer peer : openPeers().toList()) {
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

  /**
   * Disconnects all peers immediately and releases memory outside the heap. If the listener throws
   * an exception, this method throws the exception at the end.
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
    ByteBuffer out = datagramOut.clear();
    int time = hasTime ? to.time(now) : -1;
    new DatagramHeader(to.remoteSlot, to.outgoingSession, time, packed != null).write(out);
    return out.put(packed == null ? body : ByteBuffer.wrap(packed)).flip();
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

  /**
   * Reserves memory for packets of a peer that wait for other packets or fragments. One half of
   * {@link EnetLimits#totalWaitingBytes()} is divided into equal parts for the peers. All peers
   * share the other half. Therefore a few peers cannot use all memory.
   *
   * @param reserved the number of bytes that the peer has already reserved
   * @param bytes the number of additional bytes
   * @return false if the limit is reached; the bytes are then not reserved
   */
  boolean reserve(int reserved, int bytes) {
    long after = sharedWaitingBytes + shared(reserved + bytes) - shared(reserved);
    if (after > limits.totalWaitingBytes() - (long) limits.peers() * limits.ownWaitingBytes()) {
      return false;
    }
    sharedWaitingBytes = after;
    return true;
  }

  /**
   * Releases bytes that a peer has reserved.
   *
   * @param reserved the number of bytes that the peer has reserved before this call
   * @param bytes the number of bytes to release
   */
  void release(int reserved, int bytes) {
    sharedWaitingBytes -= shared(reserved) - shared(reserved - bytes);
  }

  private int shared(int reserved) {
    return Math.max(0, reserved - limits.ownWaitingBytes());
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
    // The clock subtracts the start, because System.nanoTime() may be negative.
    private final long start = System.nanoTime();
    private LongSupplier clock = () -> (System.nanoTime() - start) / NANOS_PER_MILLI;
    private RandomGenerator random = new SecureRandom();

    /**
     * Whether the host compresses its datagrams to a client with the compression that the client
     * uses. False by default, because compression takes processor time and clients also accept
     * uncompressed datagrams.
     */
    boolean compressesDatagrams;

    /**
     * Whether clients drop unreliable packets if the round-trip time grows. With the value true, as
     * in the original ENet, a large reliable packet stops unreliable packets for seconds. Therefore
     * the default is false.
     */
    boolean throttlesClients;

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
    public Builder limits(EnetLimits value) {
      limits = Objects.requireNonNull(value);
      return this;
    }

    /**
     * Sets the clock. The default clock counts from the creation of this builder.
     *
     * @param millis returns the time in milliseconds, 0 or more; a time before an earlier result is
     *     ignored
     * @return this builder
     */
    public Builder clock(LongSupplier millis) {
      clock = Objects.requireNonNull(millis);
      return this;
    }

    /**
     * Sets the source of random slots and numbers; a {@link SecureRandom} by default. Attackers
     * must not be able to predict the numbers.
     *
     * @param value the source
     * @return this builder
     */
    public Builder random(RandomGenerator value) {
      random = Objects.requireNonNull(value);
      return this;
    }

    /** {@return a new host} */
    public EnetHost build() {
      return new EnetHost(this);
    }
  }
}
