package io.github.godotvariant.records;

import io.github.godotvariant.internal.component.DeclaredType;
import io.github.godotvariant.internal.records.ForeignTypeAdapter;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.GeneratedCodec;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the adapter for a class that has no type in Godot. The caller of {@code RecordCodec.of}
 * passes the adapter, or an annotation {@link AdaptedBy} names it.
 */
final class ForeignTypes {
  private final boolean usesGenerated;
  private final MemberLookup lookup;
  private final Map<Class<?>, ForeignType> byClass = new HashMap<>();

  /**
   * A class that has no type in Godot, with the adapter for this class.
   *
   * @param adapter the adapter of the class
   * @param javaType the class
   * @param stored the type of the values to which the adapter converts instances of the class
   */
  record ForeignType(ValueAdapter<?, ?> adapter, Class<?> javaType, DeclaredType stored) {
    /**
     * Creates an adapter for the class. It converts values with {@code adapter}, and reads and
     * writes the converted values with {@code storedAdapter}.
     */
    ComponentAdapter adapter(ComponentAdapter storedAdapter) {
      return adapter(adapter, storedAdapter);
    }

    @SuppressWarnings("unchecked") // the types of the adapter
    private static <T, S> ComponentAdapter adapter(
        ValueAdapter<T, S> adapter, ComponentAdapter stored) {
      return new ForeignTypeAdapter(
          value -> adapter.toStored((T) value), value -> adapter.fromStored((S) value), stored);
    }
  }

  /**
   * Creates an instance.
   *
   * @param usesGenerated whether generated code, if there is any, creates the adapters that {@link
   *     AdaptedBy} names
   * @param lookup calls the constructors of the adapters that generated code does not create
   * @param adapters the adapters that the caller of {@code RecordCodec.of} has passed
   */
  ForeignTypes(boolean usesGenerated, MemberLookup lookup, ValueAdapter<?, ?>... adapters) {
    this.usesGenerated = usesGenerated;
    this.lookup = lookup;
    for (ValueAdapter<?, ?> adapter : adapters) {
      ComponentKey owner = ComponentKey.without("adapters");
      ForeignType foreign = of(Objects.requireNonNull(adapter, "adapter"), owner);
      if (byClass.put(foreign.javaType, foreign) != null) {
        throw new IllegalArgumentException("two adapters for " + foreign.javaType.getTypeName());
      }
    }
  }

  /**
   * Returns a class with the adapter that the caller of {@code RecordCodec.of} has passed for it;
   * null if there is no such adapter.
   */
  @Nullable ForeignType find(Class<?> type) {
    return byClass.get(type);
  }

  /**
   * Returns the class of a type with the adapter that {@link AdaptedBy} on the type names; null if
   * the type does not have this annotation.
   */
  @Nullable ForeignType annotated(DeclaredType type, ComponentKey owner) {
    AdaptedBy annotation = type.type().getAnnotation(AdaptedBy.class);
    if (annotation == null) {
      return null;
    }
    Class<?> raw = RecordIntrospector.raw(type, owner);
    Class<?> boxed = MethodType.methodType(raw).wrap().returnType();
    ForeignType foreign = of(create(annotation.value(), owner), owner);
    if (foreign.javaType != boxed) {
      throw RecordIntrospector.error(
          owner,
          annotation.value().getTypeName()
              + " adapts "
              + foreign.javaType.getTypeName()
              + ", not "
              + boxed.getTypeName()
              + (raw.getTypeParameters().length == 0
                  ? ""
                  : "; to adapt elements, annotate the type argument or pass the adapter to"
                      + " RecordCodec.of"));
    }
    return foreign;
  }

  private ValueAdapter<?, ?> create(Class<? extends ValueAdapter<?, ?>> type, ComponentKey owner) {
    ValueAdapter<?, ?> generated = usesGenerated ? GeneratedCodec.newAdapter(type) : null;
    try {
      if (type.getDeclaredConstructor().getExceptionTypes().length > 0) {
        throw RecordIntrospector.error(
            owner, "the constructor of " + type.getTypeName() + " must not have a throws clause");
      }
      return generated == null ? lookup.newAdapter(type) : generated;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          owner.owner()
              + ": "
              + type.getTypeName()
              + " needs an accessible constructor without parameters",
          e);
    }
  }

  private static ForeignType of(ValueAdapter<?, ?> adapter, ComponentKey owner) {
    DeclaredType supertype =
        Objects.requireNonNull(DeclaredType.supertype(adapter.getClass(), ValueAdapter.class));
    List<DeclaredType> arguments = supertype.parts();
    DeclaredType javaType = arguments.isEmpty() ? null : arguments.get(0).resolve();
    DeclaredType stored = arguments.isEmpty() ? null : arguments.get(1).resolve();
    if (javaType == null || stored == null) {
      throw RecordIntrospector.error(
          owner,
          adapter.getClass().getTypeName() + " must declare both type arguments of ValueAdapter");
    }
    return new ForeignType(adapter, RecordIntrospector.raw(javaType, owner), stored);
  }
}
