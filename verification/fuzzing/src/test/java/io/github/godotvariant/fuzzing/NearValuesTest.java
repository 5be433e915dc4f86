package io.github.godotvariant.fuzzing;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the properties of all bytes with damaged encodings. {@code -Dfuzzing.values=100000} sets
 * their number for each dialect and mode, {@code -Dfuzzing.seed=2} selects others.
 */
@SuppressWarnings("CheckReturnValue") // The tests check costs and exceptions.
class NearValuesTest {
  private static final int VALUES = 75 * Integer.getInteger("laws", 1);
  private static final long SEED = Long.getLong("fuzzing.seed", 1);

  static Stream<Arguments> dialectsAndModes() {
    return Stream.of(Dialect.GODOT_4, Dialect.GODOT_3, Dialect.GODOT_4_0, Dialect.MANUAL_3_0)
        .flatMap(
            dialect ->
                Stream.of(ObjectMode.values()).map(objects -> Arguments.of(dialect, objects)));
  }

  @ParameterizedTest
  @MethodSource("dialectsAndModes")
  void checksAllProperties(Dialect dialect, ObjectMode objects) throws Exception {
    NearValues near = new NearValues(dialect, objects, SEED);
    int accepted = 0;
    for (int i = 0; i < VALUES; i++) {
      Input input = near.next();
      try {
        BinaryProperties.all(input);
        BinaryProperties.probe(input);
        JsonProperties.write(input);
      } catch (Throwable e) {
        throw new AssertionError(HexFormat.of().formatHex(input.bytes()), e);
      }
      accepted += isValue(input) ? 1 : 0;
    }
    int all = accepted;
    System.out.printf("%s, %s: %d of %d are values%n", dialect, objects, all, VALUES);
    Check.that(all > VALUES / 20 && all < VALUES * 19 / 20, () -> all + " of " + VALUES);
  }

  private static boolean isValue(Input input) {
    try {
      input.codec().decode(input.bytes());
      return true;
    } catch (VariantException e) {
      return false;
    }
  }
}
