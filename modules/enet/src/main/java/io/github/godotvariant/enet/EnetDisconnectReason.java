package io.github.godotvariant.enet;

/** Why a connection ended. */
public enum EnetDisconnectReason {
  /** The client disconnected. */
  REMOTE,
  /** This side disconnected. */
  LOCAL,
  /** The client did not acknowledge commands in time. */
  TIMEOUT,
  /** The client exceeded a limit of {@link EnetLimits}. */
  LIMIT_EXCEEDED,
  /** The client sent several blocks that cannot be decompressed. */
  CORRUPT_DATA
}
