package io.github.godotvariant.netty;

import static io.github.godotvariant.netty.EnetAddresses.SERVER;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetLimits;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.multiplayer.testing.TestPeer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The ENet port of a {@link Simulation}, and a network that loses datagrams. */
final class SimulatedEnet {
  /** The share of the datagrams that are lost. */
  private static final double LOSS = 0.1;

  /** ENet gives up a connection after a command was sent this number of times. */
  private static final int TIMEOUT_SENDS = EnetLimits.DEFAULT.timeoutSends();

  private final EmbeddedChannel loop;
  private final Random random;
  private final EnetHandler handler;
  private final List<Client> clients = new ArrayList<>();
  boolean isLossy;
  private long millis;

  SimulatedEnet(EmbeddedChannel loop, MultiplayerServer server, EnetLimits limits, Random random) {
    this.loop = loop;
    this.random = random;
    ConnectionLimit connections = new ConnectionLimit(limits.peers(), 1);
    EnetTransport transport =
        new EnetTransport(loop.eventLoop(), SERVER, limits, null, connections, () -> {});
    handler = transport.handler(server);
    loop.pipeline().addLast(handler);
  }

  Client connect(TestPeer.Builder builder, int id) {
    Link link = new Link();
    Client client = new Client(builder.connect(link), id);
    link.enet = client.enet;
    clients.add(client);
    return client;
  }

  long millis() {
    return millis;
  }

  private static final class Link implements TestPeer.Link {
    @SuppressWarnings("NullAway.Init") // set before the first packet
    EnetClient enet;

    @Override
    public void send(byte[] packet) {
      sendToServer(packet, TransferMode.RELIABLE, 0);
    }

    @Override
    public void sendToServer(byte[] packet, TransferMode mode, int channel) {
      EnetDelivery delivery =
          mode == TransferMode.RELIABLE ? EnetDelivery.RELIABLE : EnetDelivery.UNSEQUENCED;
      enet.peer().orElseThrow().send(packet, mode == TransferMode.RELIABLE ? 0 : 1, delivery);
    }

    @Override
    public void close() {
      enet.close();
    }
  }

  /** A client with its own address. */
  final class Client extends SimulatedPlayer implements EnetListener {
    private final InetSocketAddress address;
    private final int id;
    private final EnetClient enet;

    /** The datagrams that were lost in both directions since the last event of the session. */
    private int lost;

    private boolean hasTimedOut;

    private Client(TestPeer peer, int id) {
      super(peer);
      this.id = id;
      address = new InetSocketAddress("10.0.%d.%d".formatted(id >> 8, id & 0xFF), 50_000);
      enet =
          new EnetClient(
              (server, datagram) -> toServer(this, datagram), this, () -> millis, new Random(id));
      enet.connect(SERVER, 255, id);
    }

    @Override
    public void onConnect(EnetPeer connection) {
      peer.received(
          ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(id).array());
    }

    @Override
    public void onPacket(EnetPeer connection, byte[] packet, int channel, EnetDelivery delivery) {
      peer.received(packet);
    }

    @Override
    public void onDisconnect(EnetPeer connection, EnetDisconnectReason reason, int data) {
      if (reason == EnetDisconnectReason.TIMEOUT) {
        timeOut();
      }
      peer.disconnected("the connection has ended: " + reason);
    }

    private boolean isOpen() {
      return enet.peer().filter(EnetPeer::isConnected).isPresent();
    }

    private boolean isBusy() {
      return enet.isConnecting() || enet.peer().filter(sent -> sent.queuedBytes() > 0).isPresent();
    }

    private boolean isLost() {
      boolean isLost = isLossy && random.nextDouble() < LOSS;
      lost += isLost ? 1 : 0;
      return isLost;
    }

    /** Records that one side has given up. Only repeated losses may cause this. */
    private void timeOut() {
      assertThat(lost).as("lost datagrams of %s", peer).isGreaterThanOrEqualTo(TIMEOUT_SENDS);
      hasTimedOut = true;
    }

    @Override
    boolean hasTimedOut() {
      return hasTimedOut;
    }

    @Override
    boolean poll() {
      if (!enet.isConnecting() && enet.peer().isEmpty() && !peer.isClosed()) {
        timeOut();
        peer.disconnected("the server does not answer");
      }
      return false;
    }

    @Override
    void release() {
      enet.close();
      clients.remove(this);
    }
  }

  private void toServer(Client from, ByteBuffer datagram) {
    if (!from.isLost()) {
      loop.writeInbound(new DatagramPacket(Unpooled.copiedBuffer(datagram), SERVER, from.address));
    }
  }

  /** Delivers the datagrams of the server; returns whether there were any. */
  boolean toClients() {
    boolean isActive = false;
    for (DatagramPacket sent = loop.readOutbound(); sent != null; sent = loop.readOutbound()) {
      isActive = true;
      for (Client receiver : clients) {
        if (receiver.address.equals(sent.recipient())) {
          if (isGivenUp(sent.content()) && !receiver.peer.isClosed()) {
            receiver.timeOut();
          }
          if (!receiver.isLost()) {
            receiver.enet.receive(sent.content().nioBuffer());
          }
        }
      }
      sent.release();
    }
    clients.forEach(client -> client.enet.flush());
    return isActive;
  }

  /** Returns whether a datagram of the server is a DISCONNECT that is not acknowledged. */
  private static boolean isGivenUp(ByteBuf datagram) {
    boolean hasTime = datagram.getByte(0) < 0;
    return !hasTime && datagram.getByte(2) == 0x44;
  }

  /** Returns whether packets wait, or a connection exists on one side only. */
  boolean isBusy() {
    List<EnetPeer> peers = handler.host().peers();
    Set<InetSocketAddress> open =
        clients.stream()
            .filter(Client::isOpen)
            .map(client -> client.address)
            .collect(Collectors.toSet());
    return handler.connections() != peers.size()
        || !peers.stream().map(EnetPeer::address).collect(Collectors.toSet()).equals(open)
        || peers.stream().anyMatch(peer -> peer.queuedBytes() > 0)
        || clients.stream().anyMatch(Client::isBusy);
  }

  void passMillis(int added) {
    millis += added;
    loop.advanceTimeBy(added, TimeUnit.MILLISECONDS);
    loop.runScheduledPendingTasks();
    clients.forEach(client -> client.enet.service());
  }

  /** Forgets the lost datagrams after an event of the session. */
  void forgetLosses() {
    clients.forEach(client -> client.lost = 0);
  }
}
