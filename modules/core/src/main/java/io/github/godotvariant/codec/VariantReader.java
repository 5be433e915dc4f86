package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.tree.ValueDecoder;
import io.github.godotvariant.internal.tree.ValueSeeker;
import io.github.godotvariant.internal.tree.WireCursor;
import io.github.godotvariant.internal.type.TypeCodec;
import io.github.godotvariant.internal.type.TypeCodec.Element;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.Wire;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * Reads an encoded value element by element, without building a tree in memory.
 *
 * <p>Methods read the next value. At first, the next value is the whole value. While containers are
 * open, the next value is the next element of the innermost open container. The keys and values of
 * a dictionary alternate, so each pair takes two calls. A property of an object also takes two
 * calls: {@link #nextName}, and a call for the value of the property.
 *
 * <pre>{@code
 * try (VariantReader reader = codec.reader(packet)) {
 *   reader.beginDictionary();
 *   while (reader.hasNext()) {
 *     switch (reader.nextString()) {
 *       case "id" -> id = reader.nextLong();
 *       case "at" -> at = reader.nextValue(Vector3.class);
 *       case "tags" -> {
 *         int count = reader.beginArray();
 *         for (int i = 0; i < count; i++) {
 *           tags.add(reader.nextString());
 *         }
 *         reader.endArray();
 *       }
 *       default -> reader.skipValue();
 *     }
 *   }
 *   reader.endDictionary();
 * }
 * }</pre>
 *
 * <p>If the next value does not have the type that a method reads, the method throws {@link
 * VariantTypeException}. Another method can then read this value. Malformed bytes and exceeded
 * limits throw the exceptions of {@link VariantCodec#decode(byte[])} when the reader reaches them;
 * the reader cannot be used afterwards. Calls in a wrong order throw {@link IllegalStateException}.
 *
 * <p>The input must not change while it is read. Not for use by several threads. The class has more
 * than 500 lines because it has one method for each type, with documentation.
 */
public final class VariantReader implements AutoCloseable {
  private final ValueDecoder in;
  private final Runnable onClose;
  private boolean isClosed;

  /**
   * The index in {@link VariantKeys} of the key that {@link #selectKey} read last; -1 before the
   * first key. {@link #selectKey} compares the next key first with the key after this index.
   */
  private int lastSelected = -1;

  VariantReader(ValueDecoder in, Runnable onClose) {
    this.in = in;
    this.onClose = onClose;
  }

  /** {@return the decoder that this reader moves} */
  ValueDecoder decoder() {
    return in;
  }

  /**
   * Returns whether a value, key or property name is next in the innermost open container. If no
   * container is open, returns whether the whole value is next.
   *
   * @return false at the end of the innermost open container, which you can then close
   */
  public boolean hasNext() {
    checkOpen("hasNext");
    return in.hasNext();
  }

  /**
   * Returns the type of the next value.
   *
   * @return the type; {@link VariantType#OBJECT} also for the null object
   * @throws IllegalStateException if no value is next
   * @throws MalformedVariantException if the input ends before the header, or if the dialect has no
   *     type with the id in the header
   */
  public VariantType peek() {
    checkValueIsNext("peek");
    return in.nextType();
  }

  /**
   * Reads a nil.
   *
   * @throws VariantTypeException if the next value is not nil
   */
  public void nextNil() {
    expect("nextNil", VariantType.NIL);
    in.skipValue();
  }

  /**
   * Reads a bool.
   *
   * @return the value
   * @throws VariantTypeException if the next value is not a bool
   */
  public boolean nextBoolean() {
    long word = in.nextWord();
    if ((int) word != in.table.boolHeader) {
      return otherBoolean();
    }
    in.doneAt(in.pos + 8);
    return word >>> 32 != 0;
  }

  private boolean otherBoolean() {
    expect("nextBoolean", VariantType.BOOL);
    boolean value = in.readBool();
    in.done();
    return value;
  }

  /**
   * Reads an int that fits into 32 bits.
   *
   * @return the value
   * @throws VariantTypeException if the next value is not an int, or is an int outside {@link
   *     Integer#MIN_VALUE} to {@link Integer#MAX_VALUE}
   */
  public int nextInt() {
    long value = nextLong("nextInt");
    if (value != (int) value) {
      throw refusal(Counts.outOfRange(Integer.MIN_VALUE, Integer.MAX_VALUE, value));
    }
    return (int) value;
  }

  /**
   * Reads an int.
   *
   * @return the value
   * @throws VariantTypeException if the next value is not an int
   */
  public long nextLong() {
    return nextLong("nextLong");
  }

  private long nextLong(String call) {
    long word = in.nextWord();
    if ((int) word != in.table.intHeader) {
      return otherLong(call);
    }
    in.doneAt(in.pos + 8);
    return word >> 32;
  }

  private long otherLong(String call) {
    long value = in.readLong(expect(call, VariantType.INT));
    in.done();
    return value;
  }

  /**
   * Reads a float, or reads an int and converts it to a float, as the engine does.
   *
   * @return the value
   * @throws VariantTypeException if the next value is neither a float nor an int
   */
  public double nextDouble() {
    int offset = in.pos;
    if ((int) in.nextWord() != in.table.wideFloatHeader || in.remaining() < 12) {
      return otherDouble();
    }
    in.doneAt(offset + 12);
    return Double.longBitsToDouble(Wire.getLong(in.in, offset + 4));
  }

  private double otherDouble() {
    int header = nextHeader("nextDouble");
    double value;
    if (in.isType(header, VariantType.INT)) {
      value = in.readLong(header);
    } else {
      value = in.readDouble(in.expect(VariantType.FLOAT));
    }
    in.done();
    return value;
  }

  /**
   * Reads a String or StringName. The engine treats a String and a StringName as the same text.
   *
   * @return the text
   * @throws VariantTypeException if the next value is neither a String nor a StringName
   */
  public String nextString() {
    if (!in.isPlainText((int) in.nextWord())) {
      expectText("nextString");
    }
    return in.read().asString();
  }

  /**
   * Reads a String or StringName as a view of the input, without a copy.
   *
   * @return a read-only buffer with the UTF-8 of the text, valid until the input changes. The
   *     buffer excludes bytes that the dialect ignores in texts, such as a leading byte order mark.
   *     In Godot 3, the buffer can contain lone surrogates, of three bytes each
   * @throws VariantTypeException if the next value is neither a String nor a StringName
   */
  public ByteBuffer nextUtf8() {
    expectText("nextUtf8");
    ByteBuffer text = in.utf8();
    in.done();
    return text;
  }

  /**
   * Copies a String or StringName to a buffer, without creating objects.
   *
   * @param target the buffer for the bytes that {@link #nextUtf8()} would return; the position of
   *     the buffer moves to the end of the text
   * @return number of bytes copied
   * @throws VariantTypeException if the next value is neither a String nor a StringName
   * @throws BufferOverflowException if the text is longer than the rest of the buffer; the value is
   *     still next
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
   */
  public int nextUtf8(ByteBuffer target) {
    expectText("nextUtf8");
    int before = target.position();
    in.utf8(target);
    in.done();
    return target.position() - before;
  }

  private void expectText(String call) {
    checkValueIsNext(call);
    in.expectText();
  }

  /**
   * Reads the next key of the innermost open dictionary if it is the given key. Calling this method
   * for each key in the usual order of the keys is the fastest way to read a dictionary. For keys
   * in any order, use {@link #selectKey}.
   *
   * <pre>{@code
   * reader.beginDictionary();
   * if (reader.nextKeyIs(ID)) {
   *   id = reader.nextLong();
   * }
   * if (reader.nextKeyIs(AT)) {
   *   at = reader.nextValue(Vector3.class);
   * }
   * while (reader.hasNext()) {
   *   switch (reader.nextString()) { // keys in another order
   *     case "id" -> id = reader.nextLong();
   *     case "at" -> at = reader.nextValue(Vector3.class);
   *     default -> reader.skipValue();
   *   }
   * }
   * reader.endDictionary();
   * }</pre>
   *
   * @param key the expected key; the key in the input can be a String or a StringName
   * @return true if the key was read and its value is next; false if another key is next or the
   *     dictionary is at its end
   * @throws IllegalStateException if the innermost open container is not a dictionary, or if a
   *     value is next
   */
  public boolean nextKeyIs(VariantKey key) {
    EncodedText bytes = key.encoded;
    return bytes != null && in.keyIs(bytes) || otherKeyIs(key);
  }

  /** Checks that the innermost container is a dictionary at its end. */
  private void checkNoKeyIsNext(String call) {
    checkOpen(call);
    if (in.kind() != Container.DICTIONARY || in.hasNext()) {
      throw new IllegalStateException(call + " but " + state());
    }
  }

  /**
   * Reads the next key if it has the text of {@code key}, but other bytes than the prepared key.
   * For example, the next key can be a StringName.
   */
  private boolean otherKeyIs(VariantKey key) {
    if (!in.isKeyNext()) {
      checkNoKeyIsNext("nextKeyIs");
      return false;
    }
    EncodedText bytes = key.encodedFor(in.table);
    if (bytes != null && in.startsWithOtherByte(bytes)) {
      return false;
    }
    int header = in.nextHeader();
    if (!in.isType(header, VariantType.STRING) && !in.isType(header, VariantType.STRING_NAME)) {
      return false;
    }
    WireCursor.Mark mark = in.mark();
    if (in.read().asString().equals(key.text())) {
      return true;
    }
    mark.reopen();
    return false;
  }

  /**
   * Reads the next key of the innermost open dictionary if it is one of the given keys. The keys in
   * the input can have any order. Reading is fastest if they have the order of {@code keys}.
   *
   * @param keys the keys
   * @return the index of the key in {@code keys}, and the value of this key is next; -1 if another
   *     key is next or the dictionary is at its end
   * @throws IllegalStateException if the innermost open container is not a dictionary, or if a
   *     value is next
   */
  public int selectKey(VariantKeys keys) {
    int expected = lastSelected + 1 < keys.size() ? lastSelected + 1 : 0;
    EncodedText bytes = keys.get(expected).encoded;
    if (bytes != null && in.keyIs(bytes)) {
      lastSelected = expected;
      return expected;
    }
    return selectOther(keys);
  }

  private int selectOther(VariantKeys keys) {
    if (!in.isKeyNext()) {
      checkNoKeyIsNext("selectKey");
      return -1;
    }
    int header = in.nextHeader();
    if (!in.isType(header, VariantType.STRING) && !in.isType(header, VariantType.STRING_NAME)) {
      return -1;
    }
    WireCursor.Mark mark = in.mark();
    int index = keys.indexOf(in.read().asString());
    if (index < 0) {
      mark.reopen();
      return -1;
    }
    lastSelected = index;
    return index;
  }

  /**
   * Reads the next value of any type, with all values inside it.
   *
   * @return the value
   */
  public Variant nextValue() {
    checkValueIsNext("nextValue");
    return in.read();
  }

  /**
   * Reads the next value, which must be an instance of a class.
   *
   * @param <T> the class
   * @param kind the class, for example {@code Vector3.class}
   * @return the value
   * @throws VariantTypeException if the next value is of another class
   */
  public <T extends Variant> T nextValue(Class<T> kind) {
    checkValueIsNext("nextValue");
    T value = in.value(kind);
    in.done();
    return value;
  }

  /**
   * Reads a packed array of bytes as a view of the input, without a copy.
   *
   * @return the elements; read-only, and valid until the input changes
   * @throws VariantTypeException if the next value is not a PackedByteArray
   */
  public ByteBuffer nextByteBuffer() {
    return elements("nextByteBuffer", Element.BYTE);
  }

  /**
   * Reads a packed array of 32-bit integers as a view of the input, without a copy.
   *
   * @return the elements; read-only, and valid until the input changes
   * @throws VariantTypeException if the next value is not a PackedInt32Array
   */
  public IntBuffer nextIntBuffer() {
    return elements("nextIntBuffer", Element.INT).asIntBuffer();
  }

  /**
   * Reads a packed array of 64-bit integers as a view of the input, without a copy.
   *
   * @return the elements; read-only, and valid until the input changes
   * @throws VariantTypeException if the next value is not a PackedInt64Array
   */
  public LongBuffer nextLongBuffer() {
    return elements("nextLongBuffer", Element.LONG).asLongBuffer();
  }

  /**
   * Reads a packed array of 32-bit floats, vectors or colors as a view of the input, without a
   * copy.
   *
   * <pre>{@code
   * case "heights" -> reader.nextFloatBuffer().get(heights); // an existing float[]
   * }</pre>
   *
   * @return the elements; read-only, and valid until the input changes. For vectors and colors, the
   *     buffer contains all components of the first element, then those of the second, and so on
   * @throws VariantTypeException if the next value has another type, or components of 64 bits
   */
  public FloatBuffer nextFloatBuffer() {
    return elements("nextFloatBuffer", Element.FLOAT).asFloatBuffer();
  }

  /**
   * Reads a packed array of 64-bit floats as a view of the input, without a copy. Also reads
   * vectors with components of 64 bits, which engines of double precision write. Colors with
   * components of 64 bits occur only in the {@code MANUAL_…} dialects, and are also read.
   *
   * @return the elements; read-only, and valid until the input changes. For vectors and colors, the
   *     buffer contains all components of the first element, then those of the second, and so on
   * @throws VariantTypeException if the next value has another type, or components of 32 bits
   */
  public DoubleBuffer nextDoubleBuffer() {
    return elements("nextDoubleBuffer", Element.DOUBLE).asDoubleBuffer();
  }

  private ByteBuffer elements(String call, Element expected) {
    int header = nextHeader(call);
    TypeCodec codec = in.readableCodec(header);
    if (codec.element(header) != expected) {
      throw in.wrongType(
          "wanted packed " + expected.noun + " but found " + codec.type() + width(codec, header));
    }
    ByteBuffer elements = in.numbers(header);
    in.done();
    return elements;
  }

  /**
   * Returns a phrase for a message with the width of components. Returns an empty text for types
   * other than packed arrays of vectors.
   */
  private static String width(TypeCodec codec, int header) {
    return switch (codec.type()) {
      case PACKED_VECTOR2_ARRAY, PACKED_VECTOR3_ARRAY, PACKED_VECTOR4_ARRAY ->
          " with components of "
              + (codec.element(header) == Element.DOUBLE ? "64 bits" : "32 bits");
      default -> "";
    };
  }

  /**
   * Skips the next value. Checks the structure of the value, and counts the value against the
   * limits, but does not check its texts and numbers.
   */
  public void skipValue() {
    checkValueIsNext("skipValue");
    in.skipValue();
  }

  /**
   * Opens an array.
   *
   * @return number of its elements
   * @throws VariantTypeException if the next value is not an array
   */
  public int beginArray() {
    return in.enter(expect("beginArray", VariantType.ARRAY));
  }

  /**
   * Opens a dictionary, whose keys and values then alternate. If the input repeats a key, the
   * reader returns every pair with this key. In contrast, a dictionary from {@link #nextValue()}
   * contains only the last value of the key.
   *
   * @return number of its pairs
   * @throws VariantTypeException if the next value is not a dictionary
   */
  public int beginDictionary() {
    return in.enter(expect("beginDictionary", VariantType.DICTIONARY));
  }

  /**
   * Opens a full object.
   *
   * @return its class name; empty for the null object, which has no properties
   * @throws VariantTypeException if the next value is not a full object
   * @throws io.github.godotvariant.ForbiddenVariantException if full objects are not allowed
   */
  public String beginObject() {
    int header = expect("beginObject", VariantType.OBJECT);
    if (in.codec(header).scan(in, header, null) > 0) {
      throw in.wrongType("wanted a full Object but found an instance id");
    }
    in.enter(header);
    return in.enteredClass;
  }

  /** Closes an array whose elements have all been read. */
  public void endArray() {
    end("endArray", Container.ARRAY);
  }

  /** Closes a dictionary whose pairs have all been read. */
  public void endDictionary() {
    end("endDictionary", Container.DICTIONARY);
  }

  /** Closes an object whose properties have all been read. */
  public void endObject() {
    end("endObject", Container.OBJECT);
  }

  private void end(String call, Container kind) {
    if (!in.isAtEndOf(kind)) {
      throw notAtEnd(call, kind);
    }
    in.leave();
  }

  private IllegalStateException notAtEnd(String call, Container kind) {
    checkOpen(call);
    if (in.level() == 0 || in.kind() != kind) {
      return new IllegalStateException(call + " but " + state());
    }
    String left = in.remainingParts() + (in.remainingParts() == 1 ? " value is" : " values are");
    return new IllegalStateException(call + " but " + left + " still to be read at " + path());
  }

  /**
   * Reads the name of the next property of an object.
   *
   * @return the name
   */
  public String nextName() {
    checkOpen("nextName");
    if (!in.isNameNext()) {
      throw new IllegalStateException("nextName but " + state());
    }
    return in.name();
  }

  /**
   * Returns the declared type of the elements if the innermost open container is an array, or of
   * the keys if it is a dictionary.
   *
   * @return the type; {@link ElementType#UNTYPED} for containers without a declared type
   * @throws IllegalStateException if no container is open
   */
  public ElementType elementType() {
    return innermost("elementType").elementType();
  }

  /**
   * Returns the declared type of the values of the innermost open dictionary.
   *
   * @return the type; {@link ElementType#UNTYPED} for containers without a declared type
   * @throws IllegalStateException if no container is open
   */
  public ElementType valueType() {
    return innermost("valueType").valueType();
  }

  private WireCursor innermost(String call) {
    checkOpen(call);
    if (in.level() == 0) {
      throw new IllegalStateException("no container is open");
    }
    return in;
  }

  /**
   * Moves to a value inside the next value. The reader opens the containers on the path and skips
   * the other values. If a key or property is repeated, the reader finds the last one, as in a
   * decoded value. Therefore the reader goes through all entries of each dictionary or object on
   * the path, and then back to the match. This method throws an exception if one of these entries
   * is malformed. The path cannot lead to a component of a vector or to an element of a packed
   * array.
   *
   * @param path the path, relative to the next value, for example {@code "type"} or {@code
   *     "player.items[3]"}, in the form of {@link VariantPath#parse}
   * @return true if the value was found and is now the next value; false if the value was not found
   *     and the reader has not moved
   * @throws IllegalArgumentException if the text is not a path
   */
  public boolean seek(String path) {
    return seek(VariantPath.parse(path));
  }

  /**
   * Moves to a value inside the next value, like {@link #seek(String)}.
   *
   * @param path the path, relative to the next value
   * @return true if the value was found and is now the next value; false if the value was not found
   *     and the reader has not moved
   */
  public boolean seek(VariantPath path) {
    checkValueIsNext("seek");
    return new ValueSeeker(in).seek(path);
  }

  /**
   * Checks that the whole value has been read, and that no bytes follow it.
   *
   * @throws IllegalStateException if the value has not been read to its end
   * @throws MalformedVariantException if bytes follow the value
   */
  public void expectEnd() {
    checkOpen("expectEnd");
    if (in.level() > 0 || in.hasNext()) {
      throw new IllegalStateException("expectEnd but " + state());
    }
    if (in.remaining() > 0) {
      throw new MalformedVariantException(
          Counts.bytesFollow(in.remaining()) + " the value", byteOffset(), "$");
    }
  }

  /**
   * Returns the path of the next value. At the end of a container, returns the path of its last
   * value.
   *
   * @return a path such as {@code $.player.items[3]}
   */
  public String path() {
    checkOpen("path");
    return in.path();
  }

  /**
   * Returns the offset of the next value.
   *
   * @return offset in bytes from the start of the input
   */
  public long byteOffset() {
    checkOpen("byteOffset");
    return in.position();
  }

  /**
   * Returns the offset of the value, key or container that was peeked at, read or closed last.
   *
   * @return offset in bytes from the start of the input
   */
  public long lastByteOffset() {
    checkOpen("lastByteOffset");
    return in.lastPosition();
  }

  /** Returns the buffers of this reader to the codec. The reader cannot be used afterwards. */
  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      in.close();
      onClose.run();
    }
  }

  private void checkOpen(String call) {
    if (isClosed) {
      throw new IllegalStateException(call + " but the reader is closed");
    }
  }

  private String state() {
    if (in.level() == 0) {
      return in.hasNext() ? "no container is open" : "the whole value has been read";
    }
    String description = in.kind().noun + " at " + path();
    if (!in.hasNext()) {
      return "the " + description + " is at its end";
    }
    return in.isNameNext()
        ? "the name of a property comes next in the " + description
        : "a value comes next in the " + description;
  }

  /**
   * Creates an exception for the value that was read last. Use this method to reject a value in
   * code that reads application types.
   *
   * <pre>{@code
   * long hp = reader.nextLong();
   * if (hp < 0) {
   *   throw reader.refusal("hp " + hp + " is negative");
   * }
   * }</pre>
   *
   * <p>After the call, that value is the next value again.
   *
   * @param problem the problem with the value
   * @return an exception with the offset and path of the value
   * @throws IllegalStateException if no value was read in the innermost open container
   */
  public VariantTypeException refusal(String problem) {
    checkOpen("refusal");
    if (!in.reopen()) {
      throw new IllegalStateException("refusal but no value was read at " + path());
    }
    return in.wrongType(problem);
  }

  /** Returns the header of the next value. Throws if no value is next. */
  private int nextHeader(String call) {
    checkValueIsNext(call);
    return in.nextHeader();
  }

  private void checkValueIsNext(String call) {
    if (!in.isValueNext()) {
      checkOpen(call);
      throw new IllegalStateException(call + " but " + state());
    }
  }

  /** Returns the header of the next value. Throws if the value does not have the given type. */
  private int expect(String call, VariantType type) {
    checkValueIsNext(call);
    return in.expect(type);
  }
}
