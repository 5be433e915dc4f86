package io.github.godotvariant.fuzzing;

import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hostile input costs no more than a known multiple of ordinary input, in steps and in memory. */
class CostTest {
  private static final int FEW = 1 << 10;
  static final int MANY = 1 << 14;

  /** How much faster than the length of the input its cost can grow. */
  private static final double MAX_GROWTH = 1.3;

  /** The same for a search, which has a budget for each byte that short inputs do not use up. */
  private static final double MAX_SEARCH_GROWTH = 2;

  /**
   * How many bytes can be allocated for a byte of any input, garbage included. The most are
   * exceptions for malformed values of 8 bytes each.
   */
  private static final int MAX_BYTES_PER_BYTE = 1500;

  /**
   * Malformed values that are shorter, or that are tried in two dialects, with a stack trace each.
   */
  private static final Set<HostileInput> MORE_EXCEPTIONS =
      EnumSet.of(HostileInput.EMPTY_VALUES, HostileInput.TRUNCATED_VALUES);

  /** How many bytes can be allocated for a byte of the limit of memory. */
  private static final int MAX_FACTOR = 6;

  private static final int MAX_TEXT_FACTOR = 8;

  private static final int HEAP_LIMIT = 128 << 10;

  /** The additional memory: buffers, and a codec for each call. */
  private static final int FIXED_BYTES = 64 << 10;

  @ParameterizedTest
  @EnumSource
  void costsAtMostMultipleOfOrdinaryInput(HostileInput input) {
    Map<InputFormat, byte[]> few = input.make(FEW);
    Map<InputFormat, byte[]> many = input.make(MANY);
    List<String> problems = new ArrayList<>();
    for (EntryPoint entry : EntryPoint.values()) {
      if (few.containsKey(entry.format) && many.containsKey(entry.format)) {
        int perByte = (MORE_EXCEPTIONS.contains(input) ? 2 : 1) * MAX_BYTES_PER_BYTE;
        check(entry, few.get(entry.format), many.get(entry.format), perByte, problems);
        // An error allocates its message in addition. A search tries many values, each with the
        // limit.
        if (input.family != HostileFamily.ERRORS && entry != EntryPoint.SEARCH_FILE) {
          checkLimited(entry, many.get(entry.format), problems);
        }
      }
    }
    Check.that(problems.isEmpty(), () -> input + ":\n" + String.join("\n", problems));
  }

  private static void check(
      EntryPoint entry, byte[] few, byte[] many, int maxBytesPerByte, List<String> problems) {
    double maxRatio = 5.0 * Cost.MAX_RATIO;
    long steps = Cost.steps(entry, many, maxRatio);
    double ratio = Cost.ratio(entry, many, steps);
    long fewSteps = StepCounter.count(entry, few, Long.MAX_VALUE);
    double growth = (double) steps / fewSteps * few.length / many.length;
    double maxGrowth = entry == EntryPoint.SEARCH_FILE ? MAX_SEARCH_GROWTH : MAX_GROWTH;
    if (ratio > Cost.MAX_RATIO || growth > maxGrowth) {
      problems.add(
          ratio > maxRatio
              ? entry + ": stopped after " + (int) maxRatio + " times the steps of an ordinary save"
              : String.format(
                  Locale.ROOT,
                  "%s: %.1f times the steps of an ordinary save, growing %.1f times as fast as"
                      + " input",
                  entry,
                  ratio,
                  growth));
      return; // measuring memory would take as long
    }
    long bytes = Cost.allocated(entry, many, EntryPoint.UNLIMITED_HEAP);
    if (bytes > (long) maxBytesPerByte * many.length + 8 * FIXED_BYTES) {
      problems.add(entry + ": allocates " + bytes + " bytes for " + many.length);
    }
  }

  private static void checkLimited(EntryPoint entry, byte[] input, List<String> problems) {
    boolean isText = entry.format.isText();
    boolean isCopied = isText || entry.format.isFile();
    Cost.allocated(entry, input, HEAP_LIMIT); // initializes classes
    long allocated =
        Cost.allocated(entry, input, HEAP_LIMIT) - (isCopied ? input.length : 0) - FIXED_BYTES;
    // Each dialect is tried with the whole limit.
    int limits = entry == EntryPoint.RANK_DIALECTS ? Dialect.presets().size() : 1;
    double factor = (double) allocated / limits / HEAP_LIMIT;
    if (factor > (isText ? MAX_TEXT_FACTOR : MAX_FACTOR)) {
      problems.add(String.format(Locale.ROOT, "%s: allocates %.1f times the limit", entry, factor));
    }
  }

  /** Takes minutes, so that only {@code -Dcost.table=FILE} starts this test. */
  @Test
  @EnabledIfSystemProperty(named = "cost.table", matches = ".+")
  void writesTable() throws IOException {
    Files.writeString(Path.of(System.getProperty("cost.table")), CostTable.print());
  }
}
