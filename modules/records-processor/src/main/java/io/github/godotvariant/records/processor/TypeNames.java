package io.github.godotvariant.records.processor;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;

/**
 * Returns the names of types for one generated file: short names where they are not ambiguous,
 * otherwise complete names. A short name is ambiguous if the package of the record or {@code
 * java.lang} has another class with this name. This class asks the compiler for such a class.
 */
final class TypeNames {
  /** The start of the names of the nested classes in a generated class. */
  static final String MEMBERS = "Members$";

  private static final String ROOT = "io.github.godotvariant";

  private static final String LANG = "java.lang";

  private final Elements elements;
  private final TypeElement record;
  private final String own;

  /** The complete names of imported classes, by their short names. */
  private final Map<String, String> imports = new TreeMap<>();

  /** Creates the names for the class that is generated for a record. */
  TypeNames(Elements elements, TypeElement record) {
    this.elements = elements;
    this.record = record;
    own = packageOf(record);
  }

  /** Returns the name of a top-level class of the library or the JDK. */
  String of(Class<?> type) {
    return topLevel(type.getPackageName(), type.getSimpleName());
  }

  /** Returns the name of a math type of the library. */
  String ofMath(String simple) {
    return topLevel(ROOT, simple);
  }

  /** Returns the name of a class, without type arguments. */
  String of(TypeElement type) {
    return type.getEnclosingElement() instanceof TypeElement outer
        ? of(outer) + "." + type.getSimpleName()
        : topLevel(packageOf(type), type.getSimpleName().toString());
  }

  /** Returns the name of a type, without annotations. */
  String of(TypeMirror type) {
    return text(type, this::of);
  }

  /**
   * Returns a type in Java syntax, without annotations.
   *
   * @param names returns the name of a class
   */
  static String text(TypeMirror type, Function<TypeElement, String> names) {
    if (type instanceof DeclaredType declared) {
      String name = names.apply((TypeElement) declared.asElement());
      return declared.getTypeArguments().isEmpty()
          ? name
          : name
              + declared.getTypeArguments().stream()
                  .map(argument -> text(argument, names))
                  .collect(Collectors.joining(", ", "<", ">"));
    }
    if (type instanceof ArrayType array) {
      return text(array.getComponentType(), names) + "[]";
    }
    if (type instanceof WildcardType wildcard) {
      TypeMirror bound = wildcard.getExtendsBound();
      return bound == null ? "?" : "? extends " + text(bound, names);
    }
    if (type instanceof TypeVariable variable) {
      return variable.asElement().getSimpleName().toString();
    }
    return type.getKind().isPrimitive()
        ? type.getKind().name().toLowerCase(Locale.ROOT)
        : type.toString();
  }

  /** {@return the complete names of the classes to import, in alphabetical order} */
  List<String> imports() {
    return imports.values().stream().sorted().toList();
  }

  private String packageOf(TypeElement type) {
    return elements.getPackageOf(type).getQualifiedName().toString();
  }

  private String topLevel(String packageName, String simple) {
    String name = packageName.isEmpty() ? simple : packageName + "." + simple;
    if (packageName.equals(own)) {
      return isGenerated(simple) ? name : simple;
    }
    if (isGenerated(simple) || isKnown(own, simple)) {
      return name;
    }
    if (packageName.equals(LANG) || isKnown(LANG, simple)) {
      return packageName.equals(LANG) ? simple : name;
    }
    String known = imports.putIfAbsent(simple, name);
    return known == null || known.equals(name) ? simple : name;
  }

  private static boolean isGenerated(String simple) {
    return simple.startsWith(MEMBERS);
  }

  private boolean isKnown(String packageName, String simple) {
    return elements.getTypeElement(
            elements.getModuleOf(record),
            packageName.isEmpty() ? simple : packageName + "." + simple)
        != null;
  }
}
