package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.internal.tree.OpenContainers;
import io.github.godotvariant.internal.tree.ValueEncoder;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.WireWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Writes a value element by element, without a tree in memory. You need not know the size of a
 * container when you open it.
 *
 * <pre>{@code
 * byte[] packet = codec.writer()
 *     .beginDictionary()
 *     .key("id").value(7)
 *     .key("at").value(new Vector3(0, 1, 0))
 *     .key("tags").beginArray().value("a").value("b").endArray()
 *     .endDictionary()
 *     .toByteArray();
 * }</pre>
 *
 * <p>The keys and values of a dictionary alternate. {@link #key(String)} writes a String key, and
 * the other methods write keys of any type. The caller must ensure that all keys of a dictionary
 * are different. If rounding to 32 bits makes two keys equal, {@link #endDictionary} throws {@link
 * io.github.godotvariant.InexpressibleVariantException}, and the dictionary stays open. The check
 * does not include containers that are written element by element as keys. A property of an object
 * consists of a {@link #name} and a value. Calls in a wrong order throw {@link
 * IllegalStateException}. Values that the dialect cannot express throw the exceptions of {@link
 * VariantCodec#encode} and do not change the writer. Not for use by several threads.
 */
public final class VariantWriter {
  private final WireWriter out;
  private final OpenContainers open;
  private final ValueEncoder encoder;

  VariantWriter(TypeCodecs types, WireWriter out) {
    this.out = out;
    open = new OpenContainers(types, out);
    encoder = new ValueEncoder(types, out);
  }

  /**
   * Returns the buffer of this writer for use by another writer. This writer discards its value and
   * starts again with an empty buffer.
   */
  byte[] takeBuffer() {
    reset();
    return out.takeArray();
  }

  /** {@return the output, to which the caller writes a container} */
  WireWriter beginContainer() {
    begin("value");
    return out;
  }

  /**
   * Completes a container that the caller has written to the output of {@link #beginContainer}. The
   * container counts as one value.
   */
  void endContainer() {
    open.addContainer();
  }

  /**
   * Writes a nil.
   *
   * @return this
   */
  public VariantWriter nil() {
    return value(Variant.NIL);
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
   * Writes an int. A {@code char} argument is written as an int, not as a String.
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
   * Writes a key of the innermost open dictionary. Write the value of the key next.
   *
   * @param key the key
   * @return this
   * @throws IllegalStateException if the innermost open container is not a dictionary, or if the
   *     last key has no value yet
   */
  public VariantWriter key(VariantKey key) {
    EncodedText known = key.encodedFor(out.table);
    if (known == null || !open.isUncheckedKeyNext()) {
      return key(key.text());
    }
    int from = out.pos;
    out.writeKey(known);
    open.addKey(from);
    return this;
  }

  /**
   * Writes a String key of the innermost open dictionary. Write the value of the key next. Use a
   * {@link VariantKey} for keys that are written often.
   *
   * @param key the text of the key
   * @return this
   * @throws IllegalStateException if the innermost open container is not a dictionary, or if the
   *     last key has no value yet
   */
  public VariantWriter key(String key) {
    int from = begin("key");
    Objects.requireNonNull(key, "key");
    if (!open.isKeyNext()) {
      throw new IllegalStateException("key but " + state());
    }
    out.writeKey(key);
    return add(from);
  }

  /**
   * Writes any value, with all values inside it.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(Variant value) {
    int from = begin("value");
    encoder.write(Objects.requireNonNull(value, "value"));
    if (open.isKeyNext() && encoder.mayRound(value)) {
      open.addRoundedKey(from, value);
    }
    return add(from);
  }

  /**
   * Opens an untyped array of unknown size.
   *
   * @return this
   */
  public VariantWriter beginArray() {
    return beginArray(ElementType.UNTYPED);
  }

  /**
   * Opens an untyped array.
   *
   * @param size number of elements; {@link #endArray} checks that this number was written
   * @return this
   * @throws IllegalArgumentException if the size is negative
   */
  public VariantWriter beginArray(int size) {
    begin("beginArray");
    out.writeArrayHeader(ElementType.UNTYPED, checked(size));
    return open(Container.ARRAY, true);
  }

  /**
   * Opens an array of unknown size with a declared element type.
   *
   * @param type declared type of the elements. The types of the written elements are not checked
   * @return this
   */
  public VariantWriter beginArray(ElementType type) {
    begin("beginArray");
    out.writeArrayHeader(type, 0);
    return open(Container.ARRAY, false);
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
   * Opens an untyped dictionary of unknown size.
   *
   * @return this
   */
  public VariantWriter beginDictionary() {
    return beginDictionary(ElementType.UNTYPED, ElementType.UNTYPED);
  }

  /**
   * Opens an untyped dictionary.
   *
   * @param size number of pairs; {@link #endDictionary} checks that this number was written
   * @return this
   * @throws IllegalArgumentException if the size is negative
   */
  public VariantWriter beginDictionary(int size) {
    begin("beginDictionary");
    out.writeDictionaryHeader(ElementType.UNTYPED, ElementType.UNTYPED, checked(size));
    return open(Container.DICTIONARY, true);
  }

  /**
   * Opens a dictionary of unknown size with declared types.
   *
   * @param keyType declared type of the keys. The types of the written keys are not checked
   * @param valueType declared type of the values. The types of the written values are not checked
   * @return this
   */
  public VariantWriter beginDictionary(ElementType keyType, ElementType valueType) {
    begin("beginDictionary");
    out.writeDictionaryHeader(keyType, valueType, 0);
    return open(Container.DICTIONARY, false);
  }

  /**
   * Closes the innermost dictionary.
   *
   * @return this
   * @throws io.github.godotvariant.InexpressibleVariantException if rounding to 32 bits made two
   *     keys equal
   */
  public VariantWriter endDictionary() {
    return end("endDictionary", Container.DICTIONARY);
  }

  /**
   * Opens a full object.
   *
   * @param className class of the object
   * @return this
   * @throws IllegalArgumentException if the name is empty; an empty class name means the null
   *     object, which {@link #nil} writes
   */
  public VariantWriter beginObject(String className) {
    begin("beginObject");
    if (className.isEmpty()) {
      throw new IllegalArgumentException("an empty class name is the null object: write nil");
    }
    out.writeObjectHeader(className, 0);
    return open(Container.OBJECT, false);
  }

  /**
   * Writes the name of a property of an object. Write the value of the property next.
   *
   * @param name the name
   * @return this
   */
  public VariantWriter name(String name) {
    if (!open.isNameNext()) {
      throw new IllegalStateException("name but " + state());
    }
    int from = out.pos;
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

  private VariantWriter open(Container kind, boolean isAnnounced) {
    open.open(kind, isAnnounced);
    return this;
  }

  private VariantWriter end(String call, Container kind) {
    if (open.depth() == 0 || open.kind() != kind) {
      throw new IllegalStateException(call + " but " + state());
    }
    if (open.isValueMissing()) {
      throw new IllegalStateException(call + " but a value is missing at " + path());
    }
    if (open.announcedSize() != open.count()) {
      throw new IllegalStateException(
          call
              + " but "
              + open.announcedSize()
              + " were announced and "
              + open.count()
              + " written");
    }
    open.checkRoundedKeys();
    open.close();
    return this;
  }

  /**
   * Returns the encoded value.
   *
   * @return a new array
   * @throws IllegalStateException if the value is not complete
   */
  public byte[] toByteArray() {
    checkComplete("toByteArray");
    return out.copy();
  }

  /**
   * Copies the encoded value into a buffer, from the position of the buffer on.
   *
   * @param target the buffer, whose position moves to the end of the encoding
   * @throws IllegalStateException if the value is not complete
   * @throws BufferOverflowException if the encoding is longer than the rest of the buffer
   */
  public void writeTo(ByteBuffer target) {
    checkComplete("writeTo");
    target.put(out.array, 0, out.size());
  }

  /**
   * Copies the encoded value to a stream with one call of {@code write}.
   *
   * @param target the stream, which is neither flushed nor closed
   * @throws IllegalStateException if the value is not complete
   * @throws IOException if the stream throws it
   */
  public void writeTo(OutputStream target) throws IOException {
    checkComplete("writeTo");
    target.write(out.array, 0, out.size());
  }

  /**
   * Returns the number of bytes written.
   *
   * @return the number of bytes; the length of the encoding if the value is complete
   */
  public int size() {
    return out.size();
  }

  /**
   * Discards the value and starts again with the same memory.
   *
   * @return this
   */
  public VariantWriter reset() {
    out.clear();
    open.clear();
    return this;
  }

  /**
   * Runs several calls of this writer, and undoes all of them if one call throws an exception. This
   * method then throws the same exception. The calls must not close a container that was open
   * before this method was called.
   *
   * @param calls the calls of this writer
   * @return this
   */
  public VariantWriter atomically(Runnable calls) {
    int[] saved = open.save();
    try {
      calls.run();
    } catch (Throwable e) {
      open.restore(saved);
      throw e;
    }
    return this;
  }

  /**
   * Returns the path of the next value. Keys in the path are shown as they were written, so
   * floating-point components in keys may be rounded to 32 bits.
   *
   * @return a path such as {@code $.player.items[3]}
   */
  public String path() {
    return open.path();
  }

  private void checkComplete(String call) {
    if (!open.isComplete()) {
      throw new IllegalStateException(call + " but " + state());
    }
  }

  /** Checks that a value is allowed, and returns the position where the value starts. */
  private int begin(String call) {
    if (open.needsCheck()) {
      check(call);
    }
    return out.pos;
  }

  private void check(String call) {
    if (open.isComplete() || open.isNameNext()) {
      throw new IllegalStateException(call + " but " + state());
    }
    out.checkDepth(open.depth());
  }

  private VariantWriter add(int from) {
    open.add(from);
    return this;
  }

  private String state() {
    if (open.depth() == 0) {
      return open.isComplete() ? "the whole value has been written" : "no container is open";
    }
    return open.isNameNext()
        ? "the name of a property comes next at " + path()
        : "a value comes next in the " + open.kind().noun + " at " + path();
  }
}
