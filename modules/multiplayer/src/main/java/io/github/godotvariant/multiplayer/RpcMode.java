package io.github.godotvariant.multiplayer;

/** The peers that may call a method of a node. */
@Experimental
public enum RpcMode {
  /** Only the node's authority, which is the server. */
  AUTHORITY,
  /** Every peer. */
  ANY_PEER
}
