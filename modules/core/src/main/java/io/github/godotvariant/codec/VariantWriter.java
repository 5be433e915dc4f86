package io.github.godotvariant.codec;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.internal.values.Place;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.ValueEncoder;
import io.github.godotvariant.internal.wire.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
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
  private static final int UNKNOWN = -1;

  private final ValueEncoder out;

  /** A container that is open; the outermost stands for an array in which the whole value is. */
  private static final class Frame {
    Container form = Container.ARRAY;

    /** What was announced, or unknown. */
    int announced = 1;

    /** Values so far; a dictionary's keys count as well. */
    long written;

    /** Where the count stands, from the start. */
    int countAt;

    /** Object: the name is written and its value comes next. */
    boolean named;

    /** Whether a value may always be written: here is no object, and the depth is allowed. */
    boolean takesValues;

    /** The latest key or property name, as it was handed over, for paths once there is one. */
    Object key = NilValue.NIL;

    boolean keyIsNext() {
      return form == Container.DICTIONARY && (written & 1) == 0;
    }
  }

  private Frame[] frames = {new Frame()};

  /** The innermost open container, and how many are open. */
  private Frame top = frames[0];

  private int level;

  /** How many containers are open around the whole value. */
  private final int base;

  VariantWriter(ValueEncoder out) {
    this(out, 0);
  }

  VariantWriter(ValueEncoder out, int depth) {
    this.out = out;
    base = depth;
    out.outer(this::path);
  }

  /** What this has written into, for another one; this starts again without it. */
  byte[] takeBuffer() {
    reset();
    return out.takeArray();
  }

  /** How deep the value stands that is next. */
  int depth() {
    return base + level;
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
    Frame frame = before("value");
    out.boolValue(value);
    if (frame.keyIsNext()) {
      frame.key = BoolValue.of(value);
    }
    return done(frame);
  }

  /**
   * Writes an int.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(long value) {
    Frame frame = before("value");
    out.intValue(value);
    if (frame.keyIsNext()) {
      frame.key = IntValue.of(value);
    }
    return done(frame);
  }

  /**
   * Writes a float.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(double value) {
    Frame frame = before("value");
    out.floatValue(value);
    if (frame.keyIsNext()) {
      frame.key = FloatValue.of(value);
    }
    return done(frame);
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
    Frame frame = before("value");
    Objects.requireNonNull(value, "value");
    boolean isKey = frame.keyIsNext();
    if (!isKey || !out.familiarKey(value)) {
      string(value);
    }
    if (isKey) {
      frame.key = value;
    }
    return done(frame);
  }

  private void string(String value) {
    int from = out.position();
    try {
      out.string(value);
    } catch (VariantException e) {
      out.backTo(from);
      throw e;
    }
  }

  /**
   * Writes a key of the innermost open dictionary; its value comes next.
   *
   * @param key the key
   * @return this
   */
  public VariantWriter key(VariantKey key) {
    Frame frame = before("key");
    if (!frame.keyIsNext()) {
      throw new IllegalStateException("key but " + state());
    }
    EncodedText wire = key.in(out.table);
    if (wire == null) {
      return value(key.text());
    }
    out.text(wire);
    frame.key = key.text();
    return done(frame);
  }

  /**
   * Writes any value, with all that is in it.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(Variant value) {
    Frame frame = before("value");
    Objects.requireNonNull(value, "value");
    int from = out.position();
    try {
      out.write(value, base + level);
    } catch (VariantException e) {
      out.backTo(from);
      throw e;
    }
    if (frame.keyIsNext()) {
      frame.key = value;
    }
    return done(frame);
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
    before("beginArray");
    header(() -> out.arrayHeader(ElementType.UNTYPED, checked(size)));
    return push(Container.ARRAY, size);
  }

  /**
   * Opens an array of a size that is not known yet.
   *
   * @param type what its elements are declared to be; not checked
   * @return this
   */
  public VariantWriter beginArray(ElementType type) {
    before("beginArray");
    header(() -> out.arrayHeader(type, 0));
    return push(Container.ARRAY, UNKNOWN);
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
    before("beginDictionary");
    header(() -> out.dictionaryHeader(ElementType.UNTYPED, ElementType.UNTYPED, checked(size)));
    return push(Container.DICTIONARY, size);
  }

  /**
   * Opens a dictionary of a size that is not known yet.
   *
   * @param keyType what its keys are declared to be; not checked
   * @param valueType what its values are declared to be; not checked
   * @return this
   */
  public VariantWriter beginDictionary(ElementType keyType, ElementType valueType) {
    before("beginDictionary");
    header(() -> out.dictionaryHeader(keyType, valueType, 0));
    return push(Container.DICTIONARY, UNKNOWN);
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
    before("beginObject");
    if (className.isEmpty()) {
      throw new IllegalArgumentException("an empty class name is the null object: write nil");
    }
    header(() -> out.objectHeader(className, 0));
    return push(Container.OBJECT, UNKNOWN);
  }

  /**
   * Writes the name of a property; its value comes next.
   *
   * @param name the name
   * @return this
   */
  public VariantWriter name(String name) {
    if (top.form != Container.OBJECT || top.named) {
      throw new IllegalStateException("name but " + state());
    }
    top.key = name;
    header(() -> out.text(name));
    top.named = true;
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

  /** Writes what stands before the elements; what cannot be written leaves no trace. */
  private void header(Runnable writing) {
    int from = out.position();
    try {
      writing.run();
    } catch (VariantException e) {
      out.backTo(from);
      throw e;
    }
  }

  private static int checked(int size) {
    if (size < 0) {
      throw new IllegalArgumentException("size " + size + " is negative");
    }
    return size;
  }

  private VariantWriter push(Container form, int size) {
    if (++level == frames.length) {
      frames = Arrays.copyOf(frames, 4 * level);
    }
    Frame frame = frames[level];
    if (frame == null) {
      frame = new Frame();
      frames[level] = frame;
    }
    top = frame;
    if (frame.form != form) {
      frame.form = form;
    }
    frame.announced = size;
    frame.written = 0;
    frame.countAt = out.position() - 4;
    frame.named = false;
    frame.takesValues = form != Container.OBJECT && base + level <= ReadLimits.ENGINE_DEPTH;
    return this;
  }

  private VariantWriter end(String call, Container form) {
    Frame frame = top;
    if (level == 0 || frame.form != form) {
      throw new IllegalStateException(call + " but " + state());
    }
    if (frame.named || (form == Container.DICTIONARY && (frame.written & 1) != 0)) {
      throw new IllegalStateException(call + " but a value is missing at " + path());
    }
    long count = form == Container.DICTIONARY ? frame.written / 2 : frame.written;
    if (frame.announced == UNKNOWN) {
      if (count > Wire.MAX_COUNT) {
        throw new IllegalStateException(call + " but there are more than " + Wire.MAX_COUNT);
      }
      out.putCount(frame.countAt, (int) count);
    } else if (frame.announced != count) {
      throw new IllegalStateException(
          call + " but " + frame.announced + " were announced and " + count + " written");
    }
    top = frames[--level];
    if (top.keyIsNext()) {
      top.key = VariantArray.EMPTY; // a container, which is no key to show
    }
    return done(top);
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
    out.putInto(target);
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
    out.putInto(target);
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
    out.backTo(0);
    level = 0;
    top = frames[0];
    top.written = 0;
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
    Frame frame = top;
    int outer = level;
    int from = out.position();
    long written = frame.written;
    boolean named = frame.named;
    Object key = frame.key;
    try {
      calls.run();
    } catch (Throwable e) {
      out.backTo(from);
      level = outer;
      top = frame;
      frame.written = written;
      frame.named = named;
      frame.key = key;
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
    Place place = new Place("$");
    for (int i = 1; i <= level && !place.isEnded(); i++) {
      Frame frame = frames[i];
      if (frame.form == Container.ARRAY) {
        place.index(frame.written);
      } else if (frame.keyIsNext()) {
        place.unread("key", frame.written / 2);
      } else if (frame.form == Container.OBJECT && !frame.named) {
        place.unread("property", frame.written);
      } else {
        place.value(Variant.of(frame.key), frame.written / 2);
      }
    }
    return place.toString();
  }

  private void checkComplete(String call) {
    if (level > 0 || top.written == 0) {
      throw new IllegalStateException(call + " but " + state());
    }
  }

  /** That a value may be written now, and in what. */
  private Frame before(String call) {
    Frame frame = top;
    if (!frame.takesValues) {
      check(frame, call);
    }
    return frame;
  }

  private void check(Frame frame, String call) {
    if (level == 0 ? frame.written > 0 : frame.form == Container.OBJECT && !frame.named) {
      throw new IllegalStateException(call + " but " + state());
    }
    out.checkDepth(base + level);
  }

  private VariantWriter done(Frame frame) {
    frame.written++;
    frame.named = false;
    return this;
  }

  private String state() {
    if (level == 0) {
      return top.written > 0 ? "the whole value has been written" : "no container is open";
    }
    return top.form == Container.OBJECT && !top.named
        ? "the name of a property comes next at " + path()
        : "a value comes next in the " + top.form.noun + " at " + path();
  }
}
