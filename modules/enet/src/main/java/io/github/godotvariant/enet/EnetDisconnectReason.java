package io.github.godotvariant.enet;

/** The reason for the end of a connection. */
public enum EnetDisconnectReason {
  /** The peer disconnected. */
  REMOTE,
  /** This side disconnected. */
  LOCAL,
  /** The peer did not acknowledge commands in time. */
  TIMEOUT,
  /** The peer exceeded a limit of {@link EnetLimits}. */
  LIMIT_EXCEEDED,
  /**
   * The number of bytes that were not sent yet, or that the peer has not acknowledged yet, exceeds
   * {@link EnetLimits#queuedBytes()}.
   */
  QUEUE_FULL,
  /** The DTLS session failed, or the client started a new session from the same address. */
  CONNECTION_LOST,
  /** The peer sent 3 compressed datagrams in succession that cannot be decompressed. */
  CORRUPT_DATA
}
