package io.github.godotvariant.testkit;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
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

/** A decoder written from the manual page alone, the counterpart of {@link ManualWriting}. */
final class ManualReading {
  private static final long QUIET = 0x0008000000000000L;

  private final ManualEdition edition;
  private final boolean doubles;

  /** Whether objects are complete. The bytes do not say this, so the caller must know. */
  private final boolean fullObjects;

  private final ByteBuffer in;

  private ManualReading(ManualEdition edition, boolean doubles, boolean fullObjects, byte[] bytes) {
    this.edition = edition;
    this.doubles = doubles;
    this.fullObjects = fullObjects;
    in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A value, and how many bytes it took. */
  record Read(Variant value, int length) {}

  /** These bytes are none of the page's. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The value at the start of bytes, or nothing if there is none. */
  static Optional<Read> read(
      ManualEdition edition, boolean doubles, boolean fullObjects, byte[] bytes) {
    ManualReading reading = new ManualReading(edition, doubles, fullObjects, bytes);
    try {
      return Optional.of(new Read(reading.value(), reading.in.position()));
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  private void need(long bytes) {
    if (bytes > in.remaining()) {
      throw new Refused();
    }
  }

  private int word() {
    need(4);
    return in.getInt();
  }

  private long doubleWord() {
    need(8);
    return in.getLong();
  }

  /** base_type = val &amp; 0xFFFF, flags = val &gt;&gt; 16; or the whole word is the type. */
  private Variant value() {
    int header = word();
    int id = edition.flags ? header & 0xFFFF : header;
    boolean flag = (header >>> 16 & 1) == 1;
    int types = ManualEdition.FIRST.size() + edition.arrays().size();
    if (id < 0 || id >= types) {
      throw new Refused();
    }
    return id < ManualEdition.FIRST.size()
        ? value(ManualEdition.FIRST.get(id), flag)
        : array(edition.arrays().get(id - ManualEdition.FIRST.size()));
  }

  private Variant value(VariantType type, boolean flag) {
    return switch (type) {
      case NIL -> NilValue.NIL;
      case BOOL -> BoolValue.of(word() != 0);
      case INT -> IntValue.of(isWide(edition.intBits, flag) ? doubleWord() : word());
      case FLOAT ->
          FloatValue.of(
              isWide(edition.floatBits, flag)
                  ? Double.longBitsToDouble(doubleWord())
                  : quiet(widened(word())));
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
      default -> throw new Refused(); // RID: "unsupported"
    };
  }

  private static boolean isWide(int bits, boolean flag) {
    return bits == 0 ? flag : bits == 64;
  }

  private int count() {
    int count = word();
    if (count < 0) {
      throw new Refused();
    }
    return count;
  }

  private String string() {
    return string(count());
  }

  /** Bytes of UTF-8, and padding, which has to be there, whatever it is. */
  private String string(int length) {
    byte[] bytes = bytes(length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new Refused();
    }
  }

  private byte[] bytes(int length) {
    int padding = (4 - length % 4) % 4;
    need((long) length + padding);
    byte[] bytes = new byte[length];
    in.get(bytes);
    in.position(in.position() + padding);
    return bytes;
  }

  private double real() {
    return doubles ? Double.longBitsToDouble(doubleWord()) : widened(word());
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
      return cut(string(first));
    }
    long names = first & 0x7FFFFFFF;
    long subnames = word() & 0xFFFFFFFFL;
    boolean absolute = (word() & 1) == 1;
    return new NodePath(strings(names), strings(subnames), absolute);
  }

  private List<String> strings(long count) {
    need(4 * count);
    List<String> strings = new ArrayList<>();
    while (strings.size() < count) {
      strings.add(string());
    }
    return strings;
  }

  /** The page leaves open how; as the engine cuts up the text of a path. */
  private static NodePath cut(String text) {
    List<String> subnames = new ArrayList<>(List.of(text.split(":", -1)));
    String nodes = subnames.remove(0);
    if (!subnames.isEmpty() && subnames.get(subnames.size() - 1).isEmpty()) {
      subnames.remove(subnames.size() - 1);
    }
    if (subnames.contains("")) {
      throw new Refused();
    }
    List<String> names = new ArrayList<>(List.of(nodes.split("/")));
    names.removeIf(String::isEmpty);
    return new NodePath(names, subnames, nodes.startsWith("/"));
  }

  private Variant object() {
    if (!edition.objects) {
      throw new Refused();
    }
    int first = word();
    if (first == 0) {
      return NilValue.NIL;
    }
    if (!fullObjects) {
      return new ObjectId(first & 0xFFFFFFFFL | (long) word() << 32);
    }
    if (first < 0) {
      throw new Refused();
    }
    String className = string(first);
    int count = count();
    need(8L * count);
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
        return PackedByteArray.wrap(bytes(count));
      case PACKED_INT32_ARRAY:
        need(4L * count);
        int[] ints = new int[count];
        for (int i = 0; i < count; i++) {
          ints[i] = word();
        }
        return PackedInt32Array.wrap(ints);
      case PACKED_INT64_ARRAY:
        need(8L * count);
        long[] longs = new long[count];
        for (int i = 0; i < count; i++) {
          longs[i] = doubleWord();
        }
        return PackedInt64Array.wrap(longs);
      case PACKED_FLOAT32_ARRAY:
        return PackedFloat32Array.wrap(floats(count));
      case PACKED_FLOAT64_ARRAY:
        need(8L * count);
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
          numbers[i] = Double.longBitsToDouble(doubleWord());
        }
        return PackedFloat64Array.wrap(numbers);
      case PACKED_STRING_ARRAY:
        return PackedStringArray.wrap(strings(count).toArray(String[]::new));
      case PACKED_VECTOR2_ARRAY:
        return doubles
            ? PackedVector2Array.wrap(reals(2L * count))
            : PackedVector2Array.wrap(floats(2L * count));
      case PACKED_VECTOR3_ARRAY:
        return doubles
            ? PackedVector3Array.wrap(reals(3L * count))
            : PackedVector3Array.wrap(floats(3L * count));
      default:
        return doubles
            ? PackedColorArray.wrap(reals(4L * count))
            : PackedColorArray.wrap(floats(4L * count));
    }
  }

  private float[] floats(long count) {
    need(4 * count);
    float[] floats = new float[(int) count];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = Float.intBitsToFloat(word());
    }
    return floats;
  }

  private double[] reals(long count) {
    need(8 * count);
    double[] reals = new double[(int) count];
    for (int i = 0; i < reals.length; i++) {
      reals[i] = Double.longBitsToDouble(doubleWord());
    }
    return reals;
  }

  /** The 64-bit number of 32 bits; a NaN keeps its bits at the upper end. */
  private static double widened(int bits) {
    float narrow = Float.intBitsToFloat(bits);
    return Float.isNaN(narrow)
        ? Double.longBitsToDouble(
            (bits & 0x80000000L) << 32 | 0x7FFL << 52 | (bits & 0x7FFFFFL) << 29)
        : narrow;
  }

  /** A float by itself is widened as a processor does it, which leaves no NaN signalling. */
  private static double quiet(double number) {
    return Double.isNaN(number)
        ? Double.longBitsToDouble(Double.doubleToRawLongBits(number) | QUIET)
        : number;
  }
}
