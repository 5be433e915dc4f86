package io.github.godotvariant.multiplayer;

import java.io.IOException;
import java.net.SocketAddress;

/**
 * Accepts connections of clients and passes the connections to a server. Add a transport with
 * {@link MultiplayerServer.Builder#transport}; the server starts and closes the transport.
 */
@Experimental
public interface MultiplayerTransport {
  /**
   * Starts to accept connections.
   *
   * @param server the server that gets the connections
   * @return the local address on which the transport listens
   * @throws IOException if the transport cannot be started, for example because the port is in use
   */
  SocketAddress start(MultiplayerServer server) throws IOException;

  /**
   * Returns the name of the protocol for the log.
   *
   * @return for example {@code TCP (WebSocket)}; by default the simple name of the class
   */
  default String protocol() {
    return getClass().getSimpleName();
  }

  /** Stops accepting connections. The open connections continue. */
  void stopAccepting();

  /**
   * Waits for a limited time until the connections have ended, then cuts the remaining connections
   * and releases the resources. Called after the server has disconnected all peers, and also if
   * {@link #start} has failed.
   */
  void close();
}
