package io.github.godotvariant.benchmarks;

import java.io.IOException;
import java.util.List;

/** A way to write and read events, whose class is known. */
interface EventFormat {
  /** Timed. */
  byte[] encode(List<Event> events) throws IOException;

  /** Timed. */
  List<Event> decode(byte[] encoded) throws IOException;
}
