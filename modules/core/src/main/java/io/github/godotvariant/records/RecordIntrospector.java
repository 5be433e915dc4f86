package io.github.godotvariant.records;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.component.DeclaredComponent;
import io.github.godotvariant.internal.component.DeclaredType;
import io.github.godotvariant.internal.component.KotlinMetadata;
import io.github.godotvariant.internal.records.DefaultAdapter;
import io.github.godotvariant.internal.records.LeafAdapter;
import io.github.godotvariant.internal.records.ListAdapter;
import io.github.godotvariant.internal.records.MapAdapter;
import io.github.godotvariant.internal.records.MathRecordAdapter;
import io.github.godotvariant.internal.records.NullableAdapter;
import io.github.godotvariant.internal.records.OptionalAdapter;
import io.github.godotvariant.internal.records.PackedArrayAdapter;
import io.github.godotvariant.internal.records.RecordAdapter;
import io.github.godotvariant.internal.records.SealedAdapter;
import io.github.godotvariant.records.ForeignTypes.ForeignType;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.generated.RecordAccess;
import io.github.godotvariant.records.generated.RecordKeys;
import io.github.godotvariant.text.VariantText;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
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
import org.jspecify.annotations.Nullable;

/** Creates the adapters that read and write records, from their declarations. */
final class RecordIntrospector {
  private static final String NO_TYPE =
      " has no type in Godot; use an interface such as List or Map, an adapter, or Variant";

  private static final int MAX_TYPE_DEPTH = 32;
  private static final int MAX_ADAPTERS = 1000;
  private static final Set<Class<?>> COLLECTIONS =
      Set.of(Collection.class, List.class, Deque.class, Set.class, SortedSet.class);
  private static final Set<Class<?>> MAPS = Set.of(Map.class, SortedMap.class);
  private static final Map<Class<?>, Class<?>> OPTIONALS =
      Map.of(
          OptionalInt.class, int.class,
          OptionalLong.class, long.class,
          OptionalDouble.class, double.class);

  /** A record or sealed interface with its type arguments. */
  private record GenericRecord(Class<?> type, Map<TypeVariable<?>, DeclaredType> arguments) {}

  private final boolean usesGenerated;
  private final MemberLookup lookup;
  private final ForeignTypes foreignTypes;
  private final Map<GenericRecord, ComponentAdapter> adapters = new HashMap<>();
  private boolean isGenerated = true;

  /**
   * Creates an introspector.
   *
   * @param usesGenerated whether generated code is used if there is any
   * @param lookup finds the constructors and accessors for which no code was generated
   * @param adapters the adapters that the caller of {@code RecordCodec.of} has passed
   */
  RecordIntrospector(boolean usesGenerated, MemberLookup lookup, ValueAdapter<?, ?>... adapters) {
    this.usesGenerated = usesGenerated;
    this.lookup = lookup;
    foreignTypes = new ForeignTypes(usesGenerated, lookup, adapters);
  }

  /** Creates the adapter for the record or sealed interface of a codec. */
  ComponentAdapter adapter(Class<?> type) {
    if (type.getTypeParameters().length > 0) {
      throw new IllegalArgumentException(
          type.getName() + " is generic; use it as the type of a component with type arguments");
    }
    checkNotAdapted(type);
    return adapter(type, Map.of());
  }

  private void checkNotAdapted(Class<?> type) {
    if (foreignTypes.find(type) != null) {
      throw new IllegalArgumentException(
          type.getName()
              + " is the type of the codec or permitted by it; it cannot have an adapter");
    }
  }

  /**
   * Returns whether there is generated code for all records for which this instance has created
   * adapters.
   */
  boolean isGenerated() {
    return isGenerated;
  }

  private RecordAccess<?> members(Class<?> type) {
    RecordAccess<?> generated = usesGenerated ? GeneratedCodec.members(type) : null;
    if (generated == null) {
      isGenerated = false;
      return lookup.members(type);
    }
    return generated;
  }

  private ComponentAdapter adapter(Class<?> type, Map<TypeVariable<?>, DeclaredType> arguments) {
    GenericRecord generic = new GenericRecord(type, arguments);
    ComponentAdapter adapter = adapters.get(generic);
    if (adapter != null) {
      return adapter;
    }
    if (adapters.size() > MAX_ADAPTERS) {
      throw new IllegalArgumentException(type.getName() + " has infinitely many type arguments");
    }
    return DeclaredComponent.isRecord(type) ? record(generic) : sealedAdapter(generic);
  }

  private SealedAdapter sealedAdapter(GenericRecord generic) {
    Class<?> type = generic.type;
    GodotRecord annotation = type.getAnnotation(GodotRecord.class);
    if (!type.isSealed() || annotation == null) {
      throw new IllegalArgumentException(
          type.getName()
              + " is neither a record nor a sealed interface with @GodotRecord"
              + KotlinMetadata.advice(type));
    }
    String owner = type.getSimpleName();
    SealedAdapter adapter = new SealedAdapter(annotation.typeKey(), ComponentKey.without(owner));
    adapters.put(generic, adapter);
    Set<String> names = new HashSet<>();
    for (Class<?> permitted : SealedHierarchy.permitted(type)) {
      checkNotAdapted(permitted);
      List<String> texts = new ArrayList<>(List.of(SealedHierarchy.tag(permitted)));
      texts.addAll(aliases(permitted.getAnnotation(Alias.class)));
      for (String text : texts) {
        if (!names.add(text)) {
          throw new IllegalArgumentException(
              type.getName() + " permits two records with the name " + text);
        }
      }
      adapter.add(permitted, texts, (RecordAdapter<?>) adapter(permitted, Map.of()));
    }
    return adapter;
  }

  private <T> RecordAdapter<T> record(GenericRecord generic) {
    @SuppressWarnings("unchecked") // the members are those of the class
    Class<T> type = (Class<T>) generic.type;
    GeneratedCodec<T> generated = usesGenerated ? GeneratedCodec.find(type) : null;
    @SuppressWarnings("unchecked")
    RecordAccess<T> members = generated == null ? (RecordAccess<T>) members(type) : null;
    GodotRecord annotation = type.getAnnotation(GodotRecord.class);
    boolean rejectsUnknown = annotation != null && annotation.unknownKeys() == UnknownKeys.REFUSE;
    boolean hasNames = annotation != null && annotation.stringNameKeys();
    String name = type.getSimpleName();
    ComponentKey owner = ComponentKey.without(name);
    RecordAdapter<T> adapter = new RecordAdapter<>(type, generated, members, owner);
    adapters.put(generic, adapter);
    Naming naming = annotation == null ? Naming.AS_DECLARED : annotation.naming();
    Set<String> keys = new HashSet<>();
    String typeKey = SealedHierarchy.typeKey(type);
    if (typeKey == null && type.isAnnotationPresent(Alias.class)) {
      throw new IllegalArgumentException(
          type.getName()
              + ": @Alias is allowed only on records of a sealed interface with @GodotRecord");
    }
    List<DeclaredComponent> components = DeclaredComponent.of(type);
    ComponentKey[] componentKeys = new ComponentKey[components.size()];
    ComponentAdapter[] componentAdapters = new ComponentAdapter[components.size()];
    Map<String, Integer> aliases = new HashMap<>();
    int others = -1;
    for (int i = 0; i < componentKeys.length; i++) {
      DeclaredComponent component = components.get(i);
      String path = name + "." + component.name();
      Key renamed = component.annotation(Key.class);
      String key = renamed == null ? naming.key(component.name()) : renamed.value();
      if (component.has(OtherKeys.class)) {
        if (others >= 0 || component.type() != VariantDictionary.class || rejectsUnknown) {
          throw new IllegalArgumentException(
              path + ": @OtherKeys requires one VariantDictionary and no UnknownKeys.REFUSE");
        }
        if (component.has(Alias.class)) {
          throw new IllegalArgumentException(path + ": @Alias cannot be used with @OtherKeys");
        }
        others = i;
        componentKeys[i] = ComponentKey.without(path);
      } else {
        addKey(keys, key, typeKey, path);
        componentKeys[i] = ComponentKey.of(key, path, hasNames);
        for (String alias : aliases(component.annotation(Alias.class))) {
          addKey(keys, alias, typeKey, path);
          aliases.put(alias, i);
        }
      }
      componentAdapters[i] = component(component, generic.arguments, componentKeys[i]);
    }
    adapter.setKeys(
        new RecordKeys(
            owner,
            componentKeys,
            aliases,
            componentAdapters,
            rejectsUnknown,
            others,
            typeKey == null ? null : ComponentKey.of(typeKey, name, hasNames),
            ComponentKey.of(SealedHierarchy.tag(type), name)));
    return adapter;
  }

  private static void addKey(Set<String> keys, String key, @Nullable String typeKey, String path) {
    if (key.equals(typeKey)) {
      throw new IllegalArgumentException(
          path + ": the key " + key + " is the type key; choose another one with typeKey or @Key");
    }
    if (!keys.add(key)) {
      throw new IllegalArgumentException(path + ": the key " + key + " is used twice");
    }
  }

  private ComponentAdapter component(
      DeclaredComponent component,
      Map<TypeVariable<?>, DeclaredType> arguments,
      ComponentKey owner) {
    DeclaredType type = new DeclaredType(component.annotatedType(), arguments);
    ComponentAdapter plain = adapter(type, owner, 0);
    if (component.type().isPrimitive() && component.isNullable()) {
      throw error(owner, "a primitive type cannot be null");
    }
    ComponentAdapter adapter =
        component.isNullable() && !type.isNullable() ? nullable(plain, owner, 0) : plain;
    DefaultValue value = component.annotation(DefaultValue.class);
    if (value == null) {
      if (component.hasDefaultArgument() && !component.has(OtherKeys.class)) {
        throw error(owner, KotlinMetadata.DEFAULT_ARGUMENT);
      }
      return adapter;
    }
    if (adapter instanceof NullableAdapter || adapter instanceof OptionalAdapter) {
      throw error(owner, "a component with a default cannot be optional or nullable");
    }
    try {
      return new DefaultAdapter(
          adapter, VariantText.GODOT_4.parse(value.value()), value.alsoForNull());
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

  /** Returns the names in an annotation {@link Alias}; empty if there is no annotation. */
  static List<String> aliases(@Nullable Alias alias) {
    return alias == null ? List.of() : List.of(alias.value());
  }

  static Class<?> raw(DeclaredType type, ComponentKey owner) {
    Class<?> raw = type.raw();
    if (raw == null) {
      throw error(owner, type.type().getType().getTypeName() + " is not a single type");
    }
    return raw;
  }

  /** Returns the type argument at an index; for an array, the type of the elements. */
  private static DeclaredType part(DeclaredType type, int index, ComponentKey owner) {
    List<DeclaredType> parts = type.parts();
    if (parts.isEmpty()) {
      throw error(owner, type.type().getType().getTypeName() + " has no type arguments");
    }
    return parts.get(index);
  }

  static IllegalArgumentException error(ComponentKey owner, String problem) {
    return new IllegalArgumentException(owner.owner() + ": " + problem);
  }

  private static ComponentAdapter nullable(
      ComponentAdapter adapter, ComponentKey owner, int depth) {
    if (!(adapter instanceof OptionalAdapter)) {
      return new NullableAdapter(adapter, depth > 0);
    }
    if (adapter.isRequired()) {
      throw error(owner, "an Optional in a container or type argument cannot be nullable");
    }
    return adapter;
  }

  private ComponentAdapter adapter(DeclaredType type, ComponentKey owner, int depth) {
    if (!type.has(AdaptedBy.class) && !isVariable(type)) {
      checkContainer(type, owner);
    }
    return element(type, owner, depth);
  }

  private static boolean isVariable(DeclaredType type) {
    return type.type().getType() instanceof TypeVariable;
  }

  private static void checkContainer(DeclaredType type, ComponentKey owner) {
    Class<?> raw = raw(type, owner);
    boolean isList = COLLECTIONS.contains(raw) || raw.isArray();
    if (type.has(Packed.class) && !isList) {
      throw error(owner, "@Packed is allowed only on collections and arrays");
    }
    if (type.has(Typed.class) && !isList && !MAPS.contains(raw)) {
      throw error(owner, "@Typed is allowed only on collections, arrays and Maps");
    }
  }

  /**
   * Creates the adapter of a type, which can be the element type of an array. Does not check the
   * annotations {@link Packed} and {@link Typed}: on an element type, they apply to the array.
   */
  private ComponentAdapter element(DeclaredType type, ComponentKey owner, int depth) {
    if (depth > MAX_TYPE_DEPTH) {
      throw error(owner, "the type is nested deeper than " + MAX_TYPE_DEPTH + " levels");
    }
    ForeignType foreign = foreignTypes.annotated(type, owner);
    ComponentAdapter adapter;
    if (foreign != null) {
      adapter = foreign(foreign, owner, depth);
    } else if (type.type().getType() instanceof TypeVariable<?> variable) {
      DeclaredType argument = type.arguments().get(variable);
      if (argument == null) {
        throw error(owner, "the type variable " + variable + " has no argument");
      }
      adapter = adapter(argument, owner, depth + 1);
    } else {
      ForeignType found = foreignTypes.find(raw(type, owner));
      adapter = found == null ? ownType(type, owner, depth) : foreign(found, owner, depth);
    }
    return type.isNullable() ? nullable(adapter, owner, depth) : adapter;
  }

  /** Creates the adapter of a type to which no {@link ValueAdapter} applies. */
  private ComponentAdapter ownType(DeclaredType type, ComponentKey owner, int depth) {
    Class<?> raw = raw(type, owner);
    boolean asName = type.has(AsStringName.class);
    boolean asNumber = type.has(AsNumber.class);
    if (asNumber && !raw.isEnum()) {
      throw error(owner, "@AsNumber is allowed only on enums");
    }
    if (asName && raw != String.class && !raw.isEnum()) {
      throw error(owner, "@AsStringName is allowed only on Strings and enums");
    }
    ComponentAdapter optional = optional(type, raw, owner, depth);
    if (optional != null) {
      return optional;
    }
    boolean typed = type.hasOfContainer(Typed.class);
    if (COLLECTIONS.contains(raw) || raw.isArray()) {
      DeclaredType elementType = part(type, 0, owner);
      if (type.hasOfContainer(Packed.class)
          || (raw.isArray() && raw.getComponentType().isPrimitive())) {
        return packed(raw, elementType, owner);
      }
      ComponentAdapter element =
          raw.isArray()
              ? element(elementType, owner, depth + 1)
              : adapter(elementType, owner, depth + 1);
      checkElements(raw, elementType, element, owner);
      return new ListAdapter(raw, element, typed);
    }
    if (MAPS.contains(raw)) {
      DeclaredType keyType = part(type, 0, owner);
      ComponentAdapter key = adapter(keyType, owner, depth + 1);
      checkElements(raw, keyType, key, owner);
      ComponentAdapter value = adapter(part(type, 1, owner), owner, depth + 1);
      return new MapAdapter(raw, key, value, typed);
    }
    ComponentAdapter leaf = LeafAdapter.of(raw, asName, owner);
    if (leaf != null) {
      return leaf;
    }
    if (raw.isEnum()) {
      return EnumIntrospector.adapter(raw, asNumber, asName, owner);
    }
    if (raw.isAnnotationPresent(GodotRecord.class)) {
      return adapter(raw, type.typeArguments());
    }
    if (raw.isRecord()) {
      return mathRecord(raw, owner);
    }
    throw error(owner, raw.getName() + NO_TYPE);
  }

  private @Nullable ComponentAdapter optional(
      DeclaredType type, Class<?> raw, ComponentKey owner, int depth) {
    ComponentAdapter present;
    if (raw == Optional.class) {
      present = adapter(part(type, 0, owner), owner, depth + 1);
      if (present instanceof OptionalAdapter) {
        throw error(owner, "an Optional cannot contain an Optional");
      }
    } else if (OPTIONALS.containsKey(raw)) {
      present = LeafAdapter.of(Objects.requireNonNull(OPTIONALS.get(raw)), false, owner);
    } else {
      return null;
    }
    return new OptionalAdapter(raw, Objects.requireNonNull(present), depth > 0);
  }

  private ComponentAdapter packed(Class<?> raw, DeclaredType elementType, ComponentKey owner) {
    String name = elementType.type().getType().getTypeName();
    if (elementType.has(AdaptedBy.class)) {
      throw error(
          owner,
          "elements of packed arrays cannot have @AdaptedBy"
              + (raw.isArray() && raw.getComponentType().isPrimitive()
                  ? "; to adapt the array, write " + name + " @AdaptedBy(...) []"
                  : ""));
    }
    Class<?> element = raw(elementType, owner);
    if (foreignTypes.find(element) != null) {
      throw error(owner, "elements of packed arrays cannot have an adapter of the codec");
    }
    ComponentAdapter packed = PackedArrayAdapter.of(raw, element, owner);
    if (packed == null) {
      throw error(owner, "no packed array has elements of type " + name);
    }
    checkElements(raw, elementType, packed, owner);
    return packed;
  }

  /**
   * Rejects element types and key types that a JDK collection does not accept. A Deque and sorted
   * collections do not accept nullable types. Sorted collections do not accept types that are not
   * comparable.
   */
  private static void checkElements(
      Class<?> raw, DeclaredType elementType, ComponentAdapter element, ComponentKey owner) {
    boolean isSorted = raw == SortedSet.class || raw == SortedMap.class;
    if ((isSorted || raw == Deque.class) && element instanceof NullableAdapter) {
      throw error(owner, "a " + raw.getSimpleName() + " cannot contain null");
    }
    if (isSorted) {
      Class<?> type = raw(Objects.requireNonNull(elementType.resolve()), owner);
      if (!Comparable.class.isAssignableFrom(type)) {
        throw error(owner, type.getTypeName() + " does not implement Comparable");
      }
    }
  }

  private ComponentAdapter foreign(ForeignType foreign, ComponentKey owner, int depth) {
    DeclaredType type = foreign.stored();
    // An adapter that stores values of its own class does not apply to these values.
    boolean isOwnType = !type.has(AdaptedBy.class) && raw(type, owner) == foreign.javaType();
    ComponentAdapter stored =
        isOwnType ? ownType(type, owner, depth + 1) : adapter(type, owner, depth + 1);
    if (type.isNullable()
        || stored instanceof NullableAdapter
        || stored instanceof OptionalAdapter) {
      String adapter = foreign.adapter().getClass().getTypeName();
      throw error(owner, adapter + " must not store a null or an optional value");
    }
    return foreign.adapter(stored);
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
}
