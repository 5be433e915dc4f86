package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The problem, byte offset and path of each error. */
class MalformedInputTest {
  record Case(String dialect, String hex, long offset, String path, String problem) {
    static Case of(String line) {
      String[] cells = line.split(" \\| ", -1);
      return new Case(cells[0], cells[1], Long.parseLong(cells[2]), cells[3], cells[4]);
    }

    VariantCodec codec() {
      boolean objects = dialect.endsWith("+objects");
      return VariantCodec.of(Dialect.named(dialect.replace("+objects", "")).orElseThrow())
          .withObjects(objects ? ObjectMode.FULL : ObjectMode.IDS);
    }
  }

  static List<Case> cases() throws IOException {
    try (BufferedReader table =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    MalformedInputTest.class.getResourceAsStream("malformed.txt")),
                StandardCharsets.UTF_8))) {
      return table.lines().filter(line -> !line.startsWith("#")).map(Case::of).toList();
    }
  }

  @Test
  void hasAtLeast60Cases() throws IOException {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void reportsOffsetAndPathInDecode(Case bad) {
    check(
        bad,
        catchThrowableOfType(
            VariantException.class, () -> bad.codec().decode(Hex.bytes(bad.hex()))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void reportsOffsetAndPathInReader(Case bad) {
    check(
        bad,
        catchThrowableOfType(
            VariantException.class,
            () -> {
              try (VariantReader reader = bad.codec().reader(Hex.bytes(bad.hex()))) {
                reader.nextValue();
                reader.expectEnd();
              }
            }));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void countsOffsetsFromStartOfInput(Case bad) {
    ByteBuffer shifted = shifted(bad);
    check(bad, catchThrowableOfType(VariantException.class, () -> bad.codec().decode(shifted)));
    assertThat(shifted.position()).isEqualTo(5);
  }

  /** Returns a buffer with the bytes at index 5, which is not aligned to 4 bytes. */
  private static ByteBuffer shifted(Case bad) {
    byte[] bytes = Hex.bytes(bad.hex());
    return ByteBuffer.allocate(bytes.length + 7).position(5).put(bytes).flip().position(5);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void stopsInspectionAtSameOffset(Case bad) {
    Inspection inspection = bad.codec().inspect(Hex.bytes(bad.hex()));
    if (inspection.failure().isPresent()) {
      assertThat(inspection.failure().get().byteOffset()).isEqualTo(bad.offset());
      assertThat(inspection.failure().get().path()).isEqualTo(bad.path());
    } else {
      assertThat(inspection.length()).isEqualTo(bad.offset()); // bytes follow the value
    }
  }

  /** Skipping does not check the content of strings; all other checks are those of reading. */
  @ParameterizedTest
  @MethodSource("cases")
  void stopsSkippingAtSameOffset(Case bad) {
    VariantException thrown =
        catchThrowableOfType(
            VariantException.class,
            () -> {
              try (VariantReader reader = bad.codec().reader(shifted(bad))) {
                reader.skipValue();
                reader.expectEnd();
              }
            });
    boolean inText =
        bad.problem().endsWith("is not valid UTF-8") || bad.problem().startsWith("empty subname");
    if (inText) {
      assertThat(thrown).isNull();
    } else {
      assertThat(thrown).isNotNull();
      assertThat(thrown.problem()).isEqualTo(bad.problem());
      assertThat(thrown.byteOffset()).isEqualTo(bad.offset());
    }
  }

  private static void check(Case bad, VariantException thrown) {
    assertThat(thrown).isNotNull();
    assertThat(thrown.problem()).isEqualTo(bad.problem());
    assertThat(thrown.byteOffset()).isEqualTo(bad.offset());
    assertThat(thrown.path()).isEqualTo(bad.path());
    assertThat(thrown).hasMessage(bad.problem() + ", at byte " + bad.offset() + ", " + bad.path());
  }
}
