package io.github.godotvariant.benchmarks;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.multiplayer.MultiplayerPacket;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Attackers at a fixed rate: 100 new WebSockets a second, 1,000 at most, and 2,000 datagrams a
 * second. A WebSocket is one of the following: half-open, silent after the handshake, frozen (does
 * not read), or sends 100 bad packets a second of one kind. Datagrams ask for connections from many
 * addresses, or contain random bytes.
 */
final class LoadAttackers implements AutoCloseable {
  private static final int MAX_CONNECTIONS = 1_000;
  private static final int DATAGRAMS = 20; // every 10 ms

  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Random random = new Random(1);
  private final InetSocketAddress webSocket;
  private final InetSocketAddress enet;
  private final List<AutoCloseable> connections = new ArrayList<>();
  private int count;

  /** Creates attackers. Words 2 and 3 of {@code ports} are the ports for WebSockets and ENet. */
  LoadAttackers(String[] ports) {
    InetAddress address = InetAddress.getLoopbackAddress();
    webSocket = new InetSocketAddress(address, Integer.parseInt(ports[1]));
    enet = new InetSocketAddress(address, Integer.parseInt(ports[2]));
  }

  void start() {
    Thread thread = new Thread(this::run, "attackers");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!loop.isShuttingDown()) {
      try {
        connect(count++ % 7);
        for (int i = 0; i < DATAGRAMS; i++) {
          sendDatagram(i % 2 == 0);
        }
      } catch (Exception e) {
        // The server has closed a connection, or accepts no more.
      }
      close(Math.max(0, connections.size() - MAX_CONNECTIONS));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    close(connections.size());
  }

  /** Closes the oldest connections. */
  private void close(int number) {
    for (AutoCloseable connection : List.copyOf(connections.subList(0, number))) {
      connections.remove(0);
      try {
        connection.close();
      } catch (Exception e) {
        // The server has closed it before.
      }
    }
  }

  private void connect(int kind) throws IOException, InterruptedException {
    if (kind == 0) {
      connections.add(new Socket(webSocket.getAddress(), webSocket.getPort()));
      return;
    }
    Channel channel = LoadClients.connectWebSocket(loop, webSocket, "/game", new Flood(kind));
    connections.add(() -> channel.close().syncUninterruptibly());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A closed channel ends the flood.
  private final class Flood implements LoadClients.Receiver {
    private final int kind;

    Flood(int kind) {
      this.kind = kind;
    }

    @Override
    public void connected(Channel channel, Consumer<byte[]> sender) {
      if (kind == 2) {
        channel.config().setAutoRead(false);
      } else if (kind > 2) {
        channel
            .eventLoop()
            .scheduleAtFixedRate(() -> sender.accept(packet()), 10, 10, TimeUnit.MILLISECONDS);
      }
    }

    private byte[] packet() {
      byte[] bytes = new byte[40];
      random.nextBytes(bytes);
      PackedByteArray content = PackedByteArray.unsafeWrap(bytes);
      return switch (kind) {
        case 3 ->
            new MultiplayerPacket.Announce("0".repeat(32), random.nextInt(), "Main/" + count)
                .encode();
        case 4 -> new MultiplayerPacket.Relay(2 + random.nextInt(9), content).encode();
        case 5 ->
            new MultiplayerPacket.Call(new MultiplayerPacket.ByPath("Main"), 0, content, false)
                .encode();
        default -> new MultiplayerPacket.Raw(content).encode();
      };
    }

    @Override
    public void received(ByteBuffer packet) {}
  }

  /** Sends a datagram from one of 65,000 addresses of the loopback interface. */
  private void sendDatagram(boolean isConnect) throws IOException {
    byte[] address = {127, 1, (byte) random.nextInt(), (byte) random.nextInt()};
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.bind(new InetSocketAddress(InetAddress.getByAddress(address), 0));
      if (isConnect) {
        EnetClient client =
            new EnetClient((to, bytes) -> send(channel, bytes), new EnetListener() {});
        client.connect(enet, 255, 2 + random.nextInt(1 << 30));
        client.service();
      } else {
        byte[] bytes = new byte[random.nextInt(1400)];
        random.nextBytes(bytes);
        send(channel, ByteBuffer.wrap(bytes));
      }
    }
  }

  private void send(DatagramChannel channel, ByteBuffer datagram) {
    try {
      channel.send(datagram, enet);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
