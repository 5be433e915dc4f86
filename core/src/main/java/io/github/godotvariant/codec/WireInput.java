package io.github.godotvariant.codec;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.PackedVector4Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Projection;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.Decimals;
import io.github.godotvariant.internal.Reals;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A position in encoded bytes, and the reading of everything that is no container. Every read
 * checks what remains first, and charges the limits before it allocates.
 *
 * <p>Rough memory costs, in bytes, are those of a 64-bit JVM with compressed references.
 */
abstract class WireInput {
  /** Bytes that any value takes at least. */
  static final int MIN_VALUE = 4;

  /** Instead of an index, where there is only one string. */
  private static final int ONLY = -1;

  private static final int CONTAINER_COST = 48;

  /** Of a string, besides its bytes. */
  static final int STRING_COST = 56;

  private static final int OBJECT_COST = 32;
  private static final long BIG_SHAPE_COMPONENT_COST = 16;
  private static final String OLD_NODE_PATH = "NodePath is in the old format, which engines refuse";

  /** The flag of a NodePath by which Godot 2.1 announced one more subname, for a property. */
  private static final int EXTRA_SUBNAME = 2;

  final WireTable table;
  final boolean fullObjects;
  final ReadLimits limits;

  final byte[] in;

  /** What the container that was entered last is. */
  Container entered = Container.ARRAY;

  ElementType enteredType = ElementType.UNTYPED;
  ElementType enteredValueType = ElementType.UNTYPED;
  String enteredClass = "";

  /** Index in the array of the first byte handed over: offsets in messages count from here. */
  final int start;

  final int end;
  int pos;

  /** Whether real_t components of 64 bits were read. */
  boolean sawDoubles;

  private boolean readingAgain;

  /** What the limits still allow. */
  long elementsLeft;

  long heapLeft;

  /** Reads the bytes of an array from one index up to another. */
  WireInput(
      WireTable table, boolean fullObjects, ReadLimits limits, byte[] in, int start, int end) {
    this.table = table;
    this.fullObjects = fullObjects;
    this.limits = limits;
    this.in = in;
    this.start = start;
    this.end = end;
    pos = start;
    elementsLeft = limits.elements();
    heapLeft = limits.heapBytes();
    checkLength(end - start, limits);
  }

  /** The place in the value where reading is, for messages. */
  abstract String path();

  static void checkLength(int length, ReadLimits limits) {
    if (length > limits.bytes()) {
      throw new VariantLimitException(
          "input of " + Counts.bytes(length) + " is longer than the limit of " + limits.bytes(),
          0,
          "$");
    }
  }

  final MalformedVariantException malformed(String problem, int at) {
    return new MalformedVariantException(problem, (long) at - start, path());
  }

  final VariantLimitException limit(String problem, int at) {
    return new VariantLimitException(problem, (long) at - start, path());
  }

  /** The next value's header; the position stays. */
  final int header() {
    if (end - pos < 4) {
      throw tooShort("a header", 4, pos);
    }
    return Wire.getInt(in, pos);
  }

  final MalformedVariantException tooShort(String what, long needed, int at) {
    int remain = end - at;
    return malformed(
        remain == 0
            ? what + " needs " + Counts.bytes(needed) + " but the input ends"
            : what + " needs " + Counts.bytes(needed) + " but " + Counts.remain(remain),
        at);
  }

  /** That a fixed-size value fits, header included. */
  private void need(int size, VariantType type) {
    if (end - pos < size) {
      throw tooShort(type.godotName(), size, pos);
    }
  }

  final void charge(long elements, long heap) {
    elementsLeft -= elements;
    heapLeft -= heap;
    if ((elementsLeft | heapLeft) < 0) {
      throw overCharged();
    }
  }

  private VariantLimitException overCharged() {
    return elementsLeft < 0
        ? limit("more elements than the limit of " + limits.elements(), pos)
        : limit("more memory than the limit of " + Counts.bytes(limits.heapBytes()), pos);
  }

  /**
   * Reads the value at the position, if it is no container and no full object.
   *
   * @return the value, or null for a container; the position is then still at the header
   */
  final @Nullable Variant leaf(int header) {
    int id = table.idOf(header);
    switch (table.kindOf(id)) {
      case INT_BY_FLAG:
        if ((header & Wire.FLAG) == 0) {
          need(8, VariantType.INT);
          int value = Wire.getInt(in, pos + 4);
          pos += 8;
          return IntValue.of(value);
        }
        return wideInt();
      case FLOAT_BY_FLAG:
        if ((header & Wire.FLAG) == 0) {
          return narrowFloat();
        }
        return wideFloat();
      case STRING:
        boolean isName = table.knownRow(id).type() == VariantType.STRING_NAME;
        pos += 4;
        String text = text("string");
        return isName ? StringName.of(text) : StringValue.of(text);
      case BOOL:
        need(8, VariantType.BOOL);
        boolean value = Wire.getInt(in, pos + 4) != 0;
        pos += 8;
        return BoolValue.of(value);
      case DICTIONARY:
      case ARRAY:
        return null;
      case REALS:
        return reals(id, header);
      case OBJECT:
        return object(header);
      default:
        return rareLeaf(id, header);
    }
  }

  private Variant rareLeaf(int id, int header) {
    TypeRow row = table.row(id);
    if (row == null) {
      throw unknownId(id);
    }
    int at = pos + 4;
    switch (row.layout().kind()) {
      case NOTHING:
        pos = at;
        return nothing(row.type());
      case INT_64:
        return wideInt();
      case FLOAT_32:
        return narrowFloat();
      case FLOAT_64:
        return wideFloat();
      case INTS:
        return ints(row.type(), table.components(id));
      case FLOATS:
        need(20, row.type());
        pos += 20;
        return new Color(single(at), single(at + 4), single(at + 8), single(at + 12));
      case NODE_PATH:
        return nodePath();
      case ID:
        need(12, row.type());
        pos += 12;
        return new RID(Wire.getLong(in, at));
      case SIGNAL:
        pos = at;
        String name = text("signal name");
        return new Signal(name, id64("object id of signal"));
      case UNSUPPORTED:
        throw unsupported(row);
      default:
        return packed(row, header);
    }
  }

  private MalformedVariantException unknownId(int id) {
    return malformed(
        "no type has id " + Integer.toUnsignedString(id) + " in " + table.dialect.name(), pos);
  }

  private MalformedVariantException unsupported(TypeRow row) {
    return malformed(row.name() + " is documented as unsupported in " + table.dialect.name(), pos);
  }

  private static Variant nothing(VariantType type) {
    return switch (type) {
      case CALLABLE -> CallableValue.EMPTY;
      case RID -> new RID(0);
      default -> NilValue.NIL;
    };
  }

  private Variant wideInt() {
    need(12, VariantType.INT);
    long value = Wire.getLong(in, pos + 4);
    pos += 12;
    return IntValue.of(value);
  }

  private Variant narrowFloat() {
    need(8, VariantType.FLOAT);
    // Widened by the processor, which quiets a signalling NaN as the engine's decoder does.
    double value = Float.intBitsToFloat(Wire.getInt(in, pos + 4));
    pos += 8;
    return FloatValue.of(value);
  }

  private Variant wideFloat() {
    need(12, VariantType.FLOAT);
    double value = Double.longBitsToDouble(Wire.getLong(in, pos + 4));
    pos += 12;
    return FloatValue.of(value);
  }

  private long id64(String what) {
    if (end - pos < 8) {
      throw tooShort(what, 8, pos);
    }
    long value = Wire.getLong(in, pos);
    pos += 8;
    return value;
  }

  private float single(int at) {
    return Float.intBitsToFloat(Wire.getInt(in, at));
  }

  private int padded(int length) {
    return length + Wire.padding(length);
  }

  /** A string: the position is at its length and moves behind its padding. */
  final String text(String what) {
    return text(what, ONLY, "");
  }

  /**
   * One of several strings; what and where it is is only put into words when something is wrong.
   */
  final String text(String what, int index, String owner) {
    int at = pos;
    int length = textLength(what, index, owner);
    charge(0, STRING_COST + (long) length);
    String text = Utf8.decode(in, at + 4, length, table.text);
    if (text == null) {
      throw malformed(
          label(what, index, owner) + " is not valid UTF-8",
          Utf8.malformedIn(in, at + 4, length, table.text));
    }
    pos = at + 4 + padded(length);
    return text;
  }

  private static String label(String what, int index, String owner) {
    return index == ONLY ? what : what + " " + index + (owner.isEmpty() ? "" : " of " + owner);
  }

  /** The checked byte length of the string at the position, which stays. */
  final int textLength(String what, int index, String owner) {
    if (end - pos < 4) {
      throw tooShort("length of " + label(what, index, owner), 4, pos);
    }
    int length = Wire.getInt(in, pos);
    long needed = (long) length + Wire.padding(length);
    if (length < 0 || needed > end - pos - 4 || length > limits.stringBytes()) {
      throw wrongLength(label(what, index, owner), length, needed);
    }
    return length;
  }

  private VariantException wrongLength(String what, int length, long needed) {
    if (length < 0) {
      return malformed(what + " has negative length " + length, pos);
    }
    if (needed > end - pos - 4) {
      return malformed(
          what
              + " of "
              + length
              + (length == 1 ? " byte needs " : " bytes needs ")
              + needed
              + " with padding but "
              + Counts.remain(end - pos - 4),
          pos);
    }
    return limit(
        what
            + " of "
            + Counts.bytes(length)
            + " is longer than the limit of "
            + limits.stringBytes(),
        pos);
  }

  private Variant reals(int id, int header) {
    boolean wide = table.wideReals(header);
    sawDoubles |= wide;
    VariantType type = table.knownRow(id).type();
    int count = table.components(id);
    need(4 + count * (wide ? 8 : 4), type);
    int at = pos + 4;
    pos = at + count * (wide ? 8 : 4);
    switch (type) {
      case VECTOR2:
        return new Vector2(real(at, 0, wide), real(at, 1, wide));
      case VECTOR3:
        return vector3(at, 0, wide);
      case COLOR:
        float[] rgba = colorComponents(at, count, wide, type.godotName());
        return new Color(rgba[0], rgba[1], rgba[2], rgba[3]);
      default:
        charge(0, BIG_SHAPE_COMPONENT_COST * count);
        return bigShape(type, at, wide);
    }
  }

  private Variant bigShape(VariantType type, int at, boolean wide) {
    switch (type) {
      case RECT2:
        return new Rect2(vector2(at, 0, wide), vector2(at, 2, wide));
      case VECTOR4:
        return vector4(at, 0, wide);
      case QUATERNION:
        return new Quaternion(
            real(at, 0, wide), real(at, 1, wide), real(at, 2, wide), real(at, 3, wide));
      case PLANE:
        return new Plane(vector3(at, 0, wide), real(at, 3, wide));
      case AABB:
        return new AABB(vector3(at, 0, wide), vector3(at, 3, wide));
      case TRANSFORM2D:
        return new Transform2D(vector2(at, 0, wide), vector2(at, 2, wide), vector2(at, 4, wide));
      case BASIS:
        return basis(at, wide);
      case TRANSFORM3D:
        return new Transform3D(basis(at, wide), vector3(at, 9, wide));
      case PROJECTION:
        return new Projection(
            vector4(at, 0, wide),
            vector4(at, 4, wide),
            vector4(at, 8, wide),
            vector4(at, 12, wide));
      default:
        throw new IllegalStateException(type + " is no shape of real components");
    }
  }

  private double real(int at, int which, boolean wide) {
    return wide
        ? asRead(Double.longBitsToDouble(Wire.getLong(in, at + 8 * which)))
        : Reals.widen(Float.intBitsToFloat(Wire.getInt(in, at + 4 * which)));
  }

  /** Those of one color or several, which are 32 bits long in memory, however many are read. */
  private float[] colorComponents(int at, int count, boolean wide, String of) {
    float[] components = new float[count];
    for (int i = 0; i < count; i++) {
      components[i] = wide ? exactInSingle(at + 8 * i, of) : single(at + 4 * i);
    }
    return components;
  }

  /** A component of 64 bits in 32, which have to hold it: with all bits, if it is a NaN. */
  private float exactInSingle(int at, String of) {
    long bits = Wire.getLong(in, at);
    double component = Double.longBitsToDouble(bits);
    float narrow = Reals.narrow(component);
    if (Double.doubleToRawLongBits(Reals.widen(narrow)) != bits) {
      throw malformed(
          "component " + Decimals.text(component) + " of " + of + " is not exact in its 32 bits",
          at);
    }
    return narrow;
  }

  private double asRead(double component) {
    return table.doublePrecision ? component : Reals.quiet(component);
  }

  private double[] doublesAsRead(int count) {
    double[] components = doubles(count);
    for (int i = 0; i < count; i++) {
      components[i] = asRead(components[i]);
    }
    return components;
  }

  final Vector2 vector2(int at, int from, boolean wide) {
    return new Vector2(real(at, from, wide), real(at, from + 1, wide));
  }

  final Vector3 vector3(int at, int from, boolean wide) {
    return new Vector3(real(at, from, wide), real(at, from + 1, wide), real(at, from + 2, wide));
  }

  private Vector4 vector4(int at, int from, boolean wide) {
    return new Vector4(
        real(at, from, wide),
        real(at, from + 1, wide),
        real(at, from + 2, wide),
        real(at, from + 3, wide));
  }

  private Basis basis(int at, boolean wide) {
    if (!table.matrixByRows) {
      return new Basis(vector3(at, 0, wide), vector3(at, 3, wide), vector3(at, 6, wide));
    }
    return new Basis(column(at, 0, wide), column(at, 1, wide), column(at, 2, wide));
  }

  private Vector3 column(int at, int which, boolean wide) {
    return new Vector3(real(at, which, wide), real(at, which + 3, wide), real(at, which + 6, wide));
  }

  private Variant ints(VariantType type, int count) {
    need(4 + 4 * count, type);
    int at = pos + 4;
    pos = at + 4 * count;
    if (isBigShape(type)) {
      charge(0, BIG_SHAPE_COMPONENT_COST * count);
    }
    int a = Wire.getInt(in, at);
    int b = Wire.getInt(in, at + 4);
    if (type == VariantType.VECTOR2I) {
      return new Vector2i(a, b);
    }
    int c = Wire.getInt(in, at + 8);
    if (type == VariantType.VECTOR3I) {
      return new Vector3i(a, b, c);
    }
    int d = Wire.getInt(in, at + 12);
    return type == VariantType.VECTOR4I
        ? new Vector4i(a, b, c, d)
        : new Rect2i(new Vector2i(a, b), new Vector2i(c, d));
  }

  private NodePath nodePath() {
    int at = pos + 4;
    if (end - at < 4) {
      throw tooShort("NodePath", 4, at);
    }
    int first = Wire.getInt(in, at);
    if ((first & Wire.SHARED) == 0) {
      return oldNodePath(at);
    }
    if (end - at < 12) {
      throw tooShort("NodePath", 12, at);
    }
    int flags = Wire.getInt(in, at + 8);
    long nameCount = first & Wire.MAX_COUNT;
    long subnameCount = (Wire.getInt(in, at + 4) & 0xFFFFFFFFL) + (hasExtraSubname(flags) ? 1 : 0);
    pos = at + 12;
    checkCount("NodePath", nameCount + subnameCount, 4, at);
    charge(nameCount + subnameCount, OBJECT_COST + 8 * (nameCount + subnameCount));
    String[] names = new String[(int) nameCount];
    for (int i = 0; i < names.length; i++) {
      names[i] = text("name", i, "NodePath");
    }
    String[] subnames = new String[(int) subnameCount];
    for (int i = 0; i < subnames.length; i++) {
      subnames[i] = text("subname", i, "NodePath");
    }
    return new NodePath(List.of(names), List.of(subnames), (flags & 1) != 0);
  }

  /** Whether the flags of a NodePath announce a subname that is not counted. */
  final boolean hasExtraSubname(int flags) {
    return (flags & EXTRA_SUBNAME) != 0 && table.engineLeniency;
  }

  private NodePath oldNodePath(int at) {
    if (!table.oldNodePaths) {
      throw malformed(OLD_NODE_PATH, at);
    }
    pos = at;
    String text = text("NodePath");
    chargeNames(at);
    try {
      return NodePath.parse(text);
    } catch (IllegalArgumentException e) {
      throw malformed(String.valueOf(e.getMessage()), at + 4);
    }
  }

  /** Charges what a NodePath in the old format, whose text is at an index, is cut into. */
  private void chargeNames(int at) {
    int from = at + 4;
    int separators = 0;
    for (int i = from; i < from + Wire.getInt(in, at); i++) {
      if (in[i] == '/' || in[i] == ':') {
        separators++;
      }
    }
    charge(separators, (STRING_COST + 8L) * separators);
  }

  /** That so many elements of at least so many bytes can still come after the position. */
  final void checkCount(String what, long count, int bytesEach, int at) {
    if (count * bytesEach > end - pos) {
      throw malformed(
          what
              + " count "
              + count
              + " needs at least "
              + count * bytesEach
              + " bytes but "
              + Counts.remain(end - pos),
          at);
    }
  }

  private Variant packed(TypeRow row, int header) {
    int count = packedCount(row, header);
    boolean wide = table.wideReals(header);
    switch (row.layout().kind()) {
      case PACKED_BYTES:
        return packedBytes(row, count);
      case PACKED_INTS:
        int[] ints = new int[count];
        data(count * 4).asIntBuffer().get(ints);
        return PackedInt32Array.wrap(ints);
      case PACKED_LONGS:
        long[] longs = new long[count];
        data(count * 8).asLongBuffer().get(longs);
        return PackedInt64Array.wrap(longs);
      case PACKED_FLOATS:
        return PackedFloat32Array.wrap(floats(count));
      case PACKED_DOUBLES:
        return PackedFloat64Array.wrap(doubles(count));
      case PACKED_STRINGS:
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
          texts[i] = text("string", i, row.name());
        }
        return PackedStringArray.wrap(texts);
      case PACKED_COLORS:
        return PackedColorArray.wrap(floats(4 * count));
      default:
        sawDoubles |= wide;
        return packedReals(row, count * row.layout().components().size(), wide);
    }
  }

  /** The checked and charged count of a packed array; the position moves behind it. */
  private int packedCount(TypeRow row, int header) {
    int at = pos + 4;
    if (end - at < 4) {
      throw tooShort("count of " + row.name(), 4, at);
    }
    int count = Wire.getInt(in, at);
    if (count < 0) {
      if (row.layout().kind() != Layout.Kind.PACKED_STRINGS || !table.engineLeniency) {
        throw malformed(row.name() + " has negative count " + count, at);
      }
      count = 0;
    }
    int size = elementSize(row.layout(), table.wideReals(header));
    pos = at + 4;
    checkCount(row.name(), count, size, at);
    // A byte is not counted as an element: the length of the input bounds them well enough.
    long elements = row.layout().kind() == Layout.Kind.PACKED_BYTES ? 0 : count;
    charge(elements, OBJECT_COST + (long) count * size);
    return count;
  }

  private void checkBytePadding(TypeRow row, int count, int at) {
    int padding = Wire.padding(count);
    if (padding > end - at - count && !table.engineLeniency) {
      throw tooShort("padding of " + row.name(), padding, at + count);
    }
  }

  /** Bytes that one element takes at least. */
  static int elementSize(Layout layout, boolean wide) {
    return switch (layout.kind()) {
      case PACKED_BYTES -> 1;
      case PACKED_LONGS, PACKED_DOUBLES -> 8;
      case PACKED_COLORS -> 16;
      case PACKED_REALS -> layout.components().size() * (wide ? 8 : 4);
      default -> 4;
    };
  }

  private PackedByteArray packedBytes(TypeRow row, int count) {
    checkBytePadding(row, count, pos);
    byte[] bytes = Arrays.copyOfRange(in, pos, pos + count);
    pos = Math.min(pos + count + Wire.padding(count), end);
    return PackedByteArray.wrap(bytes);
  }

  private Variant packedReals(TypeRow row, int components, boolean wide) {
    if (row.type() == VariantType.PACKED_COLOR_ARRAY) {
      return PackedColorArray.wrap(wide ? wideColors(row, components) : floats(components));
    }
    return switch (row.type()) {
      case PACKED_VECTOR2_ARRAY ->
          wide
              ? PackedVector2Array.wrap(doublesAsRead(components))
              : PackedVector2Array.wrap(floats(components));
      case PACKED_VECTOR3_ARRAY ->
          wide
              ? PackedVector3Array.wrap(doublesAsRead(components))
              : PackedVector3Array.wrap(floats(components));
      default ->
          wide
              ? PackedVector4Array.wrap(doublesAsRead(components))
              : PackedVector4Array.wrap(floats(components));
    };
  }

  private float[] wideColors(TypeRow row, int components) {
    int at = pos;
    pos += 8 * components;
    return colorComponents(at, components, true, row.name());
  }

  private float[] floats(int count) {
    float[] floats = new float[count];
    data(count * 4).asFloatBuffer().get(floats);
    return floats;
  }

  private double[] doubles(int count) {
    double[] doubles = new double[count];
    data(count * 8).asDoubleBuffer().get(doubles);
    return doubles;
  }

  /** The next bytes as a buffer, for bulk copies; the position moves behind them. */
  private ByteBuffer data(int size) {
    ByteBuffer data = ByteBuffer.wrap(in, pos, size).slice().order(ByteOrder.LITTLE_ENDIAN);
    pos += size;
    return data;
  }

  /** An instance id or a null object; null for a full object, with the position at its header. */
  private @Nullable Variant object(int header) {
    int at = pos + 4;
    if (table.flaggedObjects ? (header & Wire.FLAG) != 0 : !fullObjects) {
      // Without a flag, a first word of zero is all that tells the null object from an id.
      if (!table.flaggedObjects && end - at >= 4 && Wire.getInt(in, at) == 0) {
        pos = at + 4;
        return NilValue.NIL;
      }
      need(12, VariantType.OBJECT);
      pos += 12;
      long id = Wire.getLong(in, at);
      return id == 0 ? NilValue.NIL : new ObjectId(id);
    }
    if (!fullObjects) {
      throw limit("a full object is not allowed here; ObjectMode.FULL allows it", pos);
    }
    return null;
  }

  /** The name of a property at an index where one was read; null if it cannot be read. */
  final @Nullable Variant nameAt(int at) {
    return again(at, true);
  }

  /** The key at an index where one was read or skipped; null if it is no key to show. */
  final @Nullable Variant keyAt(int at) {
    return again(at, false);
  }

  /**
   * For messages: reads once more without charging, and never throws. What goes wrong here must not
   * lead back here through the place that an exception wants to name.
   */
  private @Nullable Variant again(int at, boolean name) {
    if (readingAgain) {
      return null;
    }
    int here = pos;
    readingAgain = true;
    long elements = elementsLeft;
    long heap = heapLeft;
    unlimit();
    try {
      pos = at;
      return name ? StringValue.of(text("name")) : leaf(header());
    } catch (VariantException e) {
      return null;
    } finally {
      readingAgain = false;
      pos = here;
      restore(elements, heap);
    }
  }

  /** Reads a leaf that was charged before. */
  final @Nullable Variant chargedLeaf(int header) {
    long elements = elementsLeft;
    long heap = heapLeft;
    unlimit();
    try {
      return leaf(header);
    } finally {
      restore(elements, heap);
    }
  }

  /** Takes back what was charged since the limits still allowed so much. */
  final void restore(long elements, long heap) {
    elementsLeft = elements;
    heapLeft = heap;
  }

  private void unlimit() {
    elementsLeft = Long.MAX_VALUE;
    heapLeft = Long.MAX_VALUE;
  }

  /**
   * How many bytes the value at the position takes, header included, if it is no container and no
   * full object. Checks what is needed to know that, and charges as reading does; texts are not
   * looked at.
   *
   * @return the size, or 0 for a container or full object
   */
  final int leafSize(int header) {
    int id = table.idOf(header);
    boolean flagged = (header & Wire.FLAG) != 0;
    switch (table.kindOf(id)) {
      case INT_BY_FLAG:
      case FLOAT_BY_FLAG:
        return fixed(flagged ? 12 : 8, id);
      case STRING:
        return 4 + textSize(pos + 4, "string", ONLY, "");
      case BOOL:
      case FLOAT_32:
        return fixed(8, id);
      case DICTIONARY:
      case ARRAY:
        return 0;
      case REALS:
        return chargedShape(4 + table.components(id) * (table.wideReals(header) ? 8 : 4), id);
      case NOTHING:
        return 4;
      case INT_64:
      case FLOAT_64:
      case ID:
        return fixed(12, id);
      case INTS:
      case FLOATS:
        return chargedShape(4 + 4 * table.components(id), id);
      case NODE_PATH:
        return nodePathSize();
      case SIGNAL:
        return signalSize();
      case OBJECT:
        return objectSize(header);
      case UNSUPPORTED:
        TypeRow row = table.row(id);
        throw row == null ? unknownId(id) : unsupported(row);
      default:
        return packedSize(table.knownRow(id), header);
    }
  }

  private int chargedShape(int size, int id) {
    fixed(size, id);
    if (isBigShape(table.knownRow(id).type())) {
      charge(0, BIG_SHAPE_COMPONENT_COST * table.components(id));
    }
    return size;
  }

  /** Whether a shape's memory is charged for itself, not as part of the element that it is. */
  private static boolean isBigShape(VariantType type) {
    return switch (type) {
      case VECTOR2, VECTOR3, VECTOR2I, VECTOR3I, COLOR -> false;
      default -> true;
    };
  }

  private int fixed(int size, int id) {
    if (end - pos < size) {
      throw tooShort(table.knownRow(id).type().godotName(), size, pos);
    }
    return size;
  }

  /** Length word, text and padding of the string at an index. */
  private int textSize(int at, String what, int index, String owner) {
    int here = pos;
    pos = at;
    int length = textLength(what, index, owner);
    pos = here;
    charge(0, STRING_COST + (long) length);
    return 4 + length + Wire.padding(length);
  }

  private int textsSize(int at, int count, String what, String owner) {
    int to = at;
    for (int i = 0; i < count; i++) {
      to += textSize(to, what, i, owner);
    }
    return to - at;
  }

  private int nodePathSize() {
    int at = pos + 4;
    if (end - at < 4) {
      throw tooShort("NodePath", 4, at);
    }
    if ((Wire.getInt(in, at) & Wire.SHARED) == 0) {
      if (!table.oldNodePaths) {
        throw malformed(OLD_NODE_PATH, at);
      }
      int size = 4 + textSize(at, "NodePath", ONLY, "");
      chargeNames(at);
      return size;
    }
    if (end - at < 12) {
      throw tooShort("NodePath", 12, at);
    }
    long extra = hasExtraSubname(Wire.getInt(in, at + 8)) ? 1 : 0;
    long subnames = (Wire.getInt(in, at + 4) & 0xFFFFFFFFL) + extra;
    long texts = (Wire.getInt(in, at) & Wire.MAX_COUNT) + subnames;
    int from = pos;
    pos = at + 12;
    checkCount("NodePath", texts, 4, at);
    pos = from;
    charge(texts, OBJECT_COST + 8 * texts);
    int names = Wire.getInt(in, at) & Wire.MAX_COUNT;
    int size = 16 + textsSize(at + 12, names, "name", "NodePath");
    return size + textsSize(at - 4 + size, (int) subnames, "subname", "NodePath");
  }

  private int signalSize() {
    int name = textSize(pos + 4, "signal name", ONLY, "");
    if (end - pos - 4 - name < 8) {
      throw tooShort("object id of signal", 8, pos + 4 + name);
    }
    return 12 + name;
  }

  private int objectSize(int header) {
    int from = pos;
    Variant value = object(header);
    int size = pos - from;
    pos = from;
    return value == null ? 0 : size;
  }

  private int packedSize(TypeRow row, int header) {
    int from = pos;
    int count = packedCount(row, header);
    int at = pos;
    pos = from;
    if (row.layout().kind() == Layout.Kind.PACKED_STRINGS) {
      return 8 + textsSize(at, count, "string", row.name());
    }
    int size = count * elementSize(row.layout(), table.wideReals(header));
    if (row.layout().kind() == Layout.Kind.PACKED_BYTES) {
      checkBytePadding(row, count, at);
      size = Math.min(size + Wire.padding(count), end - at);
    }
    return 8 + size;
  }

  /**
   * The element type of a container, if its header says that there is one; the position is at it.
   */
  final ElementType elementType(int kind) {
    switch (kind) {
      case 0:
        return ElementType.UNTYPED;
      case 1:
        if (end - pos < 4) {
          throw tooShort("element type", 4, pos);
        }
        int id = Wire.getInt(in, pos);
        TypeRow row = table.row(id);
        if (row == null) {
          throw malformed("element type has unknown id " + id, pos);
        }
        pos += 4;
        return ElementType.of(row.type());
      case 2:
        String className = text("class name of elements");
        return fullObjects && className.isEmpty()
            ? ElementType.of(VariantType.OBJECT)
            : ElementType.ofClass(className);
      default:
        int at = pos;
        String path = text("script path of elements");
        if (fullObjects && !path.startsWith(Wire.RESOURCES)) {
          throw malformed(
              "script path of elements does not start with " + Wire.RESOURCES + ": " + path, at);
        }
        return ElementType.ofScript(path);
    }
  }

  /**
   * Reads what stands before the elements of the container at the position, into the {@code
   * entered} fields.
   *
   * @return how many elements, pairs or properties follow; 0 also for the null form of an object
   */
  final int enter(int header) {
    pos += 4;
    if (enteredType != ElementType.UNTYPED) {
      enteredType = ElementType.UNTYPED;
    }
    if (enteredValueType != ElementType.UNTYPED) {
      enteredValueType = ElementType.UNTYPED;
    }
    if (header == table.dictionaryHeader || header == table.arrayHeader) {
      entered = header == table.dictionaryHeader ? Container.DICTIONARY : Container.ARRAY;
      return count(entered.countName) & Wire.MAX_COUNT;
    }
    Layout.Kind kind = table.kindOf(table.idOf(header));
    if (kind == Layout.Kind.OBJECT) {
      entered = Container.OBJECT;
      enteredClass = text("class name of object");
      return enteredClass.isEmpty() ? 0 : propertyCount();
    }
    if (kind == Layout.Kind.ARRAY) {
      entered = Container.ARRAY;
      if (table.typedArrays) {
        enteredType = elementType(header >>> 16 & 3);
      }
    } else {
      entered = Container.DICTIONARY;
      if (table.typedDictionaries) {
        enteredType = elementType(header >>> 16 & 3);
        enteredValueType = elementType(header >>> 18 & 3);
      }
    }
    return count(entered.countName) & Wire.MAX_COUNT;
  }

  private int propertyCount() {
    int count = count(entered.countName);
    if (count < 0 && !table.engineLeniency) {
      throw malformed("Object has negative property count " + count, pos - 4);
    }
    return Math.max(0, count);
  }

  private int count(String what) {
    if (end - pos < 4) {
      throw tooShort(what, 4, pos);
    }
    int count = Wire.getInt(in, pos);
    pos += 4;
    return count;
  }

  /**
   * Checks and charges the container that was just entered: that its elements may be so deep, and
   * that there can be so many. Elements of all open containers have to come from the bytes that
   * remain, each from its own, so that no nesting of large counts reserves more than there is
   * input.
   *
   * @param depth of the elements
   * @param pending what the containers around this one still need after it, at least, in bytes
   */
  final void checkContainer(int depth, int count, long pending, int at) {
    if (count == 0) {
      charge(0, CONTAINER_COST);
      return;
    }
    if (depth > limits.depth()) {
      throw limit(
          "nested deeper than the limit of "
              + limits.depth()
              + (limits.depth() == 1 ? " level" : " levels"),
          at);
    }
    long needed = (long) count * entered.unit;
    if (needed + pending > end - pos) {
      checkCount(entered.noun, count, entered.unit, pos - 4);
      throw malformed(
          entered.noun
              + " count "
              + count
              + " needs at least "
              + Counts.bytes(needed)
              + ", and what follows "
              + pending
              + ", but "
              + Counts.remain(end - pos),
          pos - 4);
    }
    charge(count, CONTAINER_COST + (long) count * entered.elementCost);
  }

  /** The forms of containers. */
  enum Container {
    ARRAY("Array", "count of Array", MIN_VALUE, 20),
    DICTIONARY("Dictionary", "count of Dictionary", 2 * MIN_VALUE, 40),
    OBJECT("Object", "property count of Object", 2 * MIN_VALUE, 80);

    final String noun;
    final String countName;

    /** Bytes that an element, a pair, or a property with its name takes at least. */
    final int unit;

    /** Memory that an element, a pair or a property takes besides texts and large values. */
    final int elementCost;

    Container(String noun, String countName, int unit, int elementCost) {
      this.noun = noun;
      this.countName = countName;
      this.unit = unit;
      this.elementCost = elementCost;
    }
  }
}
