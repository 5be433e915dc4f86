package io.github.godotvariant.engines;

/**
 * Bytes that an engine must decode.
 *
 * @param input the bytes
 * @param objects whether full objects are allowed
 * @param readable whether the result contains the decoded value
 */
record DecodeRequest(byte[] input, boolean objects, boolean readable) {
  DecodeRequest readably() {
    return new DecodeRequest(input, objects, true);
  }

  /** {@return the request in the form of the engine's script} */
  byte[] bytes() {
    byte[] bytes = new byte[1 + input.length];
    bytes[0] = (byte) ((objects ? 1 : 0) | (readable ? 2 : 0));
    System.arraycopy(input, 0, bytes, 1, input.length);
    return bytes;
  }
}
