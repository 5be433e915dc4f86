package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.net.SocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client that has connected to a server. If a player connects again, the new connection has
 * another {@code Peer}.
 *
 * <p>Other threads can call {@link #id}, {@link #server}, {@link #remoteAddress} and {@link
 * #handshake}. Call all other methods in the server's thread. In other threads, these methods throw
 * {@link IllegalStateException}, except {@link #isAdmitted}, which does not check the thread.
 *
 * <p>{@code toString} returns the id and the address, for example {@code peer 704759998
 * (/127.0.0.1:40518)}.
 */
@Experimental
public interface Peer {
  /** {@return the peer id, at least 2} */
  int id();

  /** {@return the server to which the client is connected} */
  MultiplayerServer server();

  /** {@return the address of the client} */
  SocketAddress remoteAddress();

  /**
   * {@return the HTTP request with which the client connected, or {@link HandshakeRequest#NONE} if
   * the transport does not use HTTP}
   */
  HandshakeRequest handshake();

  /**
   * Returns whether the server and the peer can call each other.
   *
   * @return false before the peer is admitted, while the connection is lost, and after the peer has
   *     disconnected
   */
  boolean isAdmitted();

  /**
   * Returns the number of bytes that wait until the server can send them to this client. Over ENet,
   * bytes that were sent, but not acknowledged by the client, also count.
   *
   * @return 0 or more
   */
  long pendingBytes();

  /**
   * Sends authentication data to a peer that is not admitted yet, as {@code send_auth} does.
   *
   * @param data the data, at least one byte
   * @return false if the peer is already admitted or has disconnected
   */
  @CanIgnoreReturnValue
  boolean sendAuth(byte[] data);

  /**
   * Lets this peer take the place of an earlier peer of the same player. Takes effect when the
   * server admits this peer. Then the server removes the earlier peer and closes its connection if
   * the connection is still open. This peer gets the attachment of the earlier peer, and the server
   * calls {@link MultiplayerListener#peerReconnected}. If a third peer has already taken the place
   * of the earlier peer, this peer takes the place of the third peer. If all earlier peers of the
   * player have ended before, the server admits this peer like a new player.
   *
   * <p>Call this method in the {@link Authenticator}, after the authenticator has verified that
   * both peers are the same player. A peer id is not a proof, because ids are not secret. If you
   * call this method again, only the latest successful call has an effect.
   *
   * @param previous the earlier peer, of the same server
   * @return false, without an effect, if this peer does not wait for its admission; if the earlier
   *     peer was not admitted, has disconnected or is a peer of another server; or if the server
   *     has no authenticator, has stopped accepting connections, or has the limit {@link
   *     MultiplayerLimits#reconnectMillis} 0
   */
  @CanIgnoreReturnValue
  boolean resume(Peer previous);

  /**
   * Disconnects the peer. Calls and bytes that the server has already sent still arrive at the
   * client. The listener is called before this method returns.
   *
   * @param reason the reason that the listener and the log get
   * @return false if the peer has already disconnected
   */
  @CanIgnoreReturnValue
  boolean disconnect(String reason);

  /**
   * Stores an object of the program with the peer, for example the player.
   *
   * @param attachment the object, or null to remove the stored object
   */
  void attach(@Nullable Object attachment);

  /**
   * Returns the object that {@link #attach} has stored.
   *
   * @param type the class of the object
   * @param <T> the class
   * @return the object; empty if there is no object, or if the object is not of this class
   */
  <T> Optional<T> attachment(Class<T> type);
}
