package io.github.godotvariant.json;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.text.VariantText;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Converts plain values, as written by {@link PlainWriter}, to a given type. */
final class TypedValues {
  private TypedValues() {}

  static Variant of(VariantType type, Variant plain) {
    return convert(type, plain, VariantPath.ROOT);
  }

  private static Variant convert(VariantType type, Variant plain, VariantPath path) {
    if (plain.type() == type) {
      return plain;
    } else if (!type.parts().isEmpty()) {
      double[] numbers = new double[type.components().size()];
      putNumbers(type, plain, path, DoubleBuffer.wrap(numbers));
      return Shape.of(type, numbers);
    } else if (type.elementType().isPresent()) {
      return toPacked(type, plain, path);
    }
    try {
      return convertOther(type, plain, path);
    } catch (IllegalArgumentException e) { // for example for an invalid path
      throw typeError(String.valueOf(e.getMessage()), path);
    }
  }

  private static Variant convertOther(VariantType type, Variant plain, VariantPath path) {
    return switch (type) {
      case FLOAT -> FloatValue.of(toDouble(plain, path));
      case STRING -> StringValue.of(toText(type, plain, path));
      case STRING_NAME -> StringName.of(toText(type, plain, path));
      case NODE_PATH -> NodePath.parse(toText(type, plain, path));
      case CALLABLE -> {
        if (!plain.isNil()) {
          throw refusal(type, plain, path);
        }
        yield CallableValue.EMPTY;
      }
      case RID -> new RID(toId(type, plain, path));
      case OBJECT -> toObject(plain, path);
      case SIGNAL -> {
        VariantDictionary members = members(type, plain, List.of("name", "object"), path);
        Variant object = members.get("object");
        yield new Signal(
            toText(VariantType.STRING, members.get("name"), path.key(key("name"))),
            object instanceof ObjectIdValue objectId
                ? objectId.id()
                : toId(VariantType.OBJECT, object, path.key(key("object"))));
      }
      default -> throw refusal(type, plain, path);
    };
  }

  private static void putNumbers(
      VariantType type, Variant plain, VariantPath path, DoubleBuffer numbers) {
    if (plain instanceof Shape shape && shape.type() == type) {
      numbers.put(shape.toDoubles());
      return;
    }
    List<String> names =
        type.parts().stream().map(VariantType.Part::name).collect(Collectors.toList());
    VariantDictionary members = members(type, plain, names, path);
    for (VariantType.Part part : type.parts()) {
      Variant member = members.get(part.name());
      VariantPath childPath = path.key(key(part.name()));
      switch (part.type()) {
        case INT -> numbers.put((int) toInteger(member, VariantType.Range.OF_32_BITS, childPath));
        case FLOAT -> numbers.put(toDouble(member, childPath));
        default -> putNumbers(part.type(), member, childPath, numbers);
      }
    }
  }

  /** Returns an object's members after checking that the object has exactly these names. */
  private static VariantDictionary members(
      VariantType type, Variant plain, List<String> names, VariantPath path) {
    if (!(plain instanceof VariantDictionary members)) {
      throw refusal(type, plain, path);
    }
    for (String name : names) {
      if (!members.containsKey(name)) {
        throw typeError("no " + key(name) + " for " + type, path);
      }
    }
    for (Variant key : members.keys()) {
      boolean isText = key.type() == VariantType.STRING || key.type() == VariantType.STRING_NAME;
      if (!isText || !names.contains(key.asString())) {
        throw typeError(type + " has no " + key.toShortString() + " but " + names, path.key(key));
      }
    }
    return members;
  }

  private static Variant toObject(Variant plain, VariantPath path) {
    if (plain.type() == VariantType.STRING) {
      try {
        if (VariantText.GODOT_4.parse(plain.asString()) instanceof ResourceReference reference) {
          return reference;
        }
      } catch (MalformedTextException e) {
        // The exception below covers this text.
      } catch (VariantException e) {
        throw typeError(e.problem(), path);
      }
      throw refusal(VariantType.OBJECT, plain, path);
    } else if (plain instanceof VariantDictionary members && !members.containsKey("class")) {
      return new ObjectIdValue(toId(VariantType.OBJECT, members, path));
    }
    VariantDictionary members =
        members(VariantType.OBJECT, plain, List.of("class", "properties"), path);
    VariantPath childPath = path.key(key("properties"));
    if (!(members.get("properties") instanceof VariantDictionary named)) {
      throw refusal(VariantType.DICTIONARY, members.get("properties"), childPath);
    }
    List<ObjectValue.Property> properties = new ArrayList<>();
    named.forEach(
        (name, value) ->
            properties.add(
                new ObjectValue.Property(
                    toText(VariantType.STRING, name, childPath.key(name)), value)));
    return new ObjectValue(
        toText(VariantType.STRING, members.get("class"), path.key(key("class"))), properties);
  }

  private static long toId(VariantType type, Variant plain, VariantPath path) {
    Variant id = members(type, plain, List.of("id"), path).get("id");
    return toInteger(id, VariantType.Range.OF_64_BITS, path.key(key("id")));
  }

  private static PackedArray toPacked(VariantType type, Variant plain, VariantPath path) {
    if (type == VariantType.PACKED_BYTE_ARRAY && plain.type() == VariantType.STRING) {
      try {
        return PackedByteArray.unsafeWrap(Base64.getDecoder().decode(plain.asString()));
      } catch (IllegalArgumentException e) {
        throw typeError("no Base64", path);
      }
    }
    List<Variant> elements =
        plain instanceof PackedArray other
            ? other.elements()
            : plain instanceof VariantArray array ? array.asList() : null;
    if (elements == null) {
      throw refusal(type, plain, path);
    }
    VariantType elementType = type.elementType().orElseThrow();
    VariantType.Range range = type.range().orElse(VariantType.Range.OF_64_BITS);
    List<Variant> converted = new ArrayList<>(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      Variant element = elements.get(i);
      VariantPath childPath = path.index(i);
      converted.add(
          elementType == VariantType.INT
              ? IntValue.of(toInteger(element, range, childPath))
              : convert(elementType, element, childPath));
    }
    return PackedArray.of(type, converted);
  }

  private static long toInteger(Variant plain, VariantType.Range range, VariantPath path) {
    if (plain.type() != VariantType.INT) {
      throw refusal(VariantType.INT, plain, path);
    }
    long value = plain.asLong();
    if (!range.contains(value)) {
      throw typeError(Counts.outOfRange(range.least(), range.most(), value), path);
    }
    return value;
  }

  private static double toDouble(Variant plain, VariantPath path) {
    if (plain.type() == VariantType.FLOAT || plain.type() == VariantType.INT) {
      return plain.asDouble();
    } else if (plain.type() == VariantType.STRING) {
      switch (plain.asString()) {
        case "NaN":
          return Double.NaN;
        case "Infinity":
          return Double.POSITIVE_INFINITY;
        case "-Infinity":
          return Double.NEGATIVE_INFINITY;
        default: // rejected below
      }
    }
    throw refusal(VariantType.FLOAT, plain, path);
  }

  private static String toText(VariantType type, Variant plain, VariantPath path) {
    if (plain.type() != VariantType.STRING && plain.type() != VariantType.STRING_NAME) {
      throw refusal(type, plain, path);
    }
    return plain.asString();
  }

  private static Variant key(String name) {
    return StringValue.of(name);
  }

  private static VariantTypeException refusal(VariantType type, Variant actual, VariantPath path) {
    return typeError("wanted " + type + " but found " + actual.type(), path);
  }

  private static VariantTypeException typeError(String problem, VariantPath path) {
    return new VariantTypeException(problem, VariantTypeException.NO_OFFSET, path.shown());
  }
}
