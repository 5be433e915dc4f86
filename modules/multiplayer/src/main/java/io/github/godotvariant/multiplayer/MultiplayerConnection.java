package io.github.godotvariant.multiplayer;

/**
 * A connection to one client, as a transport makes it. All is called in the server's own thread.
 *
 * <p>Its {@code toString} names it in the log, for example by its address.
 */
@Experimental
public interface MultiplayerConnection {
  /**
   * Tells the client its id, where the server chooses it. Called before all else.
   *
   * @param id at least 2
   */
  void welcome(int id);

  /**
   * Sends a packet. Never blocks, and throws nothing: a connection that breaks says so by {@link
   * ServerPeer#disconnected}.
   *
   * @param packet the packet; not changed afterwards, by neither
   * @param mode how it travels, where there is a choice
   * @param channel 0 for the default one
   */
  void send(byte[] packet, TransferMode mode, int channel);

  /**
   * Ends the connection after the client has received what was sent. Never blocks; {@link
   * ServerPeer#disconnected} need not follow.
   */
  void close();
}
