package io.github.godotvariant.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.inspect.DialectPrinter;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares the format page with the library. Blocks between a comment with their kind and a comment
 * with the word end are checked:
 *
 * <ul>
 *   <li>{@code table: NAME} is the table of a dialect, {@code table: NAME like OTHER} the rows and
 *       rules in which it differs from another one. {@link DialectPrinter} prints them.
 *   <li>{@code bytes: NAME…} is a table with bytes in the first column and their value in the
 *       second. Each of the dialects decodes the bytes to the value and encodes the value to the
 *       bytes.
 *   <li>{@code decode: NAME…} is a table with bytes in the first column and, in a column for each
 *       dialect, the decoded value or the word {@value #REJECTED}.
 *   <li>{@code example: NAME} is a fenced block: a value, then lines of its bytes and explanations,
 *       separated by at least two spaces.
 * </ul>
 *
 * <p>The word {@code objects} among the names means full objects, the word {@code double} a
 * double-precision build.
 */
class FormatTablesTest {
  private static final String REJECTED = "refused";
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

    /** Returns the cells of all rows that start with bytes. */
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
    Matcher matcher = BLOCK.matcher(Files.readString(Documents.FORMAT));
    while (matcher.find()) {
      blocks.add(
          new Block(matcher.group(1), List.of(matcher.group(2).split(" ")), matcher.group(3)));
    }
    return blocks;
  }

  @Test
  void equalsPrintedDialectsInTables() throws IOException {
    Map<String, String> tables = new LinkedHashMap<>();
    for (Block block : blocks()) {
      if (block.kind().equals("table")) {
        String words = String.join(" ", block.words());
        tables.put(words, printed(words));
      }
    }
    assertThat(tables.keySet().stream().map(words -> words.replaceFirst(" .*", "")))
        .containsAll(Dialect.presets().stream().map(Dialect::name).toList());
    Documents.compareTables(Documents.FORMAT, tables);
  }

  private static String printed(String words) {
    List<Dialect> dialects =
        Arrays.stream(words.split(" like "))
            .map(name -> Dialect.named(name).orElseThrow())
            .toList();
    Dialect dialect = dialects.get(0);
    return dialects.size() == 1
        ? DialectPrinter.MARKDOWN.describe(dialect)
        : differences(dialect, dialects.get(1));
  }

  private static String differences(Dialect dialect, Dialect other) {
    List<String> lines = new ArrayList<>();
    List<String> rows = changedLines(DialectPrinter.MARKDOWN::types, dialect, other);
    if (!rows.isEmpty()) {
      lines.addAll(DialectPrinter.MARKDOWN.types(dialect).lines().limit(2).toList());
      lines.addAll(rows);
      lines.add("");
    }
    lines.addAll(changedLines(DialectPrinter.MARKDOWN::rules, dialect, other));
    List<Integer> ids = new ArrayList<>(other.rows().stream().map(TypeRow::wireId).toList());
    ids.removeAll(dialect.rows().stream().map(TypeRow::wireId).toList());
    if (!ids.isEmpty()) {
      lines.add(
          "- ids that are not used: " + ids.stream().map(String::valueOf).collect(joining(", ")));
    }
    String title = "`%s`: %s. %%s `%s`.\n".formatted(dialect.name(), dialect.title(), other.name());
    return lines.isEmpty()
        ? title.formatted("Equal to")
        : title.formatted("Differences from") + "\n" + String.join("\n", lines) + "\n";
  }

  private static List<String> changedLines(
      Function<Dialect, String> printer, Dialect dialect, Dialect other) {
    List<String> lines = new ArrayList<>(printer.apply(dialect).lines().toList());
    lines.removeAll(printer.apply(other).lines().toList());
    return lines;
  }

  @Test
  void endsEveryBlock() throws IOException {
    String document = Files.readString(Documents.FORMAT);
    long markers = Pattern.compile("<!-- \\w+: ").matcher(document).results().count();
    long ends = Pattern.compile("<!-- end -->").matcher(document).results().count();
    assertThat(blocks()).hasSize((int) markers).hasSize((int) ends);
  }

  @TestFactory
  Stream<DynamicTest> encodesAndDecodesRowsOfBytes() throws IOException {
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
                                    checkBothDirections(codec, row.get(0), row.get(1));
                                  }
                                })));
  }

  @TestFactory
  Stream<DynamicTest> decodesRowsOfDecode() throws IOException {
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
  Stream<DynamicTest> encodesAndDecodesExamples() throws IOException {
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
                  () -> checkBothDirections(block.codecs().get(0), hex, lines.get(0)));
            });
  }

  private static void checkBothDirections(VariantCodec codec, String hex, String text) {
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
      return REJECTED;
    }
  }

  private static byte[] bytes(String hex) {
    return HEX.parseHex(hex.replace(" ", ""));
  }

  /** Returns the engine's text of a value without line breaks. */
  private static String oneLine(Variant value) {
    return value
        .toString()
        .replace("{\n", "{")
        .replace(",\n", ", ")
        .replace("\n}", "}")
        .replace("\n", "");
  }
}
