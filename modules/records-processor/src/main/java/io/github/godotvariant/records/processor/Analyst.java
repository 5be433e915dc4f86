package io.github.godotvariant.records.processor;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.Typed;
import io.github.godotvariant.records.UnknownKeys;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.text.VariantText;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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
import org.jspecify.annotations.Nullable;

/** What records are, by their source; says what cannot work. */
final class Analyst {
  private static final String ROOT = "io.github.godotvariant.";
  private static final String LIST = "java.util.List";
  private static final String SET = "java.util.Set";
  private static final String MAP = "java.util.Map";

  private static final Map<String, Component.Presence> OPTIONALS =
      Map.of(
          "java.util.Optional", Component.Presence.OPTIONAL,
          "java.util.OptionalInt", Component.Presence.OPTIONAL_INT,
          "java.util.OptionalLong", Component.Presence.OPTIONAL_LONG,
          "java.util.OptionalDouble", Component.Presence.OPTIONAL_DOUBLE);

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

  /** The components of shapes, by their names. */
  private static final Map<Set<String>, String> REALS =
      Map.of(
          Set.of("x", "y"), "Vector2",
          Set.of("x", "y", "z"), "Vector3",
          Set.of("x", "y", "z", "w"), "Quaternion",
          Set.of("r", "g", "b", "a"), "Color");

  private static final Set<Set<String>> INTS =
      Set.of(Set.of("x", "y"), Set.of("x", "y", "z"), Set.of("x", "y", "z", "w"));

  private final ProcessingEnvironment environment;

  /** The records that stand for vectors and the like in the one that is looked at. */
  private final Map<String, TypeElement> shapes = new TreeMap<>();

  Analyst(ProcessingEnvironment environment) {
    this.environment = environment;
  }

  /** What is to be generated for a record. */
  Model model(TypeElement record) throws Mistake {
    GodotRecord annotation = record.getAnnotation(GodotRecord.class);
    checkAccess(record);
    List<Component> components = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    TypeElement above = hierarchy(record);
    String tagKey = null;
    if (above != null) {
      tagKey = above.getAnnotation(GodotRecord.class).typeKey();
      keys.add(tagKey);
    }
    boolean refuses = annotation.unknownKeys() == UnknownKeys.REFUSE;
    boolean hasOthers = false;
    List<Mistake> mistakes = new ArrayList<>();
    for (RecordComponentElement each : record.getRecordComponents()) {
      try {
        Component component = component(each, annotation);
        if (component.presence() == Component.Presence.OTHERS) {
          if (hasOthers) {
            throw new Mistake(each, "another component takes all other keys");
          }
          if (refuses) {
            throw new Mistake(each, "unknown keys are refused: there are none to take");
          }
          hasOthers = true;
        } else if (!keys.add(component.key())) {
          throw new Mistake(each, "there is another key \"" + component.key() + "\"");
        }
        components.add(component);
      } catch (Mistake e) {
        mistakes.add(e);
      }
    }
    if (!mistakes.isEmpty()) {
      Mistake first = mistakes.remove(0);
      mistakes.forEach(first::addSuppressed);
      throw first;
    }
    String binary = environment.getElementUtils().getBinaryName(record).toString();
    String packageName =
        environment.getElementUtils().getPackageOf(record).getQualifiedName().toString();
    String inPackage = packageName.isEmpty() ? binary : binary.substring(packageName.length() + 1);
    return new Model(
        record,
        packageName,
        inPackage.replace('$', '_') + GeneratedCodec.SUFFIX,
        components,
        refuses,
        annotation.stringNameKeys(),
        tagKey,
        tagKey == null ? null : tag(record),
        environment
                .getElementUtils()
                .getTypeElement(
                    environment.getElementUtils().getModuleOf(record),
                    "javax.annotation.processing.Generated")
            != null,
        shapes.values());
  }

  private static void checkAccess(TypeElement type) throws Mistake {
    for (Element each = type; each != null; each = each.getEnclosingElement()) {
      if (each.getModifiers().contains(Modifier.PRIVATE)) {
        throw new Mistake(
            type, "is private, or in something private: generated code cannot see it");
      }
      if (each.getKind() == ElementKind.METHOD || each.getKind() == ElementKind.CONSTRUCTOR) {
        throw new Mistake(type, "is local: generated code cannot see it");
      }
    }
  }

  /** That a sealed interface can be told apart. */
  void checkSealed(TypeElement type) throws Mistake {
    if (type.getKind() != ElementKind.INTERFACE || !type.getModifiers().contains(Modifier.SEALED)) {
      throw new Mistake(type, "@GodotRecord is for records and sealed interfaces of records");
    }
    if (!type.getTypeParameters().isEmpty()) {
      throw new Mistake(type, "a sealed interface of records has no type parameters");
    }
    Set<String> names = new HashSet<>();
    for (TypeElement permitted : permitted(type, type)) {
      if (!names.add(tag(permitted))) {
        throw new Mistake(type, "permits two records with the name \"" + tag(permitted) + "\"");
      }
    }
  }

  private List<TypeElement> permitted(TypeElement type, TypeElement blamed) throws Mistake {
    List<TypeElement> all = new ArrayList<>();
    for (TypeMirror mirror : type.getPermittedSubclasses()) {
      TypeElement permitted = element(mirror);
      if (permitted.getKind() == ElementKind.INTERFACE
          && permitted.getModifiers().contains(Modifier.SEALED)) {
        all.addAll(permitted(permitted, blamed));
      } else if (permitted.getKind() != ElementKind.RECORD
          || !permitted.getTypeParameters().isEmpty()
          || permitted.getAnnotation(GodotRecord.class) == null) {
        throw new Mistake(
            blamed,
            "permits "
                + permitted.getSimpleName()
                + ", which is no record with @GodotRecord and without type parameters");
      } else {
        all.add(permitted);
      }
    }
    return all;
  }

  private static String tag(TypeElement record) {
    Key key = record.getAnnotation(Key.class);
    return key == null ? record.getSimpleName().toString() : key.value();
  }

  private @Nullable TypeElement hierarchy(TypeElement type) {
    for (TypeMirror mirror : type.getInterfaces()) {
      TypeElement above = element(mirror);
      if (above.getModifiers().contains(Modifier.SEALED)) {
        return above.getAnnotation(GodotRecord.class) != null ? above : hierarchy(above);
      }
    }
    return null;
  }

  private Component component(RecordComponentElement component, GodotRecord annotation)
      throws Mistake {
    String name = component.getSimpleName().toString();
    Key renamed = component.getAnnotation(Key.class);
    String key = renamed == null ? annotation.naming().key(name) : renamed.value();
    TypeMirror type = annotated(component);
    TypeMirror erased = environment.getTypeUtils().erasure(component.asType());
    if (component.getAnnotation(OtherKeys.class) != null) {
      if (!source(type).equals(ROOT + "VariantDictionary")) {
        throw new Mistake(component, "only a VariantDictionary takes all other keys");
      }
      return new Component(
          name, key, type, erased, type, new Form.Other(), Component.Presence.OTHERS);
    }
    Component.Presence presence = Component.Presence.REQUIRED;
    TypeMirror valueType = type;
    Form form;
    Component.Presence optional =
        type instanceof DeclaredType declared
            ? OPTIONALS.get(element(declared).getQualifiedName().toString())
            : null;
    if (optional == Component.Presence.OPTIONAL) {
      TypeMirror argument = argument(type, 0, component);
      form = form(argument, component);
      if (form instanceof Form.Numbers) {
        form = new Form.Other();
      }
      valueType = argument;
      presence = optional;
    } else if (optional != null) {
      presence = optional;
      form =
          optional == Component.Presence.OPTIONAL_DOUBLE
              ? Form.Simple.DOUBLE
              : optional == Component.Presence.OPTIONAL_INT ? Form.Simple.INT : Form.Simple.LONG;
      valueType =
          environment
              .getTypeUtils()
              .getPrimitiveType(
                  optional == Component.Presence.OPTIONAL_DOUBLE
                      ? TypeKind.DOUBLE
                      : optional == Component.Presence.OPTIONAL_INT ? TypeKind.INT : TypeKind.LONG);
    } else {
      form = form(type, component);
      if (isNullable(type, component) || isNullable(component, component)) {
        if (type.getKind().isPrimitive()) {
          throw new Mistake(component, "a primitive is never null");
        }
        presence = Component.Presence.NULLABLE;
      }
    }
    DefaultValue value = component.getAnnotation(DefaultValue.class);
    if (value != null) {
      if (presence != Component.Presence.REQUIRED) {
        throw new Mistake(component, "what has a default is never absent");
      }
      checkDefault(value.value(), form, type, component);
      presence = Component.Presence.DEFAULT;
    }
    return new Component(name, key, type, erased, valueType, form, presence);
  }

  /**
   * The type of a component, from where the compiler says its annotations: the field, the component
   * or the accessor, depending on the release.
   */
  private static TypeMirror annotated(RecordComponentElement component) {
    TypeMirror best = component.asType();
    List<TypeMirror> others = new ArrayList<>();
    others.add(component.getAccessor().getReturnType());
    others.add(field(component).asType());
    for (TypeMirror other : others) {
      best = annotations(other) > annotations(best) ? other : best;
    }
    return best;
  }

  /** The field of a component, of which all compilers know where it stands. */
  static Element field(RecordComponentElement component) {
    for (Element member :
        Objects.requireNonNull(component.getEnclosingElement()).getEnclosedElements()) {
      if (member.getKind() == ElementKind.FIELD
          && member.getSimpleName().equals(component.getSimpleName())) {
        return member;
      }
    }
    return component;
  }

  /** How many annotations there are in a type. */
  private static int annotations(TypeMirror type) {
    int count = type.getAnnotationMirrors().size();
    if (type instanceof DeclaredType declared) {
      for (TypeMirror argument : declared.getTypeArguments()) {
        count += annotations(argument);
      }
    }
    return type instanceof ArrayType array ? count + annotations(array.getComponentType()) : count;
  }

  private void checkDefault(String text, Form form, TypeMirror type, Element component)
      throws Mistake {
    Variant value;
    try {
      value = VariantText.GODOT_4.parse(text);
    } catch (VariantException e) {
      throw new Mistake(
          component,
          "the default is not written as a value, such as 7, \"idle\" in quotes or Vector3(0, 0, 0): "
              + e.getMessage());
    }
    VariantType found = value.type();
    boolean fits =
        !(form instanceof Form.Simple simple)
            || switch (simple) {
              case BOOL -> found == VariantType.BOOL;
              case BYTE, SHORT, INT, LONG -> found == VariantType.INT;
              case FLOAT, DOUBLE -> found == VariantType.FLOAT || found == VariantType.INT;
              case STRING, NAME -> found == VariantType.STRING || found == VariantType.STRING_NAME;
              case VECTOR2 -> found == VariantType.VECTOR2;
              case VECTOR3 -> found == VariantType.VECTOR3;
              case QUATERNION -> found == VariantType.QUATERNION;
              case COLOR -> found == VariantType.COLOR;
            };
    if (!fits) {
      throw new Mistake(component, "the default is a value of another type: " + found);
    }
    if (type instanceof DeclaredType declared && element(declared).getKind() == ElementKind.ENUM) {
      checkConstant(value, element(declared), has(type, AsNumber.class), component);
    }
    if (value instanceof IntValue number && form instanceof Form.Simple simple) {
      long most =
          switch (simple) {
            case BYTE -> Byte.MAX_VALUE;
            case SHORT -> Short.MAX_VALUE;
            case INT -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
          };
      if (number.value() > most || number.value() < -most - 1) {
        throw new Mistake(
            component,
            "the default " + number.value() + " is not from " + (-most - 1) + " to " + most);
      }
    }
  }

  /** A default of an enum has to be the name of a constant, or its number. */
  private static void checkConstant(
      Variant value, TypeElement type, boolean isNumber, Element component) throws Mistake {
    List<String> names = constants(type);
    boolean isText = value.type() == VariantType.STRING || value.type() == VariantType.STRING_NAME;
    boolean fits =
        isNumber
            ? value instanceof IntValue number
                && number.value() >= 0
                && number.value() < names.size()
            : isText && names.contains(value.asString());
    if (!fits) {
      throw new Mistake(
          component,
          "the default "
              + value.toShortString()
              + " is no constant of "
              + type.getSimpleName()
              + (isNumber ? ", of which there are " + names.size() : ": " + names));
    }
  }

  /** What a type is; says what cannot work in it. */
  private Form form(TypeMirror type, Element component) throws Mistake {
    boolean asName = has(type, AsStringName.class);
    boolean packed = has(type, Packed.class);
    boolean typed = has(type, Typed.class);
    Form form = present(type, asName, packed, typed, component);
    if (has(type, AsNumber.class)
        && !(type instanceof DeclaredType declared
            && element(declared).getKind() == ElementKind.ENUM)) {
      throw new Mistake(component, "@AsNumber is for enums");
    }
    if (asName
        && !source(type).equals("java.lang.String")
        && !(type instanceof DeclaredType declared
            && element(declared).getKind() == ElementKind.ENUM)) {
      throw new Mistake(component, "@AsStringName is for Strings and enums");
    }
    return form;
  }

  private Form present(
      TypeMirror type, boolean asName, boolean packed, boolean typed, Element component)
      throws Mistake {
    switch (type.getKind()) {
      case BOOLEAN:
        return Form.Simple.BOOL;
      case BYTE:
        return Form.Simple.BYTE;
      case SHORT:
        return Form.Simple.SHORT;
      case INT:
        return Form.Simple.INT;
      case LONG:
        return Form.Simple.LONG;
      case FLOAT:
        return Form.Simple.FLOAT;
      case DOUBLE:
        return Form.Simple.DOUBLE;
      case CHAR, TYPEVAR:
        return new Form.Other();
      case ARRAY:
        return array((ArrayType) type, packed, typed, component);
      case DECLARED:
        return declared((DeclaredType) type, asName, packed, typed, component);
      case ERROR:
        throw new Mistake(component, source(type) + " is not known");
      default:
        throw new Mistake(component, source(type) + " is not one type");
    }
  }

  private Form array(ArrayType type, boolean packedArray, boolean typed, Element component)
      throws Mistake {
    TypeMirror of = type.getComponentType();
    // Before an array, Java takes annotations for those of its elements.
    boolean packed = packedArray || has(of, Packed.class);
    if (of.getKind().isPrimitive()) {
      if (!PACKED.contains(boxed(of))) {
        throw new Mistake(component, "there is no packed array of " + source(of));
      }
      return new Form.Numbers(source(of) + "s");
    }
    if (packed) {
      checkPacked(of, component);
    } else if (of.getKind() == TypeKind.TYPEVAR) {
      throw new Mistake(component, "an array of " + source(of) + " cannot be made");
    } else if (has(of, Typed.class)) {
      present(of, has(of, AsStringName.class), false, false, component);
    } else {
      Form inner = form(of, component);
      boolean isPlain =
          !typed
              && !isNullable(of, component)
              && of instanceof DeclaredType declared
              && declared.getTypeArguments().isEmpty()
              && isPlain(inner);
      if (isPlain) {
        return new Form.ListOf(Form.Container.ARRAY, inner, of);
      }
    }
    return new Form.Other();
  }

  private String boxed(TypeMirror primitive) {
    return environment
        .getTypeUtils()
        .boxedClass(environment.getTypeUtils().getPrimitiveType(primitive.getKind()))
        .getQualifiedName()
        .toString();
  }

  private void checkPacked(TypeMirror of, Element component) throws Mistake {
    if (!PACKED.contains(source(of))) {
      throw new Mistake(component, "there is no packed array of " + source(of));
    }
  }

  private Form declared(
      DeclaredType type, boolean asName, boolean packed, boolean typed, Element component)
      throws Mistake {
    TypeElement element = element(type);
    String name = element.getQualifiedName().toString();
    if (name.equals(LIST) || name.equals(SET)) {
      TypeMirror of = argument(type, 0, component);
      if (packed) {
        checkPacked(of, component);
        return new Form.Other();
      }
      Form inner = form(of, component);
      boolean isSet = name.equals(SET);
      if (typed || isNullable(of, component) || !isPlain(inner) || (isSet && !inner.isKey())) {
        return new Form.Other();
      }
      return new Form.ListOf(isSet ? Form.Container.SET : Form.Container.LIST, inner, of);
    }
    if (packed) {
      throw new Mistake(component, "@Packed is for Lists, Sets and arrays");
    }
    if (name.equals(MAP)) {
      TypeMirror keyType = argument(type, 0, component);
      TypeMirror valueType = argument(type, 1, component);
      Form key = form(keyType, component);
      Form value = form(valueType, component);
      if (!typed
          && key.isKey()
          && isPlain(value)
          && !isNullable(keyType, component)
          && !isNullable(valueType, component)) {
        return new Form.MapOf(key, keyType, value, valueType);
      }
      return new Form.Other();
    }
    if (typed) {
      throw new Mistake(component, "@Typed is for Lists, Sets, arrays and Maps");
    }
    switch (name) {
      case "java.lang.Boolean":
        return Form.Simple.BOOL;
      case "java.lang.Byte":
        return Form.Simple.BYTE;
      case "java.lang.Short":
        return Form.Simple.SHORT;
      case "java.lang.Integer":
        return Form.Simple.INT;
      case "java.lang.Long":
        return Form.Simple.LONG;
      case "java.lang.Float":
        return Form.Simple.FLOAT;
      case "java.lang.Double":
        return Form.Simple.DOUBLE;
      case "java.lang.Character":
        return new Form.Other();
      case "java.lang.String":
        return asName ? Form.Simple.NAME : Form.Simple.STRING;
      case ROOT + "Vector2":
        return Form.Simple.VECTOR2;
      case ROOT + "Vector3":
        return Form.Simple.VECTOR3;
      case ROOT + "Quaternion":
        return Form.Simple.QUATERNION;
      case ROOT + "Color":
        return Form.Simple.COLOR;
      default:
        return OPTIONALS.containsKey(name)
            ? refused(component, "only a component itself is optional; @Nullable is for elements")
            : ofProgram(type, element, component);
    }
  }

  /** Whether there is one way to read and write it, wherever it is. */
  private static boolean isPlain(Form form) {
    return !(form instanceof Form.Other || form instanceof Form.Numbers);
  }

  private static Form refused(Element component, String message) throws Mistake {
    throw new Mistake(component, message);
  }

  /** A class of the program's, or a value. */
  private Form ofProgram(DeclaredType type, TypeElement element, Element component) throws Mistake {
    TypeElement variant = environment.getElementUtils().getTypeElement(ROOT + "Variant");
    if (variant != null
        && environment
            .getTypeUtils()
            .isSubtype(
                environment.getTypeUtils().erasure(type),
                environment.getTypeUtils().erasure(variant.asType()))) {
      return new Form.Other();
    }
    if (element.getKind() == ElementKind.ENUM) {
      checkEnum(element, component);
      Form.Simple text = has(type, AsStringName.class) ? Form.Simple.NAME : Form.Simple.STRING;
      return new Form.Constant(element, has(type, AsNumber.class) ? Form.Simple.LONG : text);
    }
    if (element.getAnnotation(GodotRecord.class) != null) {
      if (type.getTypeArguments().size() != element.getTypeParameters().size()) {
        throw new Mistake(component, source(type) + " does not say what is in it");
      }
      for (TypeMirror argument : type.getTypeArguments()) {
        if (argument instanceof WildcardType) {
          throw new Mistake(component, source(argument) + " is not one type");
        }
        if (!(argument instanceof TypeVariable)) {
          form(argument, component);
        }
      }
      boolean isOne =
          element.getKind() == ElementKind.RECORD
              || element.getModifiers().contains(Modifier.SEALED);
      return isOne && element.getTypeParameters().isEmpty()
          ? new Form.Nested(element)
          : new Form.Other();
    }
    if (element.getKind() == ElementKind.RECORD) {
      return shape(element, component);
    }
    throw new Mistake(
        component, element.getSimpleName() + " has no form in Godot; Variant takes every value");
  }

  private static void checkEnum(TypeElement type, Element component) throws Mistake {
    Set<String> names = new HashSet<>();
    for (String name : constants(type)) {
      if (!names.add(name)) {
        throw new Mistake(component, "two constants have the name \"" + name + "\"");
      }
    }
  }

  /** What the constants of an enum are called in Godot. */
  private static List<String> constants(TypeElement type) {
    List<String> names = new ArrayList<>();
    for (Element constant : type.getEnclosedElements()) {
      if (constant.getKind() == ElementKind.ENUM_CONSTANT) {
        Key key = constant.getAnnotation(Key.class);
        names.add(key == null ? constant.getSimpleName().toString() : key.value());
      }
    }
    return names;
  }

  private Form shape(TypeElement record, Element component) throws Mistake {
    List<? extends RecordComponentElement> parts = record.getRecordComponents();
    List<String> names = parts.stream().map(part -> part.getSimpleName().toString()).toList();
    Set<String> nameSet = Set.copyOf(names);
    boolean isReal = all(parts, kind -> kind == TypeKind.FLOAT || kind == TypeKind.DOUBLE);
    String shape = isReal ? REALS.get(nameSet) : null;
    if (shape == null && !(all(parts, kind -> kind == TypeKind.INT) && INTS.contains(nameSet))) {
      throw new Mistake(
          component,
          "the record "
              + record.getSimpleName()
              + " needs @GodotRecord, or the components of a vector, quaternion or color");
    }
    checkAccess(record);
    shapes.put(record.getQualifiedName().toString(), record);
    if (shape == null) {
      return new Form.Other();
    }
    return new Form.Own(
        Form.Simple.valueOf(shape.toUpperCase(Locale.ROOT)),
        record,
        names.stream().map((shape.equals("Color") ? "rgba" : "xyzw")::indexOf).toList(),
        names,
        parts.stream().map(part -> part.asType().getKind() == TypeKind.FLOAT).toList());
  }

  private static boolean all(
      List<? extends RecordComponentElement> parts, Predicate<TypeKind> kind) {
    return parts.stream().allMatch(part -> kind.test(part.asType().getKind()));
  }

  private TypeMirror argument(TypeMirror type, int index, Element component) throws Mistake {
    List<? extends TypeMirror> arguments = ((DeclaredType) type).getTypeArguments();
    if (arguments.isEmpty()) {
      throw new Mistake(component, source(type) + " does not say what is in it");
    }
    TypeMirror argument = arguments.get(index);
    if (argument instanceof WildcardType) {
      throw new Mistake(component, source(argument) + " is not one type");
    }
    return argument;
  }

  private static boolean has(AnnotatedConstruct type, Class<? extends Annotation> annotation) {
    return type.getAnnotationMirrors().stream()
        .anyMatch(
            mirror ->
                ((TypeElement) mirror.getAnnotationType().asElement())
                    .getQualifiedName()
                    .contentEquals(annotation.getName()));
  }

  /** By any annotation of that name, which must be there when the program runs. */
  private boolean isNullable(AnnotatedConstruct type, Element component) throws Mistake {
    for (AnnotationMirror mirror : type.getAnnotationMirrors()) {
      Element annotation = mirror.getAnnotationType().asElement();
      if (annotation.getSimpleName().contentEquals("Nullable")) {
        Retention retention = annotation.getAnnotation(Retention.class);
        if (retention == null || retention.value() != RetentionPolicy.RUNTIME) {
          throw new Mistake(
              component,
              annotation + " is not kept for running programs; that of JSpecify is, and Optional");
        }
        return true;
      }
    }
    return false;
  }

  private TypeElement element(TypeMirror type) {
    return (TypeElement) environment.getTypeUtils().asElement(type);
  }

  /** A type as it is written in Java, without annotations. */
  private String source(TypeMirror type) {
    if (type instanceof DeclaredType declared) {
      String name = element(declared).getQualifiedName().toString();
      return declared.getTypeArguments().isEmpty()
          ? name
          : name
              + declared.getTypeArguments().stream()
                  .map(this::source)
                  .collect(Collectors.joining(", ", "<", ">"));
    }
    if (type instanceof ArrayType array) {
      return source(array.getComponentType()) + "[]";
    }
    if (type.getKind().isPrimitive()) {
      return type.getKind().name().toLowerCase(Locale.ROOT);
    }
    if (type instanceof WildcardType wildcard) {
      return wildcard.getExtendsBound() == null
          ? "?"
          : "? extends " + source(wildcard.getExtendsBound());
    }
    if (type instanceof TypeVariable variable) {
      return variable.asElement().getSimpleName().toString();
    }
    return type.toString();
  }
}
