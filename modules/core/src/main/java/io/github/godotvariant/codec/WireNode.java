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
 * Describes a value in encoded bytes: the position of the value, the meaning of each byte, and the
 * values inside the value. {@link VariantCodec#inspect} creates a tree of nodes. Afterwards the
 * tree does not change, and is safe for use by many threads.
 */
public final class WireNode {
  /** The role of a node in its parent. */
  public enum Role {
    /** The whole value. */
    ROOT,
    /** An element of an array. */
    ELEMENT,
    /** The key of a dictionary pair. */
    KEY,
    /** The value of a dictionary pair. The node before this node is the key. */
    VALUE,
    /** The name of an object property, a string without a header. */
    PROPERTY_NAME,
    /** The value of an object property. The node before this node is the name of the property. */
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
  private boolean isComplete;
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

  /** Marks the value as completely read. {@code leaf} is the value, or null for a container. */
  void complete(@Nullable Variant leaf) {
    isComplete = true;
    value = leaf;
  }

  /** {@return the role of the node in its parent} */
  public Role role() {
    return role;
  }

  /**
   * Returns the offset of the value.
   *
   * @return the offset in bytes from the start of the input
   */
  public int offset() {
    return offset;
  }

  /**
   * Returns the length of the value, including all values inside it.
   *
   * @return the length in bytes; for an incomplete value, the number of its bytes that were read
   */
  public int length() {
    return length;
  }

  /**
   * Returns whether the value was completely read.
   *
   * @return false for the value in which reading stopped and for the values that contain it
   */
  public boolean isComplete() {
    return isComplete;
  }

  /**
   * Returns the type from the header of the value.
   *
   * @return the type; {@link VariantType#NIL} also if the dialect has no type with the id in the
   *     header
   */
  public VariantType type() {
    return type;
  }

  /**
   * Returns the type in words, with the declared element types or the class of an object.
   *
   * @return for example {@code Array[int]}, {@code Dictionary}, {@code Object Resource}, {@code
   *     unknown type}
   */
  public String description() {
    return description;
  }

  /**
   * Returns the fields of the value in the order of their bytes. The fields do not include the
   * bytes of the children.
   *
   * @return an unmodifiable view
   */
  public List<WireField> fields() {
    return Collections.unmodifiableList(fields);
  }

  /**
   * Returns the nodes inside the value in the order of their bytes. For an array, these nodes are
   * its elements. For a dictionary, keys and values alternate. For an object, the names and the
   * values of the properties alternate. Entries that {@link #omitted()} counts have no nodes.
   *
   * @return an unmodifiable view; empty for values that are not containers
   */
  public List<WireNode> children() {
    return Collections.unmodifiableList(children);
  }

  /**
   * Returns the number of entries that were read but have no nodes, because {@link
   * VariantCodec#inspect(byte[], int, int)} creates nodes only for the first entries. If an error
   * stopped reading in a later entry, this entry and the entry before it have nodes.
   *
   * @return the number of elements, pairs or properties; 0 if the inspection had no limit for
   *     entries
   */
  public int omitted() {
    return omitted;
  }

  /**
   * Returns the value if it is not a container.
   *
   * @return the value; empty for arrays, dictionaries, full objects and incomplete values
   */
  public Optional<Variant> value() {
    return Optional.ofNullable(value);
  }

  /**
   * Returns a description for messages.
   *
   * @return for example {@code Vector3 at 12, 16 bytes}
   */
  @Override
  public String toString() {
    return description + " at " + offset + ", " + Counts.bytes(length);
  }
}
