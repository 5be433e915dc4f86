package io.github.godotvariant.multiplayer;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.VariantException;

/**
 * Exceptions for packets that violate the protocol, thrown until the peer is charged with a fault.
 */
final class Faults {
  private Faults() {}

  static VariantException of(String problem) {
    return new MalformedVariantException(problem, MalformedVariantException.NO_OFFSET, "");
  }
}
