package io.github.godotvariant.codec;

import io.github.godotvariant.NilValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.wire.Cursor;
import io.github.godotvariant.internal.wire.Fields;
import io.github.godotvariant.internal.wire.TypeCodec;
import io.github.godotvariant.internal.wire.ValueDecoder;
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
  private final Cursor at;
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
    at = new Cursor(in);
  }

  Inspection inspect() {
    try {
      begin(WireNode.Role.ROOT);
      while (!open.isEmpty()) {
        if (at.left() > 0 && at.index() == most()) {
          open.element().omit(at.passEntries());
        }
        if (at.left() > 0) {
          beginInside(open.element());
        } else {
          at.leave();
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
    return switch (at.form()) {
      case ARRAY -> mostElements;
      case DICTIONARY -> 2L * mostEntries;
      case OBJECT -> mostEntries;
    };
  }

  private void beginInside(WireNode container) {
    switch (at.form()) {
      case ARRAY -> begin(WireNode.Role.ELEMENT);
      case DICTIONARY -> begin(at.keyIsNext() ? WireNode.Role.KEY : WireNode.Role.VALUE);
      case OBJECT -> {
        container.add(propertyName());
        begin(WireNode.Role.PROPERTY);
      }
    }
  }

  private WireNode propertyName() {
    WireNode node = new WireNode(WireNode.Role.PROPERTY_NAME, in.position(), VariantType.STRING);
    node.describe("property name");
    node.value(StringValue.of(at.name(fieldsOf(node))));
    node.complete();
    node.end(in.position());
    return node;
  }

  /** Reads a value, or what stands before the elements of a container, which is then open. */
  private void begin(WireNode.Role role) {
    int from = in.position();
    int header = at.next();
    TypeCodec leaf = at.leaf(header);
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
        at.done();
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
    int count = at.open(header, fieldsOf(node));
    node.describe(leaf.name() + at.declared());
    if (at.openedNull()) {
      node.value(NilValue.NIL);
      node.complete();
      at.done();
    } else {
      at.descend(from, count);
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
