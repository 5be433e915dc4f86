package io.github.godotvariant.multiplayer;

/** Who may call a method of a node. */
@Experimental
public enum RpcMode {
  /** Nobody but the node's authority, which is the server: clients may not. */
  AUTHORITY,
  /** Every peer. */
  ANY_PEER
}
