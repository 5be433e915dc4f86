package io.github.godotvariant.multiplayer;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.VariantException;

/**
 * Creates the exceptions for packets that violate the protocol. {@link ServerPeer} catches these
 * exceptions, and counts each as a protocol error of the peer.
 */
final class Faults {
  private Faults() {}

  static VariantException of(String problem) {
    return new MalformedVariantException(problem, MalformedVariantException.NO_OFFSET, "");
  }
}
