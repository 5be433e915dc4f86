package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.PackedArrayCodecs.Element;
import io.github.godotvariant.internal.wire.TypeCodec;
import io.github.godotvariant.internal.wire.ValueDecoder;
import io.github.godotvariant.internal.wire.ValueSeeker;
import io.github.godotvariant.internal.wire.WireCursor;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads an encoded value piece by piece, without building what is not asked for.
 *
 * <p>At any time one value is next: first the whole one, then, inside a container, its elements. A
 * dictionary's keys and values come in turn, so that each pair takes two calls. An object's
 * properties take a {@link #nextName} and then the value.
 *
 * <pre>{@code
 * try (VariantReader reader = codec.reader(packet)) {
 *   reader.beginDictionary();
 *   while (reader.hasNext()) {
 *     switch (reader.nextString()) {
 *       case "id" -> id = reader.nextInt();
 *       case "at" -> at = reader.nextValue(Vector3.class);
 *       case "tags" -> {
 *         int count = reader.beginArray();
 *         for (int i = 0; i < count; i++) {
 *           tags.add(reader.nextString());
 *         }
 *         reader.endArray();
 *       }
 *       default -> reader.skip();
 *     }
 *   }
 *   reader.endDictionary();
 * }
 * }</pre>
 *
 * <p>A method that finds another type than it is for throws {@link VariantTypeException} and leaves
 * the value to be read otherwise. Malformed bytes and exceeded limits throw as they do in {@link
 * VariantCodec}, when they are reached. Calls that make no sense where they are made throw {@link
 * IllegalStateException}. After malformed bytes or an exceeded limit a reader is of no use.
 *
 * <p>The input must not change while it is read. Not for use by several threads.
 */
public final class VariantReader implements AutoCloseable {
  private final ValueDecoder in;
  private final Runnable onClose;
  private boolean closed;

  /** The index of the key that {@link #selectKey} read last. */
  private int selected = -1;

  VariantReader(ValueDecoder in, Runnable onClose) {
    this.in = in;
    this.onClose = onClose;
  }

  /** {@return the decoder that this moves} */
  ValueDecoder decoder() {
    return in;
  }

  /**
   * Whether a value (or key, or property name) comes next in the innermost open container, or the
   * whole value if none is open and it has not been read.
   *
   * @return false at the end of the container, which is then to be ended
   */
  public boolean hasNext() {
    checkOpen("hasNext");
    return in.hasNext();
  }

  /**
   * The type of the next value.
   *
   * @return the type; {@link VariantType#OBJECT} also for the null form of an object
   * @throws IllegalStateException if no value comes next
   * @throws MalformedVariantException if there is no header, or its id is not in the dialect
   */
  public VariantType peek() {
    return known(next("peek")).type();
  }

  /** What reads a header, which a value of the dialect has. */
  private TypeCodec known(int header) {
    TypeCodec leaf = in.table.leaf(header);
    if (!leaf.isReadable()) {
      leaf.scan(in, header, null); // says so
    }
    return leaf;
  }

  /**
   * Reads a nil.
   *
   * @throws VariantTypeException if the next value is not nil
   */
  public void nextNil() {
    expect(next("nextNil"), VariantType.NIL);
    in.skipValue();
  }

  /**
   * Reads a bool.
   *
   * @return the value
   * @throws VariantTypeException if the next value is no bool
   */
  public boolean nextBool() {
    expect(next("nextBool"), VariantType.BOOL);
    boolean value = in.bool();
    in.done();
    return value;
  }

  /**
   * Reads an int.
   *
   * @return the value
   * @throws VariantTypeException if the next value is no int
   */
  public long nextInt() {
    return in.isShortIntNext() ? in.shortInt() : otherInt();
  }

  private long otherInt() {
    int header = next("nextInt");
    expect(header, VariantType.INT);
    long value = in.integer(header);
    in.done();
    return value;
  }

  /**
   * Reads a float, or an int as a float, as the engine converts it.
   *
   * @return the value
   * @throws VariantTypeException if the next value is neither
   */
  public double nextFloat() {
    return in.isWideFloatNext() ? in.wideFloat() : otherFloat();
  }

  private double otherFloat() {
    int header = next("nextFloat");
    double value;
    if (in.is(header, VariantType.INT)) {
      value = in.integer(header);
    } else {
      expect(header, VariantType.FLOAT);
      value = in.real(header);
    }
    in.done();
    return value;
  }

  /**
   * Reads a String or StringName, which the engine takes for each other.
   *
   * @return the text
   * @throws VariantTypeException if the next value is neither
   */
  public String nextString() {
    expectText(next("nextString"));
    String text = in.string();
    in.done();
    return text;
  }

  /**
   * Reads a String or StringName where it stands, for those who hand its bytes on.
   *
   * @return its UTF-8, without what the dialect leaves out of texts: a view of the input without a
   *     copy, read-only, for as long as the input does not change. In Godot 3 there may be halves
   *     of surrogate pairs in it, in three bytes each
   * @throws VariantTypeException if the next value is neither
   */
  public ByteBuffer nextUtf8() {
    expectText(next("nextUtf8"));
    ByteBuffer text = in.utf8();
    in.done();
    return text;
  }

  /**
   * Reads a String or StringName into a buffer, which makes no objects.
   *
   * @param target gets the UTF-8 as {@link #nextUtf8()} gives it; its position moves behind that
   * @return how many bytes there are
   * @throws VariantTypeException if the next value is neither
   * @throws BufferOverflowException if there is not enough room; the value is still the next one
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
   */
  public int nextUtf8(ByteBuffer target) {
    expectText(next("nextUtf8"));
    int before = target.position();
    in.utf8(target);
    in.done();
    return target.position() - before;
  }

  private void expectText(int header) {
    if (!in.isPlainText(header) && !in.is(header, VariantType.STRING_NAME)) {
      expect(header, VariantType.STRING);
    }
  }

  /**
   * Reads the next key of the innermost open dictionary if it is the one that is expected. Programs
   * that ask for keys in the order in which they are mostly written are done soonest; for others
   * {@link #nextString} remains.
   *
   * <pre>{@code
   * reader.beginDictionary();
   * if (reader.nextKeyIs(ID)) {
   *   id = reader.nextInt();
   * }
   * if (reader.nextKeyIs(AT)) {
   *   at = reader.nextValue(Vector3.class);
   * }
   * while (reader.hasNext()) {
   *   switch (reader.nextString()) { // what came in another order
   *     case "id" -> id = reader.nextInt();
   *     case "at" -> at = reader.nextValue(Vector3.class);
   *     default -> reader.skip();
   *   }
   * }
   * reader.endDictionary();
   * }</pre>
   *
   * @param key a String, or the StringName that is the same key
   * @return true if the key was read, and its value is next; false if another key is next, or none
   * @throws IllegalStateException if no dictionary is open, or a value is next in it
   */
  public boolean nextKeyIs(VariantKey key) {
    if (!in.isKeyNext()) {
      checkNoKeyIsNext("nextKeyIs");
      return false;
    }
    EncodedText bytes = key.in(in.table);
    return bytes != null && in.keyIs(bytes) || otherKeyIs(key, bytes);
  }

  /** Checks that the innermost container is a dictionary at its end. */
  private void checkNoKeyIsNext(String call) {
    checkOpen(call);
    if (in.form() != Container.DICTIONARY || in.hasNext()) {
      throw new IllegalStateException(call + " but " + state());
    }
  }

  /** Reads the next key if it has the same text in other bytes. */
  private boolean otherKeyIs(VariantKey key, @Nullable EncodedText bytes) {
    if (bytes != null && in.startsOtherwise(bytes)) {
      return false;
    }
    int header = in.nextHeader();
    if (!in.is(header, VariantType.STRING) && !in.is(header, VariantType.STRING_NAME)) {
      return false;
    }
    WireCursor.Mark mark = in.mark();
    if (in.string().equals(key.text())) {
      in.done();
      return true;
    }
    mark.back();
    return false;
  }

  /**
   * Reads the next key of the innermost open dictionary if it is one of these. The order of the
   * keys does not matter; the order in which they are given is the fastest.
   *
   * @param keys the keys
   * @return the index of the key, whose value is next; -1 if another key is next, or none
   * @throws IllegalStateException if no dictionary is open, or a value is next in it
   */
  public int selectKey(VariantKeys keys) {
    if (!in.isKeyNext()) {
      checkNoKeyIsNext("selectKey");
      return -1;
    }
    int expected = selected + 1 < keys.size() ? selected + 1 : 0;
    EncodedText bytes = keys.get(expected).in(in.table);
    if (bytes != null && in.keyIs(bytes)) {
      selected = expected;
      return expected;
    }
    return selectOther(keys);
  }

  private int selectOther(VariantKeys keys) {
    int header = in.nextHeader();
    if (!in.is(header, VariantType.STRING) && !in.is(header, VariantType.STRING_NAME)) {
      return -1;
    }
    WireCursor.Mark mark = in.mark();
    int index = keys.indexOf(in.string());
    if (index < 0) {
      mark.back();
      return -1;
    }
    in.done();
    selected = index;
    return index;
  }

  /**
   * Reads the next value, whatever it is, with all that is in it.
   *
   * @return the value
   */
  public Variant nextValue() {
    checkValueIsNext("nextValue");
    return in.read();
  }

  /**
   * Reads the next value as one of a given class.
   *
   * @param <T> the class
   * @param kind for example {@code Vector3.class}
   * @return the value
   * @throws VariantTypeException if the next value is of another class
   */
  public <T extends Variant> T nextValue(Class<T> kind) {
    checkValueIsNext("nextValue");
    WireCursor.Mark mark = in.mark();
    Variant value = in.value();
    if (!kind.isInstance(value)) {
      mark.back();
      try {
        return value.as(kind); // throws
      } catch (VariantTypeException e) {
        throw new VariantTypeException(e.problem(), byteOffset(), path());
      }
    }
    in.done();
    return kind.cast(value);
  }

  /**
   * Reads a packed array of bytes where it stands.
   *
   * @return its elements: a view of the input without a copy, read-only, for as long as the input
   *     does not change
   * @throws VariantTypeException if the next value is no PackedByteArray
   */
  public ByteBuffer nextByteBuffer() {
    return elements("nextByteBuffer", Element.BYTE);
  }

  /**
   * Reads a packed array of 32-bit integers where it stands.
   *
   * @return its elements: a view of the input without a copy, read-only, for as long as the input
   *     does not change
   * @throws VariantTypeException if the next value is no PackedInt32Array
   */
  public IntBuffer nextIntBuffer() {
    return elements("nextIntBuffer", Element.INT).asIntBuffer();
  }

  /**
   * Reads a packed array of 64-bit integers where it stands.
   *
   * @return its elements: a view of the input without a copy, read-only, for as long as the input
   *     does not change
   * @throws VariantTypeException if the next value is no PackedInt64Array
   */
  public LongBuffer nextLongBuffer() {
    return elements("nextLongBuffer", Element.LONG).asLongBuffer();
  }

  /**
   * Reads a packed array of 32-bit floats, of vectors or of colors where it stands.
   *
   * <pre>{@code
   * case "heights" -> reader.nextFloatBuffer().get(heights); // a float[] that is there already
   * }</pre>
   *
   * @return its elements, of vectors and colors one component after the other: a view of the input
   *     without a copy, read-only, for as long as the input does not change
   * @throws VariantTypeException if the next value is another one, or has components of 64 bits
   */
  public FloatBuffer nextFloatBuffer() {
    return elements("nextFloatBuffer", Element.FLOAT).asFloatBuffer();
  }

  /**
   * Reads a packed array of 64-bit floats, or of vectors with components of 64 bits as builds of
   * the engine in double precision write them, where it stands; so also colors in the dialects of
   * the manual.
   *
   * @return its elements, of vectors and colors one component after the other: a view of the input
   *     without a copy, read-only, for as long as the input does not change
   * @throws VariantTypeException if the next value is another one, or has components of 32 bits
   */
  public DoubleBuffer nextDoubleBuffer() {
    return elements("nextDoubleBuffer", Element.DOUBLE).asDoubleBuffer();
  }

  private ByteBuffer elements(String call, Element wanted) {
    int header = next(call);
    TypeCodec leaf = known(header);
    if (leaf.element(header) != wanted) {
      throw new VariantTypeException(
          "wanted packed " + wanted.noun + " but found " + leaf.type() + width(leaf, header),
          byteOffset(),
          path());
    }
    ByteBuffer elements = in.numbers(header);
    in.done();
    return elements;
  }

  /** Says of components that may have two widths which they have. */
  private static String width(TypeCodec leaf, int header) {
    return switch (leaf.type()) {
      case PACKED_VECTOR2_ARRAY, PACKED_VECTOR3_ARRAY, PACKED_VECTOR4_ARRAY ->
          " with components of " + (leaf.element(header) == Element.DOUBLE ? "64 bits" : "32 bits");
      default -> "";
    };
  }

  /**
   * Steps over the next value. Its structure is checked and charged as when it is read; texts and
   * numbers are not looked at.
   */
  public void skip() {
    checkValueIsNext("skip");
    in.skipValue();
  }

  /**
   * Opens an array.
   *
   * @return how many elements it has
   * @throws VariantTypeException if the next value is no array
   */
  public int beginArray() {
    int header = next("beginArray");
    expect(header, VariantType.ARRAY);
    return in.enter(header);
  }

  /**
   * Opens a dictionary. Keys and values come in turn; keys that come twice are given twice, while a
   * decoded dictionary has the last value only.
   *
   * @return how many pairs it has
   * @throws VariantTypeException if the next value is no dictionary
   */
  public int beginDictionary() {
    int header = next("beginDictionary");
    expect(header, VariantType.DICTIONARY);
    return in.enter(header);
  }

  /**
   * Opens a full object.
   *
   * @return its class name; empty for the null object, which has no properties
   * @throws VariantTypeException if the next value is no object in full form
   * @throws io.github.godotvariant.ForbiddenVariantException if full objects are not allowed
   */
  public String beginObject() {
    int header = next("beginObject");
    expect(header, VariantType.OBJECT);
    if (in.table.leaf(header).scan(in, header, null) > 0) {
      throw new VariantTypeException(
          "wanted a full Object but found an instance id", byteOffset(), path());
    }
    in.enter(header);
    return in.className();
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

  private void end(String call, Container form) {
    checkOpen(call);
    if (in.level() == 0 || in.form() != form) {
      throw new IllegalStateException(call + " but " + state());
    }
    if (in.hasNext()) {
      throw new IllegalStateException(
          call
              + " but "
              + in.left()
              + (in.left() == 1 ? " value is" : " values are")
              + " still to be read at "
              + path());
    }
    in.leave();
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
   * What the innermost open array declares its elements to be, or the dictionary its keys.
   *
   * @return the type, {@link ElementType#UNTYPED} for ordinary containers
   * @throws IllegalStateException if no container is open
   */
  public ElementType elementType() {
    return innermost("elementType").elementType();
  }

  /**
   * What the innermost open dictionary declares its values to be.
   *
   * @return the type, {@link ElementType#UNTYPED} for ordinary containers
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
   * Goes to one value inside the next one, opening containers and skipping what is before it. Of
   * keys and properties that come twice the last counts, as when decoding; so does the last of
   * Godot 3's dictionaries that look alike, which are several keys. Components of vectors and
   * elements of packed arrays are no values on the wire: a path to one leads nowhere.
   *
   * @param path from the next value, for example {@code "type"} or {@code "player.items[3]"}, as
   *     {@link VariantPath#parse} reads it
   * @return true if the value is there and is now next; false if it is not, and nothing has changed
   * @throws IllegalArgumentException if the text is no path
   */
  public boolean seek(String path) {
    return seek(VariantPath.parse(path));
  }

  /**
   * Goes to one value inside the next one, as {@link #seek(String)}.
   *
   * @param path from the next value
   * @return true if the value is there and is now next; false if it is not, and nothing has changed
   */
  public boolean seek(VariantPath path) {
    checkValueIsNext("seek");
    return new ValueSeeker(in).seek(path);
  }

  /**
   * Checks that the whole value has been read and nothing follows it.
   *
   * @throws IllegalStateException if the value has not been read to its end
   * @throws MalformedVariantException if bytes follow it
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
   * The place of the value that comes next; after the last one of a container, of the last one.
   *
   * @return a path such as {@code $.player.items[3]}
   */
  public String path() {
    checkOpen("path");
    return in.path();
  }

  /**
   * Where the value that comes next starts.
   *
   * @return bytes from the start of the input
   */
  public long byteOffset() {
    checkOpen("byteOffset");
    return in.position();
  }

  /**
   * Where the value, key or container starts that was looked at, read or closed last.
   *
   * @return bytes from the start of the input
   */
  public long lastByteOffset() {
    checkOpen("lastByteOffset");
    return in.lastPosition();
  }

  /** Gives the reader's buffers back. Nothing can be read afterwards. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      in.close();
      onClose.run();
    }
  }

  private void checkOpen(String call) {
    if (closed) {
      throw new IllegalStateException(call + " but the reader is closed");
    }
  }

  private String state() {
    if (in.level() == 0) {
      return in.hasNext() ? "no container is open" : "the whole value has been read";
    }
    String what = in.form().noun + " at " + path();
    if (!in.hasNext()) {
      return "the " + what + " is at its end";
    }
    return in.isNameNext()
        ? "the name of a property comes next in the " + what
        : "a value comes next in the " + what;
  }

  /**
   * What to throw if the value that was read last is not what it has to be: for those who read
   * types of their own.
   *
   * <pre>{@code
   * long hp = reader.nextInt();
   * if (hp < 0) {
   *   throw reader.refusal("hp " + hp + " is negative");
   * }
   * }</pre>
   *
   * <p>The reader is before that value again.
   *
   * @param problem what is wrong with it
   * @return an exception with its place
   * @throws IllegalStateException if no value was read in the innermost open container
   */
  public VariantTypeException refusal(String problem) {
    checkOpen("refusal");
    if (!in.back()) {
      throw new IllegalStateException("refusal but no value was read at " + path());
    }
    return new VariantTypeException(problem, byteOffset(), path());
  }

  /** Returns the header of the next value, of which there must be one. */
  private int next(String call) {
    checkValueIsNext(call);
    return in.nextHeader();
  }

  private void checkValueIsNext(String call) {
    if (!in.isValueNext()) {
      checkOpen(call);
      throw new IllegalStateException(call + " but " + state());
    }
  }

  /** Checks that the next value, which has this header, is of a type. */
  private void expect(int header, VariantType type) {
    if (!in.is(header, type)) {
      throw new VariantTypeException(
          "wanted " + type + " but found " + known(header).type(), byteOffset(), path());
    }
  }
}
