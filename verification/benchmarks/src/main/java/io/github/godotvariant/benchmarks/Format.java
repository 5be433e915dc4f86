package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import java.io.IOException;

/**
 * A way to write a whole tree and to read it again.
 *
 * @param <T> the tree
 * @param <E> what it is written as: bytes or text
 */
interface Format<T, E> {
  /** The value in this format's own model, as a program that uses it would hold it. Not timed. */
  T tree(Variant value);

  /** Timed. */
  E encode(T tree) throws IOException;

  /** Timed. */
  T decode(E encoded) throws IOException;

  /** The content of a tree, to be compared with {@link Plain#of}. Not timed. */
  Object content(T tree);
}
