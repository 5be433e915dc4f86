package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prints the bytes of an input with their meaning, and starts a line for each field. The fields of
 * a value in a container are indented. The first of these fields has the label of the value, such
 * as its index or key.
 */
final class ByteView {
  private static final int ROW = 16;

  /**
   * The number of bytes for which the hex column has space if no field has more bytes. If a field
   * is longer, the column has space for {@link #ROW} bytes.
   */
  private static final int SHORT_ROW = 8;

  private static final int WIDEST_NAME = 40;

  /** The maximum number of shown fields of one value without {@code --full}. */
  private static final int SHOWN_FIELDS = 48;

  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

  private final Report report;
  private final Paint paint;
  private final Detail detail;
  private final Notation notation;
  private final byte[] bytes;
  private final long base;
  private int offsetWidth;
  private int hexWidth;
  private int nameWidth;
  private boolean hasOmissions;

  /** The offset after the last printed byte. */
  private int end;

  /**
   * Creates a view.
   *
   * @param start the offset of the bytes in the file
   */
  ByteView(Report report, byte[] bytes, long start) {
    base = start;
    this.report = report;
    paint = report.paint();
    detail = report.detail();
    this.bytes = bytes;
    notation = new Notation(detail);
  }

  /**
   * Prints the bytes.
   *
   * @return whether something was left out
   */
  boolean print(Inspection inspection) {
    String rest = inspection.failure().isPresent() ? "not read" : "beyond the value";
    offsetWidth = Math.max("offset".length(), Long.toString(base + bytes.length).length());
    hexWidth = 3 * SHORT_ROW - 1;
    nameWidth = rest.length();
    inspection.root().ifPresent(root -> walk(root, this::measure));
    measure(bytes.length - inspection.root().map(ByteView::end).orElse(0));
    nameWidth = Math.min(nameWidth, WIDEST_NAME);

    String head = Text.right("offset", offsetWidth) + "  " + Text.left("bytes", hexWidth) + "  ";
    report.line(paint.faint(head + Text.left("field", nameWidth) + "  meaning"));
    inspection.root().ifPresent(root -> walk(root, this::print));
    if (end < bytes.length) {
      plain(new WireField(end, bytes.length - end, rest, ""), rest);
    }
    return hasOmissions || notation.hasShortened();
  }

  private void measure(int length) {
    if (length > SHORT_ROW) {
      hexWidth = 3 * ROW - 1;
    }
  }

  /**
   * A value to print, or a text about consecutive values that are left out.
   *
   * @param end the offset after the values that are left out
   * @param omission the text about the number of values that are left out; empty for a value to
   *     print
   */
  private record Part(WireNode node, String label, int level, int end, String omission) {
    Part(WireNode node, String label, int level) {
      this(node, label, level, 0, "");
    }
  }

  /**
   * Calls an action, in the order of the offsets, for the root, for each shown value in it, and for
   * each text about omitted values.
   */
  private void walk(WireNode root, Consumer<Part> work) {
    Deque<Iterator<Part>> open = new ArrayDeque<>();
    open.push(List.of(new Part(root, "", 0)).iterator());
    while (!open.isEmpty()) {
      if (open.element().hasNext()) {
        Part part = open.element().next();
        work.accept(part);
        if (part.omission().isEmpty()) {
          open.push(below(part).iterator());
        }
      } else {
        open.pop();
      }
    }
  }

  private List<Part> below(Part part) {
    List<Part> below = new ArrayList<>();
    Entries entries = new Entries(part.node());
    int level = part.level() + 1;
    int next = 0;
    for (int i : entries.shown(detail)) {
      omit(below, entries, next, i, level);
      next = i + 1;
      for (WireNode child : entries.nodes(i)) {
        below.add(new Part(child, label(entries, i, child), level));
      }
    }
    omit(below, entries, next, entries.size(), level);
    return below;
  }

  private static void omit(List<Part> below, Entries entries, int from, int to, int level) {
    if (from < to) {
      String more = entries.more(to - from);
      below.add(new Part(entries.container(), "", level, entries.offset(to), more));
    }
  }

  /** Widens the columns if the fields of a value need more space. */
  private void measure(Part part) {
    if (part.omission().isEmpty()) {
      for (WireField field : shownFields(part.node())) {
        nameWidth = Math.max(nameWidth, Text.width(name(field, part)));
        measure(field.length());
      }
    }
  }

  private void print(Part part) {
    WireNode node = part.node();
    if (!part.omission().isEmpty()) {
      omit(part.omission(), part.end(), part.level());
      return;
    }
    List<WireField> fields = shownFields(node);
    for (WireField field : fields) {
      String name = name(field, part);
      if (field.name().equals("elements")
          && node.value().isPresent()
          && node.value().get() instanceof PackedArray array) {
        elements(field, name, array);
      } else {
        plain(field, name);
      }
    }
    int more = node.fields().size() - fields.size();
    if (more > 0) {
      omit("… " + Text.count(more, "more field"), fieldsEnd(node), part.level());
    }
  }

  private static int fieldsEnd(WireNode node) {
    WireField last = node.fields().get(node.fields().size() - 1);
    return last.offset() + last.length();
  }

  /** Returns the offset after the last field that was read in a value. */
  private static int end(WireNode node) {
    WireNode last = node;
    while (!last.isComplete() && !last.children().isEmpty()) {
      last = last.children().get(last.children().size() - 1);
    }
    return last.isComplete() ? last.offset() + last.length() : fieldsEnd(last);
  }

  private List<WireField> shownFields(WireNode node) {
    int most = detail == Detail.FULL ? Integer.MAX_VALUE : SHOWN_FIELDS;
    return node.fields().subList(0, Math.min(most, node.fields().size()));
  }

  private String label(Entries entries, int i, WireNode node) {
    return switch (node.role()) {
      case ROOT, PROPERTY_NAME -> "";
      case ELEMENT -> "[" + i + "] ";
      case KEY -> "key ";
      case VALUE, PROPERTY -> entries.label(i, new Notation(Detail.SHORT)).orElse("value") + " ";
    };
  }

  private static String name(WireField field, Part part) {
    boolean first = field == part.node().fields().get(0);
    return "  ".repeat(part.level()) + (first ? part.label() : "") + field.name();
  }

  /** Describes the bytes between two offsets of a field. */
  private interface Meaning {
    String of(int from, int to);
  }

  private void plain(WireField field, String name) {
    String all = notation.plain(field.meaning());
    rows(field, name, ROW, (from, to) -> from == field.offset() ? all : "");
  }

  private void elements(WireField field, String name, PackedArray array) {
    int each = field.length() / array.size();
    // A row has complete elements. An element that is wider than a row takes several rows.
    int run = each <= ROW ? ROW / each * each : each;
    int start = field.offset();
    rows(
        field,
        name,
        run,
        (from, to) -> notation.elements(array, (from - start) / each, (to - start) / each));
  }

  private void rows(WireField field, String name, int run, Meaning meaning) {
    int to = field.offset() + field.length();
    int rows = 0;
    for (int from = field.offset(); from < to; from += run) {
      if (rows >= detail.dataRows() - 1 && to - from > 2 * run) {
        end = from;
        omit("… " + Text.count(to - from, "more byte") + " of " + field.name(), to, 0);
        return;
      }
      int runEnd = Math.min(from + run, to);
      String says = meaning.of(from, runEnd);
      for (int at = from; at < runEnd; at += ROW) {
        String called = at == field.offset() ? name : "";
        row(at, Math.min(at + ROW, runEnd), called, at == from ? says : "");
        rows++;
      }
    }
    end = to;
  }

  private void row(int from, int to, String name, String meaning) {
    String hex = HEX.formatHex(bytes, from, to);
    StringBuilder text = new StringBuilder();
    text.append(paint.faint(Text.right(Long.toString(base + from), offsetWidth)));
    text.append("  ").append(hex);
    if (!name.isEmpty() || !meaning.isEmpty()) {
      text.append(Text.blanks(hex, hexWidth)).append("  ").append(paint.name(name));
    }
    if (!meaning.isEmpty()) {
      text.append(Text.blanks(name, nameWidth)).append("  ").append(meaning);
    }
    report.line(text.toString());
  }

  private void omit(String what, int to, int level) {
    String indent = " ".repeat(hexWidth + 1 + 2 * level);
    String at = Text.right(Long.toString(base + end), offsetWidth);
    report.line(paint.faint(at + "  …" + indent + what + ", up to " + (base + to)));
    hasOmissions = true;
    end = to;
  }
}
