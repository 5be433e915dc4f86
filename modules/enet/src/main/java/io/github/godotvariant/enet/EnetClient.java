package io.github.godotvariant.enet;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The client side of ENet, for tests and bots. Like {@link EnetHost}, a client has no threads,
 * sockets or timers. The client does not compress its datagrams.
 *
 * <pre>{@code
 * EnetClient client = new EnetClient(this::send, listener);
 * client.connect(server, 255, 7);
 * }</pre>
 *
 * <p>Not thread-safe. The listener receives {@link EnetListener#onConnect} when the server has
 * accepted the client.
 */
public final class EnetClient implements AutoCloseable {
  private static final int NO_SESSION = 255;
  private static final int FIRST_REPEAT_MILLIS = 500;

  /** The maximum number of CONNECTs. The client gives up 31.5 seconds after the first CONNECT. */
  private static final int MAX_CONNECTS = 6;

  /**
   * The number of bytes that count as received from the server at the start. With this number, the
   * limit of bytes to an unverified address has no effect. The client need not verify the address
   * of the server, because the client has chosen this address.
   */
  private static final int ASSUMED_BYTES = 1 << 20;

  /** High limits that do not restrict the server, because the user trusts the server. */
  private static final EnetLimits LIMITS =
      EnetLimits.builder()
          .peers(1)
          .channels(255)
          .packetBytes(32 << 20)
          .waitingBytes(64 << 20)
          .queuedBytes(64 << 20)
          .datagramsPerAddress(1_000_000)
          .build();

  private final DatagramSink sink;
  private final RandomGenerator random;
  private final EnetHost host;
  private @Nullable InetSocketAddress server;
  private @Nullable EnetCommand connect;
  private @Nullable EnetPeer peer;
  private boolean hasGivenUp;
  private int sentConnects;
  private long nextConnectAt;

  /**
   * Creates a client with a clock that counts from now, and with secure random numbers.
   *
   * @param sink sends the datagrams of the client
   * @param listener receives the events of the client
   */
  public EnetClient(DatagramSink sink, EnetListener listener) {
    this(EnetHost.builder(sink, listener), sink, new SecureRandom());
  }

  /**
   * Creates a client.
   *
   * @param sink sends the datagrams of the client
   * @param listener receives the events of the client
   * @param clock returns the time in milliseconds, 0 or more; a time before an earlier result is
   *     ignored
   * @param random the source of random numbers, which attackers must not be able to predict
   */
  public EnetClient(
      DatagramSink sink, EnetListener listener, LongSupplier clock, RandomGenerator random) {
    this(EnetHost.builder(sink, listener).clock(clock), sink, random);
  }

  private EnetClient(EnetHost.Builder builder, DatagramSink sink, RandomGenerator random) {
    this.sink = sink;
    this.random = Objects.requireNonNull(random);
    builder.throttlesClients = true;
    host = builder.limits(LIMITS).random(random).build();
  }

  /**
   * Starts to connect. {@link #service} repeats the request. If the server refuses or does not
   * answer within 31.5 seconds, {@link #isConnecting} returns false and {@link #peer} stays empty.
   *
   * @param address the address of the server
   * @param channels the number of channels, 1 to 255
   * @param data a number for the server. Godot sends the peer id, at least 2.
   * @throws IllegalStateException if the method was called before
   * @throws IllegalArgumentException if the number of channels is out of range
   */
  public void connect(InetSocketAddress address, int channels, int data) {
    if (server != null) {
      throw new IllegalStateException("connect() was called before");
    }
    if (channels < 1 || channels > EnetCommand.CONTROL_CHANNEL) {
      throw new IllegalArgumentException("channels is %d, must be 1 to 255".formatted(channels));
    }
    server = Objects.requireNonNull(address);
    int[] fields = new int[CommandKind.CONNECT.widths.length];
    fields[EnetCommand.INCOMING_SESSION] = NO_SESSION;
    fields[EnetCommand.OUTGOING_SESSION] = NO_SESSION;
    fields[EnetCommand.MTU] = 1392;
    fields[EnetCommand.WINDOW] = 65_536;
    fields[EnetCommand.CHANNELS] = channels;
    fields[EnetCommand.THROTTLE_INTERVAL] = RoundTripTime.DEFAULT_INTERVAL;
    fields[EnetCommand.THROTTLE_ACCELERATION] = RoundTripTime.DEFAULT_FACTOR;
    fields[EnetCommand.THROTTLE_DECELERATION] = RoundTripTime.DEFAULT_FACTOR;
    fields[EnetCommand.CONNECT_ID] = random.nextInt();
    fields[EnetCommand.CONNECT_DATA] = data;
    connect = EnetCommand.of(CommandKind.CONNECT, EnetCommand.CONTROL_CHANNEL, 1, fields);
    host.service(); // updates the time
    sendConnect();
  }

  private void sendConnect() {
    sentConnects++;
    nextConnectAt = host.now() + ((long) FIRST_REPEAT_MILLIS << sentConnects - 1);
    ByteBuffer out = ByteBuffer.allocate(64);
    new DatagramHeader(DatagramHeader.NO_SLOT, 0, (int) host.now() & 0xffff, false).write(out);
    Objects.requireNonNull(connect).write(out);
    sink.send(Objects.requireNonNull(server), out.flip());
  }

  /**
   * Processes a datagram from the server.
   *
   * @param datagram the complete datagram. The position moves to the limit.
   */
  public void receive(ByteBuffer datagram) {
    if (peer != null) {
      host.receive(Objects.requireNonNull(server), datagram);
    } else if (isConnecting()) {
      host.service(); // updates the time
      // Copy the bytes, because the buffer can be direct or little-endian.
      byte[] bytes = new byte[datagram.remaining()];
      datagram.get(bytes);
      onReply(ByteBuffer.wrap(bytes));
    }
  }

  private void onReply(ByteBuffer in) {
    DatagramHeader header = DatagramHeader.read(in);
    EnetCommand command = header == null ? null : EnetCommand.read(in);
    if (header == null || command == null) {
      return;
    }
    if (command.kind() == CommandKind.DISCONNECT) {
      hasGivenUp = true;
    } else if (command.kind() == CommandKind.VERIFY_CONNECT
        && command.field(EnetCommand.CONNECT_ID)
            == Objects.requireNonNull(connect).field(EnetCommand.CONNECT_ID)) {
      onAccepted(command, Math.max(0, header.time()));
    }
  }

  /** Opens the connection like a host. For this, converts the server's reply into a CONNECT. */
  private void onAccepted(EnetCommand verify, int time) {
    int[] fields = Arrays.copyOf(verify.fields(), CommandKind.CONNECT.widths.length);
    // The new handshake adds 1 to the sessions of the CONNECT. Therefore this code subtracts 1.
    fields[EnetCommand.INCOMING_SESSION] = verify.field(EnetCommand.OUTGOING_SESSION) - 1 & 3;
    fields[EnetCommand.OUTGOING_SESSION] = verify.field(EnetCommand.INCOMING_SESSION) - 1 & 3;
    fields[EnetCommand.CONNECT_DATA] =
        Objects.requireNonNull(connect).field(EnetCommand.CONNECT_DATA);
    Handshake handshake =
        new Handshake(
            Objects.requireNonNull(server),
            EnetCompression.NONE,
            EnetCommand.of(CommandKind.CONNECT, EnetCommand.CONTROL_CHANNEL, 1, fields),
            0,
            NO_SESSION,
            NO_SESSION,
            EnetCommand.CONTROL_CHANNEL,
            host.now(),
            random.nextInt() & 0xffff);
    handshake.receivedBytes = ASSUMED_BYTES;
    EnetPeer opened = host.add(handshake);
    peer = opened; // The listener may call peer() in the first event.
    opened.start();
    opened.outgoing.acknowledge(verify, time);
    host.flush();
  }

  /**
   * Sends the queued acknowledgements and packets, except for packets that must wait because too
   * much sent data is not acknowledged yet.
   */
  public void flush() {
    host.flush();
  }

  /**
   * Checks timeouts, sends unacknowledged commands again, and sends queued packets like {@link
   * #flush}. Call this method every 5 to 20 milliseconds.
   */
  public void service() {
    host.service();
    if (peer == null && isConnecting() && host.now() >= nextConnectAt) {
      if (sentConnects < MAX_CONNECTS) {
        sendConnect();
      } else {
        hasGivenUp = true;
      }
    }
  }

  /** {@return whether the client waits for the server's answer to the request to connect} */
  public boolean isConnecting() {
    return server != null && peer == null && !hasGivenUp;
  }

  /**
   * Returns the connection.
   *
   * @return the server as a peer; empty before the server has accepted the client
   */
  public Optional<EnetPeer> peer() {
    return Optional.ofNullable(peer);
  }

  /** Disconnects immediately and releases memory outside the heap. */
  @Override
  public void close() {
    hasGivenUp = true;
    host.close();
  }
}
