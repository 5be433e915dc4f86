package io.github.godotvariant.testkit;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.internal.component.DeclaredType;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.ValueAdapter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.TypeVariable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates random records and the values of their components by reflection. */
final class RandomComponents {
  private static final int MAX_DEPTH = 5;
  private static final int MAX_VALUES = 100;

  /**
   * The maximum number of attempts to create an object, if a constructor or an adapter throws
   * exceptions.
   */
  private static final int MAX_ATTEMPTS = 1000;

  /**
   * The number of attempts to create an object after which every second attempt uses simple values.
   */
  private static final int ATTEMPTS_WITHOUT_SIMPLE_VALUES = 20;

  private static final int MAX_MESSAGE = 300;
  private static final int UNBOUNDED_DEPTH = 1000;

  /** The function of an adapter that converts stored values, and the type of the stored values. */
  private record Adapter(Function<Object, ?> fromStored, DeclaredType stored) {}

  private final MethodHandles.Lookup lookup;
  private final SplittableRandom random;
  private final RandomNumbers numbers;
  private final RandomTexts texts;
  private final RandomVariants variants;
  private final RandomVariants objects;
  private final Map<Class<?>, Function<? super RandomGenerator, ?>> functions = new HashMap<>();
  private final Map<Class<?>, MethodHandle> constructors = new HashMap<>();
  private final Map<Class<? extends ValueAdapter<?, ?>>, Adapter> adapters = new HashMap<>();

  /** The Variant types, by the Java class of the values of each type. */
  private final Map<Class<?>, VariantType> types = new LinkedHashMap<>();

  /** The number of values that can still be added to the instance that is being created. */
  private int budget;

  /** Whether only simple values are generated, because a constructor has rejected other values. */
  private boolean isSimple;

  /**
   * Whether the value that is being created is the key of a map. Keys contain 0.0 instead of -0.0,
   * because Godot treats 0.0 and -0.0 as equal keys.
   */
  private boolean isKey;

  RandomComponents(MethodHandles.Lookup lookup, SplittableRandom random) {
    this.lookup = lookup;
    this.random = random;
    numbers = new RandomNumbers(random);
    texts = new RandomTexts(random);
    variants = RandomVariants.of(Dialect.GODOT_4, random.nextLong());
    objects = RandomVariants.withObjects(Dialect.GODOT_4, random.nextLong(), ObjectMode.FULL);
    for (VariantType type : variants.types()) {
      types.put(variants.next(type).getClass(), type);
    }
  }

  void with(Class<?> component, Function<? super RandomGenerator, ?> values) {
    functions.put(component, values);
  }

  /** Returns a random instance of a record or a sealed interface. */
  Object instance(Class<?> type) {
    budget = MAX_VALUES;
    isSimple = false;
    isKey = false;
    return type.isSealed() ? randomPermitted(type, 0) : record(type, Map.of(), false, 0);
  }

  private Object record(
      Class<?> type, Map<TypeVariable<?>, DeclaredType> arguments, boolean isMath, int depth) {
    MethodHandle constructor = constructors.computeIfAbsent(type, this::constructor);
    return create(
        "the constructor of " + type.getName() + " rejected %s random instances",
        () -> components(type, arguments, isMath, depth),
        components -> constructor.invoke(components),
        components -> RoundTrip.cut(Arrays.deepToString(components), MAX_MESSAGE));
  }

  /** Creates an object from an input. */
  private interface Factory<I> {
    Object create(I input) throws Throwable; // as MethodHandle.invoke
  }

  /**
   * Creates an object from random input. If the factory throws an exception, tries other input.
   *
   * @param problem the start of the message after the last attempt, with {@code %s} for the number
   *     of attempts
   * @param text returns a text of the input for the message
   */
  private <I> Object create(
      String problem, Supplier<I> input, Factory<I> factory, Function<I, String> text) {
    int budgetBefore = budget;
    boolean wasSimple = isSimple;
    try {
      for (int attempt = 1; ; attempt++) {
        budget = budgetBefore;
        isSimple = wasSimple || (attempt > ATTEMPTS_WITHOUT_SIMPLE_VALUES && attempt % 2 == 0);
        I next = input.get();
        try {
          return factory.create(next);
        } catch (Error e) {
          throw e;
        } catch (Throwable e) { // MethodHandle.invoke declares Throwable.
          if (attempt == MAX_ATTEMPTS) {
            throw new IllegalStateException(
                problem.formatted(MAX_ATTEMPTS)
                    + "; generate valid components with the method with(). The last one was "
                    + text.apply(next)
                    + ": "
                    + e,
                e);
          }
        }
      }
    } finally {
      isSimple = wasSimple;
    }
  }

  private MethodHandle constructor(Class<?> type) {
    Class<?>[] parameters =
        DeclaredComponent.of(type).stream().map(DeclaredComponent::type).toArray(Class<?>[]::new);
    return find(type, MethodType.methodType(void.class, parameters))
        .asSpreader(Object[].class, parameters.length)
        .asType(MethodType.methodType(Object.class, Object[].class));
  }

  private MethodHandle find(Class<?> type, MethodType signature) {
    try {
      return MethodHandles.privateLookupIn(type, lookup).findConstructor(type, signature);
    } catch (IllegalAccessException e) {
      try {
        return lookup.findConstructor(type, signature);
      } catch (ReflectiveOperationException again) {
        throw new IllegalArgumentException(
            type.getName()
                + " is not accessible: open its package to io.github.godotvariant.testkit or pass a"
                + " Lookup with access to its constructor",
            again);
      }
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e); // RecordCodec has checked the type.
    }
  }

  private @Nullable Object[] components(
      Class<?> type, Map<TypeVariable<?>, DeclaredType> arguments, boolean isMath, int depth) {
    List<DeclaredComponent> declared = DeclaredComponent.of(type);
    @Nullable Object[] values = new @Nullable Object[declared.size()];
    for (int i = 0; i < values.length; i++) {
      DeclaredComponent component = declared.get(i);
      if (isMath && component.type() == double.class && !functions.containsKey(double.class)) {
        values[i] = withoutNegativeZero(isSimple ? simpleNumber() : numbers.exactInSingle());
      } else if (component.has(OtherKeys.class)) {
        values[i] = otherKeys();
      } else if (component.isNullable() && isAbsent(depth)) {
        values[i] = null;
      } else {
        values[i] = value(new DeclaredType(component.annotatedType(), arguments), depth + 1);
      }
    }
    return values;
  }

  /**
   * Returns a dictionary for a component with {@link OtherKeys}. Its keys start with "other", so
   * that they differ from the keys of components.
   */
  private VariantDictionary otherKeys() {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = random.nextInt(3); i > 0; i--) {
      pairs.put(StringValue.of("other " + texts.word()), variants.next());
    }
    return pairs.build();
  }

  /** Returns a random value of the type of a component, an element, a key or a type argument. */
  private @Nullable Object value(DeclaredType type, int depth) {
    if (type.isNullable() && isAbsent(depth)) {
      return null;
    }
    if (type.type().getType() instanceof TypeVariable<?> variable) {
      return value(Objects.requireNonNull(type.arguments().get(variable)), depth);
    }
    budget--;
    Class<?> raw = Objects.requireNonNull(type.raw()); // RecordCodec has checked the type
    List<DeclaredType> parts = type.parts();
    Function<? super RandomGenerator, ?> function = functions.get(raw);
    if (function != null) {
      return generated(raw, function);
    } else if (type.has(AdaptedBy.class)) {
      return adapted(type.type().getAnnotation(AdaptedBy.class).value(), depth);
    } else if (raw == Optional.class) {
      return isAbsent(depth) ? Optional.empty() : Optional.ofNullable(value(parts.get(0), depth));
    } else if (raw == List.class || raw == Collection.class) {
      return Collections.unmodifiableList(elements(parts.get(0), depth));
    } else if (raw == Set.class) {
      return Collections.unmodifiableSet(new LinkedHashSet<>(elements(parts.get(0), depth)));
    } else if (raw == Deque.class) {
      return new ArrayDeque<>(elements(parts.get(0), depth));
    } else if (raw == SortedSet.class) {
      return Collections.unmodifiableSortedSet(new TreeSet<>(elements(parts.get(0), depth)));
    } else if (raw == SortedMap.class) {
      return Collections.unmodifiableSortedMap(
          new TreeMap<>(map(parts.get(0), parts.get(1), depth)));
    } else if (raw == Map.class) {
      return map(parts.get(0), parts.get(1), depth);
    } else if (raw.isArray()) {
      List<@Nullable Object> elements = elements(parts.get(0), depth);
      Object array = Array.newInstance(raw.getComponentType(), elements.size());
      for (int i = 0; i < elements.size(); i++) {
        Array.set(array, i, elements.get(i));
      }
      return array;
    } else if (raw.isEnum()) {
      return raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)];
    } else if (Variant.class.isAssignableFrom(raw)) {
      return variant(raw);
    } else if (raw.isSealed()) {
      return randomPermitted(raw, depth);
    } else if (DeclaredComponent.isRecord(raw)) {
      boolean isMath = !raw.isAnnotationPresent(GodotRecord.class);
      return record(raw, type.typeArguments(), isMath, depth);
    }
    return leaf(raw, depth);
  }

  /** Returns a value of a class with an adapter, created from a value of the stored type. */
  private Object adapted(Class<? extends ValueAdapter<?, ?>> type, int depth) {
    Adapter adapter = adapters.computeIfAbsent(type, this::adapter);
    return create(
        type.getName() + " rejected %s random values",
        () -> Objects.requireNonNull(value(adapter.stored, depth + 1)),
        stored -> Objects.requireNonNull(adapter.fromStored.apply(stored), "the adapted value"),
        RoundTrip::text);
  }

  @SuppressWarnings("unchecked") // the adapter declares the stored type
  private Adapter adapter(Class<? extends ValueAdapter<?, ?>> type) {
    MethodHandle constructor = find(type, MethodType.methodType(void.class));
    ValueAdapter<?, Object> adapter;
    try {
      adapter = (ValueAdapter<?, Object>) constructor.invoke();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) { // MethodHandle.invoke declares Throwable.
      throw new IllegalArgumentException("cannot create " + type.getName(), e);
    }
    DeclaredType supertype =
        Objects.requireNonNull(DeclaredType.supertype(type, ValueAdapter.class));
    DeclaredType stored = Objects.requireNonNull(supertype.parts().get(1).resolve());
    return new Adapter(adapter::fromStored, stored);
  }

  private static IllegalArgumentException unsupported(String type) {
    return new IllegalArgumentException(
        "no random values of " + type + "; generate them with the method with()");
  }

  /** Returns a value of a primitive type or its box, a text or an optional number. */
  private Object leaf(Class<?> raw, int depth) {
    if (raw == OptionalInt.class) {
      return isAbsent(depth) ? OptionalInt.empty() : OptionalInt.of((int) integer(int.class));
    } else if (raw == OptionalLong.class) {
      return isAbsent(depth) ? OptionalLong.empty() : OptionalLong.of((long) integer(long.class));
    } else if (raw == OptionalDouble.class) {
      return isAbsent(depth) ? OptionalDouble.empty() : OptionalDouble.of(number());
    } else if (raw == boolean.class || raw == Boolean.class) {
      return random.nextBoolean();
    } else if (raw == double.class || raw == Double.class) {
      return number();
    } else if (raw == float.class || raw == Float.class) {
      return (float) withoutNegativeZero(isSimple ? simpleNumber() : numbers.single());
    } else if (raw == char.class || raw == Character.class) {
      return isSimple ? texts.letters().charAt(0) : texts.character();
    } else if (raw == String.class) {
      return isSimple ? texts.letters() : texts.text();
    }
    return integer(raw);
  }

  private Object integer(Class<?> raw) {
    long number = isSimple ? random.nextInt(101) : numbers.integer();
    if (raw == long.class || raw == Long.class) {
      return number;
    } else if (raw == int.class || raw == Integer.class) {
      return isSimple ? (int) number : numbers.integer32();
    } else if (raw == short.class || raw == Short.class) {
      return (short) (isSimple ? number : bounded(Short.MIN_VALUE, Short.MAX_VALUE));
    } else if (raw == byte.class || raw == Byte.class) {
      return (byte) (isSimple ? number : bounded(Byte.MIN_VALUE, Byte.MAX_VALUE));
    }
    throw unsupported(raw.getName());
  }

  private int bounded(int min, int max) {
    return switch (random.nextInt(8)) {
      case 0 -> min;
      case 1 -> max;
      case 2 -> random.nextInt(-1, 2);
      default -> random.nextInt(min, max + 1);
    };
  }

  private double number() {
    return withoutNegativeZero(isSimple ? simpleNumber() : numbers.number());
  }

  private double simpleNumber() {
    return random.nextBoolean() ? random.nextInt(65) / 64.0 : random.nextInt(101);
  }

  private double withoutNegativeZero(double number) {
    return isKey && number == 0 ? 0.0 : number;
  }

  /** Returns a random Variant that is an instance of {@code raw}. */
  private Variant variant(Class<?> raw) {
    if (raw == Variant.class) {
      return variants.next();
    }
    List<VariantType> candidates =
        types.entrySet().stream()
            .filter(each -> raw.isAssignableFrom(each.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    if (!candidates.isEmpty()) {
      return variants.next(oneOf(candidates));
    }
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      Variant object = objects.next(VariantType.OBJECT);
      if (raw.isInstance(object)) {
        return object;
      }
    }
    throw unsupported(raw.getName());
  }

  private Object randomPermitted(Class<?> type, int depth) {
    List<Class<?>> all = permittedRecords(type).toList();
    Class<?> record =
        depth < MAX_DEPTH && budget > 0
            ? oneOf(all)
            : all.stream()
                .min(Comparator.comparingInt(each -> minDepth(each, new HashSet<>())))
                .orElseThrow();
    Function<? super RandomGenerator, ?> function = functions.get(record);
    return function == null ? record(record, Map.of(), false, depth) : generated(record, function);
  }

  private Object generated(Class<?> type, Function<? super RandomGenerator, ?> function) {
    return Objects.requireNonNull(
        function.apply(random), () -> "the function for " + type.getName() + " returned null");
  }

  private static Stream<Class<?>> permittedRecords(Class<?> type) {
    return Arrays.stream(type.getPermittedSubclasses())
        .flatMap(each -> each.isSealed() ? permittedRecords(each) : Stream.of(each));
  }

  /**
   * Returns the minimum nesting depth of an instance of a type. Returns {@link #UNBOUNDED_DEPTH}
   * for a type in {@code open}, because an instance would contain an instance of the same type.
   */
  private static int minDepth(Class<?> type, Set<Class<?>> open) {
    boolean isRecord = DeclaredComponent.isRecord(type);
    if (Variant.class.isAssignableFrom(type) || !(isRecord || type.isSealed())) {
      return 0;
    }
    if (!open.add(type)) {
      return UNBOUNDED_DEPTH;
    }
    int minDepth =
        isRecord
            ? DeclaredComponent.of(type).stream()
                .filter(each -> !each.isNullable())
                .mapToInt(each -> 1 + minDepth(each.type(), open))
                .max()
                .orElse(0)
            : permittedRecords(type)
                .mapToInt(each -> minDepth(each, open))
                .min()
                .orElse(UNBOUNDED_DEPTH);
    open.remove(type);
    return minDepth;
  }

  private List<@Nullable Object> elements(DeclaredType element, int depth) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int size = size(depth); elements.size() < size; ) {
      elements.add(value(element, depth + 1));
    }
    return elements;
  }

  private int size(int depth) {
    if (depth > MAX_DEPTH || budget <= 0) {
      return 0;
    }
    return switch (random.nextInt(8)) {
      case 0, 1 -> isSimple ? 1 : 0;
      case 7 -> random.nextInt(4, 12);
      default -> random.nextInt(1, 4);
    };
  }

  /** Returns a map. Its keys are also different from each other in Godot. */
  private Map<@Nullable Object, @Nullable Object> map(
      DeclaredType key, DeclaredType value, int depth) {
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    VariantDictionary keys = VariantDictionary.EMPTY;
    boolean wasKey = isKey;
    for (int size = size(depth); size > 0; size--) {
      isKey = true;
      Object next = value(key, depth + 1);
      isKey = wasKey;
      if (next instanceof Variant variant) {
        if (keys.containsKey(variant)) {
          continue;
        }
        keys = keys.with(variant, true);
      }
      if (!map.containsKey(next)) {
        map.put(next, value(value, depth + 1));
      }
    }
    return Collections.unmodifiableMap(map);
  }

  private boolean isAbsent(int depth) {
    return depth > MAX_DEPTH || budget <= 0 || (!isSimple && random.nextInt(3) == 0);
  }

  private <E> E oneOf(List<E> list) {
    return list.get(random.nextInt(list.size()));
  }
}
