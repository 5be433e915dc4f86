package io.github.godotvariant.fuzzing;

import static io.github.godotvariant.VariantType.PACKED_FLOAT64_ARRAY;
import static io.github.godotvariant.fuzzing.CollidingValues.equalHashVector;
import static io.github.godotvariant.fuzzing.CollidingValues.flippedNumbers;
import static io.github.godotvariant.fuzzing.CollidingValues.text;
import static io.github.godotvariant.fuzzing.HostileFamily.COLLIDING_KEYS;
import static io.github.godotvariant.fuzzing.HostileFamily.DEEP_NESTING;
import static io.github.godotvariant.fuzzing.HostileFamily.EQUAL_HASH_CODES;
import static io.github.godotvariant.fuzzing.HostileFamily.ERRORS;
import static io.github.godotvariant.fuzzing.HostileFamily.LONG_PATHS;
import static io.github.godotvariant.fuzzing.HostileFamily.NESTED_KEYS;
import static io.github.godotvariant.fuzzing.HostileFamily.NESTED_SETS;
import static io.github.godotvariant.fuzzing.HostileFamily.SMALL_PARTS;
import static io.github.godotvariant.fuzzing.HostileFamily.TYPED_CONVERSIONS;
import static io.github.godotvariant.fuzzing.HostileFamily.WRONG_COUNTS;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Generators of hostile input with about a given number of elements. */
@SuppressWarnings("ImmutableEnumChecker")
enum HostileInput {
  /** Several types, as building a dictionary does not depend on which of them it is. */
  REAL_ARRAY_KEYS(COLLIDING_KEYS, keys(CollidingValues::realArray)),
  INT64_ARRAY_KEYS(COLLIDING_KEYS, keys(CollidingValues::int64Array)),
  /** Differences that cancel in a multiplication by a factor with a sign. */
  NEGATED_INT64_KEYS(COLLIDING_KEYS, keys(i -> flippedNumbers(i, ~1, 1))),
  /** Differences that often cancel in a multiplication whose 128 bits are folded. */
  COMPLEMENTED_INT64_KEYS(COLLIDING_KEYS, keys(i -> flippedNumbers(i, ~0, 0))),
  SHAPE_KEYS(COLLIDING_KEYS, keys(CollidingValues::shapes)),
  STRING_KEYS(COLLIDING_KEYS, keys(i -> Variant.of(text(i, "Aa", "BB")))),
  /** Names whose hash codes are equal in Jackson. */
  JSON_NAMES(COLLIDING_KEYS, keys(i -> Variant.of(text(i, "B!", "AB")))),
  FLOAT_KEYS(COLLIDING_KEYS, keys(CollidingValues::equalHashFloat)),
  /** Strings and StringNames, which differ as elements of an array only in their type. */
  TEXT_TYPE_KEYS(COLLIDING_KEYS, keys(CollidingValues::textTypes)),
  OBJECT_KEYS(COLLIDING_KEYS, keys(i -> object(Variant.of(i)))),
  NAN_KEYS(
      COLLIDING_KEYS,
      bytes(count -> repeated("1b000000", "1c000000 01000000 03000000 0000c07f 00000000", count))),
  REPEATED_KEY(
      COLLIDING_KEYS,
      bytes(count -> repeated("1b000000", "04000000 01000000 61000000 00000000", count))),
  SIMILAR_KEYS(COLLIDING_KEYS, values(CollidingValues::similarKeys)),

  KEYS_2_DEEP(NESTED_KEYS, nestedKeys(2, VariantArray::of)),
  KEYS_9_DEEP(NESTED_KEYS, nestedKeys(9, VariantArray::of)),
  KEYS_65_DEEP(NESTED_KEYS, nestedKeys(65, VariantArray::of)),
  KEYS_1000_DEEP(NESTED_KEYS, nestedKeys(1_000, VariantArray::of)),
  DICTIONARY_KEYS_16_DEEP(NESTED_KEYS, nestedKeys(16, key -> VariantDictionary.of(0, key))),
  KEY_IN_KEY(NESTED_KEYS, nestedKeys(16, key -> VariantDictionary.of(key, 0))),
  /** A large key in a dictionary that is a key in a dictionary, and so on. */
  LARGE_KEY_IN_KEYS(NESTED_KEYS, values(HostileInput::largeKeyInKeys)),
  EQUAL_KEYS_IN_KEYS(NESTED_KEYS, bytes(HostileInput::equalKeysInKeys)),

  VECTOR_SET(EQUAL_HASH_CODES, component("vectors", array(CollidingValues::equalHashVector))),
  VECTOR_MAP(EQUAL_HASH_CODES, component("vectorMap", pairs(CollidingValues::equalHashVector))),
  REPEATED_VECTOR_SET(EQUAL_HASH_CODES, component("vectors", array(i -> equalHashVector(i % 64)))),
  TEXT_SET(EQUAL_HASH_CODES, component("texts", array(i -> Variant.of(text(i, "Aa", "BB"))))),
  TEXT_MAP(EQUAL_HASH_CODES, component("textMap", pairs(i -> Variant.of(text(i, "Aa", "BB"))))),
  LIST_SET(EQUAL_HASH_CODES, component("lists", array(i -> VariantArray.of(equalHashVector(i))))),
  CELL_SET(EQUAL_HASH_CODES, component("cells", array(CollidingValues::equalHashVector))),
  /** As many keys with equal hash codes as are accepted. */
  ACCEPTED_CELLS(EQUAL_HASH_CODES, component("cells", array(CollidingValues::acceptedCell))),
  REPEATED_CELLS(EQUAL_HASH_CODES, component("cells", array(i -> equalHashVector(i % 64)))),
  VECTOR_KEYS(EQUAL_HASH_CODES, keys(CollidingValues::equalHashVector)),
  ARRAY_KEYS(EQUAL_HASH_CODES, keys(i -> VariantArray.of(i, -31 * i))),
  DICTIONARY_ELEMENTS(EQUAL_HASH_CODES, values(array(i -> VariantDictionary.of(i, -31 * i)))),

  NODE_TREE(NESTED_SETS, component("nodes", count -> trees(1, count))),
  /** Trees with as many levels as are accepted. */
  SMALL_NODE_TREES(NESTED_SETS, component("nodes", count -> trees(Math.max(1, count / 64), 64))),
  NODE_CHAIN(NESTED_SETS, component("nodes", count -> VariantArray.of(chain(90, count)))),
  SHORT_NODE_CHAIN(NESTED_SETS, component("nodes", count -> VariantArray.of(chain(60, count)))),

  ARRAYS(DEEP_NESTING, nested(VariantArray::of)),
  DICTIONARIES(DEEP_NESTING, nested(value -> VariantDictionary.of("a", value))),
  OBJECTS(DEEP_NESTING, nested(HostileInput::object)),
  /** Records whose type key is found only after all values inside the record. */
  LATE_TYPE_KEYS(DEEP_NESTING, component("steps", HostileInput::steps)),

  MANY_NAMES(LONG_PATHS, values(count -> path(count, "a"))),
  EMPTY_NAMES(LONG_PATHS, bytes(HostileInput::emptyNames)),
  PATH_KEYS(LONG_PATHS, values(count -> pairs(i -> path(60, "a" + i)).apply(count / 16))),

  LONG_ARRAY(
      WRONG_COUNTS,
      bytes(count -> InputFormat.joined(InputFormat.ints(28, count + 1), new byte[4 * count]))),
  NESTED_COUNTS(WRONG_COUNTS, bytes(HostileInput::nestedCounts)),
  TEXT_LENGTHS(WRONG_COUNTS, bytes(HostileInput::textLengths)),
  /** Arrays after their lengths, each of which needs all following bytes and one more value. */
  OVERLAPPING_VALUES(WRONG_COUNTS, HostileInput::overlappingValues),

  TYPED_ARRAYS(
      TYPED_CONVERSIONS,
      bytes(count -> repeated("1c000000", "1c000200 01000000 41000000 00000000", count))),
  PATH_FROM_TEXT(
      TYPED_CONVERSIONS,
      texts(
          count -> "Array[NodePath]([\"" + "a/".repeat(count) + "a\"])",
          count -> "[\"np:" + "a/".repeat(count) + "a\"]")),
  PATHS_FROM_TEXTS(
      TYPED_CONVERSIONS,
      texts(
          count -> "Array[NodePath]([" + "\"a/b:c\",".repeat(count) + "])",
          count -> "[" + "\"np:a/b:c\",".repeat(count) + "\"np:a\"]")),
  TRANSFORMS(
      TYPED_CONVERSIONS,
      texts(
          count -> "Array[Transform3D]([" + "Transform2D(1,0,0,1,0,0),".repeat(count) + "])",
          count -> "")),
  PROJECTIONS(
      TYPED_CONVERSIONS,
      texts(
          count ->
              "Array[Projection]([" + "Transform3D(1,0,0,0,1,0,0,0,1,0,0,0),".repeat(count) + "])",
          count -> "")),
  ARRAYS_FROM_BYTES(
      TYPED_CONVERSIONS,
      texts(count -> "Array[Array]([PackedByteArray(" + "1,".repeat(count) + "1)])", count -> "")),
  WIDE_FROM_BYTES(
      TYPED_CONVERSIONS,
      texts(
          count -> "Array[PackedFloat64Array]([PackedByteArray(" + "1,".repeat(count) + "1)])",
          count -> "")),
  NAMES_FROM_TEXTS(
      TYPED_CONVERSIONS,
      texts(
          count -> "Array[StringName]([" + "\"a\",".repeat(count) + "])",
          count -> "[" + "\"sn:a\",".repeat(count) + "\"sn:a\"]")),
  FLOATS_FROM_INTS(
      TYPED_CONVERSIONS,
      texts(
          count -> "Dictionary[float, float]({" + numbers(count, "%d: 1") + "})",
          count -> "{\"type\":\"PackedFloat64Array\",\"args\":[" + numbers(count, "%d") + "]}")),

  BROKEN_VALUES(ERRORS, brokenValues("040000003c000000")),
  TRUNCATED_VALUES(ERRORS, brokenValues("0400000001000000")),
  EMPTY_VALUES(ERRORS, brokenValues("00000000")),
  BROKEN_END(ERRORS, HostileInput::brokenEnd),
  /** A long place, in which every character is escaped. */
  DEEP_ERROR(ERRORS, bytes(HostileInput::deepError)),
  /** A file that is a value by itself as well as the first values of a file that was cut. */
  CUT_FILE(ERRORS, HostileInput::cutFile),

  EMPTY_STRINGS(
      SMALL_PARTS, values(count -> PackedStringArray.copyOf(Collections.nCopies(count, "")))),
  EMPTY_CONTAINERS(
      SMALL_PARTS, values(array(i -> i % 2 == 0 ? VariantArray.EMPTY : VariantDictionary.EMPTY))),
  /** Numbers that the JDK parses with long integers, which are garbage. */
  LARGE_FLOATS(SMALL_PARTS, values(array(i -> Variant.of(Double.MAX_VALUE)))),
  LARGE_PACKED_FLOATS(
      SMALL_PARTS,
      values(
          count ->
              PackedArray.unsafeWrap(
                  PACKED_FLOAT64_ARRAY,
                  DoubleStream.generate(() -> Double.MAX_VALUE).limit(count).toArray()))),
  /** More sequences of keys than a codec remembers. */
  NEW_KEYS(SMALL_PARTS, values(HostileInput::newKeys)),
  /** Sequences of keys that collide where a codec remembers them. */
  COLLIDING_SEQUENCES(
      SMALL_PARTS, values(array(i -> VariantDictionary.of(text(i % 64, "Aa", "BB"), null))));

  private static final byte[] NONE = {};
  private static final int LEVELS = 1_000;
  private static final int RECORD_LEVELS = 190;

  final HostileFamily family;
  private final Generator generator;

  HostileInput(HostileFamily family, Generator generator) {
    this.family = family;
    this.generator = generator;
  }

  private interface Generator {
    Function<InputFormat, byte[]> make(int count);
  }

  /**
   * Generates the input in all formats that can contain it.
   *
   * @param count about the number of elements; some inputs have more
   */
  Map<InputFormat, byte[]> make(int count) {
    Function<InputFormat, byte[]> made = generator.make(count);
    Map<InputFormat, byte[]> inputs = new EnumMap<>(InputFormat.class);
    for (InputFormat format : InputFormat.values()) {
      try {
        inputs.put(format, made.apply(format));
      } catch (VariantException e) {
        // The format does not have such values.
      }
    }
    inputs.values().removeIf(input -> input.length == 0);
    return inputs;
  }

  private static Generator values(IntFunction<Variant> values) {
    return count -> {
      Variant value = values.apply(count);
      return format -> format.encode(value);
    };
  }

  private static Generator bytes(IntFunction<byte[]> values) {
    return count -> {
      byte[] value = values.apply(count);
      return format -> format.wrap(value);
    };
  }

  private static Generator texts(IntFunction<String> text, IntFunction<String> nativeJson) {
    return count ->
        format ->
            switch (format) {
              case TEXT -> InputFormat.utf8(text.apply(count));
              case NATIVE_JSON -> InputFormat.utf8(nativeJson.apply(count));
              default -> NONE;
            };
  }

  /** A component of {@link EntryPoint.Collections}. */
  private static Generator component(String name, IntFunction<Variant> values) {
    return count -> {
      byte[] value = VariantCodec.GODOT_4.encode(values.apply(count));
      return format -> format == InputFormat.RECORD ? InputFormat.record(name, value) : NONE;
    };
  }

  private static IntFunction<Variant> array(IntFunction<Variant> element) {
    return count -> VariantArray.copyOf(IntStream.range(0, count).mapToObj(element).toList());
  }

  private static IntFunction<Variant> pairs(IntFunction<Variant> key) {
    return count -> {
      VariantDictionary.Builder builder = VariantDictionary.builder();
      IntStream.range(0, count).forEach(i -> builder.put(key.apply(i), i));
      return builder.build();
    };
  }

  private static Generator keys(IntFunction<Variant> key) {
    return values(pairs(key));
  }

  /** A header, a count and a part that is repeated. */
  private static byte[] repeated(String header, String part, int count) {
    return InputFormat.joined(
        InputFormat.hex(header),
        InputFormat.ints(count),
        InputFormat.hex(part.replace(" ", "").repeat(count)));
  }

  /** Trees of nodes; half of the nodes of each level are equal, and all have equal hash codes. */
  private static Variant trees(int trees, int leaves) {
    int depth = Integer.numberOfTrailingZeros(Integer.highestOneBit(leaves));
    return array(i -> tree(depth, i)).apply(trees + 1);
  }

  private static Variant tree(int depth, int number) {
    VariantArray none = VariantArray.EMPTY;
    return depth == 0
        ? node(none, VariantArray.of(number, -31 * number))
        : node(VariantArray.of(tree(depth - 1, 0), tree(depth - 1, number + 1)), none);
  }

  private static Variant chain(int depth, int leaves) {
    return in(
        depth,
        node(VariantArray.EMPTY, array(Variant::of).apply(leaves)),
        inner -> node(VariantArray.of(inner), VariantArray.EMPTY));
  }

  private static Variant node(Variant kids, Variant leaf) {
    return VariantDictionary.of("kids", kids, "leaf", leaf);
  }

  /** Keys with the given number of levels, of which only the innermost value differs. */
  private static Generator nestedKeys(int depth, UnaryOperator<Variant> outer) {
    return values(
        count -> {
          // At least 16, as fewer keys have no index, and as many containers for each depth.
          int keys = Math.max(16, Math.min(count, 4 * count / depth));
          return pairs(i -> in(depth, Variant.of(i), outer)).apply(keys);
        });
  }

  private static Variant largeKeyInKeys(int count) {
    Variant key = array(Variant::of).apply(count);
    for (int level = 0; level < LEVELS; level++) {
      VariantDictionary.Builder builder = VariantDictionary.builder();
      IntStream.range(0, 8).forEach(i -> builder.put(i, null));
      key = builder.put(key, null).build();
    }
    return key;
  }

  /** Two equal keys on each level, which are compared. */
  private static byte[] equalKeysInKeys(int count) {
    byte[] key = VariantCodec.GODOT_4.encode(array(Variant::of).apply(count / 64));
    for (int level = 0; level < 6; level++) {
      byte[] nil = InputFormat.ints(0);
      key = InputFormat.joined(InputFormat.ints(27, 2), key, nil, key, nil);
    }
    return key;
  }

  /** Values with 500 levels each: {@code gdvar} keeps types by recursion. */
  private static Generator nested(UnaryOperator<Variant> outer) {
    return values(
        count -> array(i -> in(LEVELS / 2, Variant.of(i), outer)).apply(Math.max(1, count / 256)));
  }

  /** Lists of records with almost as many levels as records can have. */
  private static Variant steps(int count) {
    Variant innermost = VariantDictionary.of("kind", "Move");
    UnaryOperator<Variant> outer = step -> VariantDictionary.of("next", step, "kind", "Move");
    return array(i -> in(RECORD_LEVELS, innermost, outer)).apply(count / RECORD_LEVELS);
  }

  private static Variant in(int levels, Variant innermost, UnaryOperator<Variant> outer) {
    Variant value = innermost;
    for (int level = 0; level < levels; level++) {
      value = outer.apply(value);
    }
    return value;
  }

  private static Variant object(Variant value) {
    return new ObjectValue("A", List.of(new ObjectValue.Property("p", value)));
  }

  private static NodePath path(int count, String name) {
    return new NodePath(Collections.nCopies(count, name), List.of(), false);
  }

  private static byte[] emptyNames(int count) {
    return InputFormat.joined(
        InputFormat.ints(22, 0x8000_0000 | count, count / 2), new byte[4 + 6 * count]);
  }

  /** Arrays in arrays, each of which declares as many elements as can follow. */
  private static byte[] nestedCounts(int count) {
    int[] ints = new int[count];
    for (int i = 0; i < Math.min(2 * LEVELS, count); i += 2) {
      ints[i] = 28;
      ints[i + 1] = count - i - 2;
    }
    return InputFormat.ints(ints);
  }

  /** Strings, the last of which declares one byte too many. */
  private static byte[] textLengths(int count) {
    byte[] bytes = repeated("1c000000", "04000000 01000000 61000000", count);
    bytes[bytes.length - 8] = 5;
    return bytes;
  }

  private static Function<InputFormat, byte[]> overlappingValues(int count) {
    int[] ints = new int[3 * count];
    for (int i = 0; i < count; i++) {
      int following = count - i - 1;
      ints[3 * i] = 4 * (3 * following + 2);
      ints[3 * i + 1] = 28;
      ints[3 * i + 2] = 3 * following + 1;
    }
    return format -> format.isFile() ? format.file(InputFormat.ints(ints)) : NONE;
  }

  /**
   * A file of values that no dialect can read. The first is longer, so that the file is detected.
   */
  private static Generator brokenValues(String value) {
    return count ->
        format ->
            format.isFile()
                ? format.file(InputFormat.hex("0400000001000000" + value.repeat(count)))
                : NONE;
  }

  private static Function<InputFormat, byte[]> brokenEnd(int count) {
    Variant value = array(Variant::of).apply(count);
    return format -> {
      byte[] input = format.encode(value);
      input[input.length - (format.isText() ? 1 : 8)] = 60;
      return input;
    };
  }

  private static byte[] deepError(int count) {
    int levels = Math.min(LEVELS, count);
    String key = "04000000 40000000" + "01".repeat(64);
    return InputFormat.hex(("1b000000 01000000" + key).repeat(levels) + "ff000000");
  }

  private static Function<InputFormat, byte[]> cutFile(int count) {
    byte[] end = "a".repeat(76).getBytes(StandardCharsets.US_ASCII);
    byte[] start = InputFormat.ints(28, 4, 20, 0, 0, 0, 0, 2, 1 << 20, 4, end.length);
    return format ->
        format.isFile() ? format.file(InputFormat.joined(start, end, InputFormat.ints(0))) : NONE;
  }

  private static Variant newKeys(int count) {
    return array(
            i -> {
              VariantDictionary.Builder builder = VariantDictionary.builder();
              for (int j = 0; j < 32; j++) {
                builder.put(Integer.toString(32 * i + j, 36), null);
              }
              return builder.build();
            })
        .apply(Math.max(1, count / 8));
  }

  private static String numbers(int count, String format) {
    return IntStream.range(0, count)
        .mapToObj(i -> format.replace("%d", Integer.toString(i)))
        .collect(Collectors.joining(","));
  }
}
