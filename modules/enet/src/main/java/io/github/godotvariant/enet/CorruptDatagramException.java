package io.github.godotvariant.enet;

/** Reports a compressed block that cannot be decompressed. The host drops the datagram. */
final class CorruptDatagramException extends Exception {
  private static final long serialVersionUID = 1L;

  CorruptDatagramException(String message) {
    super(message);
  }

  CorruptDatagramException(String message, Throwable cause) {
    super(message, cause);
  }
}
