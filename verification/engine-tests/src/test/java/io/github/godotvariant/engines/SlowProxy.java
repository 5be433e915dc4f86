package io.github.godotvariant.engines;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A TCP port for one connection to another port, with a limit for bytes from the server. */
final class SlowProxy implements AutoCloseable {
  private static final int STEP_MILLIS = 50;
  private static final int SOCKET_BUFFER = 8 << 10;

  private final InetSocketAddress address;
  private final int bytesPerSecond;
  private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final Socket server = new Socket();
  private final Thread thread = new Thread(this::run, "slow proxy");

  SlowProxy(int port, int bytesPerSecond) throws IOException {
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.bytesPerSecond = bytesPerSecond;
    server.setReceiveBufferSize(SOCKET_BUFFER); // Larger buffers would hold old values.
    thread.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  private void run() {
    try (Socket game = listening.accept()) {
      server.connect(address);
      Thread back = new Thread(() -> copy(game, server, 1 << 16, 0), "slow proxy, back");
      back.start();
      copy(server, game, bytesPerSecond * STEP_MILLIS / 1_000, STEP_MILLIS);
    } catch (IOException e) {
      // The test has ended.
    }
  }

  private static void copy(Socket from, Socket to, int stepBytes, int stepMillis) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[stepBytes];
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        out.write(bytes, 0, length);
        Thread.sleep(stepMillis); // limits the rate; nothing waits for this time
      }
    } catch (IOException | InterruptedException e) {
      // One side has closed the connection.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    server.close();
  }
}
