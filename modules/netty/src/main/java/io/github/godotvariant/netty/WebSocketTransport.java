package io.github.godotvariant.netty;

import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.MultiplayerTransport;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Connects a {@link MultiplayerServer} to a WebSocket port, for {@link NettyMultiplayer}. The event
 * loop of the port is the server's thread.
 */
final class WebSocketTransport implements MultiplayerTransport {
  private final WebSocketPort port;
  private final String path;
  private final String protocol;
  private final EventLoops loops;

  WebSocketTransport(
      WebSocketSettings settings,
      InetSocketAddress address,
      EventLoops loops,
      ConnectionLimit limit) {
    port = new WebSocketPort(settings, address, loops.group(), limit);
    path = settings.path;
    protocol = settings.protocol();
    this.loops = loops;
  }

  @Override
  public SocketAddress start(MultiplayerServer server) throws IOException {
    int packetBytes = server.limits().packetBytes();
    return port.open(
        pipeline ->
            pipeline.addLast(
                port.createHandshakeHandler(path, packetBytes),
                new WebSocketConnectionHandler(),
                new WebSocketFrameAggregator(packetBytes),
                new MultiplayerWebSocketHandler(server)),
        client -> server.connectionFailed(client, "more connections than the limit"));
  }

  @Override
  public String protocol() {
    return protocol;
  }

  @Override
  public void stopAccepting() {
    port.stopAccepting();
  }

  @Override
  public void close() {
    port.close();
    loops.release();
  }
}
