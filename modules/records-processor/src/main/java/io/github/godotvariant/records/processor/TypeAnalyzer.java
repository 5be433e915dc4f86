package io.github.godotvariant.records.processor;

import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.Typed;
import io.github.godotvariant.records.processor.ComponentModel.Presence;
import io.github.godotvariant.records.processor.TypeModel.Plain;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Creates the models of the types of components. Rejects types that cannot be mapped. */
final class TypeAnalyzer {
  private static final String ROOT = "io.github.godotvariant.";
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java.util.Collection",
          "java.util.List",
          "java.util.Deque",
          "java.util.Set",
          "java.util.SortedSet");
  private static final Set<String> MAPS = Set.of("java.util.Map", "java.util.SortedMap");

  private static final Map<String, Presence> OPTIONALS =
      Map.of(
          "java.util.Optional", Presence.OPTIONAL,
          "java.util.OptionalInt", Presence.OPTIONAL_INT,
          "java.util.OptionalLong", Presence.OPTIONAL_LONG,
          "java.util.OptionalDouble", Presence.OPTIONAL_DOUBLE);

  private static final Set<String> PACKED =
      Set.of(
          "java.lang.Byte",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.lang.String",
          ROOT + "Vector2",
          ROOT + "Vector3",
          ROOT + "Vector4",
          ROOT + "Color");

  /**
   * The math types of records whose components are floats or doubles, by the names of the
   * components.
   */
  private static final Map<Set<String>, Plain> REALS =
      Map.of(
          Set.of("x", "y"), Plain.VECTOR2,
          Set.of("x", "y", "z"), Plain.VECTOR3,
          Set.of("x", "y", "z", "w"), Plain.QUATERNION,
          Set.of("r", "g", "b", "a"), Plain.COLOR);

  private static final Set<Set<String>> INTS =
      Set.of(Set.of("x", "y"), Set.of("x", "y", "z"), Set.of("x", "y", "z", "w"));

  private final Types types;
  private final Elements elements;

  /**
   * The records in the analyzed record that represent math types such as a vector, by their
   * qualified names.
   */
  private final Map<String, TypeElement> mathRecords = new TreeMap<>();

  private final AdapterAnalyzer adapters;

  /**
   * Creates an analyzer of the types in a record.
   *
   * @param sources the top-level classes and packages that are compiled from source, not read from
   *     class files
   */
  TypeAnalyzer(ProcessingEnvironment environment, Set<Element> sources) {
    types = environment.getTypeUtils();
    elements = environment.getElementUtils();
    adapters = new AdapterAnalyzer(environment, sources, this);
  }

  /** {@return the records that represent math types such as a vector, sorted by name} */
  Collection<TypeElement> mathRecords() {
    return mathRecords.values();
  }

  /** {@return the adapters whose constructors the generated code calls} */
  Collection<TypeElement> adapters() {
    return adapters.adapters();
  }

  /** Rejects a private or local type, to which generated code has no access. */
  static void checkAccess(TypeElement type) throws ProcessingError {
    for (Element each = type; each != null; each = each.getEnclosingElement()) {
      if (each.getModifiers().contains(Modifier.PRIVATE)) {
        throw new ProcessingError(
            type,
            type.getSimpleName()
                + " must not be private or in a private type; generated code has no access");
      }
      if (each.getKind() == ElementKind.METHOD || each.getKind() == ElementKind.CONSTRUCTOR) {
        throw new ProcessingError(
            type, type.getSimpleName() + " must not be local; generated code has no access");
      }
    }
  }

  /**
   * Returns the rule for a missing key if a type is one of the four optional classes of the JDK;
   * otherwise null.
   */
  @Nullable Presence optional(TypeMirror type, List<AnnotationMirror> annotations) {
    return type instanceof DeclaredType declared && !has(annotations, AdaptedBy.class)
        ? OPTIONALS.get(element(declared).getQualifiedName().toString())
        : null;
  }

  /** Returns the model of the type of the value that an optional component contains. */
  TypeModel ofOptional(
      Presence optional, TypeMirror type, List<AnnotationMirror> annotations, Element component)
      throws ProcessingError {
    checkContainer(has(annotations, Packed.class), has(annotations, Typed.class), component);
    checkLeaf(type, annotations, component);
    return switch (optional) {
      case OPTIONAL -> ofOptional(type, component);
      case OPTIONAL_INT -> Plain.INT;
      case OPTIONAL_LONG -> Plain.LONG;
      default -> Plain.DOUBLE;
    };
  }

  private TypeModel ofOptional(TypeMirror type, Element component) throws ProcessingError {
    TypeMirror argument = argument(type, 0, component);
    if (isOptional(argument)) {
      throw new ProcessingError(component, "an Optional cannot contain an Optional");
    }
    return typeModel(argument, component);
  }

  private boolean isOptional(TypeMirror type) {
    return optional(type, List.copyOf(type.getAnnotationMirrors())) != null;
  }

  /** Checks the type that an adapter stores. */
  void checkStored(TypeMirror type, String adapter, Element component) throws ProcessingError {
    typeModel(type, component);
    if (isOptional(type) || isNullable(type, component)) {
      throw new ProcessingError(component, adapter + " must not store a null or an optional value");
    }
  }

  /** Returns the model of a type and rejects types that cannot be mapped. */
  TypeModel typeModel(TypeMirror type, Element component) throws ProcessingError {
    return typeModel(type, List.of(), component);
  }

  /**
   * Returns the model of a type.
   *
   * @param declared the annotations of the component that has the type
   */
  TypeModel typeModel(TypeMirror type, List<AnnotationMirror> declared, Element component)
      throws ProcessingError {
    return typeModel(type, declared, has(annotations(type, declared), Typed.class), component);
  }

  private TypeModel typeModel(
      TypeMirror type, List<AnnotationMirror> declared, boolean typed, Element component)
      throws ProcessingError {
    List<AnnotationMirror> annotations = annotations(type, declared);
    if (adapters.isAdapted(type, annotations, component)) {
      return new TypeModel.Adapted();
    }
    TypeModel model = presentTypeModel(type, declared, typed, component);
    checkLeaf(type, annotations, component);
    return model;
  }

  /** Rejects {@link Packed} and {@link Typed} on a type that does not allow these annotations. */
  private static void checkContainer(boolean packed, boolean typed, Element component)
      throws ProcessingError {
    if (packed) {
      throw new ProcessingError(component, "@Packed is allowed only on collections and arrays");
    }
    if (typed) {
      throw new ProcessingError(
          component, "@Typed is allowed only on collections, arrays and Maps");
    }
  }

  /**
   * Rejects {@link AsNumber} and {@link AsStringName} on a type that does not allow these
   * annotations.
   */
  private void checkLeaf(TypeMirror type, List<AnnotationMirror> annotations, Element component)
      throws ProcessingError {
    boolean isEnum =
        type instanceof DeclaredType named && element(named).getKind() == ElementKind.ENUM;
    if (has(annotations, AsNumber.class) && !isEnum) {
      throw new ProcessingError(component, "@AsNumber is allowed only on enums");
    }
    if (has(annotations, AsStringName.class)
        && !source(type).equals("java.lang.String")
        && !isEnum) {
      throw new ProcessingError(component, "@AsStringName is allowed only on Strings and enums");
    }
  }

  private TypeModel presentTypeModel(
      TypeMirror type, List<AnnotationMirror> declared, boolean typed, Element component)
      throws ProcessingError {
    if (type.getKind().isPrimitive()) {
      Plain plain = Plain.of(boxed(type));
      return plain == null ? new TypeModel.Adapted() : plain;
    }
    return switch (type.getKind()) {
      case TYPEVAR -> new TypeModel.Adapted();
      case ARRAY -> array((ArrayType) type, declared, component);
      case DECLARED -> declared((DeclaredType) type, annotations(type, declared), typed, component);
      case ERROR -> throw new ProcessingError(component, source(type) + " was not found");
      default -> throw new ProcessingError(component, source(type) + " is not a single type");
    };
  }

  private TypeModel array(ArrayType type, List<AnnotationMirror> declared, Element component)
      throws ProcessingError {
    TypeMirror elementType = type.getComponentType();
    // In Java, an annotation before an array type applies to the elements.
    List<AnnotationMirror> annotations = annotations(elementType, declared);
    boolean packed = has(type, Packed.class) || has(annotations, Packed.class);
    if (elementType.getKind().isPrimitive()) {
      if (has(annotations, AdaptedBy.class)) {
        throw new ProcessingError(
            component,
            "elements of packed arrays cannot have @AdaptedBy; to adapt the array, write "
                + source(elementType)
                + " @AdaptedBy(...) []");
      }
      if (!PACKED.contains(boxed(elementType))) {
        throw new ProcessingError(
            component, "no packed array has elements of type " + source(elementType));
      }
      return new TypeModel.Adapted();
    }
    if (packed) {
      checkPacked(elementType, annotations, component);
    } else if (elementType.getKind() == TypeKind.TYPEVAR) {
      throw new ProcessingError(
          component, "an array of " + source(elementType) + " cannot be created");
    } else {
      typeModel(elementType, declared, false, component);
      isNullable(elementType, component);
    }
    return new TypeModel.Adapted();
  }

  private String boxed(TypeMirror primitive) {
    return types
        .boxedClass(types.getPrimitiveType(primitive.getKind()))
        .getQualifiedName()
        .toString();
  }

  private void checkPacked(
      TypeMirror elementType, List<? extends AnnotationMirror> annotations, Element component)
      throws ProcessingError {
    if (has(annotations, AdaptedBy.class)) {
      throw new ProcessingError(component, "elements of packed arrays cannot have @AdaptedBy");
    }
    if (!PACKED.contains(source(elementType))) {
      throw new ProcessingError(
          component, "no packed array has elements of type " + source(elementType));
    }
  }

  private TypeModel declared(
      DeclaredType type, List<AnnotationMirror> annotations, boolean typed, Element component)
      throws ProcessingError {
    TypeElement element = element(type);
    String name = element.getQualifiedName().toString();
    boolean packed = has(annotations, Packed.class);
    if (COLLECTIONS.contains(name)) {
      TypeMirror elementType = argument(type, 0, component);
      if (packed) {
        checkPacked(elementType, elementType.getAnnotationMirrors(), component);
      } else {
        typeModel(elementType, component);
      }
      checkElements(element, elementType, component);
      return new TypeModel.Adapted();
    }
    checkContainer(packed, typed && !MAPS.contains(name), component);
    if (MAPS.contains(name)) {
      TypeMirror key = argument(type, 0, component);
      typeModel(key, component);
      checkElements(element, key, component);
      TypeMirror value = argument(type, 1, component);
      typeModel(value, component);
      isNullable(value, component);
      return new TypeModel.Adapted();
    }
    Plain plain = Plain.of(name);
    if (plain != null) {
      boolean isName = plain == Plain.STRING && has(annotations, AsStringName.class);
      return isName ? Plain.NAME : plain;
    }
    if (name.equals("java.lang.Character")) {
      return new TypeModel.Adapted();
    }
    if (!OPTIONALS.containsKey(name)) {
      return ofProgram(type, element, component);
    }
    if (isNullable(type, component)) {
      throw new ProcessingError(
          component, "an Optional in a container or type argument cannot be nullable");
    }
    if (name.equals("java.util.Optional")) {
      ofOptional(type, component);
    }
    return new TypeModel.Adapted();
  }

  /**
   * Rejects element types and key types that a collection does not accept. A Deque and sorted
   * collections do not accept null. Sorted collections do not accept types that are not comparable.
   */
  private void checkElements(TypeElement collection, TypeMirror elementType, Element component)
      throws ProcessingError {
    String name = collection.getSimpleName().toString();
    boolean isSorted = name.startsWith("Sorted");
    if (isNullable(elementType, component) && (isSorted || name.equals("Deque"))) {
      throw new ProcessingError(component, "a " + name + " cannot contain null");
    }
    TypeMirror comparable = elements.getTypeElement("java.lang.Comparable").asType();
    if (isSorted
        && elementType.getKind() != TypeKind.TYPEVAR
        && !types.isSubtype(types.erasure(elementType), types.erasure(comparable))) {
      throw new ProcessingError(component, source(elementType) + " does not implement Comparable");
    }
  }

  /** Returns the model of a class of Variant, an enum or a record. Rejects other types. */
  private TypeModel ofProgram(DeclaredType type, TypeElement element, Element component)
      throws ProcessingError {
    TypeElement variant = elements.getTypeElement(ROOT + "Variant");
    if (variant != null && types.isSubtype(types.erasure(type), types.erasure(variant.asType()))) {
      return new TypeModel.Adapted();
    }
    if (element.getKind() == ElementKind.ENUM) {
      EnumAnalyzer.check(element, component);
      return new TypeModel.Adapted();
    }
    if (element.getAnnotation(GodotRecord.class) != null) {
      if (type.getTypeArguments().size() != element.getTypeParameters().size()) {
        throw new ProcessingError(component, source(type) + " has no type arguments");
      }
      for (TypeMirror argument : type.getTypeArguments()) {
        if (!(argument instanceof TypeVariable)) {
          typeModel(argument, component);
        }
      }
      return new TypeModel.Adapted();
    }
    if (element.getKind() == ElementKind.RECORD) {
      return mathRecord(element, component);
    }
    throw new ProcessingError(
        component,
        element.getSimpleName()
            + " has no type in Godot; use an interface such as List or Map, an adapter, or"
            + " Variant");
  }

  private TypeModel mathRecord(TypeElement record, Element component) throws ProcessingError {
    List<? extends RecordComponentElement> parts = record.getRecordComponents();
    List<String> names = parts.stream().map(part -> part.getSimpleName().toString()).toList();
    Set<String> nameSet = Set.copyOf(names);
    boolean isReal = all(parts, kind -> kind == TypeKind.FLOAT || kind == TypeKind.DOUBLE);
    Plain shape = isReal ? REALS.get(nameSet) : null;
    if (shape == null && !(all(parts, kind -> kind == TypeKind.INT) && INTS.contains(nameSet))) {
      throw new ProcessingError(
          component,
          "the record "
              + record.getSimpleName()
              + " needs @GodotRecord, or the components of a vector, quaternion or color");
    }
    checkAccess(record);
    mathRecords.put(record.getQualifiedName().toString(), record);
    if (shape == null) {
      return new TypeModel.Adapted();
    }
    return new TypeModel.MathRecord(
        shape,
        record,
        names,
        parts.stream().map(part -> part.asType().getKind() == TypeKind.FLOAT).toList());
  }

  private static boolean all(
      List<? extends RecordComponentElement> parts, Predicate<TypeKind> kind) {
    return parts.stream().allMatch(part -> kind.test(part.asType().getKind()));
  }

  private TypeMirror argument(TypeMirror type, int index, Element component)
      throws ProcessingError {
    List<? extends TypeMirror> arguments = ((DeclaredType) type).getTypeArguments();
    if (arguments.isEmpty()) {
      throw new ProcessingError(component, source(type) + " has no type arguments");
    }
    TypeMirror argument = arguments.get(index);
    if (argument instanceof WildcardType) {
      throw new ProcessingError(component, source(argument) + " is not a single type");
    }
    return argument;
  }

  /**
   * Returns the annotations of a type.
   *
   * @param declared the annotations of the component that has the type. For an array, these
   *     annotations apply to the elements of the array and are not returned
   */
  static List<AnnotationMirror> annotations(TypeMirror type, List<AnnotationMirror> declared) {
    List<AnnotationMirror> all = new ArrayList<>(type.getAnnotationMirrors());
    if (!(type instanceof ArrayType)) {
      all.addAll(declared);
    }
    return all;
  }

  static boolean has(AnnotatedConstruct type, Class<? extends Annotation> annotation) {
    return has(type.getAnnotationMirrors(), annotation);
  }

  static boolean has(
      List<? extends AnnotationMirror> annotations, Class<? extends Annotation> annotation) {
    return annotations.stream()
        .anyMatch(
            mirror ->
                ((TypeElement) mirror.getAnnotationType().asElement())
                    .getQualifiedName()
                    .contentEquals(annotation.getName()));
  }

  /**
   * Returns whether a type has an annotation with the simple name {@code Nullable}. Rejects such an
   * annotation if it is not available at run time.
   */
  static boolean isNullable(AnnotatedConstruct type, Element component) throws ProcessingError {
    for (AnnotationMirror mirror : type.getAnnotationMirrors()) {
      Element annotation = mirror.getAnnotationType().asElement();
      if (annotation.getSimpleName().contentEquals("Nullable")) {
        Retention retention = annotation.getAnnotation(Retention.class);
        if (retention == null || retention.value() != RetentionPolicy.RUNTIME) {
          throw new ProcessingError(
              component,
              annotation + " is not available at run time; use that of JSpecify, or an Optional");
        }
        return true;
      }
    }
    return false;
  }

  private TypeElement element(TypeMirror type) {
    return (TypeElement) types.asElement(type);
  }

  /** Returns a type in Java syntax, without annotations. */
  static String source(TypeMirror type) {
    return TypeNames.text(type, element -> element.getQualifiedName().toString());
  }
}
