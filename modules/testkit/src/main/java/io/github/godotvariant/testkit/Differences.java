package io.github.godotvariant.testkit;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ElementType.Kind;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntShape;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
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
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two values, with their paths, for the message of a failed test. With
 * JUnit alone:
 *
 * <pre>{@code
 * assertEquals(List.of(), Differences.between(expected, actual));
 * }</pre>
 *
 * <p>Two values without a difference are equal, and two equal values have none: the same pairs in
 * the same order, bit by bit. Engines and writers of a dialect lose some data, for example all but
 * 32 bits of a vector's components. {@link #afterWriting} does not report these losses.
 */
public final class Differences {
  private static final int MOST = 20;

  /** Number of characters shown before and after the first difference of two texts. */
  private static final int CONTEXT = 20;

  private final List<String> lines = new ArrayList<>();

  private Differences() {}

  /**
   * The differences of two values.
   *
   * @param expected the expected value
   * @param actual the actual value
   * @return a line for each of the first differences, such as {@code $.at.x: expected 0.1 but was
   *     0.10000000149011612}; empty if the values are equal
   */
  public static List<String> between(Variant expected, Variant actual) {
    Differences differences = new Differences();
    if (!expected.equals(actual)) {
      differences.compare(new Place(null, expected), expected, actual);
    }
    return Collections.unmodifiableList(differences.lines);
  }

  /**
   * Returns the differences between a value that was read back and the form of the original that a
   * codec writes. This form has components of 32 bits and only the types that the dialect has. If
   * the codec writes only instance ids, containers of classes and scripts become containers of
   * {@code EncodedObjectAsID}.
   *
   * <pre>{@code
   * Variant expected = VariantDictionary.of("at", new Vector3(0.1, 0.2, 0.3));
   * Variant actual = VariantCodec.GODOT_4.decode(VariantCodec.GODOT_4.encode(expected));
   * Differences.between(expected, actual); // $.at.x: expected 0.1 but was 0.10000000149011612 …
   * Differences.afterWriting(VariantCodec.GODOT_4, expected, actual); // none
   * }</pre>
   *
   * @param codec what the value was written with
   * @param expected the value that was written, which may hold what the dialect cannot express
   * @param actual what was read
   * @return as {@link #between}; the expected values in it are those that the codec writes
   */
  public static List<String> afterWriting(VariantCodec codec, Variant expected, Variant actual) {
    Dialect dialect = codec.dialect();
    Conversion kept = Conversion.from(dialect).to(dialect).withPolicy(ConversionPolicy.DOWNGRADE);
    return between(declared(kept.convert(expected).value(), codec.objects()), actual);
  }

  /** Returns a value whose containers declare the element types that a mode writes. */
  private static Variant declared(Variant value, ObjectMode mode) {
    if (value instanceof VariantArray array) {
      return VariantArray.copyOf(declared(array.asList(), mode))
          .withElementType(declared(array.elementType(), mode));
    } else if (value instanceof VariantDictionary dictionary) {
      VariantDictionary pairs = dictionary.withValues(declared(dictionary.values(), mode));
      List<Variant> keys = declared(dictionary.keys(), mode);
      if (!keys.equals(dictionary.keys())) { // then no keys are alike, as there may be in Godot 3
        VariantDictionary.Builder builder = VariantDictionary.builder();
        for (int i = 0; i < keys.size(); i++) {
          builder.put(keys.get(i), pairs.valueAt(i));
        }
        pairs = builder.build();
      }
      return pairs.withTypes(
          declared(dictionary.keyType(), mode), declared(dictionary.valueType(), mode));
    } else if (value instanceof ObjectValue object) {
      return new ObjectValue(
          object.className(),
          object.properties().stream()
              .map(one -> new ObjectValue.Property(one.name(), declared(one.value(), mode)))
              .toList());
    }
    return value;
  }

  private static List<Variant> declared(List<Variant> values, ObjectMode mode) {
    return values.stream().map(one -> declared(one, mode)).toList();
  }

  private static ElementType declared(ElementType type, ObjectMode mode) {
    boolean isNamed = type.kind() == Kind.CLASS || type.kind() == Kind.SCRIPT;
    if (!isNamed || mode == ObjectMode.IDS) {
      return isNamed ? ElementType.ofClass("EncodedObjectAsID") : type;
    }
    return type.name().isEmpty() ? ElementType.of(VariantType.OBJECT) : type;
  }

  /** A step, of which a path is made only where there is something to say. */
  private record Place(@Nullable Place outer, Variant step) {
    Place at(Variant inner) {
      return new Place(this, inner);
    }

    Place index(int index) {
      return at(IntValue.of(index));
    }

    /** A component, which may be one of a part: {@code position.x}. */
    Place component(String name) {
      Place place = this;
      for (String part : name.split("\\.", -1)) {
        place = place.at(StringValue.of(part));
      }
      return place;
    }

    @Override
    public String toString() {
      List<Variant> steps = new ArrayList<>();
      for (Place place = this; place.outer != null; place = place.outer) {
        steps.add(place.step);
      }
      Collections.reverse(steps);
      return VariantPath.of(steps).toString();
    }
  }

  private boolean isFull() {
    return lines.size() > MOST;
  }

  private void say(Place place, String what) {
    if (lines.size() < MOST) {
      lines.add(place + ": " + what);
    } else if (lines.size() == MOST) {
      lines.add("… and more");
    }
  }

  private void same(Place place, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      say(place, "expected " + expected + " but was " + actual);
    }
  }

  private void compare(Place place, Variant expected, Variant actual) {
    if (isFull()) {
      return;
    } else if (expected.getClass() != actual.getClass()) {
      same(place, typed(expected), typed(actual));
    } else if (expected instanceof VariantArray array) {
      VariantArray other = (VariantArray) actual;
      same(
          place,
          "elements of type " + array.elementType(),
          "elements of type " + other.elementType());
      elements(place, array.asList(), other.asList());
    } else if (expected instanceof PackedArray array) {
      if (!expected.equals(actual)) {
        elements(place, array.elements(), ((PackedArray) actual).elements());
      }
    } else if (expected instanceof VariantDictionary dictionary) {
      dictionaries(place, dictionary, (VariantDictionary) actual);
    } else if (expected instanceof ObjectValue object) {
      objects(place, object, (ObjectValue) actual);
    } else {
      leaves(place, expected, actual);
    }
  }

  private void elements(
      Place place, List<? extends Variant> expected, List<? extends Variant> actual) {
    same(place, expected.size() + " elements", actual.size() + " elements");
    for (int i = 0; i < Math.min(expected.size(), actual.size()) && !isFull(); i++) {
      compare(place.index(i), expected.get(i), actual.get(i));
    }
  }

  private void dictionaries(Place place, VariantDictionary expected, VariantDictionary actual) {
    same(
        place,
        "keys of type " + expected.keyType() + " and values of type " + expected.valueType(),
        "keys of type " + actual.keyType() + " and values of type " + actual.valueType());
    List<Variant> common = new ArrayList<>();
    for (int i = 0; i < expected.size() && !isFull(); i++) {
      Variant key = expected.keyAt(i);
      int at = position(actual, key, i);
      Place entry = place.at(key);
      if (at < 0) {
        say(entry, "expected " + expected.valueAt(i).toShortString() + " but was missing");
        continue;
      }
      common.add(actual.keyAt(at));
      if (!key.equals(actual.keyAt(at))) {
        same(entry, "key " + typed(key), "key " + typed(actual.keyAt(at)));
      }
      compare(entry, expected.valueAt(i), actual.valueAt(at));
    }
    List<Variant> there = new ArrayList<>();
    for (int i = 0; i < actual.size() && !isFull(); i++) {
      Variant key = actual.keyAt(i);
      if (position(expected, key, i) < 0) {
        say(place.at(key), "expected nothing but was " + actual.valueAt(i).toShortString());
      } else {
        there.add(key);
      }
    }
    if (!isFull() && !common.equals(there)) {
      say(place, "expected keys in another order: " + VariantArray.copyOf(common).toShortString());
    }
  }

  /** Where a key is: in its own place if it is there, as there may be several that are the same. */
  private static int position(VariantDictionary dictionary, Variant key, int own) {
    return own < dictionary.size() && dictionary.keyAt(own).equals(key)
        ? own
        : dictionary.positionOf(key);
  }

  private void objects(Place place, ObjectValue expected, ObjectValue actual) {
    same(place, "class " + expected.className(), "class " + actual.className());
    List<ObjectValue.Property> others = actual.properties();
    same(place, names(expected), names(actual));
    for (int i = 0; i < Math.min(expected.properties().size(), others.size()) && !isFull(); i++) {
      ObjectValue.Property property = expected.properties().get(i);
      if (property.name().equals(others.get(i).name())) {
        compare(place.at(StringValue.of(property.name())), property.value(), others.get(i).value());
      }
    }
  }

  private static String names(ObjectValue object) {
    return "properties " + object.properties().stream().map(ObjectValue.Property::name).toList();
  }

  private void leaves(Place place, Variant expected, Variant actual) {
    if (expected.equals(actual)) {
      return;
    }
    List<String> names = expected.type().components();
    if (expected instanceof RealShape shape) {
      double[] numbers = shape.toArray();
      double[] others = ((RealShape) actual).toArray();
      for (int i = 0; i < numbers.length; i++) {
        same(place.component(names.get(i)), number(numbers[i]), number(others[i]));
      }
    } else if (expected instanceof IntShape shape) {
      int[] others = ((IntShape) actual).toArray();
      for (int i = 0; i < others.length; i++) {
        same(place.component(names.get(i)), shape.toArray()[i], others[i]);
      }
    } else if (expected instanceof FloatValue number) {
      same(place, number(number.value()), number(((FloatValue) actual).value()));
    } else if (expected instanceof StringValue || expected instanceof StringName) {
      texts(place, expected.asString(), actual.asString());
    } else {
      same(place, whole(expected), whole(actual));
    }
  }

  /** With what the engine's notation leaves out. */
  private static String whole(Variant leaf) {
    if (leaf instanceof NodePath path) {
      return path.names() + " " + path.subnames() + (path.absolute() ? " absolute" : "");
    } else if (leaf instanceof Signal signal) {
      return "Signal " + signal.name() + " of " + Long.toUnsignedString(signal.objectId());
    } else if (leaf instanceof ObjectId object) {
      return "instance id " + Long.toUnsignedString(object.id());
    }
    return leaf.toString();
  }

  /** All digits that tell a number from others; of a NaN its bits. */
  private static String number(double number) {
    return Double.isNaN(number)
        ? "NaN 0x" + Long.toHexString(Double.doubleToRawLongBits(number))
        : Double.toString(number);
  }

  private void texts(Place place, String expected, String actual) {
    int at = 0;
    while (at < Math.min(expected.length(), actual.length())
        && expected.charAt(at) == actual.charAt(at)) {
      at++;
    }
    String where = at < CONTEXT ? "" : " from character " + at + " on";
    say(place, "expected " + around(expected, at) + " but was " + around(actual, at) + where);
  }

  private static String around(String text, int at) {
    int from = at < CONTEXT ? 0 : at - CONTEXT;
    int to = Math.min(text.length(), at + CONTEXT);
    return (from > 0 ? "…" : "")
        + StringValue.of(text.substring(from, to)).toShortString()
        + (to < text.length() ? "…" : "");
  }

  private static String typed(Variant value) {
    String text = value.toShortString();
    String type = value.type().godotName();
    return text.startsWith(type) ? text : type + " " + text;
  }
}
