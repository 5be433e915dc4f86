package io.github.godotvariant.internal.component;

import io.github.godotvariant.internal.component.KotlinMetadata.KotlinType;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A type with additional annotations: the annotations of the component that has the type, and
 * {@link Nullable} for nullable types of Kotlin. The implementations are records and therefore have
 * {@code equals}, because {@code RecordIntrospector} finds existing adapters by equal type
 * arguments.
 */
sealed interface MergedType extends AnnotatedType {
  /**
   * Marks nullable types of Kotlin. This annotation is also present on its own declaration, so that
   * reflection can return an instance.
   */
  @Nullable @Retention(RetentionPolicy.RUNTIME)
  @interface Nullable {}

  /**
   * Returns a type with additional annotations.
   *
   * @param declared the annotations of the component that has the type; for an array, they apply to
   *     the elements of the array
   * @param kotlin the same type in the Kotlin metadata; null for a type in Java
   */
  static AnnotatedType of(
      AnnotatedType type,
      List<Annotation> declared,
      @org.jspecify.annotations.Nullable KotlinType kotlin) {
    if (kotlin == null && declared.isEmpty()) {
      return type;
    }
    KotlinType known = kotlin == null ? KotlinType.UNKNOWN : kotlin;
    if (type instanceof AnnotatedArrayType array) {
      return new OfArray(array, declared, known);
    }
    return type instanceof AnnotatedParameterizedType parameterized
        ? new OfArguments(parameterized, declared, known)
        : new OfClass(type, declared, known);
  }

  /** A class or a type variable. */
  record OfClass(AnnotatedType type, List<Annotation> declared, KotlinType kotlin)
      implements MergedType {
    @Override
    public AnnotatedType getAnnotatedOwnerType() {
      return type.getAnnotatedOwnerType();
    }
  }

  /** A class with type arguments. */
  record OfArguments(AnnotatedParameterizedType type, List<Annotation> declared, KotlinType kotlin)
      implements MergedType, AnnotatedParameterizedType {
    @Override
    public AnnotatedType[] getAnnotatedActualTypeArguments() {
      AnnotatedType[] arguments = type.getAnnotatedActualTypeArguments();
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = of(arguments[i], List.of(), kotlin.argument(i));
      }
      return arguments;
    }

    @Override
    public AnnotatedType getAnnotatedOwnerType() {
      return type.getAnnotatedOwnerType();
    }
  }

  /** An array. The annotations of the component apply to the elements of the array, as in Java. */
  record OfArray(AnnotatedArrayType type, List<Annotation> ofElements, KotlinType kotlin)
      implements MergedType, AnnotatedArrayType {
    @Override
    public List<Annotation> declared() {
      return List.of();
    }

    @Override
    public AnnotatedType getAnnotatedGenericComponentType() {
      return of(type.getAnnotatedGenericComponentType(), ofElements, kotlin.argument(0));
    }

    @Override
    public AnnotatedType getAnnotatedOwnerType() {
      return type.getAnnotatedOwnerType();
    }
  }

  /** Returns the type without the additional annotations. */
  AnnotatedType type();

  /** Returns the annotations of the component that has the type. */
  List<Annotation> declared();

  /** Returns the same type in the Kotlin metadata. */
  KotlinType kotlin();

  @Override
  default Type getType() {
    return type().getType();
  }

  @Override
  default Annotation[] getAnnotations() {
    List<Annotation> all = new ArrayList<>(Arrays.asList(type().getAnnotations()));
    all.addAll(declared());
    if (kotlin().isNullable()) {
      all.add(Nullable.class.getAnnotation(Nullable.class));
    }
    return all.toArray(Annotation[]::new);
  }

  @Override
  default Annotation[] getDeclaredAnnotations() {
    return getAnnotations();
  }

  @Override
  default <A extends Annotation> @org.jspecify.annotations.Nullable A getAnnotation(
      Class<A> annotation) {
    return Arrays.stream(getAnnotations())
        .filter(annotation::isInstance)
        .map(annotation::cast)
        .findFirst()
        .orElse(null);
  }
}
