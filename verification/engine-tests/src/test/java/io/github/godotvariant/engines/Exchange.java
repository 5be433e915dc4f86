package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.Padding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Many values exchanged with one engine, counted and compared. Settings: {@code -Dengine.values=N}
 * values for each engine and test, {@code -Dengine.seed=S} for which ones.
 */
final class Exchange {
  static final int VALUES = Integer.getInteger("engine.values", 3000);
  static final long SEED = Long.getLong("engine.seed", 1);

  /** What one process gets: enough that its start does not count, few enough for memory. */
  static final int BATCH = 5000;

  /** One in so many answers is readable; those are slow to make. */
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

  /** Whether two encodings are the same. Godot 3 leaves the padding of node paths as it was. */
  static boolean same(VariantCodec codec, byte[] ours, byte[] engines) {
    return Arrays.equals(ours, engines)
        || (codec.dialect().equals(Dialect.GODOT_3)
            && Padding.onlyPaddingDiffers(codec, ours, engines));
  }

  /** A text for a message. */
  static String cut(Object text) {
    String all = text.toString();
    return all.length() <= SHOWN_TEXT
        ? all
        : all.substring(0, SHOWN_TEXT) + " ... (" + all.length() + " characters)";
  }

  static String hex(byte[] bytes) {
    return HEX.formatHex(bytes);
  }

  /** Counts an answer. */
  void count(Answer answer) {
    exchanged++;
    size += answer.bytes().length;
    if (answer.isSample()) {
      read++;
    }
  }

  /** Counts a difference, and keeps the first ones to show them. */
  void differs(String message) {
    failed++;
    if (failures.size() < SHOWN_FAILURES) {
      failures.add(message);
    }
  }

  /** Whether there was a difference so far. */
  boolean hasFailed() {
    return failed > 0;
  }

  /** Says what was done, and fails the test if there was a difference or too little was done. */
  void report(String what) {
    System.out.printf(
        "%s: %d %s (seed %d, %d KB, %d of them read as well), %d differences%n",
        engine, exchanged, what, SEED, size >> 10, read, failed);
    assertThat(failed).as("%s, seed %d:%n%s%n", engine, SEED, String.join("\n", failures)).isZero();
    assertThat(exchanged).as("values exchanged").isEqualTo(VALUES);
    assertThat(read).as("values read as well").isEqualTo((VALUES + SAMPLE - 1) / SAMPLE);
  }
}
