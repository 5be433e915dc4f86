import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Attacks one of the examples, and measures how long it keeps unused connections, how much it reads
 * from clients that do not read, and how much attackers write into its log. Needs Linux.
 *
 * <pre>java [-Dsize=full] HostileClients.java arena|arena-multiplayer PORT LOG</pre>
 */
final class HostileClients {
  private static final boolean FULL = "full".equals(System.getProperty("size"));
  private static final int HALF_OPEN = FULL ? 2_000 : 200;
  private static final int SILENT = FULL ? 300 : 30;
  private static final int FROZEN = FULL ? 50 : 6;
  private static final int PINGING = FULL ? 20 : 3;

  /** The bytes that a server reads from a client that does not read, with buffers of the system. */
  private static final long MAX_READ = 32 << 20;

  private static final int ATTACKERS = 50;
  private static final int ATTACK_SECONDS = FULL ? 30 : 10;
  private static final int MAX_LINES = 50;

  /** The additional time that a busy machine may need, in seconds. */
  private static final double SLACK = 4;

  /** The documented maximum times in seconds. */
  private static final Map<String, Double> LIMITS =
      Map.of(
          "half-open", 5.0, // the handshake
          "silent", 6.0, // 5 for the login; or 3 for the admission, 3 for the closing
          "frozen", 30.0, // two times 15 for the ping
          "pinging", 30.0); // from the last byte that the server reads

  private static final String[] TOKENS = {"apple", "pear", "plum"};
  private static final int TEXT = 1;
  private static final int BINARY = 2;
  private static final int PING = 9;

  private final boolean isMultiplayer;
  private final int port;
  private final Path log;

  /** The number of addresses in use. Each client has one, because servers limit connections. */
  private int clients;

  private record Client(String kind, Socket socket, AtomicLong since) {
    Client(String kind, Socket socket) {
      this(kind, socket, new AtomicLong(System.nanoTime()));
    }
  }

  private HostileClients(String[] arguments) {
    isMultiplayer = arguments[0].equals("arena-multiplayer");
    port = Integer.parseInt(arguments[1]);
    log = Path.of(arguments[2]);
  }

  public static void main(String[] arguments) throws Exception {
    HostileClients clients = new HostileClients(arguments);
    boolean isSafe = clients.closesUnusedConnections() & clients.limitsItsLog();
    System.exit(isSafe ? 0 : 1);
  }

  // Clients.

  private synchronized InetAddress nextAddress() throws IOException {
    int number = clients++ % 60_000;
    return InetAddress.getByAddress(
        new byte[] {127, 1, (byte) (number / 250), (byte) (1 + number % 250)});
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(nextAddress(), 0));
    socket.connect(new InetSocketAddress("127.0.0.1", port), 10_000);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(10_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private Socket webSocket() throws IOException {
    Socket socket = connect();
    send(
        socket,
        "GET /arena HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    int end = 0;
    while (end != 0x0D0A0D0A) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("no answer to a handshake");
      }
      end = end << 8 | next;
    }
    return socket;
  }

  /** Sends a frame with less than 126 bytes, masked with zeros. */
  private static void send(Socket socket, int kind, byte[] content) throws IOException {
    socket
        .getOutputStream()
        .write(
            ByteBuffer.allocate(6 + content.length)
                .put((byte) (0x80 | kind))
                .put((byte) (0x80 | content.length))
                .putInt(0)
                .put(content)
                .array());
  }

  private void logIn(Socket socket, String token) throws IOException {
    byte[] text = token.getBytes(StandardCharsets.US_ASCII);
    if (isMultiplayer) {
      byte[] auth = ByteBuffer.allocate(2 + text.length).put((byte) 7).put((byte) 0).put(text).array();
      send(socket, BINARY, auth);
      send(socket, BINARY, new byte[] {7, 0});
    } else { // {"type": "login", "token": token}
      ByteBuffer login = ByteBuffer.allocate(120).order(ByteOrder.LITTLE_ENDIAN).putInt(27).putInt(2);
      for (String part : new String[] {"type", "login", "token", token}) {
        byte[] bytes = part.getBytes(StandardCharsets.US_ASCII);
        login.putInt(4).putInt(bytes.length).put(bytes);
        while (login.position() % 4 != 0) {
          login.put((byte) 0);
        }
      }
      send(socket, BINARY, java.util.Arrays.copyOf(login.array(), login.position()));
    }
  }

  // Unused connections.

  private boolean closesUnusedConnections() throws Exception {
    List<Client> all = new ArrayList<>();
    for (int i = 0; i < HALF_OPEN; i++) {
      Socket socket = connect();
      if (i % 2 == 1) {
        send(socket, "GET /arena HTTP/1.1\r\nUpgrade: web");
      }
      all.add(new Client("half-open", socket));
    }
    for (int i = 0; i < SILENT; i++) {
      all.add(new Client("silent", webSocket()));
    }
    for (int i = 0; i < FROZEN; i++) { // two players, because a pinging client has the third token
      Socket socket = webSocket();
      logIn(socket, TOKENS[i % 2]);
      all.add(new Client("frozen", socket));
    }
    AtomicLong mostRead = new AtomicLong();
    for (int i = 0; i < PINGING; i++) {
      Socket socket = webSocket();
      if (i == 0 && isMultiplayer) { // The arena reads only 16 kB of a player in a second.
        logIn(socket, TOKENS[2]);
      }
      Client client = new Client("pinging", socket);
      all.add(client);
      Thread pings = new Thread(() -> sendPings(client, mostRead));
      pings.setDaemon(true);
      pings.start();
    }
    Map<String, Double> longest = new HashMap<>();
    Map<String, Integer> open = new HashMap<>();
    double end = LIMITS.get("pinging") + 8 * SLACK; // The buffers of the system fill first.
    long start = System.nanoTime();
    List<Client> left = new ArrayList<>(all);
    while (!left.isEmpty() && seconds(start) < end) {
      Thread.sleep(200);
      Map<String, Boolean> established = established();
      left.removeIf(
          client -> {
            if (established.containsKey(name(client.socket()))) {
              return false;
            }
            longest.merge(client.kind(), seconds(client.since().get()), Math::max);
            return true;
          });
      for (int i = 0; i < left.size(); i += 3) { // single bytes must not extend the time
        if (left.get(i).kind().equals("half-open")) {
          try {
            send(left.get(i).socket(), "x");
          } catch (IOException e) {
            // The server has closed the connection.
          }
        }
      }
    }
    left.forEach(client -> open.merge(client.kind(), 1, Integer::sum));
    boolean isSafe = true;
    for (String kind : new String[] {"half-open", "silent", "frozen", "pinging"}) {
      double seconds = longest.getOrDefault(kind, 0.0);
      long count = all.stream().filter(client -> client.kind().equals(kind)).count();
      System.out.printf(
          "%s: %d, closed after %.1f s at most, %d still open%n",
          kind, count, seconds, open.getOrDefault(kind, 0));
      isSafe &= !open.containsKey(kind) && seconds <= LIMITS.get(kind) + SLACK;
    }
    System.out.printf("pinging: at most %d KiB are read from a client%n", mostRead.get() >> 10);
    for (Client client : all) {
      client.socket().close();
    }
    return isSafe && mostRead.get() < MAX_READ;
  }

  /** Sends pings as fast as the server reads them, without reading the pongs. */
  private static void sendPings(Client client, AtomicLong mostRead) {
    byte[] pings = new byte[6 << 10]; // 1,024 empty frames, masked with zeros
    for (int i = 0; i < pings.length; i += 6) {
      pings[i] = (byte) (0x80 | PING);
      pings[i + 1] = (byte) 0x80;
    }
    try {
      for (long sent = pings.length; sent < 4 * MAX_READ; sent += pings.length) {
        client.socket().getOutputStream().write(pings);
        client.since().set(System.nanoTime());
        mostRead.accumulateAndGet(sent, Math::max);
      }
    } catch (IOException e) {
      // The server has closed the connection.
    }
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private static String name(Socket socket) {
    return socket.getLocalAddress().getHostAddress() + ":" + socket.getLocalPort();
  }

  /** Returns the remote addresses of the server's open connections. */
  private Map<String, Boolean> established() throws IOException {
    Map<String, Boolean> established = new HashMap<>();
    for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.strip().split("\\s+");
        if (fields[1].endsWith(":%04X".formatted(port)) && fields[3].equals("01")) {
          String[] remote = fields[2].split(":");
          String address = remote[0].substring(remote[0].length() - 8);
          StringBuilder name = new StringBuilder();
          for (int i = 6; i >= 0; i -= 2) {
            name.append(Integer.parseInt(address.substring(i, i + 2), 16)).append(i > 0 ? "." : ":");
          }
          established.put(name.append(Integer.parseInt(remote[1], 16)).toString(), true);
        }
      }
    }
    return established;
  }

  // The log.

  private boolean limitsItsLog() throws Exception {
    AtomicLong connections = new AtomicLong();
    AtomicLong messages = new AtomicLong();
    long end = System.nanoTime() + ATTACK_SECONDS * 1_000_000_000L;
    CountDownLatch ended = new CountDownLatch(ATTACKERS);
    for (int i = 0; i < ATTACKERS; i++) {
      int number = i;
      Thread attacker =
          new Thread(
              () -> {
                while (System.nanoTime() < end) {
                  try (Socket socket = webSocket()) {
                    connections.incrementAndGet();
                    attack(socket, number, end, messages);
                  } catch (IOException e) {
                    // The server has closed the connection. The loop connects again.
                  }
                }
                ended.countDown();
              });
      attacker.setDaemon(true);
      attacker.start();
    }
    long first = lines();
    long before = first;
    long maxLines = 0;
    for (int second = 0; second < ATTACK_SECONDS; second++) {
      Thread.sleep(1_000);
      long now = lines();
      maxLines = Math.max(maxLines, now - before);
      before = now;
    }
    ended.await();
    double average = (before - first) / (double) ATTACK_SECONDS;
    System.out.printf(
        "%d attackers, %d connections, %d messages in %d s: %.1f lines of the log a second, %d at most%n",
        ATTACKERS, connections.get(), messages.get(), ATTACK_SECONDS, average, maxLines);
    return messages.get() > 0 && maxLines < MAX_LINES;
  }

  /** Sends messages until the server disconnects; every second attacker reconnects after five. */
  private void attack(Socket socket, int number, long end, AtomicLong messages) throws IOException {
    int maxMessages = number % 2 == 0 ? Integer.MAX_VALUE : 5;
    if (number < TOKENS.length) {
      logIn(socket, TOKENS[number]);
    }
    for (int i = 0; i < maxMessages && System.nanoTime() < end; i++) {
      if (isMultiplayer && number < TOKENS.length) {
        byte[] path = ("Unknown" + i + "\u001b[2J\0").getBytes(StandardCharsets.US_ASCII);
        send(
            socket,
            BINARY,
            ByteBuffer.allocate(38 + path.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .put("0".repeat(32).getBytes(StandardCharsets.US_ASCII))
                .put((byte) 0)
                .putInt(i)
                .put(path)
                .array());
      } else if (number % 5 == 0) {
        send(socket, TEXT, "\u001b[2J".getBytes(StandardCharsets.US_ASCII));
      } else {
        send(socket, BINARY, new byte[] {7, 9, (byte) i, (byte) number});
      }
      messages.incrementAndGet();
      while (socket.getInputStream().available() > 0) {
        socket.getInputStream().readNBytes(socket.getInputStream().available());
      }
    }
  }

  private long lines() throws IOException {
    try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.count();
    }
  }
}
