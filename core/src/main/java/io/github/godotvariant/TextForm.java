package io.github.godotvariant;

import io.github.godotvariant.internal.Decimals;
import java.nio.FloatBuffer;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The engine's own notation of a value, as {@code var_to_str} of Godot 4.6 writes it. It is meant
 * for people and loses a little: signals and callables have no content in it.
 */
final class TextForm {
  private final StringBuilder out = new StringBuilder();

  private TextForm() {}

  static String of(Variant value) {
    TextForm form = new TextForm();
    form.append(value);
    return form.out.toString();
  }

  private void append(Variant value) {
    switch (value.type()) {
      case NIL -> out.append("null");
      case BOOL -> out.append(value.asBool());
      case INT -> out.append(value.asInt());
      case FLOAT -> appendFloat(((FloatValue) value).value());
      case STRING -> appendQuoted(value.asString());
      case STRING_NAME -> {
        out.append('&');
        appendEscaped(value.asString());
      }
      case NODE_PATH -> appendPath((NodePath) value);
      case RID -> appendRid((RID) value);
      case OBJECT -> appendObject(value);
      case CALLABLE -> out.append("Callable()");
      case SIGNAL -> out.append("Signal()");
      case ARRAY -> appendArray((VariantArray) value);
      case DICTIONARY -> appendDictionary((VariantDictionary) value);
      default -> {
        out.append(value.type().godotName()).append('(');
        int start = out.length();
        if (value instanceof PackedArray packed) {
          appendElements(packed);
        } else {
          appendComponents(value);
        }
        if (out.length() > start) {
          out.setLength(out.length() - 2);
        }
        out.append(')');
      }
    }
  }

  private void appendFloat(double value) {
    String digits = Decimals.text(value);
    out.append(digits);
    boolean whole = digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    if (whole) {
      out.append(".0");
    }
  }

  private void appendQuoted(String text) {
    out.append('"').append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
  }

  /** As a C string: names, paths and packed strings, unlike a String, escape control characters. */
  private void appendEscaped(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> out.append("\\\\");
        case '"' -> out.append("\\\"");
        case '\'' -> out.append("\\'");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\f' -> out.append("\\f");
        case '\b' -> out.append("\\b");
        case 0x07 -> out.append("\\a");
        case 0x0B -> out.append("\\v");
        default -> out.append(c);
      }
    }
    out.append('"');
  }

  private void appendPath(NodePath path) {
    out.append("NodePath(");
    appendEscaped(path.path());
    out.append(')');
  }

  private void appendRid(RID rid) {
    out.append("RID(");
    if (rid.id() != 0) {
      out.append(rid.id());
    }
    out.append(')');
  }

  private void appendObject(Variant value) {
    if (value instanceof ObjectId object) {
      out.append("Object(EncodedObjectAsID,\"object_id\":")
          .append(object.id())
          .append(",\"script\":null)\n");
      return;
    }
    ObjectValue object = (ObjectValue) value;
    out.append("Object(").append(object.className());
    for (ObjectValue.Property property : object.properties()) {
      out.append(",\"").append(property.name()).append("\":");
      append(property.value());
    }
    out.append(")\n");
  }

  private void appendArray(VariantArray array) {
    if (!array.elementType().isUntyped()) {
      out.append("Array[").append(array.elementType()).append("](");
    }
    out.append('[');
    for (int i = 0; i < array.size(); i++) {
      if (i > 0) {
        out.append(", ");
      }
      append(array.get(i));
    }
    out.append(']');
    if (!array.elementType().isUntyped()) {
      out.append(')');
    }
  }

  private void appendDictionary(VariantDictionary dictionary) {
    boolean typed = !dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped();
    if (typed) {
      out.append("Dictionary[")
          .append(dictionary.keyType())
          .append(", ")
          .append(dictionary.valueType())
          .append("](");
    }
    if (dictionary.isEmpty()) {
      out.append("{}");
    } else {
      out.append("{\n");
      int[] order =
          IntStream.range(0, dictionary.size())
              .boxed()
              .sorted(Comparator.comparing(dictionary::keyAt, keyOrder(dictionary)))
              .mapToInt(Integer::intValue)
              .toArray();
      for (int i = 0; i < order.length; i++) {
        append(dictionary.keyAt(order[i]));
        out.append(": ");
        append(dictionary.valueAt(order[i]));
        out.append(i < order.length - 1 ? ",\n" : "\n");
      }
      out.append('}');
    }
    if (typed) {
      out.append(')');
    }
  }

  /**
   * The engine sorts keys by type, then by value, but names and strings together. Names stand where
   * strings do as soon as there are strings, as otherwise there would be no order.
   */
  private static Comparator<Variant> keyOrder(VariantDictionary dictionary) {
    boolean strings = dictionary.keys().stream().anyMatch(key -> key instanceof StringValue);
    return (a, b) -> {
      int types = Integer.compare(rank(a, strings), rank(b, strings));
      return types != 0 ? types : compareValues(a, b);
    };
  }

  private static int rank(Variant key, boolean strings) {
    return (strings && isText(key) ? VariantType.STRING : key.type()).ordinal();
  }

  private static int compareValues(Variant a, Variant b) {
    if (isText(a) && isText(b)) {
      return compareText(a.asString(), b.asString());
    }
    if (a instanceof IntValue x && b instanceof IntValue y) {
      return Long.compare(x.value(), y.value());
    }
    if (a instanceof FloatValue x && b instanceof FloatValue y) {
      return Double.compare(x.value(), y.value());
    }
    if (a instanceof BoolValue x && b instanceof BoolValue y) {
      return x.compareTo(y);
    }
    return 0;
  }

  private static boolean isText(Variant value) {
    return value instanceof StringValue || value instanceof StringName;
  }

  /** By code point, not by UTF-16 unit. */
  private static int compareText(String a, String b) {
    int i = 0;
    int shorter = Math.min(a.length(), b.length());
    while (i < shorter && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    if (i == shorter) {
      return Integer.compare(a.length(), b.length());
    }
    int from = i > 0 && Character.isLowSurrogate(a.charAt(i)) ? i - 1 : i;
    return Integer.compare(a.codePointAt(from), b.codePointAt(from));
  }

  private void appendComponents(Variant value) {
    if (value instanceof Basis basis) {
      appendRows(basis);
    } else if (value instanceof Transform3D transform) {
      appendRows(transform.basis());
      reals(transform.origin().toArray());
    } else if (value instanceof RealShape shape) {
      reals(shape.toArray());
    } else if (value instanceof IntShape shape) {
      ints(shape.toArray());
    } else {
      Color c = (Color) value;
      singles(c.r(), c.g(), c.b(), c.a());
    }
  }

  private void appendRows(Basis b) {
    reals(b.x().x(), b.y().x(), b.z().x());
    reals(b.x().y(), b.y().y(), b.z().y());
    reals(b.x().z(), b.y().z(), b.z().z());
  }

  private void appendElements(PackedArray array) {
    if (array instanceof PackedByteArray bytes) {
      for (byte b : bytes.toArray()) {
        ints(b & 0xFF);
      }
    } else if (array instanceof PackedInt32Array ints) {
      ints(ints.toArray());
    } else if (array instanceof PackedInt64Array longs) {
      for (long number : longs.toArray()) {
        out.append(number).append(", ");
      }
    } else if (array instanceof PackedFloat32Array floats) {
      singles(floats.toArray());
    } else if (array instanceof PackedFloat64Array doubles) {
      reals(doubles.toArray());
    } else if (array instanceof PackedStringArray strings) {
      for (String text : strings.asList()) {
        appendEscaped(text);
        out.append(", ");
      }
    } else if (array instanceof PackedVectorArray<?> vectors) {
      reals(vectors.toDoubleArray());
    } else {
      FloatBuffer components = ((PackedColorArray) array).asBuffer();
      while (components.hasRemaining()) {
        singles(components.get());
      }
    }
  }

  private void reals(double... numbers) {
    for (double number : numbers) {
      out.append(Decimals.text(number)).append(", ");
    }
  }

  private void singles(float... numbers) {
    for (float number : numbers) {
      out.append(Decimals.text(number)).append(", ");
    }
  }

  private void ints(int... numbers) {
    for (int number : numbers) {
      out.append(number).append(", ");
    }
  }
}
