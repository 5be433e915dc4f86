package io.github.godotvariant.testkit;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.ContainerTyping;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.ObjectForm;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A generator of random values of every type of a dialect. The same seed always gives the same
 * values. Most values are small and have a low nesting depth. They contain unusual data more often
 * than real data does: boundary numbers, NaN with payloads, characters of every length in UTF-8,
 * empty values, unusual keys, typed containers and, in rare cases, long or deeply nested values.
 *
 * <p>All values are such that engines return them unchanged. A typed container contains only values
 * of the declared type. Components of type real_t are exact in the precision of the dialect. Texts
 * that engines change do not occur. Objects are an exception, because an engine replaces the object
 * ids that it reads with other ids.
 *
 * <pre>{@code
 * RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 42);
 * for (int i = 0; i < 1000; i++) {
 *   Variant value = random.next();
 *   assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
 * }
 * }</pre>
 *
 * <p>Not for use by several threads.
 */
public final class RandomVariants {
  private static final int MAX_DEPTH = 5;
  private static final int MAX_VALUES = 50;

  /**
   * The class that typed containers of objects declare in encodings that contain only the ids of
   * objects.
   */
  private static final String OBJECT_ID_CLASS = "EncodedObjectAsID";

  private static final List<String> CLASSES = List.of("Resource", "RefCounted", "Node", "Item");
  private static final List<String> CLASSES_OF_GODOT_3 =
      List.of("Resource", "Reference", "Node", "Item");

  private final Dialect dialect;
  private final SplittableRandom random;
  private final RandomNumbers numbers;
  private final RandomTexts texts;
  private final List<VariantType> types;
  private final List<String> classes;
  private final boolean hasObjectIds;
  private final boolean hasFullObjects;

  /**
   * Whether a value can contain object ids and full objects at the same time. The dialects that
   * follow Godot's manual cannot distinguish ids from full objects.
   */
  private final boolean mixesIdsAndFullObjects;

  /** The number of values that can still be added to the container that is being created. */
  private int budget;

  private RandomVariants(Dialect dialect, long seed, boolean hasObjectIds, boolean hasFullObjects) {
    this.dialect = dialect;
    this.hasObjectIds = hasObjectIds;
    this.hasFullObjects = hasFullObjects;
    random = new SplittableRandom(seed);
    numbers = new RandomNumbers(random);
    texts = new RandomTexts(random);
    mixesIdsAndFullObjects = dialect.objectForm() == ObjectForm.FLAGGED;
    classes = dialect.generation() == Generation.GODOT_3 ? CLASSES_OF_GODOT_3 : CLASSES;
    types =
        dialect.rows().stream()
            .filter(row -> row.layout().kind() != Layout.Kind.UNSUPPORTED)
            .map(row -> row.type())
            .filter(type -> hasObjectIds || type != VariantType.OBJECT)
            .toList();
  }

  /**
   * Creates a generator of values without objects.
   *
   * @param dialect the dialect, which can express all generated values
   * @param seed the seed, which determines the values
   * @return a generator
   */
  public static RandomVariants of(Dialect dialect, long seed) {
    return new RandomVariants(dialect, seed, false, false);
  }

  /**
   * Creates a generator of values with objects, if the dialect has objects.
   *
   * @param dialect the dialect, which can express all generated values
   * @param seed the seed, which determines the values
   * @param objects whether objects are only ids, or also full objects. {@link Dialect#MANUAL_4}
   *     cannot distinguish ids from full objects. Therefore, with this dialect and {@link
   *     ObjectMode#FULL}, all objects are full objects
   * @return a generator
   */
  public static RandomVariants withObjects(Dialect dialect, long seed, ObjectMode objects) {
    return new RandomVariants(dialect, seed, true, objects == ObjectMode.FULL);
  }

  /**
   * Returns the types of the values in ascending order of their wire ids.
   *
   * @return an unmodifiable list
   */
  public List<VariantType> types() {
    return types;
  }

  /**
   * Returns the next value.
   *
   * @return a value of any type
   */
  public Variant next() {
    budget = MAX_VALUES;
    if (random.nextInt(500) == 0) {
      return chain(random.nextInt(20, 100));
    }
    return random.nextInt(4) == 0 ? container(0) : any(0);
  }

  /**
   * Returns the next value of a given type.
   *
   * @param type one of {@link #types}
   * @return a value of that type
   * @throws IllegalArgumentException if the generator does not have the type
   */
  public Variant next(VariantType type) {
    if (!types.contains(type)) {
      throw new IllegalArgumentException("no values of type " + type + " in " + dialect);
    }
    budget = MAX_VALUES;
    return ofType(type, 0);
  }

  private Variant any(int depth) {
    return random.nextInt(8) == 0 ? container(depth) : ofType(oneOf(types), depth);
  }

  private Variant container(int depth) {
    return random.nextBoolean() ? array(depth) : dictionary(depth);
  }

  /**
   * Returns nested containers with the given depth, which is greater than the depth of other
   * values.
   */
  private Variant chain(int depth) {
    Variant value = ofType(oneOf(types), MAX_DEPTH);
    for (int i = 0; i < depth; i++) {
      value =
          switch (random.nextInt(4)) {
            case 0 -> VariantDictionary.of(texts.word(), value);
            case 1 -> VariantDictionary.of(value, numbers.integer());
            default -> VariantArray.of(value);
          };
    }
    return value;
  }

  private Variant ofType(VariantType type, int depth) {
    budget--;
    return switch (type) {
      case NIL -> Variant.NIL;
      case BOOL -> BoolValue.of(random.nextBoolean());
      case INT -> IntValue.of(numbers.integer());
      case FLOAT ->
          FloatValue.of(
              kind(type) == Layout.Kind.FLOAT_32 ? numbers.exactInSingle() : numbers.number());
      case STRING -> StringValue.of(texts.text());
      case STRING_NAME -> StringName.of(texts.text());
      case NODE_PATH -> nodePath();
      case RID -> new RID(kind(type) == Layout.Kind.NOTHING ? 0 : random.nextLong());
      case OBJECT -> object(depth);
      case CALLABLE -> CallableValue.EMPTY;
      case SIGNAL -> new Signal(texts.text(), random.nextBoolean() ? 0 : random.nextLong());
      case DICTIONARY -> dictionary(depth);
      case ARRAY -> array(depth);
      case PACKED_BYTE_ARRAY -> bytes();
      case PACKED_INT32_ARRAY ->
          PackedInt32Array.unsafeWrap(
              IntStream.generate(numbers::integer32).limit(packedSize()).toArray());
      case PACKED_INT64_ARRAY ->
          PackedInt64Array.unsafeWrap(
              LongStream.generate(numbers::integer).limit(packedSize()).toArray());
      case PACKED_STRING_ARRAY ->
          PackedStringArray.unsafeWrap(texts(packedSize()).toArray(new String[0]));
      default ->
          type.elementType().map(element -> packed(type, element)).orElseGet(() -> shape(type));
    };
  }

  private boolean isSingle(VariantType type) {
    return dialect.realPrecision(type) == RealPrecision.SINGLE;
  }

  private Layout.Kind kind(VariantType type) {
    return dialect.row(type).orElseThrow().layout().kind();
  }

  private Variant shape(VariantType type) {
    DoubleSupplier component =
        switch (type.component().orElseThrow()) {
          case INT -> numbers::integer32;
          case FLOAT, REAL -> isSingle(type) ? numbers::exactInSingle : numbers::number;
        };
    return Shape.of(type, doubles(type.components().size(), component));
  }

  private static double[] doubles(int count, DoubleSupplier number) {
    double[] doubles = new double[count];
    Arrays.setAll(doubles, i -> number.getAsDouble());
    return doubles;
  }

  /** Returns a packed array of floats, vectors or colors. */
  private Variant packed(VariantType type, VariantType element) {
    int group = Math.max(1, element.components().size());
    boolean isFloat =
        switch (type) {
          case PACKED_FLOAT32_ARRAY -> true;
          case PACKED_FLOAT64_ARRAY -> false;
          default -> isSingle(type);
        };
    int count = packedSize() * group;
    return isFloat
        ? PackedArray.unsafeWrap(type, singles(count))
        : PackedArray.unsafeWrap(type, doubles(count, numbers::number));
  }

  /**
   * Returns a NodePath. Never returns the path {@code /}, because Godot 3 reads this path as the
   * empty path.
   */
  private NodePath nodePath() {
    List<String> names = texts(random.nextInt(4));
    List<String> subnames = texts(random.nextInt(3) == 0 ? random.nextInt(1, 4) : 0);
    boolean isEmpty = names.isEmpty() && subnames.isEmpty();
    return new NodePath(names, subnames, !isEmpty && random.nextBoolean());
  }

  private List<String> texts(int size) {
    return Stream.generate(texts::text).limit(size).toList();
  }

  private Variant object(int depth) {
    if (!hasFullObjects || (mixesIdsAndFullObjects && random.nextBoolean())) {
      return new ObjectIdValue(random.nextLong() | 1);
    }
    List<ObjectValue.Property> properties = new ArrayList<>();
    for (int size = size(depth); properties.size() < size; ) {
      properties.add(new ObjectValue.Property(texts.text(), any(depth + 1)));
    }
    return new ObjectValue(oneOf(classes), properties);
  }

  /** Returns a random number of elements for a container. */
  private int size(int depth) {
    if (depth >= MAX_DEPTH || budget <= 0) {
      return 0;
    }
    return switch (random.nextInt(16)) {
      case 0, 1 -> 0;
      case 2, 3, 4, 5, 6, 7, 8, 9 -> random.nextInt(1, 4);
      case 10, 11, 12, 13, 14 -> random.nextInt(4, 12);
      default -> random.nextInt(12, 40);
    };
  }

  private VariantArray array(int depth) {
    ElementType type = elementType(dialect.containerTyping() != ContainerTyping.NONE);
    List<Variant> elements = new ArrayList<>();
    for (int size = size(depth); elements.size() < size; ) {
      elements.add(element(type, depth));
    }
    return VariantArray.copyOf(elements).withElementType(type);
  }

  private VariantDictionary dictionary(int depth) {
    boolean isTyped = dialect.containerTyping() == ContainerTyping.ARRAYS_AND_DICTIONARIES;
    ElementType keyType = elementType(isTyped);
    ElementType valueType = elementType(isTyped);
    VariantDictionary.Builder pairs = VariantDictionary.builder().types(keyType, valueType);
    for (int size = size(depth); size > 0; size--) {
      Variant key = keyType.isUntyped() ? key(depth) : element(keyType, depth);
      pairs.put(key, element(valueType, depth));
    }
    return pairs.build();
  }

  private Variant key(int depth) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> StringValue.of(texts.text());
      case 3 ->
          types.contains(VariantType.STRING_NAME)
              ? StringName.of(texts.text())
              : StringValue.of(texts.word());
      case 4 -> IntValue.of(random.nextInt(-2, 10));
      case 5 -> ofType(VariantType.FLOAT, depth + 1);
      default -> any(depth + 1);
    };
  }

  private ElementType elementType(boolean isTyped) {
    if (!isTyped || random.nextInt(3) > 0) {
      return ElementType.UNTYPED;
    }
    if (random.nextInt(12) == 0) {
      return hasFullObjects ? objectType() : ElementType.ofClass(OBJECT_ID_CLASS);
    }
    return ElementType.of(oneOf(types));
  }

  private ElementType objectType() {
    return random.nextBoolean()
        ? ElementType.ofClass(oneOf(classes))
        : ElementType.ofScript("res://" + texts.word() + ".gd");
  }

  private Variant element(ElementType type, int depth) {
    return switch (type.kind()) {
      case UNTYPED -> any(depth + 1);
      case BUILTIN -> ofType(type.builtin(), depth + 1);
      case CLASS, SCRIPT -> hasObjectIds && random.nextBoolean() ? object(depth + 1) : Variant.NIL;
    };
  }

  /** Returns a random number of elements for a packed array. */
  private int packedSize() {
    return switch (random.nextInt(20)) {
      case 0, 1, 2 -> 0;
      case 3 -> random.nextInt(20, random.nextInt(20) == 0 ? 2000 : 100);
      default -> random.nextInt(1, 9);
    };
  }

  private PackedByteArray bytes() {
    byte[] elements = new byte[packedSize()];
    random.nextBytes(elements);
    return PackedByteArray.unsafeWrap(elements);
  }

  private float[] singles(int count) {
    float[] elements = new float[count];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = numbers.single();
    }
    return elements;
  }

  private <T> T oneOf(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
