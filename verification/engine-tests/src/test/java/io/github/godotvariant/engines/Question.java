package io.github.godotvariant.engines;

/**
 * Bytes that an engine is asked about.
 *
 * @param input the bytes
 * @param objects whether full objects are allowed
 * @param readable whether the answer is to be readable as well
 */
record Question(byte[] input, boolean objects, boolean readable) {
  Question readably() {
    return new Question(input, objects, true);
  }

  /** As the engine's script takes it. */
  byte[] bytes() {
    byte[] bytes = new byte[1 + input.length];
    bytes[0] = (byte) ((objects ? 1 : 0) | (readable ? 2 : 0));
    System.arraycopy(input, 0, bytes, 1, input.length);
    return bytes;
  }
}
