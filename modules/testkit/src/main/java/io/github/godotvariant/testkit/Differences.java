package io.github.godotvariant.testkit;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ElementType.Kind;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntShape;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.convert.VariantDiff;
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * Describes the differences between two values, each with the path at which the values differ, for
 * the message of a failed test. For example, with AssertJ:
 *
 * <pre>{@code
 * assertThat(Differences.between(expected, actual)).isEmpty();
 * }</pre>
 *
 * <p>Two values have no differences if and only if they are equal: pairs must have the same order,
 * and numbers must have the same bits. Engines and codecs lose some data, for example when they
 * round the components of a vector to 32 bits. {@link #afterWriting} does not report these losses.
 */
public final class Differences {
  private static final int MAX_LINES = 20;

  /**
   * The number of characters that a message shows before and after the first difference between two
   * texts.
   */
  private static final int CONTEXT_CHARACTERS = 20;

  private final List<String> lines = new ArrayList<>();

  private Differences() {}

  /**
   * Returns the differences between two values.
   *
   * @param expected the expected value
   * @param actual the actual value
   * @return a line for each of the first 20 differences, such as {@code $.at.x: expected 0.1 but
   *     was 0.10000000149011612}; one more line if there are more differences; empty if the values
   *     are equal
   */
  public static List<String> between(Variant expected, Variant actual) {
    Differences differences = new Differences();
    differences.compare(VariantPath.ROOT, expected, actual);
    return Collections.unmodifiableList(differences.lines);
  }

  /**
   * Returns the differences between a value that was read back and the original, except for the
   * changes that the codec makes when it writes the original. The codec rounds components of
   * vectors to 32 bits, except in double precision, and converts types that the dialect does not
   * have. If the codec writes only the instance ids of objects, typed containers of a class or
   * script become containers of {@code EncodedObjectAsID}.
   *
   * <pre>{@code
   * Variant expected = VariantDictionary.of("at", new Vector3(0.1, 0.2, 0.3));
   * Variant actual = VariantCodec.GODOT_4.decode(VariantCodec.GODOT_4.encode(expected));
   * Differences.between(expected, actual); // $.at.x: expected 0.1 but was 0.10000000149011612 …
   * Differences.afterWriting(VariantCodec.GODOT_4, expected, actual); // none
   * }</pre>
   *
   * @param codec the codec that wrote the value
   * @param expected the value that was written, which can contain data that the dialect cannot
   *     express
   * @param actual the value that was read
   * @return the differences as for {@link #between}, with the expected values as the codec writes
   *     them
   */
  public static List<String> afterWriting(VariantCodec codec, Variant expected, Variant actual) {
    Dialect dialect = codec.dialect();
    Conversion kept = Conversion.from(dialect).to(dialect).withPolicy(ConversionPolicy.DOWNGRADE);
    return between(withWrittenTypes(kept.convert(expected).value(), codec.objects()), actual);
  }

  /**
   * Returns a copy of a value in which all containers declare the element types that a codec with
   * the given object mode writes.
   */
  private static Variant withWrittenTypes(Variant value, ObjectMode mode) {
    if (value instanceof VariantArray array) {
      return VariantArray.copyOf(withWrittenTypes(array.asList(), mode))
          .withElementType(withWrittenTypes(array.elementType(), mode));
    } else if (value instanceof VariantDictionary dictionary) {
      VariantDictionary pairs = dictionary.withValues(withWrittenTypes(dictionary.values(), mode));
      List<Variant> keys = withWrittenTypes(dictionary.keys(), mode);
      if (!keys.equals(dictionary.keys())) { // Godot 3 has no typed keys, so no keys are merged
        VariantDictionary.Builder builder = VariantDictionary.builder();
        for (int i = 0; i < keys.size(); i++) {
          builder.put(keys.get(i), pairs.valueAt(i));
        }
        pairs = builder.build();
      }
      return pairs.withTypes(
          withWrittenTypes(dictionary.keyType(), mode),
          withWrittenTypes(dictionary.valueType(), mode));
    } else if (value instanceof ObjectValue object) {
      return new ObjectValue(
          object.className(),
          object.properties().stream()
              .map(one -> new ObjectValue.Property(one.name(), withWrittenTypes(one.value(), mode)))
              .toList());
    }
    return value;
  }

  private static List<Variant> withWrittenTypes(List<Variant> values, ObjectMode mode) {
    return values.stream().map(one -> withWrittenTypes(one, mode)).toList();
  }

  private static ElementType withWrittenTypes(ElementType type, ObjectMode mode) {
    boolean isNamed = type.kind() == Kind.CLASS || type.kind() == Kind.SCRIPT;
    if (!isNamed || mode == ObjectMode.IDS) {
      return isNamed ? ElementType.ofClass("EncodedObjectAsID") : type;
    }
    return type.name().isEmpty() ? ElementType.of(VariantType.OBJECT) : type;
  }

  private boolean isFull() {
    return lines.size() > MAX_LINES;
  }

  private void report(VariantPath path, String message) {
    if (lines.size() < MAX_LINES) {
      lines.add(path + ": " + message);
    } else if (lines.size() == MAX_LINES) {
      lines.add("… and more");
    }
  }

  private void reportIfDifferent(VariantPath path, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      report(path, "expected " + expected + " but was " + actual);
    }
  }

  private void compare(VariantPath path, Variant expected, Variant actual) {
    Iterator<VariantDiff.Difference> differences = VariantDiff.between(expected, actual).iterator();
    while (!isFull() && differences.hasNext()) {
      VariantDiff.Difference difference = differences.next();
      List<Variant> steps = new ArrayList<>(path.steps());
      steps.addAll(difference.path().steps());
      VariantPath childPath = VariantPath.of(steps);
      if (difference.before().isEmpty()) {
        report(
            childPath,
            "expected nothing but was " + entry(difference, difference.after().orElseThrow()));
      } else if (difference.after().isEmpty()) {
        report(
            childPath,
            "expected " + entry(difference, difference.before().get()) + " but was missing");
      } else if (difference.kind() == VariantDiff.Kind.REORDERED) {
        VariantArray keys = VariantArray.copyOf(difference.before().get().asDictionary().keys());
        report(childPath, "expected keys in another order: " + keys.toShortString());
      } else {
        compareChanged(childPath, difference.before().get(), difference.after().get());
      }
    }
  }

  /**
   * Describes an entry that only one of the two values has. If the key is a StringName, adds the
   * key, because the key looks like a String in a path.
   */
  private static String entry(VariantDiff.Difference difference, Variant value) {
    Variant key = difference.location().key();
    return value.toShortString()
        + (key instanceof StringName ? " with the key " + withTypeName(key) : "");
  }

  /**
   * Reports two values that differ. For containers, first reports the declared types if they
   * differ, then the contents.
   */
  private void compareChanged(VariantPath path, Variant expected, Variant actual) {
    if (expected.getClass() != actual.getClass()) {
      reportIfDifferent(path, withTypeName(expected), withTypeName(actual));
    } else if (expected instanceof VariantArray array) {
      VariantArray other = (VariantArray) actual;
      reportIfDifferent(
          path,
          "elements of type " + array.elementType(),
          "elements of type " + other.elementType());
      compare(
          path,
          array.withElementType(ElementType.UNTYPED),
          other.withElementType(ElementType.UNTYPED));
    } else if (expected instanceof VariantDictionary dictionary) {
      VariantDictionary other = (VariantDictionary) actual;
      if (typeText(dictionary).equals(typeText(other))) {
        reportIfDifferent(path, dictionary.size() + " entries", other.size() + " entries");
      } else {
        reportIfDifferent(path, typeText(dictionary), typeText(other));
        compare(
            path,
            dictionary.withTypes(ElementType.UNTYPED, ElementType.UNTYPED),
            other.withTypes(ElementType.UNTYPED, ElementType.UNTYPED));
      }
    } else if (expected instanceof ObjectValue object) {
      ObjectValue other = (ObjectValue) actual;
      if (object.className().equals(other.className())) {
        reportIfDifferent(
            path,
            "the " + propertyNames(object),
            "the " + propertyNames(other) + " with other values");
      } else {
        reportIfDifferent(path, "class " + object.className(), "class " + other.className());
        compare(path, object, new ObjectValue(object.className(), other.properties()));
      }
    } else if (expected instanceof PackedArray array) {
      compareElements(path, array.elements(), ((PackedArray) actual).elements());
    } else {
      compareLeaves(path, expected, actual);
    }
  }

  private static String typeText(VariantDictionary dictionary) {
    return "keys of type " + dictionary.keyType() + " and values of type " + dictionary.valueType();
  }

  private void compareElements(
      VariantPath path, List<? extends Variant> expected, List<? extends Variant> actual) {
    reportIfDifferent(path, expected.size() + " elements", actual.size() + " elements");
    for (int i = 0; i < Math.min(expected.size(), actual.size()) && !isFull(); i++) {
      compareLeaves(path.index(i), expected.get(i), actual.get(i));
    }
  }

  private static String propertyNames(ObjectValue object) {
    return "properties " + object.properties().stream().map(ObjectValue.Property::name).toList();
  }

  private void compareLeaves(VariantPath path, Variant expected, Variant actual) {
    if (expected.equals(actual)) {
      return;
    }
    List<String> names = expected.type().components();
    if (expected instanceof RealShape shape) {
      double[] numbers = shape.toDoubles();
      double[] others = ((RealShape) actual).toDoubles();
      for (int i = 0; i < numbers.length; i++) {
        reportIfDifferent(component(path, names.get(i)), number(numbers[i]), number(others[i]));
      }
    } else if (expected instanceof IntShape shape) {
      int[] others = ((IntShape) actual).toArray();
      for (int i = 0; i < others.length; i++) {
        reportIfDifferent(component(path, names.get(i)), shape.toArray()[i], others[i]);
      }
    } else if (expected instanceof FloatValue number) {
      reportIfDifferent(path, number(number.value()), number(((FloatValue) actual).value()));
    } else if (expected instanceof StringValue || expected instanceof StringName) {
      reportTexts(path, expected.asString(), actual.asString());
    } else {
      reportIfDifferent(path, completeText(expected), completeText(actual));
    }
  }

  /**
   * Returns the path of a component of a math value. The component can be inside another component:
   * {@code position.x}.
   */
  private static VariantPath component(VariantPath path, String name) {
    VariantPath component = path;
    for (String part : name.split("\\.", -1)) {
      component = component.key(StringValue.of(part));
    }
    return component;
  }

  /**
   * Returns a text with all data of a value, also with data that the engine's text format omits.
   */
  private static String completeText(Variant leaf) {
    if (leaf instanceof NodePath path) {
      return path.names() + " " + path.subnames() + (path.isAbsolute() ? " absolute" : "");
    } else if (leaf instanceof Signal signal) {
      return "Signal " + signal.name() + " of " + Long.toUnsignedString(signal.objectId());
    } else if (leaf instanceof ObjectIdValue object) {
      return "instance id " + Long.toUnsignedString(object.id());
    }
    return leaf.toString();
  }

  /**
   * Returns a text that differs for different numbers: the digits of a number, or the bits of a
   * NaN.
   */
  private static String number(double number) {
    return Double.isNaN(number)
        ? "NaN 0x" + Long.toHexString(Double.doubleToRawLongBits(number))
        : Double.toString(number);
  }

  private void reportTexts(VariantPath path, String expected, String actual) {
    int at = 0;
    while (at < Math.min(expected.length(), actual.length())
        && expected.charAt(at) == actual.charAt(at)) {
      at++;
    }
    String location = at < CONTEXT_CHARACTERS ? "" : " from character " + at + " on";
    report(
        path, "expected " + excerpt(expected, at) + " but was " + excerpt(actual, at) + location);
  }

  private static String excerpt(String text, int at) {
    int from = at < CONTEXT_CHARACTERS ? 0 : at - CONTEXT_CHARACTERS;
    int to = Math.min(text.length(), at + CONTEXT_CHARACTERS);
    return (from > 0 ? "…" : "")
        + StringValue.of(text.substring(from, to)).toShortString()
        + (to < text.length() ? "…" : "");
  }

  private static String withTypeName(Variant value) {
    String text = value.toShortString();
    String type = value.type().godotName();
    return text.startsWith(type) ? text : type + " " + text;
  }
}
