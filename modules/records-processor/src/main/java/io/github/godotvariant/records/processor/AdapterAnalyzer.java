package io.github.godotvariant.records.processor;

import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.ValueAdapter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Checks the adapters that {@link AdaptedBy} names in a record, and collects them. */
final class AdapterAnalyzer {
  private final Types types;
  private final Elements elements;
  private final TypeAnalyzer analyzer;

  /**
   * The top-level classes and packages that are compiled from source, not read from class files.
   */
  private final Set<Element> sources;

  /** The adapters in the analyzed record, by the qualified names of their classes. */
  private final Map<String, TypeElement> adapters = new TreeMap<>();

  AdapterAnalyzer(ProcessingEnvironment environment, Set<Element> sources, TypeAnalyzer analyzer) {
    this.sources = sources;
    types = environment.getTypeUtils();
    elements = environment.getElementUtils();
    this.analyzer = analyzer;
  }

  /** {@return the adapters whose constructors the generated code calls} */
  Collection<TypeElement> adapters() {
    return adapters.values();
  }

  /**
   * Returns whether an annotation names an adapter for a type, and checks the adapter. Checks the
   * type of the stored values only when the adapter occurs for the first time.
   *
   * @param annotations the annotations of the type
   * @return false if the type has no adapter
   */
  boolean isAdapted(TypeMirror type, List<AnnotationMirror> annotations, Element component)
      throws ProcessingError {
    TypeElement adapter = adapter(type, annotations, component);
    if (adapter == null) {
      return false;
    }
    String name = adapter.getQualifiedName().toString();
    DeclaredType declared = valueAdapter(adapter.asType());
    if (declared == null || declared.getTypeArguments().isEmpty()) {
      throw new ProcessingError(
          component, name + " must declare both type arguments of ValueAdapter");
    }
    List<? extends TypeMirror> arguments = declared.getTypeArguments();
    String expected = TypeAnalyzer.source(arguments.get(0));
    TypeMirror boxed =
        type.getKind().isPrimitive()
            ? types.boxedClass(types.getPrimitiveType(type.getKind())).asType()
            : type;
    String found = TypeAnalyzer.source(boxed);
    if (!expected.equals(found)) {
      boolean hasElements = type instanceof DeclaredType of && !of.getTypeArguments().isEmpty();
      throw new ProcessingError(
          component,
          name
              + " adapts "
              + expected
              + ", not "
              + found
              + (hasElements
                  ? "; to adapt elements, annotate the type argument or pass the adapter to"
                      + " RecordCodec.of"
                  : ""));
    }
    ExecutableElement constructor =
        constructor(adapter, Objects.requireNonNull(component.getEnclosingElement()));
    if (constructor == null) {
      throw new ProcessingError(
          component, name + " needs an accessible constructor without parameters");
    }
    if (!constructor.getThrownTypes().isEmpty()) {
      throw new ProcessingError(
          component, "the constructor of " + name + " must not have a throws clause");
    }
    if (adapters.put(name, adapter) == null) {
      checkStored(arguments.get(1), adapter, component);
    }
    return true;
  }

  private void checkStored(TypeMirror stored, TypeElement adapter, Element component)
      throws ProcessingError {
    try {
      analyzer.checkStored(stored, adapter.getQualifiedName().toString(), component);
    } catch (ProcessingError e) {
      // The error can be wrong for a class file, because the compiler of JDK 17 hides the type
      // annotations in it. The codec checks the type at run time.
      if (isSource(adapter.asType())) {
        throw e;
      }
    }
  }

  /**
   * {@return whether an adapter, and each of its supertypes that is also an adapter, is compiled
   * from source}
   */
  private boolean isSource(TypeMirror type) {
    TypeElement element = (TypeElement) Objects.requireNonNull(types.asElement(type));
    if (element.getQualifiedName().contentEquals(ValueAdapter.class.getName())
        || valueAdapter(type) == null) {
      return true;
    }
    Element top = element;
    while (Objects.requireNonNull(top.getEnclosingElement()).getKind() != ElementKind.PACKAGE) {
      top = Objects.requireNonNull(top.getEnclosingElement());
    }
    return sources.contains(top) && types.directSupertypes(type).stream().allMatch(this::isSource);
  }

  private @Nullable TypeElement adapter(
      TypeMirror type, List<AnnotationMirror> annotations, Element component)
      throws ProcessingError {
    for (AnnotationMirror mirror : annotations) {
      TypeElement annotation = (TypeElement) mirror.getAnnotationType().asElement();
      if (annotation.getQualifiedName().contentEquals(AdaptedBy.class.getName())) {
        for (AnnotationValue value : mirror.getElementValues().values()) {
          if (value.getValue() instanceof DeclaredType declared) {
            return (TypeElement) declared.asElement();
          }
        }
        throw new ProcessingError(
            component, "the adapter of " + TypeAnalyzer.source(type) + " was not found");
      }
    }
    return null;
  }

  private @Nullable DeclaredType valueAdapter(TypeMirror type) {
    if (types.asElement(type) instanceof TypeElement element
        && element.getQualifiedName().contentEquals(ValueAdapter.class.getName())) {
      return (DeclaredType) type;
    }
    for (TypeMirror parent : types.directSupertypes(type)) {
      DeclaredType found = valueAdapter(parent);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable ExecutableElement constructor(TypeElement adapter, Element record) {
    boolean isNested = adapter.getNestingKind().isNested();
    boolean isClass =
        adapter.getKind() != ElementKind.ENUM
            && !adapter.getModifiers().contains(Modifier.ABSTRACT)
            && (!isNested || adapter.getModifiers().contains(Modifier.STATIC))
            && isAccessible(adapter, record);
    for (ExecutableElement each : ElementFilter.constructorsIn(adapter.getEnclosedElements())) {
      if (isClass && isUsable(each, record)) {
        return each;
      }
    }
    return null;
  }

  private boolean isUsable(ExecutableElement constructor, Element record) {
    return constructor.getParameters().isEmpty() && isAccessible(constructor, record);
  }

  private boolean isAccessible(Element member, Element record) {
    boolean isSamePackage = elements.getPackageOf(member).equals(elements.getPackageOf(record));
    for (Element each = member;
        each.getKind() != ElementKind.PACKAGE;
        each = Objects.requireNonNull(each.getEnclosingElement())) {
      boolean isVisible =
          isSamePackage
              ? !each.getModifiers().contains(Modifier.PRIVATE)
              : each.getModifiers().contains(Modifier.PUBLIC);
      if (!isVisible) {
        return false;
      }
    }
    return true;
  }
}
