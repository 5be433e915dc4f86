package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.testkit.Vectors;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the dump contains and names every byte of valid and malformed input once. */
class ByteViewTest {
  private static final HexFormat HEX = HexFormat.of();

  /** One of this number of vectors is tested. */
  private static final int STEP = Math.max(1, 10 / Integer.getInteger("laws", 1));

  /** A row of the dump: offset, bytes, and optionally name and value. */
  private static final Pattern ROW =
      Pattern.compile(" *([0-9]+)  ([0-9a-f]{2}(?: [0-9a-f]{2})*)(?:  +(\\S.*))?");

  /** Returns the bytes of a dump. Checks that rows are contiguous and that fields have names. */
  private static byte[] bytesOf(String dump) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<String> rows =
        dump.lines()
            .dropWhile(line -> !line.startsWith("offset"))
            .skip(1)
            .takeWhile(line -> !line.startsWith("note: "))
            .toList();
    assertThat(rows).isNotEmpty();
    for (String row : rows) {
      Matcher matcher = ROW.matcher(row);
      assertThat(matcher.matches()).as(row).isTrue();
      assertThat(Integer.parseInt(matcher.group(1))).as(row).isEqualTo(bytes.size());
      byte[] part = HEX.parseHex(matcher.group(2).replace(" ", ""));
      assertThat(part.length).isBetween(1, 16);
      bytes.writeBytes(part);
      // Only a row that continues the previous row can be without a name.
      assertThat(matcher.group(3) != null || bytes.size() > part.length).as(row).isTrue();
    }
    return bytes.toByteArray();
  }

  private static <T> List<T> some(List<T> vectors) {
    List<T> some =
        IntStream.range(0, vectors.size())
            .filter(i -> i % STEP == 0)
            .mapToObj(vectors::get)
            .toList();
    assertThat(some).hasSizeGreaterThan(30);
    return some;
  }

  private static Run dump(String dialect, byte[] bytes, ObjectMode objects) {
    List<String> args =
        new ArrayList<>(
            List.of("inspect", "--framing", "bare", "--bytes", "--full", "--dialect", dialect));
    if (objects == ObjectMode.FULL) {
      args.add("--objects");
    }
    args.add("--hex");
    args.add(HEX.formatHex(bytes));
    return Run.gdvar(args.toArray(String[]::new));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"4.6, godot-4", "3.6, godot-3", "3.2, godot-3"})
  void namesEveryByteOfVectors(String engine, String dialect) {
    for (Vectors.Golden vector : some(Vectors.golden(engine))) {
      Run run = dump(dialect, vector.bytes(), vector.objects());
      assertThat(run.err()).as(vector.name()).isEmpty();
      assertThat(run.code()).as(vector.name()).isZero();
      assertThat(run.out()).as(vector.name()).doesNotContain("not read", "beyond the value");
      assertThat(bytesOf(run.out())).as(vector.name()).isEqualTo(vector.bytes());
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"4.6, godot-4", "3.6, godot-3", "3.2, godot-3"})
  void namesEveryByteOfUnusualInput(String engine, String dialect) {
    for (Vectors.Unusual vector : some(Vectors.unusual(engine))) {
      if (vector.bytes().length > 0) {
        Run run = dump(dialect, vector.bytes(), vector.objects());
        assertThat(bytesOf(run.out())).as(vector.name()).isEqualTo(vector.bytes());
        assertThat(run.err().lines().count()).as(vector.name()).isEqualTo(run.code());
        assertThat(run.err()).as(vector.name()).doesNotContain("internal error");
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"manual-4", "manual-3.0", "godot-4.0"})
  void namesEveryByteInWrongDialect(String dialect) {
    for (Vectors.Golden vector : some(Vectors.golden("4.6"))) {
      Run run = dump(dialect, vector.bytes(), vector.objects());
      assertThat(bytesOf(run.out())).as(vector.name()).isEqualTo(vector.bytes());
      assertThat(run.err()).as(vector.name()).doesNotContain("internal error");
    }
  }

  @Test
  void printsWideElementsInSeveralRows() {
    String wide = "26000100 01000000" + "000000000000f03f".repeat(4);
    assertThat(Run.gdvar("inspect", "--bytes", "--hex", wide).out())
        .endsWith(
            """
                 8  00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 f0 3f  elements          (1, 1, 1, 1)
                24  00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 f0 3f
            """);
  }
}
