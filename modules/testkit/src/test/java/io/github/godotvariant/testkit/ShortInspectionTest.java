package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.dialect.Dialect;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An inspection with a limit of entries reports the same as a full one for the kept entries. */
class ShortInspectionTest {
  private static final int VALUES = 2000;
  private static final long SEED = 18;
  private static final int MAX_ENTRIES = 1;

  @ParameterizedTest
  @ValueSource(strings = {"godot-4", "godot-3", "manual-4"})
  void reportsSameAsFullInspection(String name) {
    Dialect dialect = Dialect.named(name).orElseThrow();
    VariantCodec codec = VariantCodec.of(dialect).withObjects(ObjectMode.FULL);
    RandomVariants random = RandomVariants.of(dialect, SEED);
    SplittableRandom dice = new SplittableRandom(SEED);
    int omitted = 0;
    int failures = 0;
    for (int i = 0; i < VALUES; i++) {
      Variant value =
          Variant.of(List.of(random.next(), random.next(), random.next(), random.next()));
      byte[] bytes = codec.encode(value);
      switch (dice.nextInt(3)) {
        case 0 -> bytes[dice.nextInt(bytes.length)] ^= (byte) (1 + dice.nextInt(255));
        case 1 -> bytes = Arrays.copyOf(bytes, dice.nextInt(bytes.length));
        default -> {} // unchanged
      }
      Inspection full = codec.inspect(bytes);
      Inspection some = codec.inspect(bytes, MAX_ENTRIES, MAX_ENTRIES);
      assertThat(message(some)).isEqualTo(message(full));
      assertThat(some.length()).isEqualTo(full.length());
      assertThat(some.root().isPresent()).isEqualTo(full.root().isPresent());
      if (full.root().isPresent()) {
        compare(full.root().get(), some.root().orElseThrow());
        omitted += some.root().orElseThrow().omitted();
      }
      failures += full.failure().isPresent() ? 1 : 0;
    }
    assertThat(omitted).isGreaterThan(VALUES);
    assertThat(failures).isGreaterThan(VALUES / 4);
  }

  private static Optional<String> message(Inspection inspection) {
    return inspection.failure().map(VariantException::getMessage);
  }

  private static void compare(WireNode full, WireNode some) {
    assertThat(some).hasToString(full.toString());
    assertThat(some.isComplete()).isEqualTo(full.isComplete());
    assertThat(some.value()).isEqualTo(full.value());
    assertThat(some.fields()).isEqualTo(full.fields());
    boolean isArray = full.type() == io.github.godotvariant.VariantType.ARRAY;
    int each = isArray ? 1 : 2;
    int first = Math.min(MAX_ENTRIES * each, some.children().size());
    assertThat(some.children().size() + some.omitted() * each).isEqualTo(full.children().size());
    for (int i = 0; i < some.children().size(); i++) {
      int same = i < first ? i : i + some.omitted() * each;
      compare(full.children().get(same), some.children().get(i));
    }
    if (full.isComplete() && full.children().size() > first) {
      assertThat(some.children()).hasSize(first);
    }
  }
}
