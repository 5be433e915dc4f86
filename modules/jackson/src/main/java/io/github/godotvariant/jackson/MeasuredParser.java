package io.github.godotvariant.jackson;

/** A parser that knows how much it has read. */
interface MeasuredParser {
  /** The bytes that a token takes besides its text, if they are not known. */
  int TOKEN_BYTES = 8;

  /** {@return the bytes that were read, of which only differences within a value have a meaning} */
  long readBytes();
}
