package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Returns a text for each value. Two values have the same text if and only if all their bits are
 * equal, also those of NaN and -0.0.
 */
enum CanonicalForm {
  /** With element types and the difference of String and StringName. */
  TYPED,
  /** Without element types, and with StringNames as Strings. */
  UNTYPED;

  /** Number of hexadecimal digits of a digest. */
  private static final int DIGEST_LENGTH = 10;

  String of(Variant value) {
    return switch (value.type()) {
      case ARRAY -> {
        VariantArray array = value.asArray();
        List<String> elements = new ArrayList<>(array.size());
        array.forEach(element -> elements.add(of(element)));
        yield array(array.elementType(), elements);
      }
      case DICTIONARY -> {
        VariantDictionary dictionary = value.asDictionary();
        List<String> pairs = new ArrayList<>(dictionary.size());
        dictionary.forEach((key, item) -> pairs.add(of(key) + ":" + of(item)));
        yield dictionary(dictionary.keyType(), dictionary.valueType(), pairs);
      }
      case OBJECT -> value instanceof ObjectValue object ? object(object) : leaf(value);
      default -> leaf(value);
    };
  }

  private String object(ObjectValue object) {
    List<String> properties = new ArrayList<>();
    object.properties().forEach(p -> properties.add(text(p.name()) + "=" + of(p.value())));
    return object(object.className(), properties);
  }

  String array(ElementType type, List<String> elements) {
    return "[" + type(type) + String.join(",", elements) + "]";
  }

  String dictionary(ElementType keyType, ElementType valueType, List<String> pairs) {
    return "{" + type(keyType) + type(valueType) + String.join(",", pairs) + "}";
  }

  String object(String className, List<String> properties) {
    return "(" + text(className) + String.join(",", properties) + ")";
  }

  /**
   * Returns the pairs of a decoded dictionary: a repeated key keeps its position and gets the last
   * value.
   */
  List<String> merge(KeyRule rule, List<Variant> keys, List<String> values) {
    VariantDictionary.Builder last = VariantDictionary.builder().keyRule(rule);
    for (int i = 0; i < keys.size(); i++) {
      last.put(keys.get(i), i);
    }
    List<String> pairs = new ArrayList<>();
    last.build().forEach((key, i) -> pairs.add(of(key) + ":" + values.get(i.asInt())));
    return pairs;
  }

  private String type(ElementType type) {
    return this == UNTYPED || type.isUntyped() ? "" : type.kind() + " " + type.name() + ";";
  }

  private String leaf(Variant value) {
    VariantType type = value.type();
    if (value instanceof PackedArray packed) {
      List<String> elements = new ArrayList<>(packed.size());
      packed.elements().forEach(element -> elements.add(of(element)));
      return type + "[" + String.join(",", elements) + "]";
    }
    return switch (type) {
      case BOOL -> value.asBoolean() ? "true" : "false";
      case INT -> Long.toString(value.asLong());
      case FLOAT -> bits(value.asDouble());
      case STRING -> text(value.asString());
      case STRING_NAME -> (this == TYPED ? "&" : "") + text(value.asString());
      case NODE_PATH -> {
        NodePath path = (NodePath) value;
        yield "^" + path.isAbsolute() + texts(path.names()) + texts(path.subnames());
      }
      case RID -> "RID" + ((RID) value).id();
      case SIGNAL -> "Signal" + text(((Signal) value).name()) + ((Signal) value).objectId();
      case OBJECT -> "Object" + ((ObjectIdValue) value).id();
      default -> value instanceof Shape shape ? shape(shape) : type.name();
    };
  }

  private static String shape(Shape shape) {
    StringBuilder text = new StringBuilder(shape.type().name());
    for (double component : shape.toDoubles()) {
      text.append(' ').append(bits(component));
    }
    return text.toString();
  }

  private static String texts(List<String> texts) {
    return texts.stream().map(CanonicalForm::text).toList().toString();
  }

  static String text(String text) {
    return text.length() + "\"" + text + "\"";
  }

  static String bits(double number) {
    return "f" + Long.toHexString(Double.doubleToRawLongBits(number));
  }

  /** Returns the first digits of the SHA-256 of a text. */
  static String digest(String text) {
    try {
      // UTF-16 also holds halves of surrogate pairs.
      byte[] bytes = new byte[2 * text.length()];
      for (int i = 0; i < text.length(); i++) {
        bytes[2 * i] = (byte) (text.charAt(i) >> 8);
        bytes[2 * i + 1] = (byte) text.charAt(i);
      }
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(hash).substring(0, DIGEST_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
