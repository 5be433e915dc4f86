package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.KeyRule;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.Layout.Kind;
import io.github.godotvariant.dialect.ObjectForm;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.dialect.TypeRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prints the types and rules of a dialect as text, for the format documentation or for a terminal.
 * The text is made from the {@link Dialect}, except for the notes on types, which only predefined
 * dialects have.
 *
 * <p>The tables use these terms:
 *
 * <ul>
 *   <li>{@code u32}, {@code i32}, {@code u64} and {@code i64} are little-endian integers.
 *   <li>{@code f32} and {@code f64} are IEEE 754 numbers.
 *   <li>{@code real} is {@code f32} or {@code f64}; the rules below the table say which of them.
 *   <li>{@code pad} is zeros up to a multiple of 4 bytes.
 *   <li>{@code str} is a {@code u32} with the length of a text in bytes, then the text in UTF-8,
 *       then {@code pad}.
 * </ul>
 *
 * <p>Sizes are in bytes and include the header of the value. If double precision changes a size,
 * the size in double precision follows after a slash.
 */
public enum DialectPrinter {
  /** Prints tables in Markdown, with bars between the cells. */
  MARKDOWN,
  /** Prints tables whose columns are aligned with spaces. */
  PLAIN;

  private static final String[] TYPE_COLUMNS = {"id", "type", "bytes", "header bits", "payload"};
  private static final String ABSENT = "-";

  /**
   * Returns the title, the {@link #types} and the {@link #rules} of a dialect.
   *
   * @param dialect the dialect
   * @return lines, each with a line feed
   */
  public String describe(Dialect dialect) {
    String name = this == MARKDOWN ? "`" + dialect.name() + "`" : dialect.name();
    return name + ": " + dialect.title() + "\n\n" + types(dialect) + "\n" + rules(dialect);
  }

  /**
   * Returns a table of the types of a dialect, in the order of their ids. The columns are id, type,
   * bytes, header bits, payload and, in {@link #MARKDOWN}, the note if any type has a note.
   *
   * @param dialect the dialect
   * @return lines, each with a line feed; in {@link #PLAIN}, the notes follow the table
   */
  public String types(Dialect dialect) {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(TYPE_COLUMNS));
    boolean noteColumn =
        this == MARKDOWN && dialect.rows().stream().anyMatch(row -> !note(dialect, row).isEmpty());
    if (noteColumn) {
      head.add("note");
    }
    table.add(head);
    StringBuilder notes = new StringBuilder();
    for (TypeRow row : dialect.rows()) {
      String note = note(dialect, row);
      List<String> cells =
          List.of(
              String.valueOf(row.wireId()),
              row.name(),
              size(dialect, row.layout()),
              headerBits(dialect, row.layout().kind()),
              payload(dialect, row.layout()),
              note);
      table.add(noteColumn ? cells : cells.subList(0, TYPE_COLUMNS.length));
      if (!noteColumn && !note.isEmpty()) {
        notes.append("%s %s: %s\n".formatted(row.wireId(), row.name(), note));
      }
    }
    return table(table) + (notes.isEmpty() ? "" : "\n" + notes);
  }

  /**
   * Returns the rules of a dialect that the table of {@link #types} does not contain, such as the
   * encoding of text.
   *
   * @param dialect the dialect
   * @return one rule in a line, each with a line feed
   */
  public String rules(Dialect dialect) {
    Map<String, String> rules = new LinkedHashMap<>();
    rules.put("type id", typeId(dialect.typeMask()));
    rules.put("real", real(dialect));
    rules.put("order of a Basis", matrixOrder(dialect));
    rules.put("text", text(dialect.textRule()));
    rules.put(
        "strings of packed arrays",
        dialect.hasTerminatedPackedStrings()
            ? "they end with a NUL, which the length includes; readers accept strings without it"
            : "like other strings");
    rules.put(
        "typed containers",
        switch (dialect.containerTyping()) {
          case NONE -> "none";
          case ARRAYS -> "arrays";
          case ARRAYS_AND_DICTIONARIES -> "arrays and dictionaries";
        });
    rules.put("objects", objects(dialect));
    if (hasObjects(dialect)) {
      rules.put(
          "script of a full object",
          switch (dialect.scriptForm()) {
            case EMBEDDED -> "a full object with the source text";
            case PATH -> "a String with its path";
            case UNSPECIFIED -> "like other values";
          });
      rules.put(
          "class names",
          switch (dialect.generation()) {
            case GODOT_3 -> "those of Godot 3";
            case GODOT_4 -> "those of Godot 4";
          });
    }
    rules.put(
        "NodePath as a plain string",
        dialect.hasOldNodePaths() ? "read, never written" : "refused");
    rules.put(
        "leniency",
        dialect.hasEngineLeniency()
            ? "the padding of a byte array may be missing at the end of the input;"
                + " a negative count of packed strings or properties means 0;"
                + " NodePath flag bit 1 means one more subname"
            : "none: missing padding and negative counts are errors");
    rules.put(
        "two equal dictionaries as keys",
        dialect.keyRule() == KeyRule.GODOT_3 ? "two keys" : "one key");
    String start = this == MARKDOWN ? "- " : "";
    return rules.entrySet().stream()
        .map(rule -> start + rule.getKey() + ": " + rule.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /**
   * Returns a table with the ids of all types in several dialects. An id is in parentheses if the
   * dialect reserves the id, but does not support the type. A hyphen means that the dialect has no
   * id for the type.
   *
   * @param dialects the dialects, one in each column
   * @return lines, each with a line feed
   */
  public String ids(List<Dialect> dialects) {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>();
    head.add("type");
    dialects.forEach(dialect -> head.add(dialect.name()));
    table.add(head);
    for (VariantType type : VariantType.values()) {
      Set<String> names = new LinkedHashSet<>();
      List<String> cells = new ArrayList<>();
      for (Dialect dialect : dialects) {
        Optional<TypeRow> row = dialect.row(type);
        row.ifPresent(r -> names.add(r.name()));
        cells.add(row.map(DialectPrinter::id).orElse(ABSENT));
      }
      if (!names.isEmpty()) {
        cells.add(0, String.join(" / ", names));
        table.add(cells);
      }
    }
    return table(table);
  }

  private static String id(TypeRow row) {
    return row.layout().kind() == Kind.UNSUPPORTED
        ? "(" + row.wireId() + ")"
        : String.valueOf(row.wireId());
  }

  private static String note(Dialect dialect, TypeRow row) {
    return DialectNotes.of(dialect, row.type());
  }

  private static String size(Dialect dialect, Layout layout) {
    String single = LayoutText.size(layout, RealPrecision.SINGLE);
    if (isTyped(dialect, layout.kind())) {
      single = single.replace("8 + ", "8 + (types) + ");
    }
    String wide = LayoutText.size(layout, RealPrecision.DOUBLE);
    boolean isReal = layout.kind() == Kind.REALS || layout.kind() == Kind.PACKED_REALS;
    return isReal && dialect.hasDoublePrecision() ? single + " / " + wide : single;
  }

  private static String payload(Dialect dialect, Layout layout) {
    return (isTyped(dialect, layout.kind()) ? "(types), " : "") + LayoutText.payload(layout);
  }

  private static boolean isTyped(Dialect dialect, Kind kind) {
    return switch (dialect.containerTyping()) {
      case NONE -> false;
      case ARRAYS -> kind == Kind.ARRAY;
      case ARRAYS_AND_DICTIONARIES -> kind == Kind.ARRAY || kind == Kind.DICTIONARY;
    };
  }

  private static String headerBits(Dialect dialect, Kind kind) {
    return switch (kind) {
      case INT_BY_FLAG, FLOAT_BY_FLAG -> "16: 64 bits";
      case REALS, PACKED_REALS -> dialect.usesRealFlag() ? "16: real is f64" : ABSENT;
      case OBJECT -> dialect.objectForm() == ObjectForm.FLAGGED ? "16: id" : ABSENT;
      case ARRAY -> isTyped(dialect, kind) ? "16-17: element type" : ABSENT;
      case DICTIONARY -> isTyped(dialect, kind) ? "16-17: key type, 18-19: value type" : ABSENT;
      default -> ABSENT;
    };
  }

  private static String typeId(int mask) {
    int bits = Integer.bitCount(mask);
    return bits == Integer.SIZE
        ? "the whole header, without flags"
        : "the low " + bits + " bits of the header; unknown flags are ignored";
  }

  private static String real(Dialect dialect) {
    if (!dialect.hasDoublePrecision()) {
      return "f32";
    }
    String written = dialect.realPrecision() == RealPrecision.DOUBLE ? "f64" : "f32";
    return dialect.usesRealFlag()
        ? "f64 if header bit 16 is set, otherwise f32; written as " + written
        : "f32, or f64 in double precision, which the bytes do not show; here " + written;
  }

  private static String matrixOrder(Dialect dialect) {
    VariantType basis = VariantType.BASIS;
    List<String> onWire =
        dialect.row(basis).map(row -> row.layout().components()).orElse(basis.components());
    return onWire.equals(basis.components())
        ? "by columns: x, then y, then z"
        : "by rows; x, y and z are the columns";
  }

  private static String text(TextRule rule) {
    String common = "a leading byte order mark is dropped, the text ends at the first NUL";
    return switch (rule) {
      case STRICT -> "strict UTF-8; " + common;
      case GENERALISED -> "UTF-8, also with lone surrogates; " + common;
      case PLAIN -> "strict UTF-8, without changes";
    };
  }

  private static String objects(Dialect dialect) {
    if (!hasObjects(dialect)) {
      return "none";
    }
    return switch (dialect.objectForm()) {
      case FLAGGED -> "header bit 16 means an id, otherwise a full object; null is written as Nil";
      case CHOSEN_BY_CALLER ->
          "a u32 of 0 is null, but null is written as Nil; otherwise an id or a full object, as the"
              + " caller says";
    };
  }

  private static boolean hasObjects(Dialect dialect) {
    return dialect
        .row(VariantType.OBJECT)
        .filter(row -> row.layout().kind() != Kind.UNSUPPORTED)
        .isPresent();
  }

  private String table(List<List<String>> rows) {
    return this == MARKDOWN ? markdown(rows) : plain(rows);
  }

  private static String markdown(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      for (String cell : row) {
        text.append("| ").append(cell.replace("|", "\\|")).append(' ');
      }
      text.append("|\n");
      if (row == rows.get(0)) {
        text.append("|---".repeat(row.size())).append("|\n");
      }
    }
    return text.toString();
  }

  private static String plain(List<List<String>> rows) {
    List<Integer> widths =
        IntStream.range(0, rows.get(0).size())
            .mapToObj(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toList();
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append(Text.left(row.get(i), widths.get(i) + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
