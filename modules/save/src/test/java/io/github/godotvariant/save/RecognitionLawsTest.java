package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.RandomVariants;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of random values of which one or two are damaged: what is read of the others. */
class RecognitionLawsTest {
  private static final int FILES = 500;
  private static final int SEED = 5;

  /** In so many what is left makes sense as something else, by chance. */
  private static final int BY_CHANCE = 2;

  /** By itself it is what store_var writes of null. */
  private static final Variant EMPTY = Variant.of("");

  enum Damage {
    NONE,
    /** The first value is of a type that no engine has. */
    TYPE_OF_FIRST,
    FIRST_VALUE,
    LATER_VALUE,
    TWO_VALUES,
    CUT,
    FIRST_VALUE_AND_CUT
  }

  private enum Outcome {
    /** All values but the damaged ones are what they were. */
    RIGHT,
    /** The caller is asked for the dialect or the framing. */
    ASKED,
    /** A sound value is refused. */
    REFUSED,
    /** Something else is read, without a word. */
    OTHER
  }

  static Stream<Arguments> files() {
    return Stream.of(Framing.values())
        .flatMap(
            framing ->
                Stream.of(Dialect.GODOT_3, Dialect.GODOT_4)
                    .map(dialect -> Arguments.of(dialect, framing)));
  }

  @ParameterizedTest
  @MethodSource("files")
  void whatIsSoundIsRightOrAskedFor(Dialect dialect, Framing framing) throws IOException {
    Map<Outcome, Integer> outcomes = outcomes(dialect, framing, Damage.NONE);
    assertThat(outcomes).doesNotContainKeys(Outcome.REFUSED, Outcome.OTHER);
    assertThat(outcomes.get(Outcome.RIGHT)).isGreaterThan(FILES * 9 / 10);
  }

  static Stream<Arguments> damagedFiles() {
    return files()
        .filter(file -> file.get()[1] != Framing.BARE)
        .flatMap(
            file ->
                Stream.of(Damage.values())
                    .filter(damage -> damage != Damage.NONE)
                    .map(damage -> Arguments.of(file.get()[0], file.get()[1], damage)));
  }

  @ParameterizedTest
  @MethodSource("damagedFiles")
  void whatIsNotDamagedIsRightOrAskedFor(Dialect dialect, Framing framing, Damage damage)
      throws IOException {
    Map<Outcome, Integer> outcomes = outcomes(dialect, framing, damage);
    assertThat(outcomes.get(Outcome.RIGHT)).isGreaterThan(FILES * 9 / 10);
    assertThat(outcomes.getOrDefault(Outcome.OTHER, 0)).isLessThanOrEqualTo(BY_CHANCE);
    assertThat(outcomes.getOrDefault(Outcome.REFUSED, 0)).isLessThanOrEqualTo(BY_CHANCE);
  }

  private static Map<Outcome, Integer> outcomes(Dialect dialect, Framing framing, Damage damage)
      throws IOException {
    VariantCodec codec = VariantCodec.of(dialect);
    RandomVariants random = RandomVariants.of(dialect, SEED);
    SplittableRandom dice = new SplittableRandom(SEED);
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    for (int i = 0; i < FILES; i++) {
      int count = framing == Framing.BARE ? 1 : 3 + dice.nextInt(3);
      List<Variant> values =
          Stream.generate(random::next)
              .filter(value -> framing != Framing.BARE || !value.equals(EMPTY))
              .limit(count)
              .toList();
      List<byte[]> parts = new ArrayList<>(values.stream().map(codec::encode).toList());
      int last = count - 1;
      List<Integer> damaged =
          switch (damage) {
            case NONE -> List.of();
            case TYPE_OF_FIRST, FIRST_VALUE -> List.of(0);
            case LATER_VALUE, CUT -> List.of(1 + dice.nextInt(last));
            case TWO_VALUES, FIRST_VALUE_AND_CUT -> List.of(0, 2 + dice.nextInt(last - 1));
          };
      boolean isCut = damage == Damage.CUT || damage == Damage.FIRST_VALUE_AND_CUT;
      // Nothing is left of what comes after a cut.
      int there = isCut ? Collections.max(damaged) + 1 : count;
      for (int index : damaged) {
        byte[] bytes = parts.get(index);
        if (damage == Damage.TYPE_OF_FIRST) {
          bytes[0] = (byte) (40 + dice.nextInt(216));
        } else if (!isCut || index < there - 1) {
          bytes[dice.nextInt(bytes.length)] ^= (byte) (1 + dice.nextInt(255));
        }
      }
      byte[] file = file(parts.subList(0, there), framing);
      if (isCut) {
        int whole = file(parts.subList(0, there - 1), framing).length;
        file = Arrays.copyOf(file, whole + 1 + dice.nextInt(file.length - whole - 1));
      }
      outcomes.merge(outcome(file, framing, values.subList(0, there), damaged), 1, Integer::sum);
    }
    return outcomes;
  }

  private static byte[] file(List<byte[]> parts, Framing framing) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      file.writeBytes(SaveFileErrorsTest.framed(part, framing));
      file.writeBytes(framing == Framing.BASE64 ? new byte[] {'\n'} : new byte[0]);
    }
    return file.toByteArray();
  }

  private static Outcome outcome(
      byte[] file, Framing framing, List<Variant> values, List<Integer> damaged)
      throws IOException {
    boolean asked = false;
    try (SaveFile save = SaveFile.open(file, SaveOptions.DEFAULT)) {
      if (save.format().framing() != framing) {
        return Outcome.OTHER;
      }
      Iterator<Variant> each = save.iterator();
      for (int i = 0; i < values.size(); i++) {
        try {
          Variant value = each.next();
          if (!damaged.contains(i) && !value.equals(values.get(i))) {
            return Outcome.OTHER;
          }
        } catch (AmbiguousSaveFileException e) {
          asked = true;
        } catch (SaveFileException | NoSuchElementException e) {
          if (!damaged.contains(i)) {
            return Outcome.REFUSED;
          }
        }
      }
      if (damaged.isEmpty() && each.hasNext()) {
        return Outcome.OTHER;
      }
      return asked ? Outcome.ASKED : Outcome.RIGHT;
    } catch (AmbiguousSaveFileException e) {
      return Outcome.ASKED;
    } catch (SaveFileException e) {
      return damaged.size() == values.size() ? Outcome.RIGHT : Outcome.REFUSED;
    }
  }
}
