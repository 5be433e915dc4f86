package io.github.godotvariant.codec;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.WireInput.Container;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.values.Place;
import io.github.godotvariant.internal.values.Trusted;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
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
  private static final int NOWHERE = -1;

  private final TreeDecoder in;
  private final Runnable onClose;
  private boolean closed;

  /** A container that is open; the outermost stands for an array in which the whole value is. */
  private static final class Frame {
    Container form = Container.ARRAY;

    /** Values to come; a dictionary's keys count as well. */
    long left = 1;

    /** How many there were at first. */
    long size = 1;

    /** What the containers around still need at least, in bytes. */
    long before;

    /** Where the container starts. */
    int startAt;

    /** Where the latest key or property name starts, for paths. */
    int keyAt = NOWHERE;

    /** Object: the name is read and its value comes next. */
    boolean named;

    ElementType type = ElementType.UNTYPED;
    ElementType valueType = ElementType.UNTYPED;

    boolean keyIsNext() {
      return form == Container.DICTIONARY && left > 0 && (left & 1) == 0;
    }
  }

  private Frame[] frames = {new Frame()};

  /** The innermost open container, and how many are open. */
  private Frame top = frames[0];

  private int level;

  /** Where the value that is next, or was read last, starts. */
  private int nextAt;

  VariantReader(TreeDecoder in, Runnable onClose) {
    this.in = in;
    this.onClose = onClose;
    in.outer(this::path);
  }

  /**
   * Whether a value (or key, or property name) comes next in the innermost open container, or the
   * whole value if none is open and it has not been read.
   *
   * @return false at the end of the container, which is then to be ended
   */
  public boolean hasNext() {
    checkOpen("hasNext");
    return top.left > 0;
  }

  /**
   * The type of the next value.
   *
   * @return the type; {@link VariantType#OBJECT} also for the null form of an object
   * @throws IllegalStateException if no value comes next
   * @throws MalformedVariantException if there is no header, or its id is not in the dialect
   */
  public VariantType peek() {
    int header = next("peek");
    int id = in.table.idOf(header);
    TypeRow row = in.table.row(id);
    if (row == null || row.layout().kind() == Layout.Kind.UNSUPPORTED) {
      in.leafSize(header);
    }
    return in.table.knownRow(id).type();
  }

  /**
   * Reads a nil.
   *
   * @throws VariantTypeException if the next value is not nil
   */
  public void nextNil() {
    int header = next("nextNil");
    expect(header, VariantType.NIL);
    in.pos += in.leafSize(header);
    done();
  }

  /**
   * Reads a bool.
   *
   * @return the value
   * @throws VariantTypeException if the next value is no bool
   */
  public boolean nextBool() {
    int header = next("nextBool");
    expect(header, VariantType.BOOL);
    int length = in.leafSize(header);
    boolean value = Wire.getInt(in.in, in.pos + 4) != 0;
    in.pos += length;
    done();
    return value;
  }

  /**
   * Reads an int.
   *
   * @return the value
   * @throws VariantTypeException if the next value is no int
   */
  public long nextInt() {
    int header = next("nextInt");
    int at = in.pos;
    if (header == in.table.intHeader && in.end - at >= 8) {
      in.pos = at + 8;
      done();
      return Wire.getInt(in.in, at + 4);
    }
    expect(header, VariantType.INT);
    return integer(header);
  }

  private long integer(int header) {
    int length = in.leafSize(header);
    int at = in.pos + 4;
    long value = length == 8 ? Wire.getInt(in.in, at) : Wire.getLong(in.in, at);
    in.pos += length;
    done();
    return value;
  }

  /**
   * Reads a float, or an int as a float, as the engine converts it.
   *
   * @return the value
   * @throws VariantTypeException if the next value is neither
   */
  public double nextFloat() {
    int header = next("nextFloat");
    int from = in.pos;
    if (header == in.table.wideFloatHeader && in.end - from >= 12) {
      in.pos = from + 12;
      done();
      return Double.longBitsToDouble(Wire.getLong(in.in, from + 4));
    }
    if (header == in.table.floatHeader && in.end - from >= 8) {
      in.pos = from + 8;
      done();
      return Float.intBitsToFloat(Wire.getInt(in.in, from + 4));
    }
    if (isType(header, VariantType.INT)) {
      return integer(header);
    }
    expect(header, VariantType.FLOAT);
    int length = in.leafSize(header);
    int at = in.pos + 4;
    double value =
        length == 8
            ? Float.intBitsToFloat(Wire.getInt(in.in, at))
            : Double.longBitsToDouble(Wire.getLong(in.in, at));
    in.pos += length;
    done();
    return value;
  }

  /**
   * Reads a String or StringName, which the engine takes for each other.
   *
   * @return the text
   * @throws VariantTypeException if the next value is neither
   */
  public String nextString() {
    int header = next("nextString");
    if (header != in.table.stringHeader && !isType(header, VariantType.STRING_NAME)) {
      expect(header, VariantType.STRING);
    }
    String text = in.string();
    done();
    return text;
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
    Frame frame = top;
    if (!frame.keyIsNext() || closed) {
      return noKey(frame);
    }
    WireText wire = key.in(in.table);
    int at = in.pos;
    if (wire == null || wire.length() > in.limits.stringBytes()) {
      return isKey(key);
    }
    if (!wire.standsAt(in.in, at, in.end)) {
      return mayStandAt(wire, at) && isKey(key);
    }
    in.pos = at + 4; // where nextString would find the limit exceeded
    in.charge(0, WireInput.STRING_COST + (long) wire.length());
    in.pos = at + wire.size;
    frame.keyAt = at;
    frame.left--;
    return true;
  }

  /**
   * Whether a key may be at an index whose bytes are others: with another header, with padding that
   * is not zero, behind a byte order mark, before a NUL. Mostly it is a key with another letter.
   */
  private boolean mayStandAt(WireText wire, int at) {
    if (in.header() != in.table.stringHeader || in.end - at <= 8) {
      return true;
    }
    byte letter = in.in[at + 8];
    return letter == wire.letter() || letter == (byte) 0xEF;
  }

  private boolean noKey(Frame frame) {
    checkOpen("nextKeyIs");
    if (frame.form != Container.DICTIONARY || frame.left > 0) {
      throw new IllegalStateException("nextKeyIs but " + state());
    }
    return false;
  }

  /** Reads the next key if it is this one, however it is written. */
  private boolean isKey(VariantKey key) {
    int header = next("nextKeyIs");
    if (!isType(header, VariantType.STRING) && !isType(header, VariantType.STRING_NAME)) {
      return false;
    }
    int at = in.pos;
    long elements = in.elementsLeft;
    long heap = in.heapLeft;
    if (in.string().equals(key.text())) {
      done();
      return true;
    }
    in.pos = at;
    in.restore(elements, heap);
    return false;
  }

  /**
   * Reads the next value, whatever it is, with all that is in it.
   *
   * @return the value
   */
  public Variant nextValue() {
    next("nextValue");
    Variant value = in.read(level, pendingAfter());
    done();
    return value;
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
    next("nextValue");
    int at = in.pos;
    long elements = in.elementsLeft;
    long heap = in.heapLeft;
    Variant value = in.read(level, pendingAfter());
    if (!kind.isInstance(value)) {
      in.pos = at;
      in.restore(elements, heap);
      throw new VariantTypeException(
          "wanted " + kind.getSimpleName() + " but found " + value.type(), byteOffset(), path());
    }
    done();
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
   * the manual, with components that a Color may not hold.
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
    Layout.Kind kind = in.table.kindOf(in.table.idOf(header));
    if (Element.of(kind, in.table.wideReals(header)) != wanted) {
      throw new VariantTypeException(
          "wanted packed " + wanted.noun + " but found " + peek() + width(kind, header),
          byteOffset(),
          path());
    }
    int size = in.leafSize(header);
    int at = in.pos + 8;
    int count = Wire.getInt(in.in, at - 4);
    int elementSize =
        WireInput.elementSize(
            in.table.knownRow(in.table.idOf(header)).layout(), in.table.wideReals(header));
    in.pos += size;
    done();
    return ByteBuffer.wrap(in.in, at, count * elementSize)
        .slice()
        .asReadOnlyBuffer()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private String width(Layout.Kind kind, int header) {
    if (kind != Layout.Kind.PACKED_REALS) {
      return "";
    }
    return " with components of " + (in.table.wideReals(header) ? "64 bits" : "32 bits");
  }

  /** What packed arrays consist of. */
  private enum Element {
    BYTE("bytes"),
    INT("32-bit ints"),
    LONG("64-bit ints"),
    FLOAT("32-bit floats"),
    DOUBLE("64-bit floats");

    final String noun;

    Element(String noun) {
      this.noun = noun;
    }

    /** Null for everything else than a packed array of numbers. */
    static @Nullable Element of(Layout.Kind kind, boolean wideReals) {
      return switch (kind) {
        case PACKED_BYTES -> BYTE;
        case PACKED_INTS -> INT;
        case PACKED_LONGS -> LONG;
        case PACKED_FLOATS, PACKED_COLORS -> FLOAT;
        case PACKED_DOUBLES -> DOUBLE;
        case PACKED_REALS -> wideReals ? DOUBLE : FLOAT;
        default -> null;
      };
    }
  }

  /**
   * Steps over the next value. Its structure is checked and charged as when it is read; texts and
   * numbers are not looked at.
   */
  public void skip() {
    next("skip");
    in.skip(level, pendingAfter());
    done();
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
    return begin(header);
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
    return begin(header);
  }

  /**
   * Opens a full object.
   *
   * @return its class name; empty for the null object, which has no properties
   * @throws VariantTypeException if the next value is no object in full form
   * @throws io.github.godotvariant.VariantLimitException if full objects are not allowed
   */
  public String beginObject() {
    int header = next("beginObject");
    expect(header, VariantType.OBJECT);
    if (in.leafSize(header) > 0) {
      throw new VariantTypeException(
          "wanted a full Object but found an instance id", (long) in.pos - in.start, path());
    }
    begin(header);
    return in.enteredClass;
  }

  private int begin(int header) {
    int at = in.pos;
    long pending = pendingAfter();
    int count = in.enter(header);
    in.checkContainer(level + 1, count, pending, at);
    if (++level == frames.length) {
      frames = Arrays.copyOf(frames, 4 * level);
    }
    Frame frame = frames[level];
    if (frame == null) {
      frame = new Frame();
      frames[level] = frame;
    }
    top = frame;
    frame.form = in.entered;
    frame.size = in.entered == Container.DICTIONARY ? 2L * count : count;
    frame.left = frame.size;
    frame.before = pending;
    frame.startAt = at;
    frame.keyAt = NOWHERE;
    frame.named = false;
    frame.type = in.enteredType;
    frame.valueType = in.enteredValueType;
    return count;
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
    Frame frame = top;
    if (level == 0 || frame.form != form) {
      throw new IllegalStateException(call + " but " + state());
    }
    if (frame.left > 0) {
      throw new IllegalStateException(
          call
              + " but "
              + frame.left
              + (frame.left == 1 ? " value is" : " values are")
              + " still to be read at "
              + path());
    }
    nextAt = frame.startAt;
    top = frames[--level];
    done();
  }

  /**
   * Reads the name of the next property of an object.
   *
   * @return the name
   */
  public String nextName() {
    checkOpen("nextName");
    if (top.form != Container.OBJECT || top.left == 0 || top.named) {
      throw new IllegalStateException("nextName but " + state());
    }
    int at = in.pos;
    String name = in.text("name of property", (int) (top.size - top.left), "");
    top.keyAt = at;
    top.named = true;
    return name;
  }

  /**
   * What the innermost open array declares its elements to be, or the dictionary its keys.
   *
   * @return the type, {@link ElementType#UNTYPED} for ordinary containers
   * @throws IllegalStateException if no container is open
   */
  public ElementType elementType() {
    return innermost().type;
  }

  /**
   * What the innermost open dictionary declares its values to be.
   *
   * @return the type, {@link ElementType#UNTYPED} for ordinary containers
   * @throws IllegalStateException if no container is open
   */
  public ElementType valueType() {
    return innermost().valueType;
  }

  private Frame innermost() {
    checkOpen("elementType");
    if (level == 0) {
      throw new IllegalStateException("no container is open");
    }
    return top;
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
    next("seek");
    int at = in.pos;
    int from = level;
    long elements = in.elementsLeft;
    long heap = in.heapLeft;
    for (Variant step : path.steps()) {
      if (!step(step)) {
        level = from;
        top = frames[from];
        in.pos = at;
        in.restore(elements, heap);
        return false;
      }
    }
    return true;
  }

  private boolean step(Variant step) {
    int header = in.header();
    if (isType(header, VariantType.ARRAY)) {
      int count = begin(header);
      if (!(step instanceof IntValue index) || index.value() < 0 || index.value() >= count) {
        return false;
      }
      for (long i = 0; i < index.value(); i++) {
        skip();
      }
      return true;
    }
    if (isType(header, VariantType.DICTIONARY)
        || (isType(header, VariantType.OBJECT) && in.leafSize(header) == 0)) {
      begin(header);
      return lastMatch(step);
    }
    return false;
  }

  /** Goes to the value of the last key or property that matches. */
  private boolean lastMatch(Variant step) {
    Frame frame = top;
    int at = NOWHERE;
    int key = NOWHERE;
    long rest = 0;
    long elements = 0;
    long heap = 0;
    boolean object = frame.form == Container.OBJECT;
    while (frame.left > 0) {
      boolean matches =
          object
              ? Trusted.sameKey(StringValue.of(nextName()), step)
              : Trusted.sameKey(nextValue(), step);
      if (matches) {
        at = in.pos;
        key = frame.keyAt;
        rest = frame.left;
        elements = in.elementsLeft;
        heap = in.heapLeft;
      }
      skip();
    }
    if (at == NOWHERE) {
      return false;
    }
    in.pos = at;
    in.restore(elements, heap);
    frame.keyAt = key;
    frame.left = rest;
    frame.named = object;
    return true;
  }

  /**
   * Checks that the whole value has been read and nothing follows it.
   *
   * @throws IllegalStateException if the value has not been read to its end
   * @throws MalformedVariantException if bytes follow it
   */
  public void expectEnd() {
    checkOpen("expectEnd");
    if (level > 0 || top.left > 0) {
      throw new IllegalStateException("expectEnd but " + state());
    }
    if (in.pos != in.end) {
      throw new MalformedVariantException(
          Counts.bytesFollow(in.end - in.pos) + " the value", byteOffset(), "$");
    }
  }

  /**
   * The place of the value that comes next; after the last one of a container, of the last one.
   *
   * @return a path such as {@code $.player.items[3]}
   */
  public String path() {
    checkOpen("path");
    Place place = new Place("$");
    for (int i = 1; i <= level && !place.isEnded(); i++) {
      Frame frame = frames[i];
      long index = frame.size - frame.left;
      if (frame.form == Container.ARRAY) {
        place.index(Math.min(index, Math.max(0, frame.size - 1)));
      } else if (frame.form == Container.OBJECT) {
        nameOf(place, frame, index);
      } else if (frame.keyIsNext()) {
        place.unread("key", index / 2);
      } else if (frame.keyAt != NOWHERE) {
        Variant key = in.keyAt(frame.keyAt);
        long pair = frame.left == 0 ? frame.size / 2 - 1 : index / 2;
        place.value(key == null ? VariantArray.EMPTY : key, pair);
      }
    }
    return place.toString();
  }

  private void nameOf(Place place, Frame object, long index) {
    if (!object.named && object.left > 0) {
      place.unread("property", index);
    } else if (object.keyAt != NOWHERE) {
      Variant name = in.nameAt(object.keyAt);
      if (name != null) {
        place.name(name.asString());
      }
    }
  }

  /**
   * Where the value that comes next starts.
   *
   * @return bytes from the start of the input
   */
  public long byteOffset() {
    checkOpen("byteOffset");
    return (long) in.pos - in.start;
  }

  /** Gives the reader's buffers back. Nothing can be read afterwards. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      onClose.run();
    }
  }

  private void checkOpen(String call) {
    if (closed) {
      throw new IllegalStateException(call + " but the reader is closed");
    }
  }

  private String state() {
    if (level == 0) {
      return top.left == 0 ? "the whole value has been read" : "no container is open";
    }
    String what = top.form.noun + " at " + path();
    if (top.left == 0) {
      return "the " + what + " is at its end";
    }
    return top.form == Container.OBJECT && !top.named
        ? "the name of a property comes next in the " + what
        : "a value comes next in the " + what;
  }

  /** The header of the next value, of which there must be one. */
  private int next(String call) {
    Frame frame = top;
    if (closed || frame.left == 0 || (frame.form == Container.OBJECT && !frame.named)) {
      checkOpen(call);
      throw new IllegalStateException(call + " but " + state());
    }
    nextAt = in.pos;
    return in.header();
  }

  private boolean isType(int header, VariantType type) {
    TypeRow row = in.table.row(in.table.idOf(header));
    return row != null && row.type() == type;
  }

  /** That the next value, which has this header, is of a type. */
  private void expect(int header, VariantType type) {
    if (!isType(header, type)) {
      VariantType found = peek();
      throw new VariantTypeException(
          "wanted " + type + " but found " + found, byteOffset(), path());
    }
  }

  /** What must follow the next value at least, in bytes. */
  private long pendingAfter() {
    Frame frame = top;
    long each = frame.form == Container.OBJECT ? frame.form.unit : WireInput.MIN_VALUE;
    return frame.before + (frame.left - 1) * each;
  }

  /** After a value, key or closed container. */
  private void done() {
    Frame frame = top;
    if (frame.keyIsNext()) {
      frame.keyAt = nextAt;
    }
    frame.left--;
    frame.named = false;
  }
}
