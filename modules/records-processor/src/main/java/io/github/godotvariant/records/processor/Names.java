package io.github.godotvariant.records.processor;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;

/**
 * Types as they are written in one generated file: with short names, where these mean nothing else.
 * What they are called is asked of the compiler, as names of packages and classes look alike.
 */
final class Names {
  /** What classes in the generated one are called. */
  static final String CODECS = "Codecs$";

  static final String SHAPE = "Shape$";

  private static final String LANG = "java.lang";

  private final Elements elements;
  private final TypeElement record;
  private final String own;

  /** What short names stand for that are of other packages. */
  private final Map<String, String> imports = new TreeMap<>();

  /** For what is generated beside a record. */
  Names(Elements elements, TypeElement record) {
    this.elements = elements;
    this.record = record;
    own = packageOf(record);
  }

  /** A class of the library or the JDK, which is in no other. */
  String of(Class<?> type) {
    return topLevel(type.getPackageName(), type.getSimpleName());
  }

  /** A class, without type arguments. */
  String of(TypeElement type) {
    return type.getEnclosingElement() instanceof TypeElement outer
        ? of(outer) + "." + type.getSimpleName()
        : topLevel(packageOf(type), type.getSimpleName().toString());
  }

  /** A type, without annotations. */
  String of(TypeMirror type) {
    if (type instanceof DeclaredType declared) {
      String name = of((TypeElement) declared.asElement());
      return declared.getTypeArguments().isEmpty()
          ? name
          : name
              + declared.getTypeArguments().stream()
                  .map(this::of)
                  .collect(Collectors.joining(", ", "<", ">"));
    }
    if (type instanceof ArrayType array) {
      return of(array.getComponentType()) + "[]";
    }
    if (type instanceof WildcardType wildcard) {
      TypeMirror bound = wildcard.getExtendsBound();
      return bound == null ? "?" : "? extends " + of(bound);
    }
    return type instanceof TypeVariable variable
        ? variable.asElement().getSimpleName().toString()
        : type.getKind().name().toLowerCase(Locale.ROOT);
  }

  /** What is to be imported, in order. */
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
    return simple.equals(CODECS) || simple.startsWith(SHAPE);
  }

  private boolean isKnown(String packageName, String simple) {
    return elements.getTypeElement(
            elements.getModuleOf(record),
            packageName.isEmpty() ? simple : packageName + "." + simple)
        != null;
  }
}
