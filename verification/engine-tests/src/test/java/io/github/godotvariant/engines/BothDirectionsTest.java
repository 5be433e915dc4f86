package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Shrinking;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Exchanges random values with real engines in both directions. The bytes must not change; for a
 * sample, the decoded values are compared too.
 */
class BothDirectionsTest {
  private static final int ENOUGH_FOR_ALL_TYPES = 1000;

  @ParameterizedTest
  @EnumSource(Release.class)
  void keepsOurValuesInEngine(Release release) {
    LiveEngine engine = Engines.of(release);
    Exchange exchange = new Exchange(engine);
    RandomVariants random = RandomVariants.of(engine.codec().dialect(), Exchange.SEED);
    for (int from = 0; from < Exchange.VALUES; from += Exchange.BATCH) {
      List<Variant> values = new ArrayList<>();
      while (values.size() < Math.min(Exchange.BATCH, Exchange.VALUES - from)) {
        Variant value = random.next();
        if (release != Release.GODOT_3 || !LostKeys.in(value)) {
          values.add(value);
        }
      }
      List<EchoResult> answers = ask(engine, values);
      for (int i = 0; i < answers.size(); i++) {
        Variant value = values.get(i);
        exchange.count(answers.get(i));
        Optional<String> difference = difference(engine.codec(), value, answers.get(i));
        if (difference.isPresent()) {
          String smallest = exchange.hasFailed() ? "" : smallest(engine, value);
          exchange.differs(
              "value %d: %s%n  %s%s"
                  .formatted(from + i, Exchange.cut(value), difference.get(), smallest));
        }
      }
    }
    exchange.report("values to the engine and back");
  }

  private static List<EchoResult> ask(LiveEngine engine, List<Variant> values) {
    return engine.echo(values.stream().map(engine.codec()::encode).toList(), Exchange.SAMPLE);
  }

  /** Returns how the result of the engine differs from our bytes. */
  private static Optional<String> difference(VariantCodec codec, Variant value, EchoResult answer) {
    byte[] ours = codec.encode(value);
    String hex = Exchange.hex(ours);
    if (!answer.crash().isEmpty()) {
      return Optional.of("the engine died of %s%n  %s".formatted(hex, answer.crash()));
    }
    if (!Exchange.same(codec, ours, answer.bytes())) {
      return Optional.of("ours   %s%n  engine %s".formatted(hex, Exchange.hex(answer.bytes())));
    }
    if (answer.isSample() && !answer.value().equals(value)) {
      return Optional.of("%s%n  the engine reads %s".formatted(hex, answer.json()));
    }
    return Optional.empty();
  }

  /** Returns the smallest part of a value that also differs, with the difference. */
  private static String smallest(LiveEngine engine, Variant value) {
    Variant smallest = value;
    Optional<Variant> next = Optional.of(value);
    while (next.isPresent()) {
      smallest = next.get();
      List<Variant> candidates = Shrinking.simpler(smallest);
      List<EchoResult> answers = ask(engine, candidates);
      next =
          IntStream.range(0, candidates.size())
              .filter(i -> differs(engine, candidates.get(i), answers.get(i)))
              .mapToObj(candidates::get)
              .findFirst();
    }
    EchoResult answer = ask(engine, List.of(smallest)).get(0);
    return "%n  Its smallest part: %s%n  %s"
        .formatted(smallest, difference(engine.codec(), smallest, answer).orElse(""));
  }

  private static boolean differs(LiveEngine engine, Variant value, EchoResult answer) {
    return difference(engine.codec(), value, answer).isPresent();
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void keepsValuesOfEngine(Release release) {
    LiveEngine engine = Engines.of(release);
    Exchange exchange = new Exchange(engine);
    Set<Byte> wireIds = new HashSet<>();
    for (int from = 0; from < Exchange.VALUES; from += Exchange.BATCH) {
      long seed = Exchange.SEED + from;
      int count = Math.min(Exchange.BATCH, Exchange.VALUES - from);
      List<EchoResult> answers = engine.make(seed, count, Exchange.SAMPLE);
      for (int i = 0; i < count; i++) {
        exchange.count(answers.get(i));
        wireIds.add(answers.get(i).bytes()[0]);
        String place = "engine's seed " + seed + ", value " + i + ": ";
        difference(engine.codec(), answers.get(i))
            .ifPresent(difference -> exchange.differs(place + difference));
      }
    }
    exchange.report("values from the engine and back");
    if (Exchange.VALUES >= ENOUGH_FOR_ALL_TYPES) {
      assertThat(wireIds).as("types").hasSameSizeAs(engine.codec().dialect().rows());
    }
  }

  /** Returns how our result differs from the bytes of the engine. */
  private static Optional<String> difference(VariantCodec codec, EchoResult answer) {
    String hex = Exchange.hex(answer.bytes());
    try {
      Variant value = codec.decode(answer.bytes());
      byte[] ours = codec.encode(value);
      if (!Exchange.same(codec, ours, answer.bytes())) {
        return Optional.of(
            "%s%n  engine %s%n  ours   %s".formatted(Exchange.cut(value), hex, Exchange.hex(ours)));
      }
      if (answer.isSample() && !answer.value().equals(value)) {
        return Optional.of(
            "%s%n  we read %s%n  the engine reads %s".formatted(hex, value, answer.json()));
      }
      return Optional.empty();
    } catch (VariantException e) {
      return Optional.of("%s%n  %s".formatted(hex, e));
    }
  }
}
