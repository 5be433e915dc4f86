package io.github.godotvariant.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class DialectPrinterTest {
  private static final Dialect SMALL =
      small()
          .row(new TypeRow(0, "Nil", VariantType.NIL, Layout.of(Layout.Kind.NOTHING)))
          .row(new TypeRow(1, "Ve|c", VariantType.VECTOR2, Layout.of(Layout.Kind.REALS, "x", "y")))
          .row(
              new TypeRow(
                  12,
                  "Vecs",
                  VariantType.PACKED_VECTOR2_ARRAY,
                  Layout.of(Layout.Kind.PACKED_REALS, "x", "y")))
          .row(new TypeRow(13, "List", VariantType.ARRAY, Layout.of(Layout.Kind.ARRAY)))
          .build();

  private static Dialect.Builder small() {
    Dialect.Builder builder = Dialect.GODOT_4.builder("small", "A small one");
    for (TypeRow row : Dialect.GODOT_4.rows()) {
      builder.remove(row.wireId());
    }
    return builder;
  }

  @Test
  void printsTypesInMarkdown() {
    assertThat(DialectPrinter.MARKDOWN.types(SMALL))
        .isEqualTo(
            """
            | id | type | bytes | header bits | payload |
            |---|---|---|---|---|
            | 0 | Nil | 4 | - | nothing |
            | 1 | Ve\\|c | 12 / 20 | 16: real is f64 | real x, y |
            | 12 | Vecs | 8 + 8 count / 8 + 16 count | 16: real is f64 | u32 count, count x real (x, y) |
            | 13 | List | 8 + (types) + values | 16-17: element type | (types), u32 n, n x value |
            """);
  }

  @Test
  void alignsTypesForTerminal() {
    assertThat(DialectPrinter.PLAIN.types(SMALL))
        .isEqualTo(
            """
            id  type  bytes                       header bits          payload
            0   Nil   4                           -                    nothing
            1   Ve|c  12 / 20                     16: real is f64      real x, y
            12  Vecs  8 + 8 count / 8 + 16 count  16: real is f64      u32 count, count x real (x, y)
            13  List  8 + (types) + values        16-17: element type  (types), u32 n, n x value
            """);
  }

  @Test
  void printsNotesOfPresets() {
    assertThat(DialectPrinter.MARKDOWN.types(Dialect.GODOT_3))
        .startsWith(
            "| id | type | bytes | header bits | payload | note |\n|---|---|---|---|---|---|")
        .contains("| nothing | the number is not written |\n", "| 17 | Object | 8 or more |");
    assertThat(DialectPrinter.PLAIN.types(Dialect.MANUAL_3_0))
        .contains("\n\n3 float: the manual also says")
        .doesNotContain("2 int: ");
  }

  @Test
  void printsNamesOfTheManual() {
    assertThat(DialectPrinter.PLAIN.describe(Dialect.MANUAL_4))
        .contains("ENCODE_FLAG_64", "PROPERTY_USAGE_STORAGE", "full_objects = true", "old format");
    assertThat(DialectPrinter.PLAIN.describe(Dialect.MANUAL_3_5)).contains("ENCODE_FLAG_64");
    for (Dialect noFlags : List.of(Dialect.MANUAL_3_0, Dialect.MANUAL_4_0_DEV)) {
      assertThat(DialectPrinter.PLAIN.describe(noFlags)).doesNotContain("ENCODE_FLAG_64");
    }
  }

  @Test
  void derivesRulesFromDialect() {
    assertThat(DialectPrinter.PLAIN.rules(Dialect.GODOT_4))
        .contains(
            "type id: the low 8 bits",
            "written as f32\n",
            "by rows",
            "typed containers: arrays and");
    assertThat(DialectPrinter.PLAIN.rules(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE)))
        .contains("written as f64\n");
    assertThat(DialectPrinter.MARKDOWN.rules(Dialect.GODOT_3))
        .contains("- real: f32\n", "- typed containers: none\n", "lone surrogates", "refused");
    assertThat(DialectPrinter.PLAIN.rules(Dialect.MANUAL_4))
        .contains(
            "the low 16 bits",
            "here f32",
            "by columns",
            "as the caller says",
            "read, never written");
    assertThat(DialectPrinter.PLAIN.rules(Dialect.MANUAL_3_0))
        .contains("the whole header", "objects: none");
  }

  @Test
  void printsAllRules() {
    assertThat(DialectPrinter.MARKDOWN.rules(Dialect.GODOT_3))
        .isEqualTo(
            """
            - type id: the low 8 bits of the header; unknown flags are ignored
            - real: f32
            - order of a Basis: by rows; x, y and z are the columns
            - text: UTF-8, also with lone surrogates; a leading byte order mark is dropped, \
            the text ends at the first NUL
            - strings of packed arrays: they end with a NUL, which the length includes; \
            readers accept strings without it
            - typed containers: none
            - objects: header bit 16 means an id, otherwise a full object; null is written as Nil
            - script of a full object: a full object with the source text
            - class names: those of Godot 3
            - NodePath as a plain string: refused
            - leniency: the padding of a byte array may be missing at the end of the input; \
            a negative count of packed strings or properties means 0; \
            NodePath flag bit 1 means one more subname
            - two equal dictionaries as keys: two keys
            """);
    assertThat(DialectPrinter.MARKDOWN.rules(Dialect.MANUAL_4_0_DEV))
        .isEqualTo(
            """
            - type id: the whole header, without flags
            - real: f32, or f64 in double precision, which the bytes do not show; here f32
            - order of a Basis: by columns: x, then y, then z
            - text: strict UTF-8, without changes
            - strings of packed arrays: like other strings
            - typed containers: none
            - objects: none
            - NodePath as a plain string: read, never written
            - leniency: none: missing padding and negative counts are errors
            - two equal dictionaries as keys: one key
            """);
  }

  @Test
  void printsHeaderBitsOfContainersAndObjects() {
    assertThat(DialectPrinter.MARKDOWN.types(Dialect.GODOT_4))
        .containsPattern("Object [^\n]*\\| 16: id \\|")
        .contains("| 27 | Dictionary | 8 + (types) + pairs | 16-17: key type, 18-19: value type |");
    assertThat(DialectPrinter.MARKDOWN.types(Dialect.GODOT_4_3))
        .contains("| 27 | Dictionary | 8 + pairs | - |", "| 16-17: element type |");
    assertThat(DialectPrinter.MARKDOWN.types(Dialect.MANUAL_4))
        .containsPattern("Object \\| 8 or more \\| - \\|")
        .contains("| 19 | Array | 8 + values | - |");
  }

  @Test
  void describesTitleTypesAndRules() {
    assertThat(DialectPrinter.PLAIN.describe(SMALL))
        .isEqualTo(
            "small: A small one\n\n"
                + DialectPrinter.PLAIN.types(SMALL)
                + "\n"
                + DialectPrinter.PLAIN.rules(SMALL));
    assertThat(DialectPrinter.MARKDOWN.describe(SMALL)).startsWith("`small`: A small one\n\n| id");
  }

  @Test
  void printsIdsNextToEachOther() {
    assertThat(DialectPrinter.PLAIN.ids(List.of(SMALL, Dialect.GODOT_3)))
        .startsWith(
            """
            type                     small  godot-3
            Nil                      0      0
            bool                     -      1
            """)
        .contains("\nVecs / PoolVector2Array  12     24\n")
        .doesNotContain("Projection");
    assertThat(DialectPrinter.MARKDOWN.ids(List.of(Dialect.GODOT_4, Dialect.MANUAL_3_5)))
        .contains("|---|---|---|\n", "| Object | 24 | (17) |\n", "| Projection | 19 | - |\n");
  }

  @Test
  void printsEveryPreset() {
    for (Dialect dialect : Dialect.presets()) {
      for (DialectPrinter printer : DialectPrinter.values()) {
        assertThat(printer.describe(dialect).lines())
            .hasSizeGreaterThan(dialect.rows().size())
            .allSatisfy(line -> assertThat(line).isEqualTo(line.stripTrailing()));
      }
    }
  }
}
