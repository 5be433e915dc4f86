package io.github.godotvariant.json;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
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
import io.github.godotvariant.text.VariantText;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Converts plain values, as written by {@link PlainWriter}, to a given type. */
final class TypedValues {
  private TypedValues() {}

  static Variant of(VariantType type, Variant plain) {
    return value(type, plain, VariantPath.ROOT);
  }

  private static Variant value(VariantType type, Variant plain, VariantPath at) {
    if (plain.type() == type) {
      return plain;
    } else if (!type.parts().isEmpty()) {
      double[] numbers = new double[type.components().size()];
      shape(type, plain, at, DoubleBuffer.wrap(numbers));
      return Shape.of(type, numbers);
    } else if (type.elementType().isPresent()) {
      return packed(type, plain, at);
    }
    try {
      return other(type, plain, at);
    } catch (IllegalArgumentException e) { // for example for an invalid path
      throw wrong(String.valueOf(e.getMessage()), at);
    }
  }

  private static Variant other(VariantType type, Variant plain, VariantPath at) {
    return switch (type) {
      case FLOAT -> FloatValue.of(real(plain, at));
      case STRING -> StringValue.of(text(type, plain, at));
      case STRING_NAME -> StringName.of(text(type, plain, at));
      case NODE_PATH -> NodePath.parse(text(type, plain, at));
      case CALLABLE -> {
        if (!plain.isNil()) {
          throw refusal(type, plain, at);
        }
        yield CallableValue.EMPTY;
      }
      case RID -> new RID(id(type, plain, at));
      case OBJECT -> object(plain, at);
      case SIGNAL -> {
        VariantDictionary members = members(type, plain, List.of("name", "object"), at);
        Variant object = members.get("object");
        yield new Signal(
            text(VariantType.STRING, members.get("name"), at.key(key("name"))),
            object instanceof ObjectId known
                ? known.id()
                : id(VariantType.OBJECT, object, at.key(key("object"))));
      }
      default -> throw refusal(type, plain, at);
    };
  }

  private static void shape(VariantType type, Variant plain, VariantPath at, DoubleBuffer numbers) {
    if (plain instanceof Shape shape && shape.type() == type) {
      numbers.put(shape.toDoubles());
      return;
    }
    List<String> names = type.parts().stream().map(VariantType.Part::name).toList();
    VariantDictionary members = members(type, plain, names, at);
    for (VariantType.Part part : type.parts()) {
      Variant member = members.get(part.name());
      VariantPath place = at.key(key(part.name()));
      switch (part.type()) {
        case INT -> numbers.put((int) integer(member, VariantType.Range.OF_32_BITS, place));
        case FLOAT -> numbers.put(real(member, place));
        default -> shape(part.type(), member, place, numbers);
      }
    }
  }

  /** Returns an object's members after checking that the object has exactly these names. */
  private static VariantDictionary members(
      VariantType type, Variant plain, List<String> names, VariantPath at) {
    if (!(plain instanceof VariantDictionary members)) {
      throw refusal(type, plain, at);
    }
    for (String name : names) {
      if (!members.containsKey(name)) {
        throw wrong("no " + key(name) + " for " + type, at);
      }
    }
    for (Variant key : members.keys()) {
      boolean isText = key.type() == VariantType.STRING || key.type() == VariantType.STRING_NAME;
      if (!isText || !names.contains(key.asString())) {
        throw wrong(type + " has no " + key.toShortString() + " but " + names, at.key(key));
      }
    }
    return members;
  }

  private static Variant object(Variant plain, VariantPath at) {
    if (plain.type() == VariantType.STRING) {
      try {
        if (VariantText.GODOT_4.parse(plain.asString()) instanceof ResourceReference reference) {
          return reference;
        }
      } catch (MalformedTextException e) {
        // The exception below covers this text.
      } catch (VariantException e) {
        throw wrong(e.problem(), at);
      }
      throw refusal(VariantType.OBJECT, plain, at);
    } else if (plain instanceof VariantDictionary members && !members.containsKey("class")) {
      return new ObjectId(id(VariantType.OBJECT, members, at));
    }
    VariantDictionary members =
        members(VariantType.OBJECT, plain, List.of("class", "properties"), at);
    VariantPath place = at.key(key("properties"));
    if (!(members.get("properties") instanceof VariantDictionary named)) {
      throw refusal(VariantType.DICTIONARY, members.get("properties"), place);
    }
    List<ObjectValue.Property> properties = new ArrayList<>();
    named.forEach(
        (name, value) ->
            properties.add(
                new ObjectValue.Property(text(VariantType.STRING, name, place.key(name)), value)));
    return new ObjectValue(
        text(VariantType.STRING, members.get("class"), at.key(key("class"))), properties);
  }

  private static long id(VariantType type, Variant plain, VariantPath at) {
    Variant id = members(type, plain, List.of("id"), at).get("id");
    return integer(id, VariantType.Range.OF_64_BITS, at.key(key("id")));
  }

  private static PackedArray packed(VariantType type, Variant plain, VariantPath at) {
    if (type == VariantType.PACKED_BYTE_ARRAY && plain.type() == VariantType.STRING) {
      try {
        return PackedByteArray.wrap(Base64.getDecoder().decode(plain.asString()));
      } catch (IllegalArgumentException e) {
        throw wrong("no Base64", at);
      }
    }
    List<Variant> elements =
        plain instanceof PackedArray other
            ? other.elements()
            : plain instanceof VariantArray array ? array.asList() : null;
    if (elements == null) {
      throw refusal(type, plain, at);
    }
    VariantType elementType = type.elementType().orElseThrow();
    VariantType.Range range = type.range().orElse(VariantType.Range.OF_64_BITS);
    List<Variant> typed = new ArrayList<>(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      Variant element = elements.get(i);
      VariantPath place = at.index(i);
      typed.add(
          elementType == VariantType.INT
              ? IntValue.of(integer(element, range, place))
              : value(elementType, element, place));
    }
    return PackedArray.of(type, typed);
  }

  private static long integer(Variant plain, VariantType.Range range, VariantPath at) {
    if (plain.type() != VariantType.INT) {
      throw refusal(VariantType.INT, plain, at);
    }
    long value = plain.asInt();
    if (!range.contains(value)) {
      throw wrong(
          "wanted an int from " + range.least() + " to " + range.most() + " but found " + value,
          at);
    }
    return value;
  }

  private static double real(Variant plain, VariantPath at) {
    if (plain.type() == VariantType.FLOAT || plain.type() == VariantType.INT) {
      return plain.asFloat();
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
    throw refusal(VariantType.FLOAT, plain, at);
  }

  private static String text(VariantType type, Variant plain, VariantPath at) {
    if (plain.type() != VariantType.STRING && plain.type() != VariantType.STRING_NAME) {
      throw refusal(type, plain, at);
    }
    return plain.asString();
  }

  private static Variant key(String name) {
    return StringValue.of(name);
  }

  private static VariantTypeException refusal(VariantType type, Variant found, VariantPath at) {
    return wrong("wanted " + type + " but found " + found.type(), at);
  }

  private static VariantTypeException wrong(String problem, VariantPath at) {
    return new VariantTypeException(problem, VariantTypeException.NO_OFFSET, at.shown());
  }
}
