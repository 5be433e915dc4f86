package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CheckReturnValue;

/**
 * What one peer may cost: {@link #DEFAULT}, with one or the other changed.
 *
 * <pre>{@code
 * MultiplayerLimits limits = MultiplayerLimits.DEFAULT.withCalls(200).withFaults(5);
 * }</pre>
 *
 * <p>Immutable.
 *
 * @param pendingPeers how many peers may be waiting to be admitted at the same time; what is beyond
 *     is closed at once
 * @param announcements how many paths a peer may announce. Beyond that the oldest one where there
 *     is nothing here, or that was announced again, is forgotten for it; it is a fault if there is
 *     none, or if there are more than this number of such in a minute
 * @param pathBytes how long a path may be, in bytes of UTF-8
 * @param packetBytes how long a packet may be
 * @param faults how many faults a peer may make in a minute; with the next one it is closed.
 *     Minutes follow each other from its connection on
 * @param calls how many calls of a peer are answered in a second; those beyond that are dropped,
 *     and are one fault together
 * @param relayedBytes maximum number of bytes that are relayed for a peer in a second, to all
 *     receivers together. Each packet and each of its receivers count for 16 more, even if the
 *     relay filter refuses the packet
 * @param authenticationMillis how long a peer may take to be admitted
 */
@Experimental
@CheckReturnValue
public record MultiplayerLimits(
    int pendingPeers,
    int announcements,
    int pathBytes,
    int packetBytes,
    int faults,
    int calls,
    long relayedBytes,
    long authenticationMillis) {
  /**
   * 1,000 peers, 1,000 paths of 1,024 bytes, packets of 65,535, 20 faults in a minute, 1,000 calls
   * and 1 MB in a second, 3 s.
   */
  public static final MultiplayerLimits DEFAULT =
      new MultiplayerLimits(1_000, 1_000, 1_024, 65_535, 20, 1_000, 1_000_000, 3_000);

  /**
   * Checks the components.
   *
   * @param pendingPeers see the record
   * @param announcements see the record
   * @param pathBytes see the record
   * @param packetBytes see the record
   * @param faults see the record
   * @param calls see the record
   * @param relayedBytes see the record
   * @param authenticationMillis see the record
   */
  public MultiplayerLimits {
    if (pendingPeers < 0
        || announcements < 0
        || pathBytes < 0
        || packetBytes < 0
        || faults < 0
        || calls < 0
        || relayedBytes < 0
        || authenticationMillis < 0) {
      throw new IllegalArgumentException("a negative limit");
    }
  }

  /**
   * These limits with another number of peers that are waiting.
   *
   * @param most see {@link #pendingPeers()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public MultiplayerLimits withPendingPeers(int most) {
    return new MultiplayerLimits(
        most,
        announcements,
        pathBytes,
        packetBytes,
        faults,
        calls,
        relayedBytes,
        authenticationMillis);
  }

  /**
   * These limits with another number of announced paths.
   *
   * @param most see {@link #announcements()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public MultiplayerLimits withAnnouncements(int most) {
    return new MultiplayerLimits(
        pendingPeers,
        most,
        pathBytes,
        packetBytes,
        faults,
        calls,
        relayedBytes,
        authenticationMillis);
  }

  /**
   * These limits with another length of paths.
   *
   * @param most see {@link #pathBytes()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public MultiplayerLimits withPathBytes(int most) {
    return new MultiplayerLimits(
        pendingPeers,
        announcements,
        most,
        packetBytes,
        faults,
        calls,
        relayedBytes,
        authenticationMillis);
  }

  /**
   * These limits with another length of packets.
   *
   * @param most see {@link #packetBytes()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public MultiplayerLimits withPacketBytes(int most) {
    return new MultiplayerLimits(
        pendingPeers,
        announcements,
        pathBytes,
        most,
        faults,
        calls,
        relayedBytes,
        authenticationMillis);
  }

  /**
   * These limits with another number of faults.
   *
   * @param most see {@link #faults()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public MultiplayerLimits withFaults(int most) {
    return new MultiplayerLimits(
        pendingPeers,
        announcements,
        pathBytes,
        packetBytes,
        most,
        calls,
        relayedBytes,
        authenticationMillis);
  }

  /**
   * These limits with another number of calls.
   *
   * @param most see {@link #calls()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public MultiplayerLimits withCalls(int most) {
    return new MultiplayerLimits(
        pendingPeers,
        announcements,
        pathBytes,
        packetBytes,
        faults,
        most,
        relayedBytes,
        authenticationMillis);
  }

  /**
   * These limits with another number of relayed bytes.
   *
   * @param most see {@link #relayedBytes()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public MultiplayerLimits withRelayedBytes(long most) {
    return new MultiplayerLimits(
        pendingPeers,
        announcements,
        pathBytes,
        packetBytes,
        faults,
        calls,
        most,
        authenticationMillis);
  }

  /**
   * These limits with another time to be admitted.
   *
   * @param most see {@link #authenticationMillis()}
   * @return changed limits
   * @throws IllegalArgumentException if it is negative
   */
  public MultiplayerLimits withAuthenticationMillis(long most) {
    return new MultiplayerLimits(
        pendingPeers, announcements, pathBytes, packetBytes, faults, calls, relayedBytes, most);
  }
}
