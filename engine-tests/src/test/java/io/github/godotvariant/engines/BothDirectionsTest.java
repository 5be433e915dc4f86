package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.Padding;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Shrinking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random values go to real engines and come back, and random values of engines come to us and go
 * back, to the same bytes each time. {@code -Dengine.values=N} says how many for each engine and
 * direction, {@code -Dengine.seed=S} which, {@code -Dengines.required=true} that a missing engine
 * is a failure.
 */
class BothDirectionsTest {
  private static final int VALUES = Integer.getInteger("engine.values", 3000);
  private static final long SEED = Long.getLong("engine.seed", 1);

  /** What one process gets: enough that its start does not count, few enough for memory. */
  private static final int BATCH = 5000;

  /** Readable answers are slow to make. */
  private static final int SAMPLE = 20;

  private static final int SHOWN_FAILURES = 3;
  private static final int SHOWN_TEXT = 2000;
  private static final HexFormat HEX = HexFormat.of();

  private static final Map<Release, LiveEngine> ENGINES = new EnumMap<>(Release.class);

  private final List<String> failures = new ArrayList<>();
  private int failed;
  private int exchanged;
  private int compared;
  private long size;

  @BeforeAll
  static void findEngines() {
    List<Release> missing = new ArrayList<>();
    for (Release release : Release.values()) {
      LiveEngine.find(release)
          .ifPresentOrElse(engine -> ENGINES.put(release, engine), () -> missing.add(release));
    }
    if (!missing.isEmpty()) {
      String message =
          missing
              + " not found in "
              + LiveEngine.folder()
              + " or on the PATH, so not tested. To install: engine-tests/engines/install-engines";
      assertThat(Boolean.getBoolean("engines.required")).as(message).isFalse();
      System.out.println(message);
    }
  }

  private static LiveEngine engine(Release release) {
    @Nullable LiveEngine engine = ENGINES.get(release);
    assumeTrue(engine != null, release + " is not installed");
    return Objects.requireNonNull(engine);
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void ourValuesComeBackFromTheEngine(Release release) {
    LiveEngine engine = engine(release);
    RandomVariants random = RandomVariants.of(engine.codec().dialect(), SEED);
    for (int from = 0; from < VALUES; from += BATCH) {
      List<Variant> values = new ArrayList<>();
      while (values.size() < Math.min(BATCH, VALUES - from)) {
        Variant value = random.next();
        if (release != Release.GODOT_3 || !LostKeys.in(value)) {
          values.add(value);
        }
      }
      List<Answer> answers = ask(engine, values);
      for (int i = 0; i < answers.size(); i++) {
        Variant value = values.get(i);
        Optional<String> difference = difference(engine.codec(), value, answers.get(i));
        count(answers.get(i));
        if (difference.isPresent()) {
          fail("value %d: %s%n  %s".formatted(from + i, cut(value), difference.get()));
          if (failed == 1) {
            explain(engine, value);
          }
        }
      }
    }
    report(engine, "to the engine and back");
  }

  private static List<Answer> ask(LiveEngine engine, List<Variant> values) {
    return engine.echo(values.stream().map(engine.codec()::encode).toList(), SAMPLE);
  }

  /** Adds the smallest part of a value that fails as well. */
  private void explain(LiveEngine engine, Variant value) {
    Variant smallest =
        Shrinking.smallest(
            value,
            candidates -> {
              List<Answer> answers = ask(engine, candidates);
              return IntStream.range(0, candidates.size())
                  .filter(i -> differ(engine, candidates.get(i), answers.get(i)))
                  .mapToObj(candidates::get)
                  .findFirst();
            });
    Answer answer = ask(engine, List.of(smallest)).get(0);
    difference(engine.codec(), smallest, answer)
        .ifPresent(why -> failures.add("its smallest part: %s%n  %s".formatted(smallest, why)));
  }

  private static boolean differ(LiveEngine engine, Variant value, Answer answer) {
    return difference(engine.codec(), value, answer).isPresent();
  }

  private static String cut(Object text) {
    String all = text.toString();
    return all.length() <= SHOWN_TEXT
        ? all
        : all.substring(0, SHOWN_TEXT) + "... (" + all.length() + " characters)";
  }

  /** What the engine made of our bytes that it should not, if anything. */
  private static Optional<String> difference(VariantCodec codec, Variant value, Answer answer) {
    byte[] ours = codec.encode(value);
    if (!answer.death().isEmpty()) {
      return Optional.of("the engine died of " + HEX.formatHex(ours) + ", " + answer.death());
    }
    if (!same(codec, ours, answer.bytes())) {
      return Optional.of(
          "ours   %s%n  engine %s".formatted(HEX.formatHex(ours), HEX.formatHex(answer.bytes())));
    }
    if (answer.isSample() && !answer.value().equals(value)) {
      return Optional.of("%s%n  engine reads %s".formatted(HEX.formatHex(ours), answer.json()));
    }
    return Optional.empty();
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void theEnginesValuesComeBackFromUs(Release release) {
    LiveEngine engine = engine(release);
    VariantCodec codec = engine.codec();
    for (int from = 0; from < VALUES; from += BATCH) {
      long seed = SEED + from;
      List<Answer> answers = engine.make(seed, Math.min(BATCH, VALUES - from), SAMPLE);
      for (int i = 0; i < answers.size(); i++) {
        Answer answer = answers.get(i);
        count(answer);
        String hex = HEX.formatHex(answer.bytes());
        try {
          Variant value = codec.decode(answer.bytes());
          byte[] ours = codec.encode(value);
          if (!same(codec, ours, answer.bytes())) {
            fail(
                "engine's seed %d, value %d: %s%n  engine %s%n  ours   %s"
                    .formatted(seed, i, value, hex, HEX.formatHex(ours)));
          } else if (answer.isSample() && !answer.value().equals(value)) {
            fail(
                "engine's seed %d, value %d: %s%n  we read %s%n  engine reads %s"
                    .formatted(seed, i, hex, value, answer.json()));
          }
        } catch (VariantException e) {
          fail("engine's seed %d, value %d: %s%n  %s".formatted(seed, i, hex, e));
        }
      }
    }
    report(engine, "from the engine and back");
  }

  /** Godot 3 leaves the padding of node paths as it was in memory. */
  private static boolean same(VariantCodec codec, byte[] ours, byte[] engines) {
    return Arrays.equals(ours, engines)
        || (codec == VariantCodec.GODOT_3 && Padding.onlyPaddingDiffers(codec, ours, engines));
  }

  private void count(Answer answer) {
    exchanged++;
    size += answer.bytes().length;
    if (answer.isSample()) {
      compared++;
    }
  }

  private void fail(String message) {
    failed++;
    if (failures.size() < SHOWN_FAILURES) {
      failures.add(message);
    }
  }

  private void report(LiveEngine engine, String direction) {
    System.out.printf(
        "%s: %d values %s (seed %d, %d KB, %d of them compared as read), %d differences%n",
        engine, exchanged, direction, SEED, size >> 10, compared, failed);
    assertThat(failures).as("%s, seed %d, %d differences", engine, SEED, failed).isEmpty();
    assertThat(exchanged).isEqualTo(VALUES);
    assertThat(compared).isEqualTo((VALUES + SAMPLE - 1) / SAMPLE);
  }
}
