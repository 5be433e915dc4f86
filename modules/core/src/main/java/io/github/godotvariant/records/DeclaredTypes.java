package io.github.godotvariant.records;

import io.github.godotvariant.records.generated.ComponentKey;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks up classes, type arguments and annotations of declared types. */
final class DeclaredTypes {
  private DeclaredTypes() {}

  /** The type argument of a type variable, and the arguments for the variables in it. */
  record Bound(AnnotatedType type, Map<TypeVariable<?>, Bound> in) {
    /** Returns the type that is not a variable; null if a variable has no argument. */
    @Nullable Bound resolve() {
      Bound bound = this;
      while (bound != null && bound.type.getType() instanceof TypeVariable<?> variable) {
        bound = bound.in.get(variable);
      }
      return bound;
    }
  }

  static Map<TypeVariable<?>, Bound> arguments(
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

  static AnnotatedType argument(AnnotatedType type, int index, ComponentKey owner) {
    if (type instanceof AnnotatedParameterizedType parameterized) {
      return parameterized.getAnnotatedActualTypeArguments()[index];
    }
    throw RecordIntrospector.error(owner, type.getType().getTypeName() + " has no type arguments");
  }

  static Class<?> raw(Type type, ComponentKey owner) {
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
    throw RecordIntrospector.error(owner, type.getTypeName() + " is not a single type");
  }

  /**
   * Returns whether a type is annotated. Before an array, such as {@code @Packed String[]}, Java
   * annotates the elements.
   */
  static boolean hasAnnotation(AnnotatedType type, Class<? extends Annotation> annotation) {
    return type.isAnnotationPresent(annotation)
        || (type instanceof AnnotatedArrayType array
            && array.getAnnotatedGenericComponentType().isAnnotationPresent(annotation));
  }

  /** Returns the texts that are only read for a component, record or constant. */
  static List<String> aliases(@Nullable Alias alias) {
    return alias == null ? List.of() : List.of(alias.value());
  }

  /** Returns whether a type has an annotation {@code Nullable} of any package. */
  static boolean isNullable(AnnotatedType type) {
    return isNullable(Arrays.asList(type.getAnnotations()));
  }

  /** Returns whether there is an annotation {@code Nullable} of any package. */
  static boolean isNullable(List<Annotation> annotations) {
    return annotations.stream()
        .map(Annotation::annotationType)
        .anyMatch(annotation -> annotation.getSimpleName().equals("Nullable"));
  }
}
