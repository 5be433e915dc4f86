package io.github.godotvariant.testkit;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A decoder written only from the manual page, the counterpart of {@link ManualWriting}. */
final class ManualReading {
  private static final long QUIET = 0x0008000000000000L;

  private final ManualEdition edition;
  private final boolean doubles;

  /** Whether objects are full. The caller must know this, because the bytes do not contain it. */
  private final boolean fullObjects;

  private final ByteBuffer in;

  private ManualReading(ManualEdition edition, boolean doubles, boolean fullObjects, byte[] bytes) {
    this.edition = edition;
    this.doubles = doubles;
    this.fullObjects = fullObjects;
    in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A value and its length in bytes. */
  record Read(Variant value, int length) {}

  /** Thrown for bytes that the page does not allow. */
  private static final class RejectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Returns the value at the start of bytes, or empty if the bytes are malformed. */
  static Optional<Read> read(
      ManualEdition edition, boolean doubles, boolean fullObjects, byte[] bytes) {
    ManualReading reading = new ManualReading(edition, doubles, fullObjects, bytes);
    try {
      return Optional.of(new Read(reading.value(), reading.in.position()));
    } catch (RejectedException e) {
      return Optional.empty();
    }
  }

  private void require(long bytes) {
    if (bytes > in.remaining()) {
      throw new RejectedException();
    }
  }

  private int word() {
    require(4);
    return in.getInt();
  }

  private long doubleWord() {
    require(8);
    return in.getLong();
  }

  /** The type is the low half of the header, with flags in the high half, or the whole header. */
  private Variant value() {
    int header = word();
    int id = edition.flags ? header & 0xFFFF : header;
    boolean flag = (header >>> 16 & 1) == 1;
    int types = ManualEdition.FIRST.size() + edition.arrays().size();
    if (id < 0 || id >= types) {
      throw new RejectedException();
    }
    return id < ManualEdition.FIRST.size()
        ? value(ManualEdition.FIRST.get(id), flag)
        : array(edition.arrays().get(id - ManualEdition.FIRST.size()));
  }

  private Variant value(VariantType type, boolean flag) {
    return switch (type) {
      case NIL -> Variant.NIL;
      case BOOL -> BoolValue.of(word() != 0);
      case INT -> IntValue.of(isWide(edition.intBits, flag) ? doubleWord() : word());
      case FLOAT ->
          FloatValue.of(
              isWide(edition.floatBits, flag)
                  ? Double.longBitsToDouble(doubleWord())
                  : makeQuiet(widen(word())));
      case STRING -> StringValue.of(string());
      case VECTOR2 -> vector2();
      case RECT2 -> new Rect2(vector2(), vector2());
      case VECTOR3 -> vector3();
      case TRANSFORM2D -> new Transform2D(vector2(), vector2(), vector2());
      case PLANE -> new Plane(vector3(), real());
      case QUATERNION -> new Quaternion(real(), real(), real(), real());
      case AABB -> new AABB(vector3(), vector3());
      case BASIS -> basis();
      case TRANSFORM3D -> new Transform3D(basis(), vector3());
      case COLOR -> new Color(real(), real(), real(), real());
      case NODE_PATH -> nodePath();
      case OBJECT -> object();
      case DICTIONARY -> dictionary();
      case ARRAY -> VariantArray.copyOf(values(word() & 0x7FFFFFFF));
      default -> throw new RejectedException(); // RID: "unsupported"
    };
  }

  private static boolean isWide(int bits, boolean flag) {
    return bits == 0 ? flag : bits == 64;
  }

  private int count() {
    int count = word();
    if (count < 0) {
      throw new RejectedException();
    }
    return count;
  }

  private String string() {
    return string(count());
  }

  /** Reads UTF-8 and padding, which must be present; its bytes are ignored. */
  private String string(int length) {
    byte[] bytes = bytes(length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new RejectedException();
    }
  }

  private byte[] bytes(int length) {
    int padding = (4 - length % 4) % 4;
    require((long) length + padding);
    byte[] bytes = new byte[length];
    in.get(bytes);
    in.position(in.position() + padding);
    return bytes;
  }

  private double real() {
    return doubles ? Double.longBitsToDouble(doubleWord()) : widen(word());
  }

  private Vector2 vector2() {
    return new Vector2(real(), real());
  }

  private Vector3 vector3() {
    return new Vector3(real(), real(), real());
  }

  private Basis basis() {
    return new Basis(vector3(), vector3(), vector3());
  }

  private NodePath nodePath() {
    int first = word();
    if (first >= 0) {
      return parsePath(string(first));
    }
    long names = first & 0x7FFFFFFF;
    long subnames = word() & 0xFFFFFFFFL;
    boolean absolute = (word() & 1) == 1;
    return new NodePath(strings(names), strings(subnames), absolute);
  }

  private List<String> strings(long count) {
    require(4 * count);
    List<String> strings = new ArrayList<>();
    while (strings.size() < count) {
      strings.add(string());
    }
    return strings;
  }

  /** Parses the text of a path like the engine, because the page does not describe this. */
  private static NodePath parsePath(String text) {
    List<String> subnames = new ArrayList<>(List.of(text.split(":", -1)));
    String nodes = subnames.remove(0);
    if (!subnames.isEmpty() && subnames.get(subnames.size() - 1).isEmpty()) {
      subnames.remove(subnames.size() - 1);
    }
    if (subnames.contains("")) {
      throw new RejectedException();
    }
    List<String> names = new ArrayList<>(List.of(nodes.split("/")));
    names.removeIf(String::isEmpty);
    return new NodePath(names, subnames, nodes.startsWith("/"));
  }

  private Variant object() {
    if (!edition.objects) {
      throw new RejectedException();
    }
    int first = word();
    if (first == 0) {
      return Variant.NIL;
    }
    if (!fullObjects) {
      return new ObjectIdValue(first & 0xFFFFFFFFL | (long) word() << 32);
    }
    if (first < 0) {
      throw new RejectedException();
    }
    String className = string(first);
    int count = count();
    require(8L * count);
    List<ObjectValue.Property> properties = new ArrayList<>();
    while (properties.size() < count) {
      properties.add(new ObjectValue.Property(string(), value()));
    }
    return new ObjectValue(className, properties);
  }

  private VariantDictionary dictionary() {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int left = word() & 0x7FFFFFFF; left > 0; left--) {
      Variant key = value();
      pairs.put(key, value());
    }
    return pairs.build();
  }

  private List<Variant> values(int count) {
    List<Variant> values = new ArrayList<>();
    while (values.size() < count) {
      values.add(value());
    }
    return values;
  }

  private Variant array(VariantType type) {
    int count = count();
    switch (type) {
      case PACKED_BYTE_ARRAY:
        return PackedByteArray.unsafeWrap(bytes(count));
      case PACKED_INT32_ARRAY:
        require(4L * count);
        int[] ints = new int[count];
        for (int i = 0; i < count; i++) {
          ints[i] = word();
        }
        return PackedInt32Array.unsafeWrap(ints);
      case PACKED_INT64_ARRAY:
        require(8L * count);
        long[] longs = new long[count];
        for (int i = 0; i < count; i++) {
          longs[i] = doubleWord();
        }
        return PackedInt64Array.unsafeWrap(longs);
      case PACKED_FLOAT32_ARRAY:
        return PackedFloat32Array.unsafeWrap(floats(count));
      case PACKED_FLOAT64_ARRAY:
        require(8L * count);
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
          numbers[i] = Double.longBitsToDouble(doubleWord());
        }
        return PackedFloat64Array.unsafeWrap(numbers);
      case PACKED_STRING_ARRAY:
        return PackedStringArray.unsafeWrap(strings(count).toArray(String[]::new));
      case PACKED_VECTOR2_ARRAY:
        return doubles
            ? PackedVector2Array.unsafeWrap(reals(2L * count))
            : PackedVector2Array.unsafeWrap(floats(2L * count));
      case PACKED_VECTOR3_ARRAY:
        return doubles
            ? PackedVector3Array.unsafeWrap(reals(3L * count))
            : PackedVector3Array.unsafeWrap(floats(3L * count));
      default:
        return doubles
            ? PackedColorArray.unsafeWrap(reals(4L * count))
            : PackedColorArray.unsafeWrap(floats(4L * count));
    }
  }

  private float[] floats(long count) {
    require(4 * count);
    float[] floats = new float[(int) count];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = Float.intBitsToFloat(word());
    }
    return floats;
  }

  private double[] reals(long count) {
    require(8 * count);
    double[] reals = new double[(int) count];
    for (int i = 0; i < reals.length; i++) {
      reals[i] = Double.longBitsToDouble(doubleWord());
    }
    return reals;
  }

  /** Widens 32 bits to a double; a NaN keeps its bits as the upper bits. */
  private static double widen(int bits) {
    float narrow = Float.intBitsToFloat(bits);
    return Float.isNaN(narrow)
        ? Double.longBitsToDouble(
            (bits & 0x80000000L) << 32 | 0x7FFL << 52 | (bits & 0x7FFFFFL) << 29)
        : narrow;
  }

  /** Makes a NaN quiet, as processors do when they widen a single float. */
  private static double makeQuiet(double number) {
    return Double.isNaN(number)
        ? Double.longBitsToDouble(Double.doubleToRawLongBits(number) | QUIET)
        : number;
  }
}
