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
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * An encoder written only from the manual page, as a reference for the library. It shares only the
 * classes of values with the library. Where the page is silent, it follows the documentation of the
 * format.
 */
final class ManualWriting {
  private static final long QUIET = 0x0008000000000000L;

  private final ManualEdition edition;

  /** "If Godot was compiled with double-precision floats": Float fields have 8 bytes. */
  private final boolean doubles;

  /** Chooses between the forms that the page allows; false selects the documented form. */
  private final BooleanSupplier unusual;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** All written types. */
  final Set<VariantType> types = EnumSet.noneOf(VariantType.class);

  /** The names of all written forms. */
  final Set<String> forms = new TreeSet<>();

  ManualWriting(ManualEdition edition, boolean doubles, BooleanSupplier unusual) {
    this.edition = edition;
    this.doubles = doubles;
    this.unusual = unusual;
  }

  byte[] write(Variant value) {
    out.reset();
    value(value);
    return out.toByteArray();
  }

  private void value(Variant value) {
    if (value.isNil() && edition.objects && unusual.getAsBoolean()) {
      // "A null value": an object with zero as payload.
      addForm("null object");
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
      // The usual encoding of true is 1; readers accept all values except 0.
      word(bool == BoolValue.FALSE ? 0 : unusual.getAsBoolean() ? 0x80000000 : 1);
    } else if (value instanceof StringValue text) {
      string(text.value());
    } else if (value instanceof Color c) {
      color(c);
    } else if (value instanceof NodePath path) {
      nodePath(path);
    } else if (value instanceof ObjectIdValue object) {
      addForm("object id");
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

  /** Writes the type in the low half and flags in the high half, or only the type. */
  private void header(VariantType type, int flag) {
    int flags = flag;
    if (edition.flags && unusual.getAsBoolean()) {
      addForm("flags without a meaning");
      boolean hasFlag = type == VariantType.INT || type == VariantType.FLOAT;
      flags |= hasFlag ? 0xFFFE : 0xFFFF;
    }
    word(edition.id(type) | flags << 16);
  }

  /** Writes 32 bits without flag, or 64 bits with flag 1 if 32 bits do not suffice. */
  private void integer(long number) {
    boolean wide = edition.intBits == 64 || (int) number != number || unusual.getAsBoolean();
    header(VariantType.INT, edition.intBits == 0 && wide ? 1 : 0);
    addForm(wide ? "int of 64 bits" : "int of 32 bits");
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
          default -> (float) number != number || unusual.getAsBoolean();
        };
    header(VariantType.FLOAT, edition.floatBits == 0 && wide ? 1 : 0);
    addForm(wide ? "float of 64 bits" : "float of 32 bits");
    if (wide) {
      doubleWord(Double.doubleToRawLongBits(number));
    } else {
      word(narrow(number));
    }
  }

  /** Writes the length in bytes, then UTF-8: "this field is padded to 4 bytes". */
  private void string(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    word(bytes.length);
    out.writeBytes(bytes);
    padding(bytes.length);
  }

  private void padding(int length) {
    int padding = (4 - length % 4) % 4;
    addForm("padding of " + padding);
    int filler = padding > 0 && unusual.getAsBoolean() ? 0xA5 : 0;
    if (filler != 0) {
      addForm("padding that is not zero");
    }
    for (int i = 0; i < padding; i++) {
      out.write(filler);
    }
  }

  /** Writes a field of type Float inside a structure. */
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

  /** Writes the column vectors X, Y and Z, each with its X, Y and Z component. */
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

  /** Writes red, green, blue and alpha as Float fields, which have 8 bytes in double builds. */
  private void color(Color c) {
    real(c.r());
    real(c.g());
    real(c.b());
    real(c.a());
  }

  /**
   * Writes the new format (the name count with bit 31, the subname count, flags with bit 0 for
   * absolute, then all strings) or the old format (one string).
   */
  private void nodePath(NodePath path) {
    if (isPlain(path) && unusual.getAsBoolean()) {
      addForm("old NodePath");
      string(text(path));
      return;
    }
    addForm("new NodePath");
    word(path.names().size() | 0x80000000);
    word(path.subnames().size());
    word((path.isAbsolute() ? 1 : 0) | (unusual.getAsBoolean() ? 0xFFFFFFFE : 0));
    path.names().forEach(this::string);
    path.subnames().forEach(this::string);
  }

  /** Returns whether parsing the text of a path returns the same path. */
  private static boolean isPlain(NodePath path) {
    return path.names().stream().noneMatch(n -> n.isEmpty() || n.matches("(?s).*[/:].*"))
        && path.subnames().stream().noneMatch(n -> n.isEmpty() || n.contains(":"));
  }

  /** Returns the text of a path, sometimes with additional slashes or a colon at the end. */
  private String text(NodePath path) {
    String slash = unusual.getAsBoolean() ? "//" : "/";
    StringBuilder text = new StringBuilder(path.isAbsolute() ? slash : "");
    text.append(String.join(slash, path.names()));
    path.subnames().forEach(subname -> text.append(':').append(subname));
    return unusual.getAsBoolean() ? text.append(':').toString() : text.toString();
  }

  /** Writes the class name, the number of properties, and each name and value. */
  private void object(ObjectValue object) {
    addForm("full object");
    string(object.className());
    word(object.properties().size());
    for (ObjectValue.Property property : object.properties()) {
      string(property.name());
      value(property.value());
    }
  }

  /** Returns bit 31 of a count, "shared": written as 0, and ignored by readers. */
  private int shared() {
    if (!unusual.getAsBoolean()) {
      return 0;
    }
    addForm("shared container");
    return 0x80000000;
  }

  /** Writes a count of 4 bytes, then the elements; data starts at offset 8 for all types. */
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

  private void addForm(String name) {
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

  /** Rounds to nearest. A NaN keeps its sign and upper bits, or is quiet if these are 0. */
  private static int narrow(double number) {
    if (!Double.isNaN(number)) {
      return Float.floatToRawIntBits((float) number);
    }
    long bits = Double.doubleToRawLongBits(number);
    int narrow = (int) (bits >>> 32 & 0x80000000L) | 0x7F800000 | (int) (bits >>> 29 & 0x7FFFFF);
    return (narrow & 0x7FFFFF) == 0 ? narrow | (int) (QUIET >>> 29) : narrow;
  }
}
