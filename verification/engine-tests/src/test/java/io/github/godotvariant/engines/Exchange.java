package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.internal.Padding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Counts and compares values that are exchanged with one engine. {@code -Dengine.values=N} sets the
 * number of values for each engine and test, {@code -Dengine.seed=S} selects them.
 */
final class Exchange {
  static final int VALUES = Integer.getInteger("engine.values", 3000);
  static final long SEED = Long.getLong("engine.seed", 1);

  /** The number of values for each process. */
  static final int BATCH = 5000;

  /** One of this number of values is also compared as a decoded value, which is slow. */
  static final int SAMPLE = 20;

  private static final int SHOWN_FAILURES = 3;
  private static final int SHOWN_TEXT = 3000;
  private static final HexFormat HEX = HexFormat.of();

  private final LiveEngine engine;
  private final List<String> failures = new ArrayList<>();
  private int failed;
  private int exchanged;
  private int read;
  private long size;

  Exchange(LiveEngine engine) {
    this.engine = engine;
  }

  /** Compares encodings. Godot 3 does not write the padding of node paths. */
  static boolean same(VariantCodec codec, byte[] ours, byte[] engines) {
    return Arrays.equals(ours, engines)
        || (codec.dialect().equals(Dialect.GODOT_3)
            && Padding.onlyPaddingDiffers(codec, ours, engines));
  }

  /** Returns a text with a bounded length for a message. */
  static String cut(Object text) {
    String all = text.toString();
    return all.length() <= SHOWN_TEXT
        ? all
        : all.substring(0, SHOWN_TEXT) + " ... (" + all.length() + " characters)";
  }

  static String hex(byte[] bytes) {
    return HEX.formatHex(bytes);
  }

  /** Counts a result. */
  void count(EchoResult answer) {
    exchanged++;
    size += answer.bytes().length;
    if (answer.isSample()) {
      read++;
    }
  }

  /** Counts a difference, and stores the first ones for the message. */
  void differs(String message) {
    failed++;
    if (failures.size() < SHOWN_FAILURES) {
      failures.add(message);
    }
  }

  /** {@return whether there was a difference} */
  boolean hasFailed() {
    return failed > 0;
  }

  /** Prints a summary. Fails if there was a difference or values were not exchanged. */
  void report(String what) {
    System.out.printf(
        "%s: %d %s (seed %d, %d KB, %d of them read as well), %d differences%n",
        engine, exchanged, what, SEED, size >> 10, read, failed);
    assertThat(failed).as("%s, seed %d:%n%s%n", engine, SEED, String.join("\n", failures)).isZero();
    assertThat(exchanged).as("values exchanged").isEqualTo(VALUES);
    assertThat(read).as("values read as well").isEqualTo((VALUES + SAMPLE - 1) / SAMPLE);
  }
}
