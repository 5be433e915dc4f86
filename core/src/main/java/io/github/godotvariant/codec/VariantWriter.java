package io.github.godotvariant.codec;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.WireInput.Container;
import io.github.godotvariant.internal.values.Place;
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
 * <p>A dictionary's keys and values come in turn; that keys differ is up to the caller. An object's
 * properties take a {@link #name} and then the value. Calls that make no sense where they are made
 * throw {@link IllegalStateException}; values that the dialect cannot express throw as they do in
 * {@link VariantCodec#encode} and leave the writer as it was. Not for use by several threads.
 */
public final class VariantWriter {
  private static final int UNKNOWN = -1;

  private final TreeEncoder out;
  private boolean rootWritten;

  private Container[] forms = new Container[8];

  /** What was announced, or unknown. */
  private int[] announced = new int[8];

  /** Values so far; a dictionary's keys count as well. */
  private long[] written = new long[8];

  /** Where the count stands, from the start. */
  private int[] countAt = new int[8];

  private boolean[] named = new boolean[8];

  /** The latest key or property name, for paths. */
  private Variant[] keys = new Variant[8];

  private int level = -1;

  VariantWriter(TreeEncoder out) {
    this.out = out;
    out.outer(this::path);
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
    return value(BoolValue.of(value));
  }

  /**
   * Writes an int.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(long value) {
    return value(IntValue.of(value));
  }

  /**
   * Writes a float.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(double value) {
    return value(FloatValue.of(value));
  }

  /**
   * Writes a String.
   *
   * @param value the text
   * @return this
   */
  public VariantWriter value(String value) {
    return value(StringValue.of(value));
  }

  /**
   * Writes any value, with all that is in it.
   *
   * @param value the value
   * @return this
   */
  public VariantWriter value(Variant value) {
    before("value");
    Objects.requireNonNull(value, "value");
    int from = out.pos;
    try {
      out.write(value, level + 1);
    } catch (VariantException e) {
      out.pos = from;
      throw e;
    }
    if (keyIsNext()) {
      keys[level] = value;
    }
    return done();
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
    if (level < 0 || forms[level] != Container.OBJECT || named[level]) {
      throw new IllegalStateException("name but " + state());
    }
    keys[level] = StringValue.of(name);
    header(() -> out.text(name));
    named[level] = true;
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
    int from = out.pos;
    try {
      writing.run();
    } catch (VariantException e) {
      out.pos = from;
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
    if (++level == forms.length) {
      int larger = 2 * level;
      forms = Arrays.copyOf(forms, larger);
      announced = Arrays.copyOf(announced, larger);
      written = Arrays.copyOf(written, larger);
      countAt = Arrays.copyOf(countAt, larger);
      named = Arrays.copyOf(named, larger);
      keys = Arrays.copyOf(keys, larger);
    }
    forms[level] = form;
    announced[level] = size;
    written[level] = 0;
    countAt[level] = out.pos - 4;
    named[level] = false;
    keys[level] = NilValue.NIL;
    return this;
  }

  private VariantWriter end(String call, Container form) {
    if (level < 0 || forms[level] != form) {
      throw new IllegalStateException(call + " but " + state());
    }
    if (named[level] || (form == Container.DICTIONARY && (written[level] & 1) != 0)) {
      throw new IllegalStateException(call + " but a value is missing at " + path());
    }
    long count = form == Container.DICTIONARY ? written[level] / 2 : written[level];
    if (announced[level] == UNKNOWN) {
      if (count > Wire.MAX_COUNT) {
        throw new IllegalStateException(call + " but there are more than " + Wire.MAX_COUNT);
      }
      Wire.putInt(out.out, countAt[level], (int) count);
    } else if (announced[level] != count) {
      throw new IllegalStateException(
          call + " but " + announced[level] + " were announced and " + count + " written");
    }
    level--;
    return done();
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
    target.put(out.out, 0, out.size());
  }

  /**
   * Forgets what was written, to start again with the same buffers.
   *
   * @return this
   */
  public VariantWriter reset() {
    out.pos = 0;
    level = -1;
    rootWritten = false;
    return this;
  }

  /**
   * The place of the value that is written next.
   *
   * @return a path such as {@code $.player.items[3]}
   */
  public String path() {
    Place place = new Place("$");
    for (int i = 0; i <= level && !place.isEnded(); i++) {
      if (forms[i] == Container.ARRAY) {
        place.index(written[i]);
      } else if (forms[i] == Container.DICTIONARY && (written[i] & 1) == 0) {
        place.unread("key", written[i] / 2);
      } else if (forms[i] == Container.OBJECT && !named[i]) {
        place.unread("property", written[i]);
      } else {
        place.value(keys[i], written[i] / 2);
      }
    }
    return place.toString();
  }

  private void checkComplete(String call) {
    if (level >= 0 || !rootWritten) {
      throw new IllegalStateException(call + " but " + state());
    }
  }

  private void before(String call) {
    if (level < 0 ? rootWritten : forms[level] == Container.OBJECT && !named[level]) {
      throw new IllegalStateException(call + " but " + state());
    }
    out.checkDepth(level + 1);
  }

  private boolean keyIsNext() {
    return level >= 0 && forms[level] == Container.DICTIONARY && (written[level] & 1) == 0;
  }

  private VariantWriter done() {
    if (level < 0) {
      rootWritten = true;
    } else {
      written[level]++;
      named[level] = false;
    }
    return this;
  }

  private String state() {
    if (level < 0) {
      return rootWritten ? "the whole value has been written" : "no container is open";
    }
    return forms[level] == Container.OBJECT && !named[level]
        ? "the name of a property comes next at " + path()
        : "a value comes next in the " + forms[level].noun + " at " + path();
  }
}
