package io.github.godotvariant.testkit;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
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
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * An encoder written from the manual page alone, to hold the library's to: it shares nothing with
 * that but the classes of values. Where the page is silent it does what the format documentation
 * says is done.
 */
final class ManualWriting {
  private static final long QUIET = 0x0008000000000000L;

  private final ManualEdition edition;

  /** "If Godot was compiled with double-precision floats": fields called Float have 8 bytes. */
  private final boolean doubles;

  /** Asked where the page leaves a writer a choice; false for the choice that is documented. */
  private final BooleanSupplier odd;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** All types that were written. */
  final Set<VariantType> types = EnumSet.noneOf(VariantType.class);

  /** All forms that were written, by names of this class. */
  final Set<String> forms = new TreeSet<>();

  ManualWriting(ManualEdition edition, boolean doubles, BooleanSupplier odd) {
    this.edition = edition;
    this.doubles = doubles;
    this.odd = odd;
  }

  byte[] write(Variant value) {
    out.reset();
    value(value);
    return out.toByteArray();
  }

  private void value(Variant value) {
    if (value.isNil() && edition.objects && odd.getAsBoolean()) {
      // "A null value": an object whose payload is a zero.
      form("null object");
      header(VariantType.OBJECT, 0);
      word(0);
      return;
    }
    types.add(value.type());
    if (value instanceof IntValue number) {
      integer(number.value());
      return;
    }
    if (value instanceof FloatValue number) {
      floating(number.value());
      return;
    }
    header(value.type(), 0);
    if (value instanceof BoolValue bool) {
      // 1 for true; readers take all that is not 0 for it.
      word(bool == BoolValue.FALSE ? 0 : odd.getAsBoolean() ? 0x80000000 : 1);
    } else if (value instanceof StringValue text) {
      string(text.value());
    } else if (value instanceof Color c) {
      color(c);
    } else if (value instanceof NodePath path) {
      nodePath(path);
    } else if (value instanceof ObjectId object) {
      form("object id");
      doubleWord(object.id());
    } else if (value instanceof ObjectValue object) {
      object(object);
    } else if (value instanceof VariantDictionary dictionary) {
      word(dictionary.size() | shared());
      for (int i = 0; i < dictionary.size(); i++) {
        value(dictionary.keyAt(i));
        value(dictionary.valueAt(i));
      }
    } else if (value instanceof VariantArray array) {
      word(array.size() | shared());
      array.forEach(this::value);
    } else if (value.type().ordinal() >= VariantType.PACKED_BYTE_ARRAY.ordinal()) {
      array(value);
    } else {
      shape(value);
    }
  }

  /** Type in the low half, flags in the high half; or nothing but the type. */
  private void header(VariantType type, int flag) {
    int flags = flag;
    if (edition.flags && odd.getAsBoolean()) {
      form("flags without a meaning");
      boolean hasFlag = type == VariantType.INT || type == VariantType.FLOAT;
      flags |= hasFlag ? 0xFFFE : 0xFFFF;
    }
    word(edition.id(type) | flags << 16);
  }

  /** Without flags 32 bits, with flag 1 64 bits: these where 32 do not suffice. */
  private void integer(long number) {
    boolean wide = edition.intBits == 64 || (int) number != number || odd.getAsBoolean();
    header(VariantType.INT, edition.intBits == 0 && wide ? 1 : 0);
    form(wide ? "int of 64 bits" : "int of 32 bits");
    if (wide) {
      doubleWord(number);
    } else {
      word((int) number);
    }
  }

  private void floating(double number) {
    boolean wide =
        switch (edition.floatBits) {
          case 32 -> false;
          case 64 -> true;
          default -> (float) number != number || odd.getAsBoolean();
        };
    header(VariantType.FLOAT, edition.floatBits == 0 && wide ? 1 : 0);
    form(wide ? "float of 64 bits" : "float of 32 bits");
    if (wide) {
      doubleWord(Double.doubleToRawLongBits(number));
    } else {
      word(narrow(number));
    }
  }

  /** Length in bytes, UTF-8, "this field is padded to 4 bytes". */
  private void string(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    word(bytes.length);
    out.writeBytes(bytes);
    padding(bytes.length);
  }

  private void padding(int length) {
    int padding = (4 - length % 4) % 4;
    form("padding of " + padding);
    int filler = padding > 0 && odd.getAsBoolean() ? 0xA5 : 0;
    if (filler != 0) {
      form("padding that is not zero");
    }
    for (int i = 0; i < padding; i++) {
      out.write(filler);
    }
  }

  /** A field of type Float within a structure. */
  private void real(double number) {
    if (doubles) {
      doubleWord(Double.doubleToRawLongBits(number));
    } else {
      word(narrow(number));
    }
  }

  private void vector(Vector2 v) {
    real(v.x());
    real(v.y());
  }

  private void vector(Vector3 v) {
    real(v.x());
    real(v.y());
    real(v.z());
  }

  /** The column vectors of X, Y and Z, each with its X, Y and Z component. */
  private void basis(Basis b) {
    vector(b.x());
    vector(b.y());
    vector(b.z());
  }

  private void shape(Variant value) {
    if (value instanceof Vector2 v) {
      vector(v);
    } else if (value instanceof Rect2 r) {
      vector(r.position());
      vector(r.size());
    } else if (value instanceof Vector3 v) {
      vector(v);
    } else if (value instanceof Transform2D t) {
      vector(t.x());
      vector(t.y());
      vector(t.origin());
    } else if (value instanceof Plane p) {
      vector(p.normal());
      real(p.d());
    } else if (value instanceof Quaternion q) {
      real(q.x());
      real(q.y());
      real(q.z());
      real(q.w());
    } else if (value instanceof AABB box) {
      vector(box.position());
      vector(box.size());
    } else if (value instanceof Basis b) {
      basis(b);
    } else if (value instanceof Transform3D t) {
      basis(t.basis());
      vector(t.origin());
    } else if (!value.isNil()) {
      throw new IllegalArgumentException("the page has no " + value.type());
    }
  }

  /** Red, green, blue and alpha are Float fields, so they are doubled as all of them are. */
  private void color(Color c) {
    real(c.r());
    real(c.g());
    real(c.b());
    real(c.a());
  }

  /**
   * New format: the name count with bit 31, the subname count, flags with bit 0 for absolute, then
   * all strings. Old format: one string.
   */
  private void nodePath(NodePath path) {
    if (isPlain(path) && odd.getAsBoolean()) {
      form("old NodePath");
      string(text(path));
      return;
    }
    form("new NodePath");
    word(path.names().size() | 0x80000000);
    word(path.subnames().size());
    word((path.absolute() ? 1 : 0) | (odd.getAsBoolean() ? 0xFFFFFFFE : 0));
    path.names().forEach(this::string);
    path.subnames().forEach(this::string);
  }

  /** Whether the text of a path identifies the path. */
  private static boolean isPlain(NodePath path) {
    return path.names().stream().noneMatch(n -> n.isEmpty() || n.matches("(?s).*[/:].*"))
        && path.subnames().stream().noneMatch(n -> n.isEmpty() || n.contains(":"));
  }

  /** Empty names between slashes are dropped, and so is a colon at the end. */
  private String text(NodePath path) {
    String slash = odd.getAsBoolean() ? "//" : "/";
    StringBuilder text = new StringBuilder(path.absolute() ? slash : "");
    text.append(String.join(slash, path.names()));
    path.subnames().forEach(subname -> text.append(':').append(subname));
    return odd.getAsBoolean() ? text.append(':').toString() : text.toString();
  }

  /** Class name, number of properties, and of each its name and its value "using this format". */
  private void object(ObjectValue object) {
    form("full object");
    string(object.className());
    word(object.properties().size());
    for (ObjectValue.Property property : object.properties()) {
      string(property.name());
      value(property.value());
    }
  }

  /** Bit 31 of a count is "shared", whatever that is: written as 0, ignored when read. */
  private int shared() {
    if (!odd.getAsBoolean()) {
      return 0;
    }
    form("shared container");
    return 0x80000000;
  }

  /** A count of 4 bytes, also of 64-bit integers, as the data starts at offset 8; the elements. */
  private void array(Variant value) {
    if (value instanceof PackedByteArray bytes) {
      word(bytes.size());
      out.writeBytes(bytes.toArray());
      padding(bytes.size());
    } else if (value instanceof PackedInt32Array array) {
      word(array.size());
      for (int element : array.toArray()) {
        word(element);
      }
    } else if (value instanceof PackedInt64Array array) {
      word(array.size());
      for (long element : array.toArray()) {
        doubleWord(element);
      }
    } else if (value instanceof PackedFloat32Array array) {
      word(array.size());
      for (float element : array.toArray()) {
        word(Float.floatToRawIntBits(element));
      }
    } else if (value instanceof PackedFloat64Array array) {
      word(array.size());
      for (double element : array.toArray()) {
        doubleWord(Double.doubleToRawLongBits(element));
      }
    } else if (value instanceof PackedStringArray array) {
      word(array.size());
      List.of(array.toArray()).forEach(this::string);
    } else if (value instanceof PackedVector2Array array) {
      word(array.size());
      array.asList().forEach(this::vector);
    } else if (value instanceof PackedVector3Array array) {
      word(array.size());
      array.asList().forEach(this::vector);
    } else if (value instanceof PackedColorArray array) {
      word(array.size());
      array.asList().forEach(this::color);
    } else {
      throw new IllegalArgumentException("the page has no " + value.type());
    }
  }

  private void form(String name) {
    forms.add(name);
  }

  private void word(int word) {
    for (int shift = 0; shift < 32; shift += 8) {
      out.write(word >>> shift);
    }
  }

  private void doubleWord(long word) {
    for (int shift = 0; shift < 64; shift += 8) {
      out.write((int) (word >>> shift));
    }
  }

  /** Rounded to the nearest; of a NaN the sign and the upper bits, which have to be some. */
  private static int narrow(double number) {
    if (!Double.isNaN(number)) {
      return Float.floatToRawIntBits((float) number);
    }
    long bits = Double.doubleToRawLongBits(number);
    int narrow = (int) (bits >>> 32 & 0x80000000L) | 0x7F800000 | (int) (bits >>> 29 & 0x7FFFFF);
    return (narrow & 0x7FFFFF) == 0 ? narrow | (int) (QUIET >>> 29) : narrow;
  }
}
