package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.Decimals;
import io.github.godotvariant.internal.values.Place;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives every byte of an encoded value a name. What the fields are comes from the layout in the
 * dialect's row; that they are all there is is checked against what reading the value takes.
 */
final class WireInspector extends WireInput {
  private @Nullable WireNode root;

  /** The containers around the position, the innermost first. */
  private final Deque<Frame> open = new ArrayDeque<>();

  WireInspector(WireTable table, boolean fullObjects, ReadLimits limits, byte[] in) {
    super(table, fullObjects, limits, in, 0, in.length);
  }

  /** A container of which some elements have not been read yet. */
  private static final class Frame {
    final WireNode node;
    final Container form;
    final int count;

    /** What the containers around this one still need after it, at least, in bytes. */
    final long pending;

    /** How many elements were begun. */
    int begun;

    /** The key or property name of the value that is being read. */
    @Nullable Variant key;

    Frame(WireNode node, Container form, int count, long pending) {
      this.node = node;
      this.form = form;
      this.count = count;
      this.pending = pending;
    }

    /** What comes after the element that was begun, at least. */
    long after() {
      return pending + (long) (count - begun) * form.unit;
    }
  }

  Inspection inspect() {
    try {
      begin(WireNode.Role.ROOT, 0);
      while (!open.isEmpty()) {
        Frame frame = open.element();
        if (frame.begun < frame.count || isBetween(frame)) {
          beginInside(frame);
        } else {
          open.pop();
          frame.node.complete();
          frame.node.end(pos);
        }
      }
      return new Inspection(Optional.ofNullable(root), pos, Optional.empty());
    } catch (VariantException e) {
      open.forEach(frame -> frame.node.end(pos));
      return new Inspection(Optional.ofNullable(root), pos, Optional.of(e));
    }
  }

  /** Whether a pair's key was read and its value was not. */
  private static boolean isBetween(Frame frame) {
    return frame.form == Container.DICTIONARY && frame.begun > 0 && frame.key == null;
  }

  private void beginInside(Frame frame) {
    switch (frame.form) {
      case ARRAY -> {
        frame.begun++;
        begin(WireNode.Role.ELEMENT, frame.after());
      }
      case DICTIONARY -> {
        if (isBetween(frame)) {
          WireNode key = frame.node.children().get(frame.node.children().size() - 1);
          frame.key = key.value().orElse(VariantArray.EMPTY);
          begin(WireNode.Role.VALUE, frame.after());
        } else {
          frame.begun++;
          frame.key = null;
          begin(WireNode.Role.KEY, frame.after() + MIN_VALUE);
        }
      }
      case OBJECT -> {
        frame.begun++;
        frame.key = null;
        frame.key = propertyName(frame.node, frame.begun - 1);
        begin(WireNode.Role.PROPERTY, frame.after());
      }
    }
  }

  /** Reads a value, or what stands before the elements of a container, which is then open. */
  private void begin(WireNode.Role role, long pending) {
    int at = pos;
    int header = header();
    TypeRow row = table.row(table.idOf(header));
    WireNode node = new WireNode(role, at, row == null ? VariantType.NIL : row.type());
    node.describe(row == null ? "unknown type" : row.name());
    if (open.isEmpty()) {
      root = node;
    } else {
      open.element().node.add(node);
    }
    try {
      int size = leafSize(header);
      if (size > 0) {
        leaf(node, header, table.knownRow(table.idOf(header)), size);
        node.complete();
      } else {
        container(node, header, pending);
      }
    } catch (VariantException e) {
      if (node.fields().isEmpty()) {
        String id = " (id " + Integer.toUnsignedString(table.idOf(header)) + ")";
        field(node, at, 4, "header", node.description() + id);
      }
      throw e;
    } finally {
      node.end(pos);
    }
  }

  private void field(WireNode node, int at, int length, String name, String meaning) {
    if (length > 0) {
      node.add(new WireField(at, length, name, meaning));
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
        field(node, at + 4, size - 4, "value", String.valueOf(keyAt(at)));
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
        if (size == 12) {
          field(node, next, 8, "instance id", Long.toUnsignedString(Wire.getLong(in, next)));
        } else {
          field(node, next, size - 4, "null", "");
        }
        next = at + size;
      }
      default -> next = packed(node, header, row, size);
    }
    Variant value = chargedLeaf(header);
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
    field(node, at, 4, "length of " + name, Counts.bytes(length));
    String text = Utf8.decode(in, at + 4, length, table.text);
    field(node, at + 4, length, name, text == null ? "not UTF-8" : StringValue.of(text).toString());
    return padding(node, at + 4 + length, Wire.padding(length));
  }

  private int padding(WireNode node, int at, int length) {
    boolean zero = true;
    for (int i = 0; i < length; i++) {
      zero &= in[at + i] == 0;
    }
    field(node, at, length, "padding", zero ? "" : "not zero, ignored");
    return at + length;
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

  private void container(WireNode node, int header, long pending) {
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
      if (enteredClass.isEmpty()) {
        node.value(NilValue.NIL);
        node.complete();
        return;
      }
    } else {
      boolean array = form == Container.ARRAY;
      boolean typed = array ? table.typedArrays : table.typedDictionaries;
      next = descriptor(node, next, typed ? header >>> 16 & 3 : 0, type, array ? "element" : "key");
      next = descriptor(node, next, typed && !array ? header >>> 18 & 3 : 0, valueType, "value");
    }
    field(node, next, 4, "count", count + note(Wire.getInt(in, next), form));
    checkContainer(open.size() + 1, count, pending, at);
    open.push(new Frame(node, form, count, pending));
  }

  private static String note(int word, Container form) {
    if (word >= 0) {
      return "";
    }
    return form == Container.OBJECT
        ? ", negative in the bytes"
        : ", and the bit \"shared\", ignored";
  }

  private Variant propertyName(WireNode object, int index) {
    int at = pos;
    StringValue name = StringValue.of(text("name of property", index, ""));
    WireNode node = new WireNode(WireNode.Role.PROPERTY_NAME, at, VariantType.STRING);
    node.describe("property name");
    text(node, at, "property name");
    node.value(name);
    node.complete();
    node.end(pos);
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
    Place place = new Place("$");
    Iterator<Frame> outermostFirst = open.descendingIterator();
    while (outermostFirst.hasNext() && !place.isEnded()) {
      Frame frame = outermostFirst.next();
      int index = frame.begun - 1;
      if (frame.form == Container.ARRAY) {
        place.index(index);
      } else if (frame.key == null) {
        place.unread(frame.form == Container.OBJECT ? "property" : "key", index);
      } else if (frame.form == Container.OBJECT) {
        place.name(frame.key.asString());
      } else {
        place.value(frame.key, index);
      }
    }
    return place.toString();
  }
}
