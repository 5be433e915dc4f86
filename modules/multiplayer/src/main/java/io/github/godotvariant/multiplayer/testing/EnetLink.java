package io.github.godotvariant.multiplayer.testing;

import io.github.godotvariant.enet.EnetClient;
import io.github.godotvariant.enet.EnetDelivery;
import io.github.godotvariant.enet.EnetDisconnectReason;
import io.github.godotvariant.enet.EnetListener;
import io.github.godotvariant.enet.EnetPeer;
import io.github.godotvariant.multiplayer.TransferMode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A connection over ENet, with its own socket and its own thread. */
final class EnetLink implements TestPeer.Link, EnetListener {
  private static final int SERVICE_MILLIS = 5;
  private static final int MAX_DATAGRAM_BYTES = 4_096;

  /** The number of channels that engines request. */
  private static final int CHANNELS = 255;

  private final TestPeer client;
  private final int id;
  private final DatagramChannel socket;
  private final Selector selector;
  private final EnetClient enet;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> connected = new CompletableFuture<>();

  private EnetLink(TestPeer client, int id, DatagramChannel socket) throws IOException {
    this.client = client;
    this.id = id;
    this.socket = socket;
    selector = Selector.open();
    enet = new EnetClient((address, datagram) -> transmit(datagram), this);
  }

  static void open(URI uri, TestPeer client, int id) throws IOException {
    InetSocketAddress address = new InetSocketAddress(uri.getHost(), uri.getPort());
    EnetLink link = new EnetLink(client, id, DatagramChannel.open());
    link.socket.configureBlocking(false);
    link.socket.connect(address);
    link.socket.register(link.selector, SelectionKey.OP_READ);
    Thread thread = new Thread(() -> link.run(address), "test peer " + id);
    thread.setDaemon(true);
    thread.start();
    try {
      link.connected.get(TestPeer.WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      link.close();
      Throwable cause = e.getCause();
      String problem = cause == null ? "no answer" : String.valueOf(cause.getMessage());
      throw new IOException("cannot connect to " + uri + ": " + problem, e);
    }
  }

  // In any thread.

  @Override
  public void send(byte[] packet) {
    sendToServer(packet, TransferMode.RELIABLE, 0);
  }

  @Override
  public void sendToServer(byte[] packet, TransferMode mode, int channel) {
    run(() -> enet.peer().ifPresent(peer -> send(peer, packet, mode, channel)));
  }

  private static void send(EnetPeer peer, byte[] packet, TransferMode mode, int channel) {
    EnetDelivery delivery =
        switch (mode) {
          case RELIABLE -> EnetDelivery.RELIABLE;
          case UNRELIABLE_ORDERED -> EnetDelivery.UNRELIABLE;
          case UNRELIABLE -> EnetDelivery.UNSEQUENCED;
        };
    // Packets of channel 0 use ENet's channel 0 if they are reliable, otherwise ENet's channel 1.
    int enetChannel = channel > 0 ? channel + 1 : mode == TransferMode.RELIABLE ? 0 : 1;
    peer.send(packet, enetChannel, delivery);
  }

  /** Disconnects without waiting for the server, as an engine does. */
  @Override
  public void close() {
    run(
        () -> {
          enet.close();
          end("closed by the client");
        });
  }

  private void run(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  // In the thread of the link.

  private void run(InetSocketAddress address) {
    enet.connect(address, CHANNELS, id);
    ByteBuffer datagram = ByteBuffer.allocate(MAX_DATAGRAM_BYTES);
    try (selector;
        socket) {
      while (socket.isOpen()) {
        selector.select(SERVICE_MILLIS);
        selector.selectedKeys().clear();
        while (socket.isOpen() && socket.read(datagram.clear()) > 0) {
          enet.receive(datagram.flip());
        }
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          task.run();
        }
        enet.service();
        if (!enet.isConnecting() && enet.peer().isEmpty()) {
          end("the server refuses the connection, or does not answer");
        }
      }
    } catch (ClosedChannelException e) {
      end("the connection was closed");
    } catch (IOException | RuntimeException e) {
      end("the connection broke: " + e);
    }
  }

  private void transmit(ByteBuffer datagram) {
    try {
      if (socket.isOpen()) {
        socket.write(datagram);
      }
    } catch (IOException e) {
      end("the connection broke: " + e);
    }
  }

  private void end(String reason) {
    connected.completeExceptionally(new IOException(reason));
    client.disconnected(reason);
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("a socket cannot be closed", e);
    }
  }

  @Override
  public void onConnect(EnetPeer peer) {
    client.opened(this);
    client.accepted(id); // Queues packets, which are sent after this event.
    connected.complete(null);
  }

  @Override
  public void onPacket(EnetPeer peer, byte[] packet, int channel, EnetDelivery delivery) {
    client.received(packet);
  }

  @Override
  public void onDisconnect(EnetPeer peer, EnetDisconnectReason reason, int data) {
    end(
        reason == EnetDisconnectReason.TIMEOUT
            ? "the server does not answer"
            : "closed by the server");
  }
}
