package io.github.godotvariant.codec;

import io.github.godotvariant.Basis;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntShape;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RID;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.Reals;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes being written, and the writing of everything that is no container. What is written is
 * canonical: smallest numbers, zero padding, no bits that mean nothing.
 */
abstract class WireOutput {
  /**
   * Up to here a string is looked at character by character; beyond, the JDK's encoder is faster.
   */
  private static final int SHORT_TEXT = 64;

  private static final int MAX_SIZE = Integer.MAX_VALUE - 8;
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final String STAND_IN_CLASS = "EncodedObjectAsID";

  final WireTable table;
  final boolean fullObjects;

  byte[] out;
  int pos;

  /** Index of the first byte written: offsets in messages count from here. */
  private final int start;

  /** Where writing must stop: the end of the array, or of the caller's part of it. */
  private int end;

  /** Whether the array is the caller's and does not grow. */
  private final boolean fixed;

  private final RecentKeys keys;

  /** Writes into a growing array, from its start. */
  WireOutput(WireTable table, boolean fullObjects, RecentKeys keys, byte[] out) {
    this.table = table;
    this.keys = keys;
    this.fullObjects = fullObjects;
    this.out = out;
    start = 0;
    end = out.length;
    fixed = false;
  }

  /** Writes into a part of an array of the caller's. */
  WireOutput(
      WireTable table, boolean fullObjects, RecentKeys keys, byte[] out, int start, int end) {
    this.table = table;
    this.keys = keys;
    this.fullObjects = fullObjects;
    this.out = out;
    this.start = start;
    this.end = end;
    pos = start;
    fixed = true;
  }

  /** The place in the value where writing is, for messages. */
  abstract String path();

  final int size() {
    return pos - start;
  }

  final byte[] copy() {
    return Arrays.copyOfRange(out, start, pos);
  }

  final InexpressibleVariantException inexpressible(String problem) {
    return new InexpressibleVariantException(problem, (long) pos - start, path());
  }

  /** Makes room for so many more bytes. */
  final void room(long bytes) {
    if (bytes > end - pos) {
      makeRoom(bytes);
    }
  }

  private void makeRoom(long bytes) {
    if (fixed) {
      throw new BufferOverflowException();
    }
    long needed = pos + bytes;
    if (needed > MAX_SIZE) {
      throw new VariantLimitException(
          "encoding is longer than " + MAX_SIZE + " bytes", (long) pos - start, path());
    }
    out = Arrays.copyOf(out, (int) Math.min(MAX_SIZE, Math.max(needed, 2L * out.length)));
    end = out.length;
  }

  /** That elements may be so deep. */
  final void checkDepth(int depth) {
    if (depth > Dialect.ENGINE_DEPTH) {
      throw new VariantLimitException(
          "nested deeper than the " + Dialect.ENGINE_DEPTH + " levels that engines read",
          (long) pos - start,
          path());
    }
  }

  final void putInt(int value) {
    Wire.putInt(out, pos, value);
    pos += 4;
  }

  private void putLong(long value) {
    Wire.putLong(out, pos, value);
    pos += 8;
  }

  /** The id a type is written with. */
  final int id(VariantType type) {
    int id = table.idOf(type);
    if (id < 0) {
      throw inexpressible(type.godotName() + " cannot be written in " + table.dialect.name());
    }
    return id;
  }

  /**
   * Writes a number or bool in its usual form. Small, so that it becomes a part of the loops that
   * call it.
   *
   * @return false for any other value, and close to the end of the array; nothing is written then
   */
  final boolean number(Object value) {
    if (end - pos < 12) {
      return false;
    }
    Class<?> kind = value.getClass();
    if (kind == IntValue.class) {
      long number = ((IntValue) value).value();
      if (table.intHeader < 0 || (int) number != number) {
        return false;
      }
      putLong(table.intHeader | number << 32);
      return true;
    }
    if (kind == FloatValue.class) {
      double number = ((FloatValue) value).value();
      float narrow = (float) number;
      if (table.floatHeader < 0) {
        return false;
      }
      if (narrow == number) {
        putLong(table.floatHeader | (long) Float.floatToRawIntBits(narrow) << 32);
      } else {
        putInt((int) table.wideFloatHeader);
        putLong(Double.doubleToRawLongBits(number));
      }
      return true;
    }
    if (kind == BoolValue.class && table.boolHeader >= 0) {
      putLong(table.boolHeader | (value == BoolValue.TRUE ? 1L << 32 : 0));
      return true;
    }
    return false;
  }

  /**
   * Writes a value that is no container and no full object.
   *
   * @return false for a container or full object; nothing is written then
   */
  final boolean leaf(Object value) {
    Class<?> kind = value.getClass();
    if (kind == IntValue.class) {
      intValue(((IntValue) value).value());
    } else if (kind == StringValue.class) {
      string(((StringValue) value).value());
    } else if (kind == FloatValue.class) {
      floatValue(((FloatValue) value).value());
    } else if (kind == VariantDictionary.class
        || kind == VariantArray.class
        || kind == ObjectValue.class) {
      return false;
    } else if (kind == BoolValue.class) {
      room(8);
      putLong(id(VariantType.BOOL) | (value == BoolValue.TRUE ? 1L << 32 : 0));
    } else if (kind == StringName.class) {
      room(4);
      putInt(id(VariantType.STRING_NAME));
      text(((StringName) value).value());
    } else if (kind == Vector3.class && table.narrowVectors) {
      Vector3 v = (Vector3) value;
      room(16);
      putLong(table.vector3Header | narrowBits(v.x()) << 32);
      putLong(narrowBits(v.y()) | narrowBits(v.z()) << 32);
    } else if (kind == Vector2.class && table.narrowVectors) {
      Vector2 v = (Vector2) value;
      room(12);
      putLong(table.vector2Header | narrowBits(v.x()) << 32);
      putInt((int) narrowBits(v.y()));
    } else if (kind == NilValue.class) {
      room(4);
      putInt(id(VariantType.NIL));
    } else {
      rareLeaf((Variant) value);
    }
    return true;
  }

  /** The bits of a component as 32-bit float, the upper half zero. */
  private static long narrowBits(double component) {
    return Float.floatToRawIntBits(Reals.narrow(component)) & 0xFFFFFFFFL;
  }

  final void intValue(long value) {
    room(12);
    if (table.intHeader >= 0 && (int) value == value) {
      putLong(table.intHeader | value << 32);
    } else {
      int id = id(VariantType.INT);
      putInt(table.flaggedInts ? id | Wire.FLAG : id);
      putLong(value);
    }
  }

  final void floatValue(double value) {
    room(12);
    float narrow = (float) value;
    if (table.floatHeader >= 0 && narrow == value) {
      putLong(table.floatHeader | (long) Float.floatToRawIntBits(narrow) << 32);
      return;
    }
    int id = id(VariantType.FLOAT);
    if (table.kindOf(VariantType.FLOAT) == Layout.Kind.FLOAT_32) {
      float rounded = Reals.narrow(value);
      if (Double.doubleToRawLongBits(Reals.widen(rounded)) != Double.doubleToRawLongBits(value)) {
        throw inexpressible(
            "float " + value + " is not exact in the 32 bits of " + table.dialect.name());
      }
      putInt(id);
      putInt(Float.floatToRawIntBits(rounded));
    } else {
      putInt(table.flaggedFloats ? id | Wire.FLAG : id);
      putLong(Double.doubleToRawLongBits(value));
    }
  }

  /** Writes a String. */
  final void string(String text) {
    room(4);
    putInt(id(VariantType.STRING));
    text(text);
  }

  /** Writes a String that is a key, as which the same few come again and again. */
  final void key(String text) {
    WireText known = keys.find(text);
    if (known != null) {
      text(known);
    } else {
      string(text);
    }
  }

  /** Writes a text whose bytes are known, header included. */
  final void text(WireText text) {
    room(text.size);
    text.copyTo(out, pos);
    pos += text.size;
  }

  /** A string without header: length, bytes, padding. */
  final void text(String text) {
    text(text, 0);
  }

  private void text(String text, int terminator) {
    int length = text.length();
    if (length > SHORT_TEXT
        || !(shortAscii(text, length, terminator) || shortLatin(text, length, terminator))) {
      longText(text, terminator);
    }
  }

  @SuppressWarnings("deprecation") // takes the low byte of each char: right for ASCII, and fastest
  private boolean shortAscii(String text, int length, int terminator) {
    int size = length + terminator;
    int padded = size + Wire.padding(size);
    room(4 + padded);
    int at = pos + 4;
    if (padded > 0) {
      Wire.putInt(out, at + padded - 4, 0);
    }
    text.getBytes(0, length, out, at);
    int bits = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      bits |= c | (c - 1);
    }
    if ((bits & ~0x7F) != 0) {
      return false;
    }
    Wire.putInt(out, pos, size);
    pos = at + padded;
    return true;
  }

  /** A text whose characters take one or two bytes; false for any other, and nothing is written. */
  private boolean shortLatin(String text, int length, int terminator) {
    room(4 + 2 * length + 4);
    int at = pos + 4;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c == 0 || c >= 0x800) {
        return false;
      }
      if (c < 0x80) {
        out[at++] = (byte) c;
      } else {
        out[at++] = (byte) (0xC0 | c >> 6);
        out[at++] = (byte) (0x80 | c & 0x3F);
      }
    }
    int size = at - pos - 4 + terminator;
    int padded = size + Wire.padding(size);
    Arrays.fill(out, at, pos + 4 + padded, (byte) 0);
    putInt(size);
    pos += padded;
    return true;
  }

  private void longText(String text, int terminator) {
    byte[] bytes = Utf8.encode(text, table.text);
    if (bytes == null) {
      throw inexpressible(
          "text has a NUL or a lone surrogate, which " + table.dialect.name() + " cannot hold");
    }
    long size = (long) bytes.length + terminator;
    room(4 + size + Wire.padding((int) size));
    putInt((int) size);
    System.arraycopy(bytes, 0, out, pos, bytes.length);
    int padded = (int) size + Wire.padding((int) size);
    Arrays.fill(out, pos + bytes.length, pos + padded, (byte) 0);
    pos += padded;
  }

  private void rareLeaf(Variant value) {
    VariantType type = value.type();
    int id = id(type);
    TypeRow row = table.knownRow(id);
    switch (row.layout().kind()) {
      case NOTHING:
        if (value instanceof RID rid && rid.id() != 0) {
          throw inexpressible("the number of a RID cannot be written in " + table.dialect.name());
        }
        room(4);
        putInt(id);
        break;
      case REALS:
        reals(value, id);
        break;
      case INTS:
        room(20);
        putInt(id);
        ints(value);
        break;
      case FLOATS:
        room(20);
        putInt(id);
        color((Color) value, false);
        break;
      case NODE_PATH:
        room(4);
        putInt(id);
        nodePath((NodePath) value);
        break;
      case ID:
        room(12);
        putInt(id);
        putLong(((RID) value).id());
        break;
      case SIGNAL:
        room(4);
        putInt(id);
        text(((Signal) value).name());
        room(8);
        putLong(((Signal) value).objectId());
        break;
      case OBJECT:
        if (value instanceof ResourceReference) {
          throw inexpressible("a reference to a resource can only be written as text");
        }
        objectId(((ObjectId) value).id(), id);
        break;
      default:
        packed((PackedArray) value, id, row);
    }
  }

  private void reals(Variant value, int id) {
    boolean wide = table.doublePrecision;
    room(4 + 8 * table.components(id));
    putInt(wide && table.realsFlagged ? id | Wire.FLAG : id);
    components(value, wide);
  }

  private void ints(Variant value) {
    if (value instanceof Vector2i v) {
      putInt(v.x());
      putInt(v.y());
    } else {
      for (int component : ((IntShape) value).toArray()) {
        putInt(component);
      }
    }
  }

  private void real(double value, boolean wide) {
    if (wide) {
      putLong(Double.doubleToRawLongBits(value));
    } else {
      putInt(Float.floatToRawIntBits(Reals.narrow(value)));
    }
  }

  private void components(Variant value, boolean wide) {
    if (value instanceof Vector2 v) {
      real(v.x(), wide);
      real(v.y(), wide);
    } else if (value instanceof Vector3 v) {
      real(v.x(), wide);
      real(v.y(), wide);
      real(v.z(), wide);
    } else if (value instanceof Quaternion q) {
      real(q.x(), wide);
      real(q.y(), wide);
      real(q.z(), wide);
      real(q.w(), wide);
    } else if (value instanceof Color c) {
      color(c, wide);
    } else if (value instanceof Basis b) {
      basis(b, wide);
    } else if (value instanceof Transform3D t) {
      basis(t.basis(), wide);
      components(t.origin(), wide);
    } else {
      for (double component : ((RealShape) value).toArray()) {
        real(component, wide);
      }
    }
  }

  private void basis(Basis b, boolean wide) {
    if (!table.matrixByRows) {
      components(b.x(), wide);
      components(b.y(), wide);
      components(b.z(), wide);
      return;
    }
    real(b.x().x(), wide);
    real(b.y().x(), wide);
    real(b.z().x(), wide);
    real(b.x().y(), wide);
    real(b.y().y(), wide);
    real(b.z().y(), wide);
    real(b.x().z(), wide);
    real(b.y().z(), wide);
    real(b.z().z(), wide);
  }

  private void color(Color c, boolean wide) {
    if (wide) {
      real(Reals.widen(c.r()), true);
      real(Reals.widen(c.g()), true);
      real(Reals.widen(c.b()), true);
      real(Reals.widen(c.a()), true);
    } else {
      putInt(Float.floatToRawIntBits(c.r()));
      putInt(Float.floatToRawIntBits(c.g()));
      putInt(Float.floatToRawIntBits(c.b()));
      putInt(Float.floatToRawIntBits(c.a()));
    }
  }

  private void nodePath(NodePath path) {
    room(12);
    putInt(path.names().size() | Wire.SHARED);
    putInt(path.subnames().size());
    putInt(path.absolute() ? 1 : 0);
    path.names().forEach(this::text);
    path.subnames().forEach(this::text);
  }

  private void objectId(long instance, int id) {
    if (!table.flaggedObjects && fullObjects) {
      throw inexpressible(
          "an instance id cannot be told from a full object in " + table.dialect.name());
    }
    if (!table.flaggedObjects && (int) instance == 0) {
      throw inexpressible(
          "an instance id whose low 32 bits are zero cannot be told from the null object in "
              + table.dialect.name());
    }
    room(12);
    putInt(table.flaggedObjects ? id | Wire.FLAG : id);
    putLong(instance);
  }

  /** The header of a full object, its class name and the number of its properties. */
  final void objectHeader(String className, int properties) {
    int id = id(VariantType.OBJECT);
    if (!fullObjects) {
      throw inexpressible(
          "a full object of class " + className + " is only written in ObjectMode.FULL");
    }
    if (className.equals(BYTE_ORDER_MARK) && table.text != TextRule.PLAIN) {
      throw inexpressible("a class name of only U+FEFF is read as none, the null object");
    }
    room(4);
    putInt(id);
    text(className);
    room(4);
    putInt(properties);
  }

  final void arrayHeader(ElementType type, int size) {
    if (type == ElementType.UNTYPED && table.arrayHeader >= 0) {
      room(8);
      putLong(table.arrayHeader | (long) size << 32);
      return;
    }
    int id = id(VariantType.ARRAY);
    if (!type.isUntyped() && !table.typedArrays) {
      throw inexpressible("typed arrays cannot be written in " + table.dialect.name());
    }
    room(8);
    putInt(id | kind(type) << 16);
    descriptor(type);
    room(4);
    putInt(size);
  }

  final void dictionaryHeader(ElementType keys, ElementType values, int size) {
    if (keys == ElementType.UNTYPED && values == keys && table.dictionaryHeader >= 0) {
      room(8);
      putLong(table.dictionaryHeader | (long) size << 32);
      return;
    }
    int id = id(VariantType.DICTIONARY);
    if (!(keys.isUntyped() && values.isUntyped()) && !table.typedDictionaries) {
      throw inexpressible("typed dictionaries cannot be written in " + table.dialect.name());
    }
    room(8);
    putInt(id | kind(keys) << 16 | kind(values) << 18);
    descriptor(keys);
    descriptor(values);
    room(4);
    putInt(size);
  }

  /** Without full objects engines name one class in place of all. */
  private int kind(ElementType type) {
    return switch (type.kind()) {
      case UNTYPED -> 0;
      case BUILTIN -> 1;
      case CLASS -> 2;
      case SCRIPT -> fullObjects ? 3 : 2;
    };
  }

  private void descriptor(ElementType type) {
    switch (type.kind()) {
      case UNTYPED -> {}
      case BUILTIN -> {
        room(4);
        putInt(id(type.builtin()));
      }
      case CLASS -> text(fullObjects ? type.name() : STAND_IN_CLASS);
      case SCRIPT -> {
        if (fullObjects && !type.name().startsWith(Wire.RESOURCES)) {
          throw inexpressible(
              "element script \"" + type.name() + "\" does not start with " + Wire.RESOURCES);
        }
        text(fullObjects ? type.name() : STAND_IN_CLASS);
      }
    }
  }

  private void packed(PackedArray array, int id, TypeRow row) {
    boolean wide = row.layout().kind() == Layout.Kind.PACKED_REALS && table.doublePrecision;
    int count = array.size();
    long size = (long) count * WireInput.elementSize(row.layout(), wide);
    room(8 + size + 4);
    putInt(wide && table.realsFlagged ? id | Wire.FLAG : id);
    putInt(count);
    if (array instanceof PackedByteArray bytes) {
      bytes.asBuffer().get(out, pos, count);
      int padding = Wire.padding(count);
      Arrays.fill(out, pos + count, pos + count + padding, (byte) 0);
      pos += count + padding;
    } else if (array instanceof PackedStringArray strings) {
      int terminator = table.terminatedPackedStrings ? 1 : 0;
      for (int i = 0; i < count; i++) {
        text(strings.get(i), terminator);
      }
    } else {
      numbers(array, wide, data((int) size));
    }
  }

  private static void numbers(PackedArray array, boolean wide, ByteBuffer data) {
    if (array instanceof PackedInt32Array numbers) {
      data.asIntBuffer().put(numbers.asBuffer());
    } else if (array instanceof PackedInt64Array numbers) {
      data.asLongBuffer().put(numbers.asBuffer());
    } else if (array instanceof PackedFloat32Array numbers) {
      data.asFloatBuffer().put(numbers.asBuffer());
    } else if (array instanceof PackedFloat64Array numbers) {
      data.asDoubleBuffer().put(numbers.asBuffer());
    } else if (array instanceof PackedVectorArray<?> vectors) {
      if (wide) {
        data.asDoubleBuffer().put(vectors.asDoubleBuffer());
      } else {
        data.asFloatBuffer().put(vectors.asFloatBuffer());
      }
    } else {
      PackedColorArray colors = (PackedColorArray) array;
      if (wide) {
        for (float component : colors.toFloatArray()) {
          data.putDouble(Reals.widen(component));
        }
      } else {
        data.asFloatBuffer().put(colors.asBuffer());
      }
    }
  }

  /** The next bytes as a buffer, for bulk copies; the position moves behind them. */
  private ByteBuffer data(int size) {
    ByteBuffer data = ByteBuffer.wrap(out, pos, size).slice().order(ByteOrder.LITTLE_ENDIAN);
    pos += size;
    return data;
  }
}
