package io.github.godotvariant.internal.component;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A type in a declaration, with its annotations.
 *
 * @param type the type as declared
 * @param arguments the arguments of the type variables in the type
 */
public record DeclaredType(AnnotatedType type, Map<TypeVariable<?>, DeclaredType> arguments) {
  /** Creates a type whose type variables have no arguments. */
  public DeclaredType(AnnotatedType type) {
    this(type, Map.of());
  }

  /**
   * Returns the supertype {@code generic} of a class, with the type arguments that the class
   * declares for this supertype. Null if the class does not have the supertype.
   */
  public static @Nullable DeclaredType supertype(Class<?> type, Class<?> generic) {
    return supertype(type, Map.of(), generic);
  }

  private static @Nullable DeclaredType supertype(
      Class<?> type, Map<TypeVariable<?>, DeclaredType> arguments, Class<?> generic) {
    List<AnnotatedType> parents = new ArrayList<>(Arrays.asList(type.getAnnotatedInterfaces()));
    if (type.getSuperclass() != null) {
      parents.add(type.getAnnotatedSuperclass());
    }
    for (AnnotatedType parent : parents) {
      DeclaredType declared = new DeclaredType(parent, arguments);
      Class<?> raw = declared.raw();
      if (raw == generic) {
        return declared;
      } else if (raw != null && generic.isAssignableFrom(raw)) {
        return supertype(raw, declared.typeArguments(), generic);
      }
    }
    return null;
  }

  /**
   * Returns the class without type arguments; null for a type variable, a wildcard, and an array of
   * type variables.
   */
  public @Nullable Class<?> raw() {
    return raw(type.getType());
  }

  private static @Nullable Class<?> raw(Type type) {
    if (type instanceof Class<?> raw) {
      return raw;
    } else if (type instanceof ParameterizedType parameterized) {
      return (Class<?>) parameterized.getRawType();
    } else if (type instanceof GenericArrayType array) {
      Class<?> element = raw(array.getGenericComponentType());
      return element == null ? null : element.arrayType();
    }
    return null;
  }

  /**
   * Returns the type arguments of a class, the element type of an array, or the upper bounds of a
   * wildcard. The list is empty for other types.
   */
  public List<DeclaredType> parts() {
    AnnotatedType[] parts = {};
    if (type instanceof AnnotatedArrayType array) {
      parts = new AnnotatedType[] {array.getAnnotatedGenericComponentType()};
    } else if (type instanceof AnnotatedParameterizedType parameterized) {
      parts = parameterized.getAnnotatedActualTypeArguments();
    } else if (type instanceof AnnotatedWildcardType wildcard) {
      parts = wildcard.getAnnotatedUpperBounds();
    }
    return Arrays.stream(parts).map(part -> new DeclaredType(part, arguments)).toList();
  }

  /** Returns the type arguments by the type variables of the class; empty for a raw type. */
  public Map<TypeVariable<?>, DeclaredType> typeArguments() {
    Map<TypeVariable<?>, DeclaredType> all = new HashMap<>();
    Class<?> raw = raw();
    if (raw != null && type instanceof AnnotatedParameterizedType) {
      List<DeclaredType> parts = parts();
      for (int i = 0; i < parts.size(); i++) {
        all.put(raw.getTypeParameters()[i], parts.get(i));
      }
    }
    return Map.copyOf(all);
  }

  /**
   * Returns this type or, if this type is a type variable, the type argument for the variable. Null
   * if there is no argument for the variable.
   */
  public @Nullable DeclaredType resolve() {
    DeclaredType resolved = this;
    while (resolved != null && resolved.type.getType() instanceof TypeVariable<?> variable) {
      resolved = resolved.arguments.get(variable);
    }
    return resolved;
  }

  /** Returns whether the type has the annotation. */
  public boolean has(Class<? extends Annotation> annotation) {
    return type.isAnnotationPresent(annotation);
  }

  /**
   * Returns whether a collection, array or map has the annotation. For an array, also searches the
   * type of the elements, because in {@code @Packed String[]} Java annotates the elements.
   */
  public boolean hasOfContainer(Class<? extends Annotation> annotation) {
    return has(annotation)
        || (type instanceof AnnotatedArrayType array
            && array.getAnnotatedGenericComponentType().isAnnotationPresent(annotation));
  }

  /**
   * Returns whether the type has an annotation with the simple name {@code Nullable}, in any
   * package.
   */
  public boolean isNullable() {
    return isNullable(Arrays.stream(type.getAnnotations()));
  }

  /**
   * Returns whether one of the annotations has the simple name {@code Nullable}, in any package.
   */
  static boolean isNullable(Stream<Annotation> annotations) {
    return annotations.anyMatch(each -> each.annotationType().getSimpleName().equals("Nullable"));
  }
}
