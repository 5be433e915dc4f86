package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.OpenContainers;
import io.github.godotvariant.internal.wire.ValueEncoder;
import io.github.godotvariant.internal.wire.WireWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Writes a value piece by piece, without building it first. Containers need not say how many
 * elements they will have.
 *
 * <pre>{@code
 * byte[] packet = codec.writer()
 *     .beginDictionary()
 *     .value("id").value(7)
 *     .value("at").value(new Vector3(0, 1, 0))
 *     .value("tags").beginArray().value("a").value("b").endArray()
 *     .endDictionary()
 *     .toByteArray();
 * }</pre>
 *
 * <p>A dictionary's keys and values come in turn; that keys differ is up to the caller, also once
 * they are rounded to 32 bits. An object's properties take a {@link #name} and then the value.
 * Calls that make no sense where they are made throw {@link IllegalStateException}; values that the
 * dialect cannot express throw as they do in {@link VariantCodec#encode} and leave the writer as it
 * was. Not for use by several threads.
 */
public final class VariantWriter {
  private final WireWriter out;
  private final OpenContainers open;

  /** Creates a writer of values at a depth. */
  VariantWriter(WireWriter out, int depth) {
    this.out = out;
    open = out.openContainers(depth);
  }

  /** Hands over the memory for another writer; this one starts again without it. */
  byte[] takeBuffer() {
    reset();
    return out.takeArray();
  }

  /** {@return the depth of the next value} */
  int depth() {
    return open.depth();
  }

  /**
   * Writes a nil.
   *
   * @return this
   */
  public VariantWriter nil() {
    return value(NilValue.NIL);
  }

  /**
   * Writes a bool.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(boolean value) {
    int from = begin("value");
    out.writeBool(value);
    return add(from);
  }

  /**
   * Writes an int.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(long value) {
    int from = begin("value");
    out.writeLong(value);
    return add(from);
  }

  /**
   * Writes a float.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(double value) {
    int from = begin("value");
    out.writeDouble(value);
    return add(from);
  }

  /**
   * Writes a String of one character, not its number.
   *
   * @param value the character
   * @return this
   */
  public VariantWriter value(char value) {
    return value(String.valueOf(value));
  }

  /**
   * Writes a String.
   *
   * @param value the text
   * @return this
   */
  public VariantWriter value(String value) {
    int from = begin("value");
    Objects.requireNonNull(value, "value");
    if (open.isKeyNext()) {
      out.writeKey(value);
    } else {
      out.writeString(value);
    }
    return add(from);
  }

  /**
   * Writes a key of the innermost open dictionary; its value comes next.
   *
   * @param key the key
   * @return this
   */
  public VariantWriter key(VariantKey key) {
    int from = begin("key");
    if (!open.isKeyNext()) {
      throw new IllegalStateException("key but " + state());
    }
    EncodedText known = key.in(out.table);
    if (known == null) {
      out.writeKey(key.text());
    } else {
      out.writeKey(known);
    }
    return add(from);
  }

  /**
   * Writes any value, with all that is in it.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(Variant value) {
    int from = begin("value");
    if (!out.writeScalar(Objects.requireNonNull(value, "value"))) {
      ValueEncoder.write(out, value);
    }
    return add(from);
  }

  /**
   * Opens an untyped array of a size that is not known yet.
   *
   * @return this
   */
  public VariantWriter beginArray() {
    return beginArray(ElementType.UNTYPED);
  }

  /**
   * Opens an untyped array.
   *
   * @param size how many elements will follow; {@link #endArray} checks it
   * @return this
   * @throws IllegalArgumentException if the size is negative
   */
  public VariantWriter beginArray(int size) {
    begin("beginArray");
    out.writeArrayHeader(ElementType.UNTYPED, checked(size));
    return open(Container.ARRAY, size);
  }

  /**
   * Opens an array of a size that is not known yet.
   *
   * @param type what its elements are declared to be; not checked
   * @return this
   */
  public VariantWriter beginArray(ElementType type) {
    begin("beginArray");
    out.writeArrayHeader(type, 0);
    return open(Container.ARRAY, OpenContainers.UNKNOWN);
  }

  /**
   * Closes the innermost array.
   *
   * @return this
   */
  public VariantWriter endArray() {
    return end("endArray", Container.ARRAY);
  }

  /**
   * Opens an untyped dictionary of a size that is not known yet.
   *
   * @return this
   */
  public VariantWriter beginDictionary() {
    return beginDictionary(ElementType.UNTYPED, ElementType.UNTYPED);
  }

  /**
   * Opens an untyped dictionary.
   *
   * @param size how many pairs will follow; {@link #endDictionary} checks it
   * @return this
   * @throws IllegalArgumentException if the size is negative
   */
  public VariantWriter beginDictionary(int size) {
    begin("beginDictionary");
    out.writeDictionaryHeader(ElementType.UNTYPED, ElementType.UNTYPED, checked(size));
    return open(Container.DICTIONARY, size);
  }

  /**
   * Opens a dictionary of a size that is not known yet.
   *
   * @param keyType what its keys are declared to be; not checked
   * @param valueType what its values are declared to be; not checked
   * @return this
   */
  public VariantWriter beginDictionary(ElementType keyType, ElementType valueType) {
    begin("beginDictionary");
    out.writeDictionaryHeader(keyType, valueType, 0);
    return open(Container.DICTIONARY, OpenContainers.UNKNOWN);
  }

  /**
   * Closes the innermost dictionary.
   *
   * @return this
   */
  public VariantWriter endDictionary() {
    return end("endDictionary", Container.DICTIONARY);
  }

  /**
   * Opens a full object.
   *
   * @param className its class
   * @return this
   * @throws IllegalArgumentException if the name is empty, which would be the null object
   */
  public VariantWriter beginObject(String className) {
    begin("beginObject");
    if (className.isEmpty()) {
      throw new IllegalArgumentException("an empty class name is the null object: write nil");
    }
    out.writeObjectHeader(className, 0);
    return open(Container.OBJECT, OpenContainers.UNKNOWN);
  }

  /**
   * Writes the name of a property; its value comes next.
   *
   * @param name the name
   * @return this
   */
  public VariantWriter name(String name) {
    if (!isNameNext()) {
      throw new IllegalStateException("name but " + state());
    }
    int from = out.position();
    out.putText(name);
    open.addName(from);
    return this;
  }

  /**
   * Closes the innermost object.
   *
   * @return this
   */
  public VariantWriter endObject() {
    return end("endObject", Container.OBJECT);
  }

  private static int checked(int size) {
    if (size < 0) {
      throw new IllegalArgumentException("size " + size + " is negative");
    }
    return size;
  }

  private VariantWriter open(Container form, int size) {
    open.open(form, size);
    return this;
  }

  private VariantWriter end(String call, Container form) {
    if (open.level() == 0 || open.form() != form) {
      throw new IllegalStateException(call + " but " + state());
    }
    if (open.isValueMissing()) {
      throw new IllegalStateException(call + " but a value is missing at " + path());
    }
    int announced = open.announced();
    if (announced != OpenContainers.UNKNOWN && announced != open.count()) {
      throw new IllegalStateException(
          call + " but " + announced + " were announced and " + open.count() + " written");
    }
    open.close();
    return this;
  }

  /**
   * The encoded value.
   *
   * @return a new array
   * @throws IllegalStateException if the value is not complete
   */
  public byte[] toByteArray() {
    checkComplete("toByteArray");
    return out.copy();
  }

  /**
   * Copies the encoded value to a buffer's position.
   *
   * @param target where to; the position moves behind the encoding
   * @throws IllegalStateException if the value is not complete
   * @throws BufferOverflowException if there is not enough room
   */
  public void writeTo(ByteBuffer target) {
    checkComplete("writeTo");
    target.put(out.array(), 0, out.size());
  }

  /**
   * Copies the encoded value to a stream, at once.
   *
   * @param target where to; is neither flushed nor closed
   * @throws IllegalStateException if the value is not complete
   * @throws IOException if the stream throws it
   */
  public void writeTo(OutputStream target) throws IOException {
    checkComplete("writeTo");
    target.write(out.array(), 0, out.size());
  }

  /**
   * How many bytes were written so far.
   *
   * @return the length of the encoded value, if it is complete
   */
  public int size() {
    return out.size();
  }

  /**
   * Forgets what was written, to start again with the same buffers.
   *
   * @return this
   */
  public VariantWriter reset() {
    out.clear();
    open.clear();
    return this;
  }

  /**
   * Does all that some calls of this do, or nothing: if they throw, this is as it was before them.
   * They close no container that they did not open.
   *
   * @param calls what writes into this
   * @return this
   */
  public VariantWriter atomically(Runnable calls) {
    int[] state = open.state();
    try {
      calls.run();
    } catch (Throwable e) {
      open.restore(state);
      throw e;
    }
    return this;
  }

  /**
   * The place of the value that is written next.
   *
   * @return a path such as {@code $.player.items[3]}
   */
  public String path() {
    return open.path();
  }

  private void checkComplete(String call) {
    if (open.level() > 0 || open.count() == 0) {
      throw new IllegalStateException(call + " but " + state());
    }
  }

  /** Checks that a value is allowed next, and returns its position. */
  private int begin(String call) {
    if (!open.takesValues()) {
      check(call);
    }
    return out.position();
  }

  private void check(String call) {
    boolean isAllowed = open.level() == 0 ? open.count() == 0 : !isNameNext();
    if (!isAllowed) {
      throw new IllegalStateException(call + " but " + state());
    }
    out.checkDepth(open.depth());
  }

  private boolean isNameNext() {
    return open.form() == Container.OBJECT && !open.isValueMissing();
  }

  private VariantWriter add(int from) {
    open.add(from);
    return this;
  }

  private String state() {
    if (open.level() == 0) {
      return open.count() > 0 ? "the whole value has been written" : "no container is open";
    }
    return isNameNext()
        ? "the name of a property comes next at " + path()
        : "a value comes next in the " + open.form().noun + " at " + path();
  }
}
