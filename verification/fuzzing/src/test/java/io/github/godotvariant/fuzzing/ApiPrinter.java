package io.github.godotvariant.fuzzing;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A class as those outside its module see it: a line for what it is, and one for each member, in an
 * order and a form that no Java has a say in.
 */
final class ApiPrinter {
  /** Every class has these; what they do is no matter of its form. */
  private static final Set<String> ALWAYS = Set.of("equals", "hashCode", "toString");

  /** What classes of other libraries add by inheritance is written in their pages. */
  private static final String OURS = "io.github.godotvariant.";

  private final Class<?> type;
  private final Set<String> exported;

  private ApiPrinter(Class<?> type, Set<String> exported) {
    this.type = type;
    this.exported = exported;
  }

  /**
   * Prints a class.
   *
   * @param exported the packages of its module that others see
   * @return lines; none if the class is not to be seen
   */
  static String print(Class<?> type, Set<String> exported) {
    return isSeen(type, exported) ? new ApiPrinter(type, exported).print() : "";
  }

  private static boolean isSeen(Class<?> type, Set<String> exported) {
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      if (each.isAnonymousClass() || each.isLocalClass() || !isOpen(each.getModifiers())) {
        return false;
      }
    }
    return exported.contains(type.getPackageName());
  }

  private static boolean isOpen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private String print() {
    StringBuilder text = new StringBuilder("\n" + head() + "\n");
    if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        text.append("  ").append(((Enum<?>) constant).name()).append("\n");
      }
    }
    Set<String> members = new TreeSet<>();
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isOpen(constructor.getModifiers())
          && !constructor.isSynthetic()
          && !isCanonical(constructor)) {
        members.add("new" + parameters(constructor) + thrown(constructor));
      }
    }
    collect(type, members);
    members.forEach(member -> text.append("  ").append(member).append("\n"));
    return text.toString();
  }

  /** What a record's heading says already; compilers differ in what else they say of it. */
  private static boolean isCanonical(Constructor<?> constructor) {
    return constructor.getDeclaringClass().isRecord()
        && Arrays.equals(
            constructor.getParameterTypes(),
            Arrays.stream(constructor.getDeclaringClass().getRecordComponents())
                .map(RecordComponent::getType)
                .toArray());
  }

  /** The members of a class, with those of classes above it that nobody outside can name. */
  private void collect(Class<?> from, Set<String> members) {
    for (Field field : from.getDeclaredFields()) {
      if (isOpen(field.getModifiers()) && !field.isSynthetic() && !field.isEnumConstant()) {
        members.add(
            modifiers(field.getModifiers())
                + name(field.getAnnotatedType())
                + " "
                + field.getName()
                + constant(field));
      }
    }
    for (Method method : from.getDeclaredMethods()) {
      if (isOpen(method.getModifiers()) && !method.isSynthetic() && !isOfEveryClass(method)) {
        members.add(method(method));
      }
    }
    Stream.concat(Stream.ofNullable(from.getSuperclass()), Arrays.stream(from.getInterfaces()))
        .filter(above -> above.getName().startsWith(OURS) && !isSeen(above, exported))
        .forEach(above -> collect(above, members));
  }

  private boolean isOfEveryClass(Method method) {
    return ALWAYS.contains(method.getName())
        || (type.isEnum()
            && (method.getName().equals("values") || method.getName().equals("valueOf")));
  }

  private String head() {
    List<String> words = new ArrayList<>();
    String modifiers = modifiers(type.getModifiers());
    if (type.isEnum() || type.isRecord() || type.isInterface()) {
      modifiers = modifiers.replace("final ", "").replace("abstract ", "").replace("static ", "");
    }
    words.add(
        (modifiers
                + (type.isSealed() ? "sealed " : "")
                + kind()
                + " "
                + simple(type)
                + variables(type.getTypeParameters())
                + components())
            .strip());
    if (type.getSuperclass() != null
        && !type.isEnum()
        && !type.isRecord()
        && type.getSuperclass() != Object.class
        && isNamed(type.getSuperclass())) {
      words.add("extends " + name(type.getAnnotatedSuperclass()));
    }
    List<String> interfaces =
        Arrays.stream(type.getAnnotatedInterfaces())
            .filter(above -> isNamed(raw(above.getType())))
            .map(this::name)
            .sorted()
            .toList();
    if (!interfaces.isEmpty()) {
      words.add((type.isInterface() ? "extends " : "implements ") + String.join(", ", interfaces));
    }
    if (type.isSealed()) {
      words.add(
          "permits "
              + Arrays.stream(type.getPermittedSubclasses())
                  .map(this::simple)
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    return String.join(" ", words);
  }

  /** Whether others can name a class above. */
  private boolean isNamed(Class<?> above) {
    return above.getPackageName().startsWith("java.")
        || !type.getModule().equals(above.getModule())
        || isSeen(above, exported)
        || !above.getName().startsWith("io.github.godotvariant");
  }

  private static Class<?> raw(Type type) {
    return type instanceof ParameterizedType with ? raw(with.getRawType()) : (Class<?>) type;
  }

  private String kind() {
    if (type.isAnnotation()) {
      return "@interface";
    }
    if (type.isRecord()) {
      return "record";
    }
    if (type.isEnum()) {
      return "enum";
    }
    return type.isInterface() ? "interface" : "class";
  }

  private String components() {
    if (!type.isRecord()) {
      return "";
    }
    List<String> components = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      components.add(name(component.getAnnotatedType()) + " " + component.getName());
    }
    return "(" + String.join(", ", components) + ")";
  }

  private String method(Method method) {
    boolean ofInterface = method.getDeclaringClass().isInterface();
    String modifiers = modifiers(method.getModifiers());
    if (ofInterface) {
      modifiers = modifiers.replace("abstract ", "") + (method.isDefault() ? "default " : "");
    }
    if (Modifier.isFinal(type.getModifiers())) {
      modifiers = modifiers.replace("final ", "");
    }
    String variables = variables(method.getTypeParameters());
    return modifiers
        + (variables.isEmpty() ? "" : variables + " ")
        + name(method.getAnnotatedReturnType())
        + " "
        + method.getName()
        + parameters(method)
        + thrown(method);
  }

  private String parameters(Executable executable) {
    List<String> names = new ArrayList<>();
    for (AnnotatedType parameter : executable.getAnnotatedParameterTypes()) {
      names.add(name(parameter));
    }
    String all = String.join(", ", names);
    return "(" + (executable.isVarArgs() ? all.replaceFirst("\\[\\]$", "...") : all) + ")";
  }

  private String thrown(Executable executable) {
    String all =
        Arrays.stream(executable.getAnnotatedExceptionTypes())
            .map(this::name)
            .sorted()
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "" : " throws " + all;
  }

  /** Public is what everything here is unless it says otherwise. */
  private static String modifiers(int modifiers) {
    return (Modifier.isProtected(modifiers) ? "protected " : "")
        + (Modifier.isAbstract(modifiers) ? "abstract " : "")
        + (Modifier.isStatic(modifiers) ? "static " : "")
        + (Modifier.isFinal(modifiers) ? "final " : "");
  }

  /** What compilers copy into the classes that use it. */
  private static String constant(Field field) {
    boolean copied = field.getType().isPrimitive() || field.getType() == String.class;
    int modifiers = field.getModifiers();
    if (!copied || !Modifier.isStatic(modifiers) || !Modifier.isFinal(modifiers)) {
      return "";
    }
    try {
      return " = " + field.get(null);
    } catch (IllegalAccessException e) {
      return "";
    }
  }

  private String variables(TypeVariable<?>[] variables) {
    List<String> names = new ArrayList<>();
    for (TypeVariable<?> variable : variables) {
      List<String> bounds =
          Arrays.stream(variable.getAnnotatedBounds())
              .map(this::name)
              .filter(bound -> !bound.equals("Object"))
              .toList();
      names.add(
          variable.getName() + (bounds.isEmpty() ? "" : " extends " + String.join(" & ", bounds)));
    }
    return names.isEmpty() ? "" : "<" + String.join(", ", names) + ">";
  }

  private String name(AnnotatedType annotated) {
    String mark = mark(annotated);
    if (annotated instanceof AnnotatedArrayType array) {
      // What stands before the brackets is about the array, and not about what is in it.
      return name(array.getAnnotatedGenericComponentType())
          + (mark.isEmpty() ? "" : " " + mark)
          + "[]";
    }
    if (annotated instanceof AnnotatedParameterizedType with) {
      Class<?> raw = raw(annotated.getType());
      return mark
          + simple(raw)
          + Arrays.stream(with.getAnnotatedActualTypeArguments())
              .map(this::name)
              .collect(Collectors.joining(", ", "<", ">"));
    }
    if (annotated instanceof AnnotatedWildcardType wildcard) {
      List<String> lower =
          Arrays.stream(wildcard.getAnnotatedLowerBounds()).map(this::name).toList();
      List<String> upper =
          Arrays.stream(wildcard.getAnnotatedUpperBounds())
              .map(this::name)
              .filter(bound -> !bound.equals("Object"))
              .toList();
      if (!lower.isEmpty()) {
        return "? super " + lower.get(0);
      }
      return upper.isEmpty() ? "?" : "? extends " + upper.get(0);
    }
    Type plain = annotated.getType();
    return mark + (plain instanceof Class<?> known ? simple(known) : plain.getTypeName());
  }

  /** Annotations of types, such as {@code @Nullable}. */
  private static String mark(AnnotatedType annotated) {
    Set<String> names = new LinkedHashSet<>();
    for (Annotation annotation : annotated.getAnnotations()) {
      names.add("@" + annotation.annotationType().getSimpleName() + " ");
    }
    return String.join("", names);
  }

  /** Without its package where it is that of the class printed, or {@code java.lang}. */
  private String simple(Class<?> named) {
    String home = named.getPackageName();
    String name = named.getCanonicalName();
    boolean known = home.equals(type.getPackageName()) || home.equals("java.lang");
    return known && !home.isEmpty() && !named.isPrimitive() && !named.isArray()
        ? name.substring(home.length() + 1)
        : name;
  }
}
