package io.github.godotvariant.codec;

import io.github.godotvariant.NilValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.wire.Fields;
import io.github.godotvariant.internal.wire.TypeCodec;
import io.github.godotvariant.internal.wire.ValueDecoder;
import io.github.godotvariant.internal.wire.WireCursor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes a tree of an encoded value, in which every byte has a name, but those of entries beyond so
 * many in a container. What the names are says whoever reads the bytes.
 */
final class WireInspector {
  private final ValueDecoder in;
  private final int mostElements;
  private final int mostEntries;
  private @Nullable WireNode root;

  /** The containers around the position, the innermost first. */
  private final Deque<WireNode> open = new ArrayDeque<>();

  /**
   * For the bytes from the start of an array on.
   *
   * @param mostElements of an array to keep
   * @param mostEntries of a dictionary, or properties of an object
   */
  WireInspector(ValueDecoder in, int mostElements, int mostEntries) {
    this.in = in;
    this.mostElements = mostElements;
    this.mostEntries = mostEntries;
  }

  Inspection inspect() {
    try {
      begin(WireNode.Role.ROOT);
      while (!open.isEmpty()) {
        if (in.hasNext() && in.index() == most()) {
          open.element().omit(passEntries());
        }
        if (in.hasNext()) {
          beginInside(open.element());
        } else {
          in.leave();
          WireNode node = open.pop();
          node.complete();
          node.end(in.position());
        }
      }
      return new Inspection(Optional.ofNullable(root), in.position(), Optional.empty());
    } catch (VariantException e) {
      open.forEach(node -> node.end(in.position()));
      return new Inspection(Optional.ofNullable(root), in.position(), Optional.of(e));
    }
  }

  /** How many values of the innermost container are kept at first, keys counting as well. */
  private long most() {
    return switch (in.form()) {
      case ARRAY -> mostElements;
      case DICTIONARY -> 2L * mostEntries;
      case OBJECT -> mostEntries;
    };
  }

  /**
   * Reads the entries that follow in the innermost container. If one cannot be read, goes back to
   * the entry before it, so that both become nodes.
   *
   * @return the number of elements, pairs or properties that were passed
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
        previous.back();
        return Math.max(0, passed - 1);
      }
      previous = start;
      passed++;
    }
    return passed;
  }

  private void beginInside(WireNode container) {
    switch (in.form()) {
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
    node.value(StringValue.of(in.name()));
    in.describeText(from, "property name", fieldsOf(node));
    node.complete();
    node.end(in.position());
    return node;
  }

  /** Reads a value, or what stands before the elements of a container, which is then open. */
  private void begin(WireNode.Role role) {
    int from = in.position();
    int header = in.nextHeader();
    TypeCodec leaf = in.table.leaf(header);
    WireNode node = new WireNode(role, from, leaf.type());
    node.describe(leaf.name());
    if (open.isEmpty()) {
      root = node;
    } else {
      open.element().add(node);
    }
    try {
      if (leaf.scan(in, header, fieldsOf(node)) > 0) {
        node.value(in.uncharged(header));
        node.complete();
        in.done();
      } else {
        container(node, leaf, header);
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

  private void container(WireNode node, TypeCodec leaf, int header) {
    int from = in.position();
    int count = in.readHeader(header);
    in.describeHeader(from, header, fieldsOf(node));
    node.describe(leaf.name() + in.declared());
    if (in.enteredNull()) {
      node.value(NilValue.NIL);
      node.complete();
      in.done();
    } else {
      in.descend(from, count);
      open.push(node);
    }
  }

  private static Fields fieldsOf(WireNode node) {
    return new Fields() {
      @Override
      protected void take(int at, int length, String name, String meaning) {
        node.add(new WireField(at, length, name, meaning));
      }
    };
  }
}
