package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.RandomVariants;
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

/** Checks how files of random values are read if one or two values are damaged. */
class RecognitionPropertyTest {
  private static final int FILES = 500;
  private static final int SEED = 5;

  /** Maximum number of files whose remaining values fit another format by chance. */
  private static final int MAX_ACCIDENTAL = 2;

  /** As a bare value, its bytes are those that store_var writes for null. */
  private static final Variant EMPTY = Variant.of("");

  enum Damage {
    NONE,
    /** The first value has a type id that no engine has. */
    TYPE_OF_FIRST,
    FIRST_VALUE,
    LATER_VALUE,
    TWO_VALUES,
    CUT,
    FIRST_VALUE_AND_CUT
  }

  private enum Outcome {
    /** All values except the damaged ones are equal to the originals. */
    CORRECT,
    /** The dialect or the framing is reported as ambiguous. */
    AMBIGUOUS,
    /** An undamaged value is rejected. */
    REJECTED,
    /** Another value is read without an exception. */
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
  void readsUndamagedFilesOrReportsAmbiguity(Dialect dialect, Framing framing) throws IOException {
    Map<Outcome, Integer> outcomes = outcomes(dialect, framing, Damage.NONE);
    assertThat(outcomes).doesNotContainKeys(Outcome.REJECTED, Outcome.OTHER);
    assertThat(outcomes.get(Outcome.CORRECT)).isGreaterThan(FILES * 9 / 10);
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
  void readsUndamagedValuesOrReportsAmbiguity(Dialect dialect, Framing framing, Damage damage)
      throws IOException {
    Map<Outcome, Integer> outcomes = outcomes(dialect, framing, damage);
    assertThat(outcomes.get(Outcome.CORRECT)).isGreaterThan(FILES * 9 / 10);
    assertThat(outcomes.getOrDefault(Outcome.OTHER, 0)).isLessThanOrEqualTo(MAX_ACCIDENTAL);
    assertThat(outcomes.getOrDefault(Outcome.REJECTED, 0)).isLessThanOrEqualTo(MAX_ACCIDENTAL);
  }

  private static Map<Outcome, Integer> outcomes(Dialect dialect, Framing framing, Damage damage)
      throws IOException {
    VariantCodec codec = VariantCodec.of(dialect);
    RandomVariants random = RandomVariants.of(dialect, SEED);
    SplittableRandom choices = new SplittableRandom(SEED);
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    for (int i = 0; i < FILES; i++) {
      int count = framing == Framing.BARE ? 1 : 3 + choices.nextInt(3);
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
            case LATER_VALUE, CUT -> List.of(1 + choices.nextInt(last));
            case TWO_VALUES, FIRST_VALUE_AND_CUT -> List.of(0, 2 + choices.nextInt(last - 1));
          };
      boolean isCut = damage == Damage.CUT || damage == Damage.FIRST_VALUE_AND_CUT;
      // The file ends in the truncated value.
      int present = isCut ? Collections.max(damaged) + 1 : count;
      for (int index : damaged) {
        byte[] bytes = parts.get(index);
        if (damage == Damage.TYPE_OF_FIRST) {
          bytes[0] = (byte) (40 + choices.nextInt(216));
        } else if (!isCut || index < present - 1) {
          bytes[choices.nextInt(bytes.length)] ^= (byte) (1 + choices.nextInt(255));
        }
      }
      byte[] file = DamagedValuesTest.file(framing, parts.subList(0, present));
      if (isCut) {
        int whole = DamagedValuesTest.file(framing, parts.subList(0, present - 1)).length;
        file = Arrays.copyOf(file, whole + 1 + choices.nextInt(file.length - whole - 1));
      }
      outcomes.merge(outcome(file, framing, values.subList(0, present), damaged), 1, Integer::sum);
    }
    return outcomes;
  }

  private static Outcome outcome(
      byte[] file, Framing framing, List<Variant> values, List<Integer> damaged)
      throws IOException {
    boolean ambiguous = false;
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
          ambiguous = true;
        } catch (SaveFileException | NoSuchElementException e) {
          if (!damaged.contains(i)) {
            return Outcome.REJECTED;
          }
        }
      }
      if (damaged.isEmpty() && each.hasNext()) {
        return Outcome.OTHER;
      }
      return ambiguous ? Outcome.AMBIGUOUS : Outcome.CORRECT;
    } catch (AmbiguousSaveFileException e) {
      return Outcome.AMBIGUOUS;
    } catch (SaveFileException e) {
      return damaged.size() == values.size() ? Outcome.CORRECT : Outcome.REJECTED;
    }
  }
}
