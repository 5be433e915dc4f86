package io.github.godotvariant.fuzzing;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Properties of the streaming reader. */
final class ReaderProperties {
  private static final List<String> PATHS = List.of("a", "[0]", "[0][0]", "a.b", "hp", "$", "[1]");

  /** The maximum number of levels to a value that {@code seek} looks for. */
  private static final int DEEPEST = 6;

  /** The level below which a walk reads whole values, as its own recursion would fill the stack. */
  private static final int DEEPEST_WALK = 300;

  private ReaderProperties() {}

  /** The reader returns the same value or error as decoding. */
  static void walk(Input input) {
    VariantCodec codec = input.codec();
    String decoded;
    Optional<Variant> value = Optional.empty();
    try {
      value = Optional.of(codec.decode(input.bytes()));
      decoded = "nothing is wrong";
    } catch (VariantException e) {
      decoded = problem(e);
    }
    try (VariantReader reader = codec.reader(input.bytes())) {
      Variant read = new Walk(reader, codec).value(0);
      reader.expectEnd();
      Check.same(value, Optional.of(read), "decoding and reading");
    } catch (VariantException e) {
      Check.same(decoded, problem(e), "decoding and reading");
    }
    try (VariantReader reader = codec.reader(input.bytes())) {
      Variant read = reader.nextValue();
      reader.expectEnd();
      Check.same(value, Optional.of(read), "decoding and nextValue");
    } catch (VariantException e) {
      Check.same(decoded, problem(e), "decoding and nextValue");
    }
  }

  private static String problem(VariantException e) {
    return e.problem() + " at " + e.byteOffset();
  }

  /** Reads each value with the method for its type. */
  private record Walk(VariantReader reader, VariantCodec codec) {
    Variant value(int depth) {
      if (depth == DEEPEST_WALK) {
        return reader.nextValue();
      }
      return switch (reader.peek()) {
        case NIL -> {
          reader.nextNil();
          yield Variant.NIL;
        }
        case BOOL -> BoolValue.of(reader.nextBoolean());
        case INT -> IntValue.of(reader.nextLong());
        case FLOAT -> FloatValue.of(reader.nextDouble());
        case STRING -> StringValue.of(reader.nextString());
        case STRING_NAME -> StringName.of(reader.nextString());
        case ARRAY -> array(depth + 1);
        case DICTIONARY -> dictionary(depth + 1);
        case OBJECT -> object(depth + 1);
        default -> reader.nextValue();
      };
    }

    private Variant array(int depth) {
      int count = reader.beginArray();
      List<Variant> elements = new ArrayList<>();
      while (reader.hasNext()) {
        elements.add(value(depth));
      }
      Check.that(elements.size() == count, () -> "not " + count + " elements");
      VariantArray array = VariantArray.copyOf(elements).withElementType(reader.elementType());
      reader.endArray();
      return array;
    }

    private Variant dictionary(int depth) {
      int count = reader.beginDictionary();
      VariantDictionary.Builder pairs =
          VariantDictionary.builder()
              .types(reader.elementType(), reader.valueType())
              .keyRule(codec.dialect().keyRule());
      int read = 0;
      for (; reader.hasNext(); read++) {
        Variant key = value(depth);
        pairs.put(key, value(depth));
      }
      int all = read;
      Check.that(all == count, () -> all + " pairs instead of " + count);
      reader.endDictionary();
      return pairs.build();
    }

    private Variant object(int depth) {
      if (codec.objects() == ObjectMode.IDS) {
        return reader.nextValue();
      }
      String className;
      try {
        className = reader.beginObject();
      } catch (VariantTypeException e) {
        return reader.nextValue();
      }
      List<ObjectValue.Property> properties = new ArrayList<>();
      while (reader.hasNext()) {
        String name = reader.nextName();
        properties.add(new ObjectValue.Property(name, value(depth)));
      }
      reader.endObject();
      return className.isEmpty() ? Variant.NIL : new ObjectValue(className, properties);
    }
  }

  /** {@code seek} finds each value of the decoded tree, and no others. */
  static void seek(Input input) {
    VariantCodec codec = input.codec();
    Variant value;
    try {
      value = codec.decode(input.bytes());
    } catch (VariantException e) {
      return;
    }
    List<VariantPath> paths = new ArrayList<>();
    PATHS.forEach(path -> paths.add(VariantPath.parse(path)));
    // A path to a value inside, and one to a value that does not exist.
    VariantPath path = VariantPath.ROOT;
    Variant here = value;
    int turn = input.choice() + input.bytes().length;
    for (int step = 0; step < DEEPEST; step++, turn /= 3) {
      paths.add(path);
      paths.add(path.key(Variant.of("no such key")));
      paths.add(path.index(turn));
      if (here instanceof VariantArray array && !array.isEmpty()) {
        path = path.index(turn % array.size());
        here = array.get(turn % array.size());
      } else if (here instanceof VariantDictionary dictionary && !dictionary.isEmpty()) {
        Variant key = dictionary.keyAt(turn % dictionary.size());
        path = path.key(key);
        Optional<Variant> found = dictionary.find(key);
        if (found.isEmpty() || VALUES.isContainer(key)) {
          break;
        }
        here = found.get();
      } else {
        break;
      }
    }
    for (VariantPath each : paths) {
      Optional<Variant> expected = inContainer(each, value);
      try (VariantReader reader = codec.reader(input.bytes())) {
        Optional<Variant> found =
            reader.seek(each) ? Optional.of(reader.nextValue()) : Optional.empty();
        if (each.steps().stream().noneMatch(VALUES::isContainer)) {
          Check.same(expected, found, "the value at " + each + " when decoded and when sought");
        }
      }
    }
  }

  /** Returns the value at a path, except components and elements of packed arrays. */
  private static Optional<Variant> inContainer(VariantPath path, Variant value) {
    List<Variant> steps = path.steps();
    if (!steps.isEmpty()) {
      Optional<Variant> around = VariantPath.of(steps.subList(0, steps.size() - 1)).find(value);
      if (!around.map(VALUES::isContainer).orElse(false)) {
        return Optional.empty();
      }
    }
    return path.find(value);
  }

  /** Any sequence of calls returns values or throws a documented exception. */
  static void drive(Input input) {
    if (input.bytes().length < 1) {
      return;
    }
    int calls = Math.min(input.bytes()[0] & 0x7F, input.bytes().length - 1);
    byte[] data = Arrays.copyOfRange(input.bytes(), 1 + calls, input.bytes().length);
    VariantReader reader = input.codec().reader(data);
    for (int i = 1; i <= calls; i++) {
      long before = reader.byteOffset();
      try {
        call(reader, input.bytes()[i] & 0xFF);
      } catch (VariantTypeException e) {
        Check.same(before, reader.byteOffset(), "places before and after another type");
      } catch (IllegalStateException e) {
        Check.same(before, reader.byteOffset(), "places before and after no sense");
      } catch (VariantException e) {
        Check.that(e.path().startsWith("$"), () -> "no path: " + e.getMessage());
        reader.close();
        return;
      }
      Check.that(reader.path().startsWith("$"), () -> "no path: " + reader.path());
      Check.that(
          reader.byteOffset() >= before && reader.byteOffset() <= data.length,
          () -> "from " + before + " to " + reader.byteOffset() + " of " + data.length);
    }
    reader.close();
    reader.close();
    try {
      reader.nextValue();
      throw new AssertionError("read from a closed reader");
    } catch (IllegalStateException e) {
      // A closed reader rejects calls.
    }
  }

  private static void call(VariantReader reader, int which) {
    switch (which % 24) {
      case 0 -> reader.nextNil();
      case 1 -> reader.nextBoolean();
      case 2 -> reader.nextLong();
      case 3 -> reader.nextDouble();
      case 4 -> reader.nextString();
      case 5 -> reader.nextValue();
      case 6 -> reader.nextValue(Vector3.class);
      case 7, 8 -> reader.skipValue();
      case 9, 10, 11 -> {
        int count = reader.beginArray();
        Check.that(reader.hasNext() == count > 0, () -> "has next of " + count);
      }
      case 12, 13, 14 -> reader.beginDictionary();
      case 15, 16 -> reader.beginObject();
      case 17 -> reader.endArray();
      case 18 -> reader.endDictionary();
      case 19 -> reader.endObject();
      case 20, 21 -> reader.nextName();
      case 22 -> reader.seek(PATHS.get(which / 24 % PATHS.size()));
      default -> {
        if (which < 128) {
          reader.expectEnd();
        } else {
          VariantType type = reader.peek();
          Check.same(type, reader.peek(), "looking twice");
        }
      }
    }
  }
}
