package io.github.godotvariant.multiplayer;

/**
 * What one peer may cost. Immutable.
 *
 * @param pendingPeers how many peers may be waiting to be admitted at the same time; what is beyond
 *     is closed at once
 * @param announcements how many paths a peer may announce
 * @param pathBytes how long a path may be, in bytes of UTF-8
 * @param packetBytes how long a packet may be
 * @param faults how many faults a peer may make before it is closed
 * @param calls how many calls of a peer are answered in a second; each beyond that is a fault, and
 *     is dropped
 * @param relayedBytes how many bytes of a peer are relayed in a second, to all receivers together
 * @param authenticationMillis how long a peer may take to be admitted
 */
@Experimental
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
   * 1,000 peers, 1,000 paths of 1,024 bytes, packets of 65,535, 20 faults, 1,000 calls, 1 MB, 3 s.
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
}
