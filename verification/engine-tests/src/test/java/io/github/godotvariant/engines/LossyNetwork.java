package io.github.godotvariant.engines;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Forwards datagrams between clients and a server, both on the loopback interface. Datagrams in
 * both directions are dropped, duplicated and delayed at random. The seed decides about the nth
 * datagram of each client and direction. The timing of the datagrams still varies.
 */
final class LossyNetwork implements AutoCloseable {
  private static final int MAX_DATAGRAM = 65_535;

  /** How a network treats each datagram. A random delay also changes the order. */
  enum Conditions {
    DIRECT(0, 0, 0),
    LOSS_OF_5_PERCENT(0.05, 0, 0),
    LOSS_OF_20_PERCENT_WITH_DUPLICATES(0.2, 0.1, 0),
    REORDERING(0, 0, 30),
    DELAY_UP_TO_300_MS(0, 0, 300);

    private final double loss;
    private final double duplicates;
    private final int maxDelayMillis;

    Conditions(double loss, double duplicates, int maxDelayMillis) {
      this.loss = loss;
      this.duplicates = duplicates;
      this.maxDelayMillis = maxDelayMillis;
    }
  }

  private final Conditions conditions;
  private final long seed;
  private final SocketAddress server;
  private final DatagramSocket front;
  private final Map<SocketAddress, Client> clients = new ConcurrentHashMap<>();
  private final ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor();
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
  private final Thread frontThread;

  /** Opens a port for clients. */
  LossyNetwork(int serverPort, Conditions conditions, long seed) throws IOException {
    this.conditions = conditions;
    this.seed = seed;
    InetAddress loopback = InetAddress.getLoopbackAddress();
    server = new InetSocketAddress(loopback, serverPort);
    front = new DatagramSocket(0, loopback);
    frontThread = receive(front, this::fromClient);
  }

  /**
   * A client of the network.
   *
   * @param back the socket that the server sees as the client
   * @param random decides about the datagrams to the server
   */
  private record Client(DatagramSocket back, SplittableRandom random) {}

  /** {@return the port for clients} */
  int port() {
    return front.getLocalPort();
  }

  private interface Receiver {
    void receive(byte[] datagram, SocketAddress from) throws IOException;
  }

  /** Starts a thread that ends when the socket is closed. */
  private static Thread receive(DatagramSocket socket, Receiver receiver) {
    Thread thread =
        new Thread(
            () -> {
              DatagramPacket packet = new DatagramPacket(new byte[MAX_DATAGRAM], MAX_DATAGRAM);
              while (!socket.isClosed()) {
                try {
                  packet.setLength(MAX_DATAGRAM);
                  socket.receive(packet);
                  receiver.receive(
                      Arrays.copyOf(packet.getData(), packet.getLength()),
                      packet.getSocketAddress());
                } catch (IOException e) {
                  // The socket is closed, or the receiver of an earlier datagram is gone.
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void fromClient(byte[] datagram, SocketAddress address) throws IOException {
    Client client = clients.get(address);
    if (client == null) {
      // Each generator is used by one thread.
      SplittableRandom seeds = new SplittableRandom(seed + clients.size());
      DatagramSocket back = new DatagramSocket(0, InetAddress.getLoopbackAddress());
      client = new Client(back, seeds.split());
      clients.put(address, client);
      SplittableRandom toClient = seeds.split();
      Thread unused = receive(back, (answer, from) -> forward(answer, front, address, toClient));
      if (front.isClosed()) {
        back.close(); // close() may not have seen this client
      }
    }
    forward(datagram, client.back, server, client.random);
  }

  private void forward(
      byte[] datagram, DatagramSocket socket, SocketAddress target, SplittableRandom random) {
    int copies =
        random.nextDouble() < conditions.loss
            ? 0
            : random.nextDouble() < conditions.duplicates ? 2 : 1;
    int delay = random.nextInt(conditions.maxDelayMillis + 1);
    for (int i = 0; i < copies; i++) {
      send(new DatagramPacket(datagram, datagram.length, target), socket, delay);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a lost datagram is a usual event
  private void send(DatagramPacket packet, DatagramSocket socket, int delayMillis) {
    try {
      sender.schedule(
          () -> {
            try {
              socket.send(packet);
            } catch (IOException e) {
              if (!front.isClosed() && !sender.isShutdown()) {
                failure.compareAndSet(null, e);
              }
            }
          },
          delayMillis,
          TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The network is closed.
    }
  }

  /**
   * Closes the sockets.
   *
   * @throws IOException if a datagram could not be sent
   */
  @Override
  public void close() throws IOException {
    sender.shutdownNow();
    front.close();
    try {
      frontThread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      clients.values().forEach(client -> client.back.close());
    }
    IOException problem = failure.get();
    if (problem != null) {
      throw new IOException("the network could not send a datagram", problem);
    }
  }
}
