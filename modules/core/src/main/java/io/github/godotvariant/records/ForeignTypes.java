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
 * The adapters of classes that have no type in Godot: those of a codec, and those that annotations
 * name.
 */
final class ForeignTypes {
  private final boolean usesGenerated;
  private final MemberLookup lookup;
  private final Map<Class<?>, ForeignType> byClass = new HashMap<>();

  /**
   * A class that has no type in Godot.
   *
   * @param adapter the adapter of the class
   * @param javaType the class
   * @param stored the type that is stored
   */
  record ForeignType(ValueAdapter<?, ?> adapter, Class<?> javaType, DeclaredType stored) {
    /** Creates an adapter that converts values and passes stored values to their adapter. */
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
   * @param usesGenerated whether generated code creates adapters that annotations name
   * @param lookup creates the adapters that generated code does not create
   * @param adapters the adapters of classes without an annotation
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
   * Returns the foreign type of a class for which the codec has an adapter; null if it has none.
   */
  @Nullable ForeignType find(Class<?> type) {
    return byClass.get(type);
  }

  /** Returns the foreign type whose adapter an annotation names; null without an annotation. */
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
