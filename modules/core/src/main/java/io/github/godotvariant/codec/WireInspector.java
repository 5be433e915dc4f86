package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.tree.WireCursor;
import io.github.godotvariant.internal.type.FieldCollector;
import io.github.godotvariant.internal.type.TypeCodec;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.Wire;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates a tree of nodes for an encoded value, in which every byte belongs to a named field. If a
 * container has more entries than a maximum, the later entries are read, but have no nodes. The
 * {@code TypeCodec} of each type provides the names of the fields.
 */
final class WireInspector {
  private final ValueDecoder in;
  private final int maxElements;
  private final int maxEntries;
  private @Nullable WireNode root;

  /** The nodes of the open containers, the innermost first. */
  private final Deque<WireNode> open = new ArrayDeque<>();

  /**
   * Creates an inspector for the value that a decoder reads.
   *
   * @param in a decoder whose input starts at index 0 of its array
   * @param maxElements maximum number of elements to keep for an array
   * @param maxEntries maximum number of pairs of a dictionary, or properties of an object, to keep
   */
  WireInspector(ValueDecoder in, int maxElements, int maxEntries) {
    this.in = in;
    this.maxElements = maxElements;
    this.maxEntries = maxEntries;
  }

  Inspection inspect() {
    try {
      begin(WireNode.Role.ROOT);
      while (!open.isEmpty()) {
        if (in.hasNext() && in.index() == maxElements()) {
          open.element().omit(passEntries());
        }
        if (in.hasNext()) {
          beginInside(open.element());
        } else {
          in.leave();
          WireNode node = open.pop();
          node.complete(null);
          node.end(in.position());
        }
      }
      return inspection(Optional.empty());
    } catch (VariantException e) {
      open.forEach(node -> node.end(in.position()));
      return inspection(Optional.of(e));
    }
  }

  private Inspection inspection(Optional<VariantException> failure) {
    RealPrecision precision = in.hasReadDoubles ? RealPrecision.DOUBLE : RealPrecision.SINGLE;
    return new Inspection(Optional.ofNullable(root), in.position(), precision, failure);
  }

  /**
   * Returns the maximum number of values to keep at the start of the innermost container. A key
   * counts as a value.
   */
  private long maxElements() {
    return switch (in.kind()) {
      case ARRAY -> maxElements;
      case DICTIONARY -> 2L * maxEntries;
      case OBJECT -> maxEntries;
    };
  }

  /**
   * Reads the remaining entries of the innermost container without creating nodes. If an entry
   * cannot be read, goes back to the start of the previous entry, so that the caller creates nodes
   * for both entries.
   *
   * @return the number of elements, pairs or properties without nodes
   */
  private int passEntries() {
    int passed = 0;
    WireCursor.Mark previous = in.mark();
    while (in.hasNext()) {
      WireCursor.Mark start = in.mark();
      try {
        if (in.isNameNext()) {
          in.name();
        } else if (in.isKeyNext()) {
          in.read();
        }
        in.read();
      } catch (VariantException e) {
        previous.reopen();
        return Math.max(0, passed - 1);
      }
      previous = start;
      passed++;
    }
    return passed;
  }

  private void beginInside(WireNode container) {
    switch (in.kind()) {
      case ARRAY -> begin(WireNode.Role.ELEMENT);
      case DICTIONARY -> begin(in.isKeyNext() ? WireNode.Role.KEY : WireNode.Role.VALUE);
      case OBJECT -> {
        container.add(propertyName());
        begin(WireNode.Role.PROPERTY);
      }
    }
  }

  private WireNode propertyName() {
    WireNode node = new WireNode(WireNode.Role.PROPERTY_NAME, in.position(), VariantType.STRING);
    node.describe("property name");
    int from = in.position();
    node.complete(StringValue.of(in.name()));
    fieldsOf(node).text(in, in.start + from, "property name");
    node.end(in.position());
    return node;
  }

  /** Reads a value. For a container, reads the bytes before its elements and opens it. */
  private void begin(WireNode.Role role) {
    int from = in.position();
    int header = in.nextHeader();
    TypeCodec codec = in.codec(header);
    WireNode node = new WireNode(role, from, codec.type());
    node.describe(codec.name());
    if (open.isEmpty()) {
      root = node;
    } else {
      open.element().add(node);
    }
    try {
      if (codec.scan(in, header, fieldsOf(node)) > 0) {
        node.complete(in.uncharged(header));
        in.done();
      } else {
        container(node, codec, header);
      }
    } catch (VariantException e) {
      if (node.fields().isEmpty()) {
        String id = Integer.toUnsignedString(in.table.idOf(header));
        node.add(new WireField(from, 4, "header", node.description() + " (id " + id + ")"));
      }
      throw e;
    } finally {
      node.end(in.position());
    }
  }

  private void container(WireNode node, TypeCodec codec, int header) {
    int from = in.position();
    int count = in.readHeader(header);
    describeHeader(in.start + from, header, fieldsOf(node));
    node.describe(codec.name() + declared());
    if (in.enteredNull()) {
      node.complete(Variant.NIL);
      in.done();
    } else {
      in.descend(from, count);
      open.push(node);
    }
  }

  private static FieldCollector fieldsOf(WireNode node) {
    return new FieldCollector() {
      @Override
      protected void accept(int offset, int length, String name, String meaning) {
        node.add(new WireField(offset, length, name, meaning));
      }
    };
  }

  /**
   * Adds fields for the bytes before the first item of the container whose header was read last.
   *
   * @param from index of the header
   */
  private void describeHeader(int from, int header, FieldCollector fields) {
    TypeRow row = in.table.row(header);
    if (in.entered == Container.OBJECT) {
      fields.header(from, row, ", in full");
      int next = fields.text(in, from + 4, "class name");
      if (!in.enteredClass.isEmpty()) {
        count(next, fields, ", negative in the bytes");
      }
      return;
    }
    boolean isArray = in.entered == Container.ARRAY;
    boolean isTyped = isArray ? in.table.hasTypedArrays : in.table.hasTypedDictionaries;
    int kinds = isTyped ? header >>> 16 : 0;
    boolean isDeclared = !in.enteredType.isUntyped() || !in.enteredValueType.isUntyped();
    fields.header(from, row, isDeclared ? ", typed" : "");
    String first = isArray ? "element" : "key";
    int next = describeType(from + 4, kinds & 3, in.enteredType, first, fields);
    if (!isArray) {
      next = describeType(next, kinds >>> 2 & 3, in.enteredValueType, "value", fields);
    }
    count(next, fields, ", and the bit \"shared\", ignored");
  }

  /**
   * Adds a field for the declared type at {@code offset}. Adds nothing if {@code kind} is 0,
   * because no type is declared. Returns the index of the next field.
   */
  private int describeType(
      int offset, int kind, ElementType type, String name, FieldCollector fields) {
    if (kind == 0) {
      return offset;
    }
    if (kind == 1) {
      fields.add(offset, 4, name + " type", type.toString());
      return offset + 4;
    }
    return fields.text(in, offset, name + (kind == 2 ? " class" : " script"));
  }

  /**
   * Adds a field for the count of a container, with a note if the highest bit of the count is set.
   */
  private void count(int offset, FieldCollector fields, String note) {
    int word = Wire.getInt(in.in, offset);
    boolean isObject = in.entered == Container.OBJECT;
    int count = isObject ? Math.max(0, word) : word & Wire.MAX_COUNT;
    fields.add(offset, 4, "count", count + (word < 0 ? note : ""));
  }

  /**
   * {@return the declared types of the container whose header was read last, such as {@code [int]},
   * or the class of an object}
   */
  private String declared() {
    return switch (in.entered) {
      case ARRAY -> in.enteredType.isUntyped() ? "" : "[" + in.enteredType + "]";
      case DICTIONARY ->
          in.enteredType.isUntyped() && in.enteredValueType.isUntyped()
              ? ""
              : "[" + in.enteredType + ", " + in.enteredValueType + "]";
      case OBJECT -> " " + in.enteredClass;
    };
  }
}
