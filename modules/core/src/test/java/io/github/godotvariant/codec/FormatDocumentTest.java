package io.github.godotvariant.codec;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.DialectPrinter;
import io.github.godotvariant.dialect.RealPrecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * That {@code docs/format.md} says what the library does. Blocks between a marker comment and
 * {@code <!-- end -->} are checked:
 *
 * <ul>
 *   <li>{@code table: NAME} is the table of a dialect, {@code table: ids NAME…} the ids of several;
 *       both are printed by {@link DialectPrinter}. Run with {@code -Ddocs.write=true} to have them
 *       rewritten.
 *   <li>{@code bytes: NAME…} is a table whose first column is bytes and whose second is the value
 *       they are, written in no other way, in each of the dialects.
 *   <li>{@code decode: NAME…} is a table whose first column is bytes, followed by a column for each
 *       dialect with the value or the word refused.
 *   <li>{@code example: NAME} is a fenced block: a value, then lines of its bytes and explanations,
 *       with at least two spaces between.
 * </ul>
 *
 * <p>A word {@code objects} among the names stands for full objects, {@code double} for a
 * double-precision build.
 */
class FormatDocumentTest {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("basedir", ".")).resolve("../../docs/format.md").normalize();
  private static final Pattern BLOCK =
      Pattern.compile("<!-- (\\w+): ([^>]*?) -->\n(.*?)<!-- end -->", Pattern.DOTALL);
  private static final HexFormat HEX = HexFormat.of();

  private record Block(String kind, List<String> words, String content) {
    @Override
    public String toString() {
      return kind + ": " + String.join(" ", words);
    }

    List<VariantCodec> codecs() {
      List<VariantCodec> codecs = new ArrayList<>();
      for (String word : words) {
        Dialect.named(word)
            .map(
                dialect ->
                    words.contains("double")
                        ? dialect.withRealPrecision(RealPrecision.DOUBLE)
                        : dialect)
            .map(VariantCodec::of)
            .map(codec -> words.contains("objects") ? codec.withObjects(ObjectMode.FULL) : codec)
            .ifPresent(codecs::add);
      }
      assertThat(codecs).as("dialects of %s", this).isNotEmpty();
      return codecs;
    }

    /** The cells of all rows that start with bytes. */
    List<List<String>> rows() {
      List<List<String>> rows = new ArrayList<>();
      for (String line : content.lines().toList()) {
        if (line.startsWith("| `")) {
          List<String> cells = new ArrayList<>();
          for (String cell : line.substring(1).split("\\|", -1)) {
            cells.add(cell.strip().replaceAll("^`|`$", ""));
          }
          rows.add(cells);
        }
      }
      assertThat(rows).as("rows of %s", this).isNotEmpty();
      return rows;
    }
  }

  private static List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(Files.readString(DOCUMENT));
    while (matcher.find()) {
      blocks.add(
          new Block(matcher.group(1), List.of(matcher.group(2).split(" ")), matcher.group(3)));
    }
    return blocks;
  }

  @Test
  void tablesAreWhatTheDialectsPrint() throws IOException {
    String found = Files.readString(DOCUMENT);
    String wanted =
        BLOCK
            .matcher(found)
            .replaceAll(
                block ->
                    Matcher.quoteReplacement(
                        block.group(1).equals("table") ? printed(block.group(2)) : block.group()));
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(DOCUMENT, wanted);
    } else {
      assertThat(DOCUMENT).as("-Ddocs.write=true writes its tables anew").hasContent(wanted);
    }
  }

  private static String printed(String words) {
    List<Dialect> dialects =
        Arrays.stream(words.replaceFirst("^ids ", "").split(" "))
            .map(name -> Dialect.named(name).orElseThrow())
            .toList();
    String table =
        words.startsWith("ids ")
            ? DialectPrinter.MARKDOWN.ids(dialects)
            : dialects.stream().map(DialectPrinter.MARKDOWN::describe).collect(joining("\n"));
    return "<!-- table: " + words + " -->\n" + table + "<!-- end -->";
  }

  @Test
  void everyPresetHasItsTable() throws IOException {
    List<String> tables = new ArrayList<>();
    for (Block block : blocks()) {
      if (block.kind().equals("table") && !block.words().contains("ids")) {
        tables.addAll(block.words());
      }
    }
    assertThat(tables)
        .containsExactlyInAnyOrderElementsOf(
            Dialect.presets().stream().map(Dialect::name).toList());
  }

  @Test
  void everyMarkerHasItsEnd() throws IOException {
    String document = Files.readString(DOCUMENT);
    long markers = Pattern.compile("<!-- \\w+: ").matcher(document).results().count();
    long ends = Pattern.compile("<!-- end -->").matcher(document).results().count();
    assertThat(blocks()).hasSize((int) markers).hasSize((int) ends);
  }

  @Test
  void linksLeadToHeadings() throws IOException {
    String document = Files.readString(DOCUMENT);
    List<String> anchors =
        Pattern.compile("(?m)^#+ (.*)$")
            .matcher(document)
            .results()
            .map(heading -> anchor(heading.group(1)))
            .toList();
    assertThat(Pattern.compile("\\]\\(#([^)]*)\\)").matcher(document).results())
        .isNotEmpty()
        .allSatisfy(link -> assertThat(anchors).contains(link.group(1)));
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
  }

  @TestFactory
  Stream<DynamicTest> valuesHaveTheBytesShown() throws IOException {
    return blocks().stream()
        .filter(block -> block.kind().equals("bytes"))
        .flatMap(
            block ->
                block.rows().stream()
                    .map(
                        row ->
                            DynamicTest.dynamicTest(
                                block + " " + row.get(0),
                                () -> {
                                  for (VariantCodec codec : block.codecs()) {
                                    checkBoth(codec, row.get(0), row.get(1));
                                  }
                                })));
  }

  @TestFactory
  Stream<DynamicTest> bytesReadAsShown() throws IOException {
    return blocks().stream()
        .filter(block -> block.kind().equals("decode"))
        .flatMap(
            block ->
                block.rows().stream()
                    .map(
                        row ->
                            DynamicTest.dynamicTest(
                                block + " " + row.get(0),
                                () -> {
                                  int column = 1;
                                  for (VariantCodec codec : block.codecs()) {
                                    assertThat(read(codec, bytes(row.get(0))))
                                        .as(codec.toString())
                                        .isEqualTo(row.get(column++));
                                  }
                                })));
  }

  @TestFactory
  Stream<DynamicTest> examplesAreExact() throws IOException {
    return blocks().stream()
        .filter(block -> block.kind().equals("example"))
        .map(
            block -> {
              List<String> lines =
                  block.content().lines().filter(line -> !line.startsWith("```")).toList();
              String hex =
                  lines.stream().skip(1).map(line -> line.split("  ", 2)[0]).collect(joining());
              return DynamicTest.dynamicTest(
                  block + " " + lines.get(0),
                  () -> checkBoth(block.codecs().get(0), hex, lines.get(0)));
            });
  }

  private static void checkBoth(VariantCodec codec, String hex, String text) {
    byte[] bytes = bytes(hex);
    Variant value = codec.decode(bytes);
    assertThat(oneLine(value)).as(codec.toString()).isEqualTo(text);
    assertThat(HEX.formatHex(codec.encode(value)))
        .as(codec.toString())
        .isEqualTo(HEX.formatHex(bytes));
  }

  private static String read(VariantCodec codec, byte[] bytes) {
    try {
      return oneLine(codec.decodePrefix(bytes).value());
    } catch (VariantException e) {
      return "refused";
    }
  }

  private static byte[] bytes(String hex) {
    return HEX.parseHex(hex.replace(" ", ""));
  }

  /** The engine's notation without its line breaks. */
  private static String oneLine(Variant value) {
    return value
        .toString()
        .replace("{\n", "{")
        .replace(",\n", ", ")
        .replace("\n}", "}")
        .replace("\n", "");
  }
}
