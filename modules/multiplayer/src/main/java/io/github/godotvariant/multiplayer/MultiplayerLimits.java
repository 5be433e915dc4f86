package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;

/**
 * The limits of a server. Some limits apply to all peers together, and others to each peer.
 *
 * <pre>{@code
 * MultiplayerLimits limits = MultiplayerLimits.builder().calls(200).faults(5).build();
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 */
@Experimental
@CheckReturnValue
public final class MultiplayerLimits {
  /**
   * The default limits. A server with these limits allows at most:
   *
   * <ul>
   *   <li>4,000 peers, with at most 1,000 peers that are not admitted yet;
   *   <li>1,000 announced paths for each peer, each of at most 1,024 bytes;
   *   <li>65,535 bytes in a packet;
   *   <li>20 protocol errors of a peer in a minute;
   *   <li>1,000 calls of a peer in a second;
   *   <li>1,000,000 bytes that the server relays from one peer in a second;
   *   <li>262,144 bytes that wait for the receiver of a relayed packet;
   *   <li>3 seconds and 16 packets for the authentication of a peer.
   * </ul>
   *
   * <p>Peers cannot reconnect. If you set only {@link Builder#reconnectMillis}, the server keeps at
   * most 1,000 peers that have lost their connections.
   */
  public static final MultiplayerLimits DEFAULT = builder().build();

  private final int peers;
  private final int pendingPeers;
  private final int announcements;
  private final int pathBytes;
  private final int packetBytes;
  private final int faults;
  private final int calls;
  private final long relayedBytes;
  private final long relayPendingBytes;
  private final long authenticationMillis;
  private final int authenticationPackets;
  private final long reconnectMillis;
  private final int awayPeers;

  private MultiplayerLimits(Builder builder) {
    peers = builder.peers;
    pendingPeers = builder.pendingPeers;
    announcements = builder.announcements;
    pathBytes = builder.pathBytes;
    packetBytes = builder.packetBytes;
    faults = builder.faults;
    calls = builder.calls;
    relayedBytes = builder.relayedBytes;
    relayPendingBytes = builder.relayPendingBytes;
    authenticationMillis = builder.authenticationMillis;
    authenticationPackets = builder.authenticationPackets;
    reconnectMillis = builder.reconnectMillis;
    awayPeers = builder.awayPeers;
  }

  /** {@return a builder with the default limits} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the maximum number of peers, admitted or not} */
  public int peers() {
    return peers;
  }

  /** {@return the maximum number of peers that are not admitted yet} */
  public int pendingPeers() {
    return pendingPeers;
  }

  /** {@return the maximum number of paths of nodes and synchronizers that a peer may announce} */
  public int announcements() {
    return announcements;
  }

  /** {@return the maximum length of a path that a peer sends, in bytes of UTF-8} */
  public int pathBytes() {
    return pathBytes;
  }

  /** {@return the maximum length of a packet, in bytes} */
  public int packetBytes() {
    return packetBytes;
  }

  /** {@return the maximum number of protocol errors of a peer in a minute} */
  public int faults() {
    return faults;
  }

  /** {@return the maximum number of calls of a peer in a second} */
  public int calls() {
    return calls;
  }

  /**
   * {@return the maximum number of bytes that the server relays from one peer to other peers in a
   * second}
   */
  public long relayedBytes() {
    return relayedBytes;
  }

  /**
   * {@return the maximum number of bytes that may wait to be sent to a peer, including a relayed
   * packet; above it, the server drops the packet}
   */
  public long relayPendingBytes() {
    return relayPendingBytes;
  }

  /**
   * {@return the maximum time from the connection of a peer until its admission, in milliseconds}
   */
  public long authenticationMillis() {
    return authenticationMillis;
  }

  /** {@return the maximum number of packets that a peer may send to the authenticator} */
  public int authenticationPackets() {
    return authenticationPackets;
  }

  /** {@return the maximum number of peers that have lost their connections and can reconnect} */
  public int awayPeers() {
    return awayPeers;
  }

  /**
   * {@return the time for which the server keeps a peer whose connection is lost, in milliseconds;
   * 0 if peers cannot reconnect}
   */
  public long reconnectMillis() {
    return reconnectMillis;
  }

  /** Builds {@link MultiplayerLimits}. Not safe for use by several threads. */
  public static final class Builder {
    private int peers = 4_000;
    private int pendingPeers = 1_000;
    private int announcements = 1_000;
    private int pathBytes = 1_024;
    private int packetBytes = 65_535;
    private int faults = 20;
    private int calls = 1_000;
    private long relayedBytes = 1_000_000;
    private long relayPendingBytes = 262_144;
    private long authenticationMillis = 3_000;
    private int authenticationPackets = 16;
    private long reconnectMillis;
    private int awayPeers = 1_000;

    private Builder() {}

    /**
     * Sets the maximum number of peers, admitted or not.
     *
     * @param maxCount 0 or more; 4,000 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder peers(int maxCount) {
      peers = (int) checked(maxCount);
      return this;
    }

    /**
     * Sets the maximum number of peers that are not admitted yet.
     *
     * @param maxCount 0 or more; 1,000 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder pendingPeers(int maxCount) {
      pendingPeers = (int) checked(maxCount);
      return this;
    }

    /**
     * Sets the maximum number of paths that a peer may announce. A client announces the path of a
     * node or synchronizer before it calls the node or sends values. Above this limit, the server
     * forgets the oldest announcement that the peer probably does not use any more: the peer has
     * announced the same path again, or the server has no node or synchronizer at the path. The new
     * announcement is a protocol error if there is no such old announcement. It is also a protocol
     * error if the server forgets more announcements than this limit in a minute.
     *
     * @param maxCount 0 or more; 1,000 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder announcements(int maxCount) {
      announcements = (int) checked(maxCount);
      return this;
    }

    /**
     * Sets the maximum length of a path that a peer sends, in bytes of UTF-8.
     *
     * @param maxLength 0 or more; 1,024 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder pathBytes(int maxLength) {
      pathBytes = (int) checked(maxLength);
      return this;
    }

    /**
     * Sets the maximum length of a packet, in bytes. The transports use this limit too, and can
     * close the connection if a packet is longer.
     *
     * @param maxLength 0 or more; 65,535 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder packetBytes(int maxLength) {
      packetBytes = (int) checked(maxLength);
      return this;
    }

    /**
     * Sets the maximum number of protocol errors of a peer in a minute. The server reports each
     * error to {@link MultiplayerListener#protocolError}. At the first error above this limit, the
     * server disconnects the peer. The first minute starts when the peer connects.
     *
     * @param maxCount 0 or more; 20 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder faults(int maxCount) {
      faults = (int) checked(maxCount);
      return this;
    }

    /**
     * Sets the maximum number of calls of a peer in a second. Further calls in the same second are
     * dropped, and together count as one protocol error.
     *
     * @param maxCount 0 or more; 1,000 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder calls(int maxCount) {
      calls = (int) checked(maxCount);
      return this;
    }

    /**
     * Sets the maximum number of bytes that the server relays from one peer to all receivers
     * together in a second. The length of a packet counts once for each receiver. In addition, 16
     * bytes count for each packet and 16 bytes for each receiver, even if the relay filter rejects
     * the packet. A packet that exceeds the limit reaches no receiver and is a protocol error.
     *
     * @param maxBytes 0 or more; 1,000,000 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder relayedBytes(long maxBytes) {
      relayedBytes = checked(maxBytes);
      return this;
    }

    /**
     * Sets the maximum number of bytes that may wait for a peer when the server relays a packet of
     * another client to this peer. The bytes of this packet count too. Above this limit, the server
     * drops the packet, even if the packet is reliable. Without this limit, clients could cause the
     * server to disconnect a peer that reads slowly. If no other packet waits for the peer, the
     * server relays a packet of any length.
     *
     * @param maxBytes 0 or more; 262,144 by default. The limit should be below the number of bytes
     *     at which the transport disconnects the peer
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder relayPendingBytes(long maxBytes) {
      relayPendingBytes = checked(maxBytes);
      return this;
    }

    /**
     * Sets the maximum time from the connection of a peer until its admission, in milliseconds. If
     * the time has passed, the server disconnects the peer.
     *
     * @param millis 0 or more; 3,000 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder authenticationMillis(long millis) {
      authenticationMillis = checked(millis);
      return this;
    }

    /**
     * Sets the maximum number of packets that a peer may send to the authenticator. If the peer
     * sends more packets, the server disconnects the peer. All these packets together may have at
     * most {@link #packetBytes} bytes.
     *
     * @param maxCount 0 or more; 16 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder authenticationPackets(int maxCount) {
      authenticationPackets = (int) checked(maxCount);
      return this;
    }

    /**
     * Sets the time for which the server keeps an admitted peer whose connection is lost. If the
     * player connects again in this time, the authenticator can call {@link Peer#resume}. Then the
     * peer of the new connection takes the place of the earlier peer. Without an authenticator this
     * limit has no effect.
     *
     * <p>A peer without a connection counts towards the limits of {@link #awayPeers} and {@link
     * #peers}. While the player connects again, the earlier peer and the new peer both count
     * towards {@link #peers}.
     *
     * @param millis 0 or more. 0, the default, means that the server does not keep such peers
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder reconnectMillis(long millis) {
      reconnectMillis = checked(millis);
      return this;
    }

    /**
     * Sets the maximum number of admitted peers that have lost their connections and that the
     * server keeps, see {@link #reconnectMillis}. Above this limit, the server disconnects the peer
     * that lost its connection first.
     *
     * @param maxCount 0 or more; 1,000 by default
     * @return this
     * @throws IllegalArgumentException if the limit is negative
     */
    @CanIgnoreReturnValue
    public Builder awayPeers(int maxCount) {
      awayPeers = (int) checked(maxCount);
      return this;
    }

    private static long checked(long limit) {
      if (limit < 0) {
        throw new IllegalArgumentException("the limit " + limit + " is negative");
      }
      return limit;
    }

    /** {@return the limits} */
    public MultiplayerLimits build() {
      return new MultiplayerLimits(this);
    }
  }
}
