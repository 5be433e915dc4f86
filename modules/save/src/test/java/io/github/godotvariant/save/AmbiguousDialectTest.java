package io.github.godotvariant.save;

import static io.github.godotvariant.save.InvalidFiles.check;
import static io.github.godotvariant.save.InvalidFiles.failure;
import static io.github.godotvariant.save.InvalidFiles.saved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.Color;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks files whose values read differently and equally well in several dialects. */
class AmbiguousDialectTest {
  private static List<Dialect> possibleDialects(SaveFileException thrown) {
    assertThat(thrown).isInstanceOf(AmbiguousSaveFileException.class);
    return ((AmbiguousSaveFileException) thrown)
        .candidates().stream().map(FormatCandidate::dialect).toList();
  }

  @Test
  void reportsAmbiguousDialect() throws IOException {
    // A Color of Godot 3 has the type id and the size of a Plane of Godot 4.
    byte[] bytes =
        saved(SaveFormat.of(Dialect.GODOT_3), Variant.of("first"), new Color(1, 0.5f, 0.25f, 1));
    SaveFileException thrown = failure(bytes);
    assertThat(possibleDialects(thrown))
        .containsExactly(
            Dialect.GODOT_4,
            Dialect.GODOT_3,
            Dialect.MANUAL_4,
            Dialect.MANUAL_4_0_DEV,
            Dialect.MANUAL_3_5,
            Dialect.MANUAL_3_0);
    check(
        thrown,
        "AMBIGUOUS at 24: value 1 reads differently in several dialects; set the dialect:"
            + " godot-4 (Plane of 20 bytes, just as it is written in this dialect),"
            + " godot-3, manual-4, manual-4.0-dev, manual-3.5, manual-3.0"
            + " (Color of 20 bytes, just as it is written in this dialect)");
    for (Dialect dialect : List.of(Dialect.GODOT_3, Dialect.GODOT_4)) {
      try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT.withDialect(dialect))) {
        assertThat(save.values().get(1))
            .isInstanceOf(dialect == Dialect.GODOT_3 ? Color.class : Plane.class);
      }
    }
  }

  /** Two editions of the manual have no 32-bit int. */
  @Test
  void reportsOnlyDialectsThatFitAllValues() throws IOException {
    byte[] bytes =
        saved(SaveFormat.of(Dialect.MANUAL_4), Variant.of(5), new Color(1, 0.5f, 0.25f, 1));
    assertThat(possibleDialects(failure(bytes)))
        .containsExactly(Dialect.GODOT_4, Dialect.GODOT_3, Dialect.MANUAL_4, Dialect.MANUAL_3_5);
  }

  /** The second value is ambiguous, as after a valid first value. */
  @ParameterizedTest
  @ValueSource(ints = {60, 99})
  void reportsAmbiguousValueAfterMalformedValue(int id) throws IOException {
    byte[] bytes =
        saved(
            SaveFormat.of(Dialect.GODOT_3),
            Variant.of("first"),
            new Color(1, 0.5f, 0.25f, 1),
            Variant.of("last"));
    bytes[4] = (byte) id;
    try (SaveFile save = SaveFile.open(bytes, SaveOptions.DEFAULT)) {
      assertThat(save.format().framing()).isEqualTo(Framing.STORE_VAR);
      Iterator<Variant> values = save.iterator();
      assertThatThrownBy(values::next).hasMessageStartingWith("value 0: no type has id " + id);
      assertThatThrownBy(values::next)
          .isInstanceOf(AmbiguousSaveFileException.class)
          .hasMessageStartingWith("value 1 reads differently in several dialects");
      assertThat(values.next()).isEqualTo(Variant.of("last"));
    }
  }

  @Test
  void reportsAmbiguousDialectInsteadOfOtherFraming() throws IOException {
    // Length and type id of the Plane are also type id and length of a PoolByteArray of Godot 3.
    Plane plane = new Plane(new Vector3(1, 2, 3), 4);
    byte[] bytes = saved(SaveFormat.of(Dialect.GODOT_4), plane);
    assertThat(failure(bytes)).isInstanceOf(AmbiguousSaveFileException.class);
    assertThat(TestFiles.savedValues(bytes, SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4)))
        .containsExactly(plane);
  }
}
