package io.github.godotvariant.enet;

/** The reason for the end of a connection. */
public enum EnetDisconnectReason {
  /** The client disconnected. */
  REMOTE,
  /** This side disconnected. */
  LOCAL,
  /** The client did not acknowledge commands in time. */
  TIMEOUT,
  /** The client exceeded a limit of {@link EnetLimits}. */
  LIMIT_EXCEEDED,
  /** More bytes wait for the client than {@link EnetLimits#queuedBytes()} allows. */
  QUEUE_FULL,
  /** The DTLS session failed, or the client started a new session from its address. */
  CONNECTION_LOST,
  /** The client sent several blocks that cannot be decompressed. */
  CORRUPT_DATA
}
