package io.github.godotvariant.records;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.records.DefaultAdapter;
import io.github.godotvariant.internal.records.EnumAdapter;
import io.github.godotvariant.internal.records.LeafAdapter;
import io.github.godotvariant.internal.records.ListAdapter;
import io.github.godotvariant.internal.records.MapAdapter;
import io.github.godotvariant.internal.records.MathRecordAdapter;
import io.github.godotvariant.internal.records.NullableAdapter;
import io.github.godotvariant.internal.records.OptionalAdapter;
import io.github.godotvariant.internal.records.PackedArrayAdapter;
import io.github.godotvariant.internal.records.RecordAdapter;
import io.github.godotvariant.internal.records.SealedAdapter;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.generated.RecordAccess;
import io.github.godotvariant.records.generated.RecordKeys;
import io.github.godotvariant.text.VariantText;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Creates the adapters of records from their declarations. Only this class reads annotations. */
final class RecordIntrospector {
  private static final int MAX_NESTED_TYPES = 32;
  private static final int MAX_ADAPTERS = 1000;

  /** The type argument of a type variable, and the arguments for the variables in it. */
  private record Bound(AnnotatedType type, Map<TypeVariable<?>, Bound> in) {}

  /** A record or sealed interface with its type arguments. */
  private record Known(Class<?> type, Map<TypeVariable<?>, Bound> arguments) {}

  private final boolean usesGenerated;
  private final Function<Class<?>, RecordAccess<?>> reflection;
  private final Map<Known, ComponentAdapter> adapters = new HashMap<>();

  /**
   * Creates an introspector.
   *
   * @param usesGenerated whether generated code is used if there is any
   * @param reflection finds the constructor and the accessors of other records
   */
  RecordIntrospector(boolean usesGenerated, Function<Class<?>, RecordAccess<?>> reflection) {
    this.usesGenerated = usesGenerated;
    this.reflection = reflection;
  }

  /** Creates the adapter of the type of a codec. */
  ComponentAdapter adapter(Class<?> type) {
    if (type.getTypeParameters().length > 0) {
      throw new IllegalArgumentException(
          type.getName() + " is generic; use it as the type of a component with type arguments");
    }
    return adapter(type, Map.of());
  }

  private RecordAccess<?> members(Class<?> type) {
    RecordAccess<?> generated = usesGenerated ? GeneratedCodec.members(type) : null;
    return generated == null ? reflection.apply(type) : generated;
  }

  private ComponentAdapter adapter(Class<?> type, Map<TypeVariable<?>, Bound> arguments) {
    Known known = new Known(type, arguments);
    ComponentAdapter adapter = adapters.get(known);
    if (adapter != null) {
      return adapter;
    }
    if (adapters.size() > MAX_ADAPTERS) {
      throw new IllegalArgumentException(type.getName() + " has infinitely many type arguments");
    }
    return type.isRecord() ? record(known) : sealedAdapter(known);
  }

  private SealedAdapter sealedAdapter(Known known) {
    Class<?> type = known.type;
    GodotRecord annotation = type.getAnnotation(GodotRecord.class);
    if (!type.isSealed() || annotation == null) {
      throw new IllegalArgumentException(
          type.getName() + " is neither a record nor a sealed interface with @GodotRecord");
    }
    String owner = type.getSimpleName();
    SealedAdapter adapter = new SealedAdapter(annotation.typeKey(), ComponentKey.without(owner));
    adapters.put(known, adapter);
    Set<String> names = new HashSet<>();
    for (Class<?> permitted : permitted(type)) {
      String name = tag(permitted);
      if (!names.add(name)) {
        throw new IllegalArgumentException(
            type.getName() + " permits two records with the name " + name);
      }
      adapter.add(permitted, name, (RecordAdapter<?>) adapter(permitted, Map.of()));
    }
    return adapter;
  }

  /** Returns all records of a sealed interface, in their order. */
  private static Set<Class<?>> permitted(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      if (permitted.isSealed()) {
        all.addAll(permitted(permitted));
      } else if (permitted.isRecord() && permitted.getTypeParameters().length == 0) {
        all.add(permitted);
      } else {
        throw new IllegalArgumentException(
            type.getName()
                + " permits "
                + permitted.getName()
                + ", which is not a record without type parameters");
      }
    }
    return all;
  }

  /** Returns the value of the type key for a record. */
  private static String tag(Class<?> type) {
    Key key = type.getAnnotation(Key.class);
    return key == null ? type.getSimpleName() : key.value();
  }

  /** Returns the type key of the sealed hierarchy of a record; null if it is in none. */
  private static @Nullable String typeKey(Class<?> type) {
    for (Class<?> parent : type.getInterfaces()) {
      if (parent.isSealed()) {
        GodotRecord annotation = parent.getAnnotation(GodotRecord.class);
        return annotation == null ? typeKey(parent) : annotation.typeKey();
      }
    }
    return null;
  }

  private <T> RecordAdapter<T> record(Known known) {
    @SuppressWarnings("unchecked") // the members are those of the class
    Class<T> type = (Class<T>) known.type;
    GeneratedCodec<T> generated = usesGenerated ? GeneratedCodec.find(type) : null;
    @SuppressWarnings("unchecked")
    RecordAccess<T> members = generated == null ? (RecordAccess<T>) members(type) : null;
    GodotRecord annotation = type.getAnnotation(GodotRecord.class);
    boolean rejectsUnknown = annotation != null && annotation.unknownKeys() == UnknownKeys.REFUSE;
    boolean hasNames = annotation != null && annotation.stringNameKeys();
    String name = type.getSimpleName();
    ComponentKey owner = ComponentKey.without(name);
    RecordAdapter<T> adapter = new RecordAdapter<>(type, generated, members, owner);
    adapters.put(known, adapter);
    Naming naming = annotation == null ? Naming.AS_DECLARED : annotation.naming();
    Set<String> keys = new HashSet<>();
    String typeKey = typeKey(type);
    if (typeKey != null) {
      keys.add(typeKey);
    }
    RecordComponent[] components = type.getRecordComponents();
    ComponentKey[] componentKeys = new ComponentKey[components.length];
    ComponentAdapter[] componentAdapters = new ComponentAdapter[components.length];
    int others = -1;
    for (int i = 0; i < components.length; i++) {
      RecordComponent component = components[i];
      String path = name + "." + component.getName();
      Key renamed = component.getAnnotation(Key.class);
      String key = renamed == null ? naming.key(component.getName()) : renamed.value();
      if (component.isAnnotationPresent(OtherKeys.class)) {
        if (others >= 0 || component.getType() != VariantDictionary.class || rejectsUnknown) {
          throw new IllegalArgumentException(
              path + ": @OtherKeys requires one VariantDictionary and no UnknownKeys.REFUSE");
        }
        others = i;
        componentKeys[i] = ComponentKey.without(path);
      } else if (keys.add(key)) {
        componentKeys[i] = ComponentKey.of(key, path, hasNames);
      } else {
        throw new IllegalArgumentException(path + ": the key " + key + " is used twice");
      }
      componentAdapters[i] = component(component, known.arguments, componentKeys[i]);
    }
    adapter.components(
        new RecordKeys(
            owner,
            componentKeys,
            componentAdapters,
            rejectsUnknown,
            others,
            typeKey == null ? null : ComponentKey.of(typeKey, name, hasNames),
            ComponentKey.of(tag(type), name)));
    return adapter;
  }

  private ComponentAdapter component(
      RecordComponent component, Map<TypeVariable<?>, Bound> arguments, ComponentKey owner) {
    AnnotatedType type = component.getAnnotatedType();
    Class<?> raw = component.getType();
    ComponentAdapter adapter;
    if (raw == Optional.class) {
      AnnotatedType argument = argument(type, 0, owner);
      adapter = new OptionalAdapter(raw, adapter(argument, arguments, owner, 0));
    } else if (raw == OptionalInt.class) {
      adapter = optional(raw, int.class, owner);
    } else if (raw == OptionalLong.class) {
      adapter = optional(raw, long.class, owner);
    } else if (raw == OptionalDouble.class) {
      adapter = optional(raw, double.class, owner);
    } else {
      adapter = adapter(type, arguments, owner, 0);
      if (isNullable(component) && !(adapter instanceof NullableAdapter)) {
        adapter = new NullableAdapter(adapter);
      }
    }
    DefaultValue value = component.getAnnotation(DefaultValue.class);
    if (value == null) {
      return adapter;
    }
    if (adapter instanceof NullableAdapter || adapter instanceof OptionalAdapter) {
      throw error(owner, "a component with a default cannot be optional or nullable");
    }
    try {
      return new DefaultAdapter(adapter, VariantText.GODOT_4.parse(value.value()));
    } catch (MalformedTextException e) {
      throw new IllegalArgumentException(
          owner.owner()
              + ": the default is not a value such as 7, \"idle\" in quotes or"
              + " Vector3(0, 0, 0): "
              + e.getMessage(),
          e);
    } catch (VariantException e) {
      throw new IllegalArgumentException(
          owner.owner() + ": the default does not fit: " + e.problem(), e);
    }
  }

  private static IllegalArgumentException error(ComponentKey owner, String problem) {
    return new IllegalArgumentException(owner.owner() + ": " + problem);
  }

  private static ComponentAdapter optional(Class<?> raw, Class<?> number, ComponentKey owner) {
    return new OptionalAdapter(raw, Objects.requireNonNull(LeafAdapter.of(number, false, owner)));
  }

  private ComponentAdapter adapter(
      AnnotatedType type, Map<TypeVariable<?>, Bound> arguments, ComponentKey owner, int nested) {
    if (nested > MAX_NESTED_TYPES) {
      throw error(owner, "the type is nested deeper than " + MAX_NESTED_TYPES + " levels");
    }
    ComponentAdapter adapter;
    if (type.getType() instanceof TypeVariable<?> variable) {
      Bound bound = arguments.get(variable);
      if (bound == null) {
        throw error(owner, "the type variable " + variable + " has no argument");
      }
      adapter = adapter(bound.type, bound.in, owner, nested + 1);
    } else {
      adapter = present(type, raw(type.getType(), owner), arguments, owner, nested);
    }
    return isNullable(type) && !(adapter instanceof NullableAdapter)
        ? new NullableAdapter(adapter)
        : adapter;
  }

  private ComponentAdapter present(
      AnnotatedType type,
      Class<?> raw,
      Map<TypeVariable<?>, Bound> arguments,
      ComponentKey owner,
      int nested) {
    boolean typed = hasAnnotation(type, Typed.class);
    if (raw == List.class || raw == Set.class || raw.isArray()) {
      AnnotatedType of =
          type instanceof AnnotatedArrayType array
              ? array.getAnnotatedGenericComponentType()
              : argument(type, 0, owner);
      if (hasAnnotation(type, Packed.class)
          || (raw.isArray() && raw.getComponentType().isPrimitive())) {
        ComponentAdapter packed = PackedArrayAdapter.of(raw, raw(of.getType(), owner), owner);
        if (packed == null) {
          throw error(owner, "no packed array has elements of type " + of.getType().getTypeName());
        }
        return packed;
      }
      return new ListAdapter(raw, adapter(of, arguments, owner, nested + 1), typed);
    }
    if (raw == Map.class) {
      return new MapAdapter(
          adapter(argument(type, 0, owner), arguments, owner, nested + 1),
          adapter(argument(type, 1, owner), arguments, owner, nested + 1),
          typed);
    }
    boolean asName = type.isAnnotationPresent(AsStringName.class);
    ComponentAdapter leaf = LeafAdapter.of(raw, asName, owner);
    if (leaf != null) {
      return leaf;
    }
    if (raw.isEnum()) {
      return ofEnum(raw, type.isAnnotationPresent(AsNumber.class), asName, owner);
    }
    if (raw.isAnnotationPresent(GodotRecord.class)) {
      return adapter(raw, arguments(type, raw, arguments));
    }
    if (raw.isRecord()) {
      return mathRecord(raw, owner);
    }
    throw error(owner, raw.getName() + " has no type in Godot; use Variant for any value");
  }

  /** Before an array, such as {@code @Packed String[]}, Java annotates the elements. */
  private static boolean hasAnnotation(AnnotatedType type, Class<? extends Annotation> annotation) {
    return type.isAnnotationPresent(annotation)
        || (type instanceof AnnotatedArrayType array
            && array.getAnnotatedGenericComponentType().isAnnotationPresent(annotation));
  }

  private ComponentAdapter mathRecord(Class<?> raw, ComponentKey owner) {
    List<String> names = new ArrayList<>();
    List<Class<?>> types = new ArrayList<>();
    for (RecordComponent component : raw.getRecordComponents()) {
      names.add(component.getName());
      types.add(component.getType());
    }
    boolean isReal = types.stream().allMatch(type -> type == double.class || type == float.class);
    boolean isInt = types.stream().allMatch(type -> type == int.class);
    Optional<VariantType> type =
        isReal || isInt ? MathRecordAdapter.type(names, isReal) : Optional.empty();
    if (type.isEmpty()) {
      throw error(
          owner,
          "the record "
              + raw.getName()
              + " needs @GodotRecord, or the components of a vector, quaternion or color");
    }
    return new MathRecordAdapter<>(type.get(), members(raw), names, types, owner);
  }

  private static ComponentAdapter ofEnum(
      Class<?> type, boolean asNumber, boolean asName, ComponentKey owner) {
    Object[] constants = type.getEnumConstants();
    List<String> names = new ArrayList<>();
    for (Object constant : constants) {
      String name = ((Enum<?>) constant).name();
      try {
        Key key = type.getField(name).getAnnotation(Key.class);
        names.add(key == null ? name : key.value());
      } catch (NoSuchFieldException e) {
        throw new AssertionError(e); // each constant is a field
      }
    }
    if (new HashSet<>(names).size() < constants.length) {
      throw error(owner, "two constants have the same name: " + names);
    }
    VariantType written = asName ? VariantType.STRING_NAME : VariantType.STRING;
    return new EnumAdapter(asNumber ? VariantType.INT : written, constants, names, owner);
  }

  private static Map<TypeVariable<?>, Bound> arguments(
      AnnotatedType type, Class<?> raw, Map<TypeVariable<?>, Bound> in) {
    Map<TypeVariable<?>, Bound> arguments = new HashMap<>();
    if (type instanceof AnnotatedParameterizedType parameterized) {
      AnnotatedType[] actual = parameterized.getAnnotatedActualTypeArguments();
      for (int i = 0; i < actual.length; i++) {
        arguments.put(raw.getTypeParameters()[i], new Bound(actual[i], in));
      }
    }
    return Map.copyOf(arguments);
  }

  private static AnnotatedType argument(AnnotatedType type, int index, ComponentKey owner) {
    if (type instanceof AnnotatedParameterizedType parameterized) {
      return parameterized.getAnnotatedActualTypeArguments()[index];
    }
    throw error(owner, type.getType().getTypeName() + " has no type arguments");
  }

  private static Class<?> raw(Type type, ComponentKey owner) {
    if (type instanceof Class<?> raw) {
      return raw;
    }
    if (type instanceof ParameterizedType parameterized) {
      return (Class<?>) parameterized.getRawType();
    }
    if (type instanceof GenericArrayType array
        && !(array.getGenericComponentType() instanceof TypeVariable)) {
      return raw(array.getGenericComponentType(), owner).arrayType();
    }
    throw error(owner, type.getTypeName() + " is not a single type");
  }

  /** Returns whether there is an annotation {@code Nullable} of any package. */
  private static boolean isNullable(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .map(Annotation::annotationType)
        .anyMatch(annotation -> annotation.getSimpleName().equals("Nullable"));
  }
}
