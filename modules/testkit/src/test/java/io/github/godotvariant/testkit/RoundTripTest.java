package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTripTest {
  /** A codec of two functions. */
  static <T> ValueCodec<T> codec(
      Function<VariantReader, T> reader, BiConsumer<VariantWriter, T> writer) {
    return new ValueCodec<>() {
      @Override
      public VariantCodec variantCodec() {
        return VariantCodec.GODOT_4;
      }

      @Override
      public T read(VariantReader in) {
        return reader.apply(in);
      }

      @Override
      public void write(VariantWriter out, T value) {
        writer.accept(out, value);
      }
    };
  }

  private static <T> String failure(ValueCodec<T> codec, T value) {
    return "" + failing(codec, value).getMessage();
  }

  private static <T> AssertionError failing(ValueCodec<T> codec, T value) {
    try {
      RoundTrip.check(codec, value);
    } catch (AssertionError e) {
      return e;
    }
    throw new IllegalStateException("the check accepts " + value);
  }

  record Point(double x, double y) {}

  @GodotRecord
  record Unit(
      long id,
      Vector3 at,
      Point aim,
      int[] steps,
      Optional<byte[]> part,
      Map<String, float[]> weights) {}

  private static Unit unit(double x) {
    return new Unit(
        7,
        new Vector3(x, 0, 2),
        new Point(x, -0.0),
        new int[] {1, 2},
        Optional.of(new byte[] {1}),
        Map.of("a", new float[] {0.5f}));
  }

  @Test
  void acceptsRecordsWithArrays() {
    RoundTrip.check(RecordCodec.of(Unit.class), unit(1));
    RoundTrip.check(RecordCodec.of(Unit.class).list(), List.of(unit(1), unit(2)));
  }

  @Test
  void roundsComponentsOfVectors() {
    RoundTrip.check(VariantCodec.GODOT_4, VariantArray.of(new Vector2(0.1, 1e-300)));
    RoundTrip.check(RecordCodec.of(Unit.class), unit(0.1));
    VariantCodec precise = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    RoundTrip.check(precise, new Vector2(0.1, 1e-300));
    RoundTrip.check(RecordCodec.of(Unit.class).with(precise), unit(0.1));
  }

  /** Only vectors are rounded. */
  @GodotRecord
  record Speed(double x, double y) {}

  @Test
  void reportsRoundedFloat() {
    ValueCodec<Speed> narrow =
        codec(
            in -> {
              Speed speed = RecordCodec.of(Speed.class).read(in);
              return new Speed((float) speed.x(), speed.y());
            },
            (out, speed) -> RecordCodec.of(Speed.class).write(out, speed));
    assertThat(failure(narrow, new Speed(0.1, 2)))
        .contains("\n  $.x: expected 0.1 but was 0.10000000149011612\n")
        .contains("\n  encoded again, different from byte ")
        .contains("\n    $.x: expected 0.1 but was 0.10000000149011612");
  }

  /** Has the components of a vector, but this codec writes a Dictionary. */
  @Test
  void reportsRoundedFloatOfRecordWithoutAnnotation() {
    ValueCodec<Point> narrow =
        codec(
            in -> {
              VariantDictionary pairs = in.nextValue().asDictionary();
              return new Point(pairs.get("x").asDouble(), pairs.get("y").asDouble());
            },
            (out, point) ->
                out.value(VariantDictionary.of("x", (float) point.x(), "y", (float) point.y())));
    assertThat(failure(narrow, new Point(0.1, 2)))
        .contains("\n  $.x: expected 0.1 but was 0.10000000149011612\n");
    RoundTrip.check(narrow, new Point(0.5, 2));
  }

  @GodotRecord
  record Board(
      Map<Vector2, Integer> cells, Set<Vector2> free, Map<Point, String> names, Set<Point> track) {}

  private static Board board(double x) {
    Vector2 at = new Vector2(x, 1);
    return new Board(
        Map.of(at, 1, new Vector2(2, 2), 3),
        Set.of(at, new Vector2(7, 0)),
        Map.of(new Point(x, 5), "a", new Point(x, 6), "b"),
        Set.of(new Point(x, 7), new Point(3, 4)));
  }

  @Test
  void roundsKeysAndElementsOfSets() {
    RoundTrip.check(RecordCodec.of(Board.class), board(0.5));
    RoundTrip.check(RecordCodec.of(Board.class), board(0.1));
  }

  @Test
  void reportsOtherKeysAndElementsOfSets() {
    ValueCodec<Board> other =
        codec(
            in -> {
              Board read = RecordCodec.of(Board.class).read(in);
              return new Board(read.cells(), Set.of(new Vector2(7, 0)), Map.of(), read.track());
            },
            (out, board) -> RecordCodec.of(Board.class).write(out, board));
    assertThat(failure(other, board(0.1)))
        .contains("\n  $.free: expected ", "\n  $.names.keySet(): expected ")
        .doesNotContain("$.cells", "$.track: ");
  }

  @Test
  void namesPackageThatIsNotOpen(@TempDir Path folder) throws IOException {
    Path source = Files.createDirectory(folder.resolve("source"));
    Path module = Files.writeString(source.resolve("module-info.java"), MODULE);
    Path maker = Files.writeString(source.resolve("Maker.java"), MAKER);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", "" + folder, "" + module, "" + maker))
        .isZero();
    ModuleFinder finder = ModuleFinder.of(folder);
    ModuleLayer boot = ModuleLayer.boot();
    ModuleLayer layer =
        boot.defineModulesWithOneLoader(
            boot.configuration().resolve(finder, ModuleFinder.of(), Set.of("tracks")),
            ClassLoader.getSystemClassLoader());
    Supplier<?> tracks = ServiceLoader.load(layer, Supplier.class).findFirst().orElseThrow();
    ValueCodec<Object> codec =
        codec(
            in -> {
              in.nextValue();
              return tracks.get();
            },
            (out, track) -> out.value(5));
    assertThat(failure(codec, tracks.get()))
        .contains(
            "\n  $: the components are not accessible: open the package tracks to"
                + " io.github.godotvariant.testkit\n");
  }

  private static final String MODULE =
      "module tracks { provides java.util.function.Supplier with tracks.Maker; }";

  private static final String MAKER =
      """
      package tracks;

      public class Maker implements java.util.function.Supplier<Object> {
        record Track(int[] steps) {}

        @Override
        public Object get() {
          return new Track(new int[] {1, 2});
        }
      }
      """;

  /** A class of a user that becomes a vector. */
  static final class Arrow {
    final double x;

    Arrow(double x) {
      this.x = x;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Arrow arrow && Double.compare(arrow.x, x) == 0;
    }

    @Override
    public int hashCode() {
      return Double.hashCode(x);
    }

    @Override
    public String toString() {
      return "Arrow " + x;
    }
  }

  private static final ValueCodec<Arrow> ARROWS =
      codec(
          in -> new Arrow(in.nextValue().as(Vector2.class).x()),
          (out, arrow) -> out.value(new Vector2(arrow.x, 0)));

  @Test
  void explainsRoundingInOtherClasses() {
    RoundTrip.check(ARROWS, new Arrow(0.5));
    assertThat(failure(ARROWS, new Arrow(0.1)))
        .isEqualTo(
            """
            the decoded value differs from Arrow 0.1
              $: expected Arrow 0.1 but was Arrow 0.10000000149011612
              Both values have the same encoding, so the codec does not write the difference, or \
            the class does not implement equals. Components of vectors, quaternions and colors are \
            rounded to 32 bits when they are written: in a test, use values that are exact in 32 \
            bits, or compare with a tolerance.
              encoded: 05000000cdcccc3d00000000 (12 bytes)\
            """);
  }

  @Test
  void explainsRoundingOnlyOfVectorsAndOtherClasses() {
    ValueCodec<String> trimming =
        codec(VariantReader::nextString, (out, text) -> out.value(text.strip()));
    assertThat(failure(trimming, " Ada")).contains("the same encoding").doesNotContain("rounded");
    ValueCodec<Point> wrong =
        codec(
            in -> {
              Vector2 at = in.nextValue().as(Vector2.class);
              return new Point(at.x() == 7 ? 8 : at.x(), at.y());
            },
            (out, point) -> out.value(new Vector2(7, 0)));
    assertThat(failure(wrong, new Point(7, 0))).contains("are rounded to 32 bits");
  }

  @Test
  void escapesTexts() {
    ValueCodec<String> lowering =
        codec(VariantReader::nextString, (out, text) -> out.value(text.toLowerCase(Locale.ROOT)));
    assertThat(failure(lowering, "A\n\"\u202e"))
        .startsWith(
            """
            the decoded value differs from "A\\n\\"\\u202e"
              $: expected "A\\n\\"\\u202e" but was "a\\n\\"\\u202e"
            """);
  }

  @Test
  void keepsSurrogatePairsWhenTextsAreCut() {
    assertThat(RoundTrip.cut("abc\ud83d\ude00d", 4)).isEqualTo("abc…");
    assertThat(RoundTrip.cut("abc\ud83d\ude00d", 5)).isEqualTo("abc\ud83d\ude00…");
    assertThat(RoundTrip.cut("abcd", 4)).isEqualTo("abcd");
  }

  @Test
  void reportsDifferenceWithPath() {
    ValueCodec<Map<String, List<String>>> lowering =
        codec(
            in -> {
              String text = in.nextString();
              return Map.of("names", List.of(text.split(",", -1)));
            },
            (out, names) ->
                out.value(String.join(",", names.get("names")).toLowerCase(Locale.ROOT)));
    assertThat(failure(lowering, Map.of("names", List.of("ada", "Bob"))))
        .startsWith("the decoded value differs from {names=[ada, Bob]}\n")
        .contains("\n  $[\"names\"][1]: expected \"Bob\" but was \"bob\"\n")
        .contains("\n  encoded: 04000000070000006164612c626f6200 (16 bytes)");
    assertThat(failure(lowering, Map.of("names", List.of("a,b"))))
        .contains("$[\"names\"]: expected 1 elements but was 2 elements");
  }

  @Test
  void reportsDifferenceOfVariants() {
    ValueCodec<Variant> codec =
        codec(in -> in.nextValue().asDictionary().with("hp", 4), (out, value) -> out.value(value));
    assertThat(failure(codec, VariantDictionary.of("hp", 5)))
        .contains("\n  $.hp: expected 5 but was 4\n");
  }

  @Test
  void reportsOtherBytes() {
    ValueCodec<String> once =
        codec(
            in -> in.nextValue().asString(),
            new BiConsumer<>() {
              private int calls;

              @Override
              public void accept(VariantWriter out, String text) {
                if (calls++ == 0) {
                  out.value(text);
                } else {
                  out.value(StringName.of(text));
                }
              }
            });
    assertThat(failure(once, "ab"))
        .startsWith(
            "the decoded value has another encoding than \"ab\"\n  encoded: 0400000002000000")
        .contains("encoded again, different from byte 0 on: 1500000002000000")
        .contains("$: expected String \"ab\" but was StringName");
  }

  @Test
  void reportsExceptionsOfCodec() {
    AssertionError encoding = failing(VariantCodec.GODOT_3, new Vector2i(1, 2));
    assertThat(encoding).hasMessageStartingWith("cannot encode Vector2i(1, 2): ");
    assertThat(encoding.getCause()).isInstanceOf(VariantException.class);
    ValueCodec<String> unreadable =
        codec(in -> "" + in.beginArray(), (out, text) -> out.value(text));
    assertThat(failing(unreadable, "ab"))
        .hasMessageStartingWith(
            "cannot decode the encoding of \"ab\": wanted Array but found String")
        .hasMessageEndingWith("\n  encoded: 040000000200000061620000 (12 bytes)")
        .hasCauseInstanceOf(VariantException.class);
    ValueCodec<String> unwritable =
        codec(
            VariantReader::nextString,
            (out, text) -> {
              throw new IllegalStateException("full");
            });
    assertThat(failing(unwritable, "ab"))
        .hasMessage("cannot encode \"ab\": full")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  @SuppressWarnings("NullAway") // a codec that breaks its contract
  void reportsNullOfCodec() {
    ValueCodec<String> codec =
        codec(
            in -> {
              in.skipValue();
              return null;
            },
            (out, text) -> out.value(text));
    assertThat(failure(codec, "ab")).startsWith("decode returned null for \"ab\"\n  encoded: ");
  }

  @Test
  void reportsBytesAfterValue() {
    ValueCodec<Long> codec =
        codec(
            in -> {
              in.beginArray();
              return 5L;
            },
            (out, number) -> out.value(VariantArray.of(number)));
    assertThat(failure(codec, 5L)).startsWith("cannot decode the encoding of 5: ");
  }

  @Test
  void boundsLengthOfMessage() {
    ValueCodec<Variant> codec =
        codec(in -> in.nextValue().asArray().with(0, 1), (out, value) -> out.value(value));
    Variant large = VariantArray.of(PackedByteArray.of(new byte[100_000]));
    assertThat(failure(codec, large)).hasSizeLessThan(4000).contains("…", "(100016 bytes)");
  }

  @Test
  void rejectsNull() {
    assertThatExceptionOfType(NullPointerException.class)
        .isThrownBy(() -> RoundTrip.check(VariantCodec.GODOT_4, nothing()))
        .withMessage("the value to check is null");
  }

  @SuppressWarnings("NullAway") // the test of a wrong use
  private static Variant nothing() {
    return null;
  }

  @Test
  void acceptsRandomValuesOfAllDialects() {
    for (Dialect dialect : Dialect.presets()) {
      RandomVariants random = RandomVariants.of(dialect, 1);
      for (int i = 0; i < 500; i++) {
        RoundTrip.check(VariantCodec.of(dialect), random.next());
      }
    }
  }

  @Test
  void acceptsIdsOfResources() {
    RoundTrip.check(VariantCodec.GODOT_4, new RID(7));
  }
}
