package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import java.util.List;
import java.util.Optional;

/**
 * The field that contains a byte of a value.
 *
 * @param path the path of the innermost value that contains the field
 * @param field the field
 */
record FieldAt(VariantPath path, WireField field) {
  /**
   * Returns the field that contains the byte at an offset; empty if the value ends before the
   * offset.
   */
  static Optional<FieldAt> find(WireNode root, int offset) {
    VariantPath path = VariantPath.ROOT;
    WireNode here = root;
    while (true) {
      Optional<WireField> field =
          here.fields().stream().filter(f -> contains(f.offset(), f.length(), offset)).findFirst();
      if (field.isPresent()) {
        return Optional.of(new FieldAt(path, field.get()));
      }
      List<WireNode> children = here.children();
      int child = childAt(children, offset);
      if (child < 0) {
        return Optional.empty();
      }
      path = step(path, children, child);
      here = children.get(child);
    }
  }

  private static boolean contains(int start, int length, int offset) {
    return start <= offset && offset < start + length;
  }

  private static int childAt(List<WireNode> children, int offset) {
    for (int i = 0; i < children.size(); i++) {
      if (contains(children.get(i).offset(), children.get(i).length(), offset)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the path of a child. A key or a property name has the same path as its value. */
  private static VariantPath step(VariantPath path, List<WireNode> children, int child) {
    WireNode node = children.get(child);
    return switch (node.role()) {
      case ROOT -> path;
      case ELEMENT -> path.key(IntValue.of(child));
      case KEY, PROPERTY_NAME -> path.key(key(node));
      case VALUE, PROPERTY -> path.key(key(children.get(child - 1)));
    };
  }

  private static Variant key(WireNode node) {
    return node.value().orElseGet(() -> StringValue.of("(" + node.description() + ")"));
  }

  /**
   * Returns the field with its bytes, for example {@code $.name, padding: 41 42}.
   *
   * @param maxBytes the maximum number of shown bytes
   */
  String describe(byte[] bytes, int maxBytes) {
    int from = field.offset();
    String meaning =
        field.meaning().isEmpty()
            ? ""
            : " (" + new Notation(Detail.SHORT).plain(field.meaning()) + ")";
    String hex = HexText.formatStart(bytes, from, field.length(), maxBytes);
    return "%s, %s at byte %s: %s%s"
        .formatted(Text.printable(path.toString()), field.name(), from, hex, meaning);
  }
}
