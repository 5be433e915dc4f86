package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.Decimals;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives every byte of an encoded value a name. What the fields are comes from the layout in the
 * dialect's row; that they are all there is is checked against what reading the value takes.
 */
final class WireInspector extends WireInput {
  private @Nullable WireNode root;
  private VariantPath place = VariantPath.ROOT;

  WireInspector(WireTable table, boolean fullObjects, ReadLimits limits) {
    super(table, fullObjects, limits);
  }

  Inspection inspect() {
    try {
      root = inspect(WireNode.Role.ROOT, null, 0, 0);
      return new Inspection(Optional.of(root), pos - start, Optional.empty());
    } catch (VariantException e) {
      return new Inspection(Optional.ofNullable(root), pos - start, Optional.of(e));
    }
  }

  private WireNode inspect(WireNode.Role role, @Nullable WireNode parent, int depth, long pending) {
    int at = pos;
    int header = header();
    TypeRow row = table.row(table.idOf(header));
    WireNode node = new WireNode(role, at - start, row == null ? VariantType.NIL : row.type());
    if (parent == null) {
      root = node;
    } else {
      parent.add(node);
    }
    try {
      int size = leafSize(header);
      node.describe(table.knownRow(table.idOf(header)).name());
      if (size > 0) {
        leaf(node, header, table.knownRow(table.idOf(header)), size);
      } else {
        container(node, header, depth, pending);
      }
    } finally {
      node.end(pos - start);
    }
    return node;
  }

  private void field(WireNode node, int at, int length, String name, String meaning) {
    if (length > 0) {
      node.add(new WireField(at - start, length, name, meaning));
    }
  }

  private void headerField(WireNode node, int at, TypeRow row, String more) {
    field(node, at, 4, "header", row.name() + " (id " + row.wireId() + ")" + more);
  }

  private void leaf(WireNode node, int header, TypeRow row, int size) {
    int at = pos;
    int next = at + 4;
    boolean flagged = (header & Wire.FLAG) != 0;
    switch (row.layout().kind()) {
      case NOTHING -> headerField(node, at, row, "");
      case BOOL, INT_BY_FLAG, INT_64, FLOAT_BY_FLAG, FLOAT_32, FLOAT_64, ID -> {
        headerField(node, at, row, flagged && size == 12 ? ", 64 bits" : "");
        next = at + size;
        field(node, at + 4, size - 4, "value", "");
      }
      case STRING -> {
        headerField(node, at, row, "");
        next = text(node, next, "text");
      }
      case REALS, FLOATS, INTS -> {
        boolean wide = row.layout().kind() == Layout.Kind.REALS && table.wideReals(header);
        headerField(node, at, row, wide ? ", 64-bit components" : "");
        for (String component : row.layout().components()) {
          int width = wide ? 8 : 4;
          field(node, next, width, component, number(row.layout().kind(), next, wide));
          next += width;
        }
      }
      case NODE_PATH -> next = nodePath(node, at, row);
      case SIGNAL -> {
        headerField(node, at, row, "");
        next = text(node, next, "signal name");
        field(node, next, 8, "object id", Long.toUnsignedString(Wire.getLong(in, next)));
        next += 8;
      }
      case OBJECT -> {
        headerField(node, at, row, flagged ? ", as instance id" : "");
        field(node, next, size - 4, size == 12 ? "instance id" : "null", "");
        next = at + size;
      }
      default -> next = packed(node, header, row, size);
    }
    Variant value = leaf(header);
    if (value == null || next != pos) {
      throw new IllegalStateException(row.name() + " has bytes without a name");
    }
    node.value(value);
  }

  private String number(Layout.Kind kind, int at, boolean wide) {
    if (kind == Layout.Kind.INTS) {
      return Integer.toString(Wire.getInt(in, at));
    }
    return wide
        ? Decimals.text(Double.longBitsToDouble(Wire.getLong(in, at)))
        : Decimals.text(Float.intBitsToFloat(Wire.getInt(in, at)));
  }

  /** The fields of a string without header; returns the index behind it. */
  private int text(WireNode node, int at, String name) {
    int length = Wire.getInt(in, at);
    field(node, at, 4, "length of " + name, length + " bytes");
    String text = Utf8.decode(in, at + 4, length, table.text);
    field(node, at + 4, length, name, text == null ? "not UTF-8" : StringValue.of(text).toString());
    return padding(node, at + 4 + length, Wire.padding(length));
  }

  private int padding(WireNode node, int at, int length) {
    int there = Math.min(length, end - at);
    boolean zero = true;
    for (int i = 0; i < there; i++) {
      zero &= in[at + i] == 0;
    }
    field(node, at, there, "padding", zero ? "" : "not zero, ignored");
    return at + there;
  }

  private int nodePath(WireNode node, int at, TypeRow row) {
    int first = Wire.getInt(in, at + 4);
    if ((first & Wire.SHARED) == 0) {
      headerField(node, at, row, ", old format");
      return text(node, at + 4, "path");
    }
    headerField(node, at, row, "");
    int names = first & Wire.MAX_COUNT;
    int subnames = Wire.getInt(in, at + 8);
    int flags = Wire.getInt(in, at + 12);
    field(node, at + 4, 4, "name count", names + ", new format");
    field(node, at + 8, 4, "subname count", Integer.toString(subnames));
    field(
        node,
        at + 12,
        4,
        "flags",
        ((flags & 1) != 0 ? "absolute" : "relative")
            + (hasExtraSubname(flags) ? ", one more subname" : ""));
    int next = at + 16;
    for (int i = 0; i < names; i++) {
      next = text(node, next, "name " + i);
    }
    int all = subnames + (hasExtraSubname(flags) ? 1 : 0);
    for (int i = 0; i < all; i++) {
      next = text(node, next, "subname " + i);
    }
    return next;
  }

  private int packed(WireNode node, int header, TypeRow row, int size) {
    int at = pos;
    int count = Wire.getInt(in, at + 4);
    boolean wide = row.layout().kind() == Layout.Kind.PACKED_REALS && table.wideReals(header);
    headerField(node, at, row, wide ? ", 64-bit components" : "");
    field(node, at + 4, 4, "count", count < 0 ? count + ", taken as 0" : Integer.toString(count));
    int next = at + 8;
    if (row.layout().kind() == Layout.Kind.PACKED_STRINGS) {
      for (int i = 0; i < count; i++) {
        next = text(node, next, "string " + i);
      }
      return next;
    }
    int length = count * elementSize(row.layout(), wide);
    field(node, next, length, "elements", "");
    return padding(node, next + length, at + size - next - length);
  }

  private void container(WireNode node, int header, int depth, long pending) {
    int at = pos;
    TypeRow row = table.knownRow(table.idOf(header));
    int count = enter(header);
    Container form = entered;
    ElementType type = enteredType;
    ElementType valueType = enteredValueType;
    String declared =
        switch (form) {
          case ARRAY -> type.isUntyped() ? "" : "[" + type + "]";
          case DICTIONARY ->
              type.isUntyped() && valueType.isUntyped() ? "" : "[" + type + ", " + valueType + "]";
          case OBJECT -> " " + enteredClass;
        };
    node.describe(row.name() + declared);
    boolean typedHeader = form != Container.OBJECT && !declared.isEmpty();
    headerField(
        node, at, row, form == Container.OBJECT ? ", in full" : typedHeader ? ", typed" : "");
    int next = at + 4;
    if (form == Container.OBJECT) {
      next = text(node, next, "class name");
    } else {
      boolean array = form == Container.ARRAY;
      boolean typed = array ? table.typedArrays : table.typedDictionaries;
      next = descriptor(node, next, typed ? header >>> 16 & 3 : 0, type, array ? "element" : "key");
      next = descriptor(node, next, typed && !array ? header >>> 18 & 3 : 0, valueType, "value");
    }
    if (next < pos) {
      int word = Wire.getInt(in, next);
      field(node, next, 4, "count", count + note(word, form));
    }
    if (count == 0) {
      return;
    }
    checkContainer(depth + 1, count, pending, at);
    charge(count, 0);
    VariantPath here = place;
    for (int i = 0; i < count; i++) {
      long after = pending + (long) (count - i - 1) * form.unit;
      switch (form) {
        case ARRAY -> {
          place = here.index(i);
          inspect(WireNode.Role.ELEMENT, node, depth + 1, after);
        }
        case DICTIONARY -> {
          place = here;
          WireNode key = inspect(WireNode.Role.KEY, node, depth + 1, after + MIN_VALUE);
          place = here.key(key.value().orElse(StringValue.of(key.description())));
          inspect(WireNode.Role.VALUE, node, depth + 1, after);
        }
        case OBJECT -> {
          place = here;
          place = here.key(StringValue.of(propertyName(node)));
          inspect(WireNode.Role.PROPERTY, node, depth + 1, after);
        }
      }
    }
    place = here;
  }

  private static String note(int word, Container form) {
    if (word >= 0) {
      return "";
    }
    return form == Container.OBJECT
        ? ", negative in the bytes"
        : ", and the bit \"shared\", ignored";
  }

  private String propertyName(WireNode object) {
    int at = pos;
    String name = text("name of property");
    WireNode node = new WireNode(WireNode.Role.PROPERTY_NAME, at - start, VariantType.STRING);
    node.describe("property name");
    text(node, at, "property name");
    node.value(StringValue.of(name));
    node.end(pos - start);
    object.add(node);
    return name;
  }

  /**
   * The fields of an element type; by the bits of the header, as one can say "untyped" in bytes.
   */
  private int descriptor(WireNode node, int at, int kind, ElementType type, String what) {
    if (kind == 0) {
      return at;
    }
    if (kind == 1) {
      field(node, at, 4, what + " type", type.toString());
      return at + 4;
    }
    return text(node, at, what + (kind == 2 ? " class" : " script"));
  }

  @Override
  String path() {
    return place.toString();
  }
}
