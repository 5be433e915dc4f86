package io.github.godotvariant.codec;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.Counts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value as it stands in encoded bytes: where it is, what each of its bytes means, and what is
 * inside it. {@link VariantCodec#inspect} makes the tree; it does not change afterwards and is safe
 * for use by many threads.
 */
public final class WireNode {
  /** What a node is to its parent. */
  public enum Role {
    /** The whole value. */
    ROOT,
    /** An element of an array. */
    ELEMENT,
    /** The key of a dictionary's pair. */
    KEY,
    /** The value of a dictionary's pair; its key stands before it. */
    VALUE,
    /** The name of an object's property: a string without header. */
    PROPERTY_NAME,
    /** The value of an object's property; its name stands before it. */
    PROPERTY
  }

  private final Role role;
  private final int offset;
  private final VariantType type;
  private final List<WireField> fields = new ArrayList<>();
  private final List<WireNode> children = new ArrayList<>();
  private String description = "";
  private int length;
  private int omitted;
  private boolean complete;
  private @Nullable Variant value;

  WireNode(Role role, int offset, VariantType type) {
    this.role = role;
    this.offset = offset;
    this.type = type;
  }

  void add(WireField field) {
    fields.add(field);
  }

  void add(WireNode child) {
    children.add(child);
  }

  void omit(int entries) {
    omitted = entries;
  }

  void describe(String text) {
    description = text;
  }

  void end(int end) {
    length = end - offset;
  }

  /** Marks the value as read to its end; a container has no value of its own. */
  void complete(@Nullable Variant leaf) {
    complete = true;
    value = leaf;
  }

  /**
   * What the node is to its parent.
   *
   * @return the role
   */
  public Role role() {
    return role;
  }

  /**
   * Where the value starts.
   *
   * @return bytes from the start of the input
   */
  public int offset() {
    return offset;
  }

  /**
   * How long the value is, with all that is in it.
   *
   * @return the length in bytes; of a value that could not be read to its end, as far as it was
   */
  public int length() {
    return length;
  }

  /**
   * Whether the value could be read to its end.
   *
   * @return false for the value in which reading stopped, and for those around it
   */
  public boolean isComplete() {
    return complete;
  }

  /**
   * The type in the value's header.
   *
   * @return the type; {@link VariantType#NIL} also where the dialect has no type with the id
   */
  public VariantType type() {
    return type;
  }

  /**
   * The type as it is declared, with element types and object class.
   *
   * @return for example {@code Array[int]}, {@code Dictionary}, {@code Object Resource}, {@code
   *     unknown type}
   */
  public String description() {
    return description;
  }

  /**
   * The value's own bytes, without those of its children, in order.
   *
   * @return an unmodifiable list
   */
  public List<WireField> fields() {
    return Collections.unmodifiableList(fields);
  }

  /**
   * What is inside: elements, or keys and values in turn, or property names and values in turn. Of
   * those that {@link #omitted()} counts there is none.
   *
   * @return an unmodifiable list, empty for values that are no containers
   */
  public List<WireNode> children() {
    return Collections.unmodifiableList(children);
  }

  /**
   * How many entries were read and not kept, behind the first ones that are {@link #children()}. If
   * reading stopped later, the last ones are children as well: that in which it did, and the one
   * before it.
   *
   * @return elements, pairs or properties; 0 unless it was asked for only some
   */
  public int omitted() {
    return omitted;
  }

  /**
   * The value, if it is no container.
   *
   * @return the value; empty for arrays, dictionaries and full objects
   */
  public Optional<Variant> value() {
    return Optional.ofNullable(value);
  }

  /**
   * The node for people.
   *
   * @return for example {@code Vector3 at 12, 16 bytes}
   */
  @Override
  public String toString() {
    return description + " at " + offset + ", " + Counts.bytes(length);
  }
}
