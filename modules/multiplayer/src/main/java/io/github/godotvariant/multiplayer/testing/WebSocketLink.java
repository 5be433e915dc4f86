package io.github.godotvariant.multiplayer.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A connection over a WebSocket of the JDK. */
final class WebSocketLink implements TestPeer.Link {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final WebSocket socket;
  private final TestPeer client;

  /**
   * Completes when the latest packet was sent. The next packet waits for this future, because a
   * WebSocket of the JDK sends one message at a time.
   */
  private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);

  private WebSocketLink(WebSocket socket, TestPeer client) {
    this.socket = socket;
    this.client = client;
  }

  static void open(URI uri, TestPeer client) throws IOException {
    try {
      CLIENT.newWebSocketBuilder().buildAsync(uri, new Messages(client)).join();
    } catch (CompletionException e) {
      throw new IOException("cannot connect to " + uri + ": " + problem(e), e.getCause());
    }
  }

  private static String problem(CompletionException failure) {
    return failure.getCause() instanceof WebSocketHandshakeException rejected
        ? "HTTP status " + rejected.getResponse().statusCode()
        : String.valueOf(failure.getCause());
  }

  @Override
  public synchronized void send(byte[] packet) {
    sent =
        sent.thenCompose(before -> socket.sendBinary(ByteBuffer.wrap(packet), true))
            .whenComplete(
                (done, error) -> {
                  if (error != null) {
                    client.disconnected("a packet could not be sent: " + error);
                  }
                });
  }

  /** Ends the connection without a close frame, as an engine does. */
  @Override
  public void close() {
    socket.abort();
  }

  /** Passes whole messages to the client. */
  private static final class Messages implements WebSocket.Listener {
    private final TestPeer client;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();

    Messages(TestPeer client) {
      this.client = client;
    }

    @Override
    public void onOpen(WebSocket socket) {
      client.opened(new WebSocketLink(socket, client));
      socket.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      byte[] bytes = new byte[data.remaining()];
      data.get(bytes);
      message.writeBytes(bytes);
      if (last) {
        client.received(message.toByteArray());
        message.reset();
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
      client.disconnected(
          "closed by the server with " + status + (reason.isEmpty() ? "" : ": " + reason));
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      client.disconnected("the connection broke: " + error.getMessage());
    }
  }
}
