package io.github.godotvariant.cli.record;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.Text;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/** Writes the source text of Java records that fit a schema. */
final class RecordSource {
  private static final String LIBRARY = "io.github.godotvariant.";
  private static final String RECORDS = LIBRARY + "records.";
  private static final String INDENT = "  ";

  /**
   * The maximum depth of nested records, lists and maps; the outermost record has depth 1. Record
   * codecs do not read records that are nested more deeply.
   */
  private static final int MAX_LEVELS = 200;

  /**
   * The maximum number of JVM slots for the parameters of a constructor. A long or double takes two
   * slots, any other type takes one. Java allows 254 slots, but record codecs use method handles,
   * and a method handle takes one of the slots.
   */
  private static final int MAX_SLOTS = 253;

  /** The names that record components cannot have, in addition to keywords. */
  private static final Set<String> FORBIDDEN_COMPONENTS =
      words("clone finalize getClass hashCode notify notifyAll toString wait");

  /**
   * The simple names that nested records cannot have, because they are names of imported classes or
   * of classes in {@code java.lang}.
   */
  private static final Set<String> USED_CLASSES =
      words(
          "AsStringName Boolean Byte Character Class Double Enum Error Exception Float GodotRecord"
              + " Integer Iterable Key List Long Map Math Module Naming Number Object Optional"
              + " OptionalDouble OptionalLong Override Packed Package Process Record Runnable Short"
              + " String System Thread Throwable Typed Variant Void");

  private final Set<String> imports = new TreeSet<>();
  private final Set<String> classes = new HashSet<>();

  /** For each class name, the last number that was appended to make the name unique. */
  private final Map<String, Integer> classNumbers = new HashMap<>();

  /** The number of records, lists and maps around the type that is written now. */
  private int levels = 1;

  /**
   * The names of nested records, by the source text of the record. In this text, {@code ?} replaces
   * the name, so that records with equal components have equal texts.
   */
  private final Map<String, String> inner = new LinkedHashMap<>();

  private RecordSource() {
    for (VariantType type : VariantType.values()) {
      classes.add(className(type));
    }
    classes.addAll(USED_CLASSES);
  }

  private static Set<String> words(String words) {
    return Set.of(words.split(" "));
  }

  /**
   * Returns the source of a record and its nested records.
   *
   * @param schema the schema of the dictionaries that the outermost record fits
   * @param name the name of the file or key from which the name of the record is made
   * @return the text of a compilation unit without a package
   * @throws CliException if the record would have too many components
   */
  static String of(ObservedSchema schema, String name) {
    RecordSource source = new RecordSource();
    String className = source.unused(pascal(name));
    String head = source.head(schema, className);
    String imports =
        source.imports.stream().map("import %s;\n"::formatted).collect(Collectors.joining());
    String inner =
        source.inner.entrySet().stream()
            .map(one -> indented(one.getKey().replaceFirst("\\?", one.getValue())) + " {}\n")
            .collect(Collectors.joining("\n"));
    String body = inner.isEmpty() ? "" : "\n" + inner;
    return imports + "\n@" + annotation(schema) + "\npublic " + head + " {" + body + "}\n";
  }

  private static String indented(String text) {
    return INDENT + text.replace("\n", "\n" + INDENT);
  }

  private static boolean isSnake(ObservedSchema schema) {
    Set<String> keys = schema.entries().keySet();
    return keys.stream().allMatch(key -> key.equals(key.toLowerCase(Locale.ROOT)))
        && keys.stream().anyMatch(key -> key.contains("_"));
  }

  private static String annotation(ObservedSchema schema) {
    List<String> settings = new ArrayList<>();
    if (isSnake(schema)) {
      settings.add("naming = Naming.SNAKE_CASE");
    }
    if (schema.hasNameKeys()) {
      settings.add("stringNameKeys = true");
    }
    return "GodotRecord" + (settings.isEmpty() ? "" : "(" + String.join(", ", settings) + ")");
  }

  /**
   * Returns the start of a record declaration: the name and the components, without modifiers and
   * body. Adds the imports that the components need.
   */
  private String head(ObservedSchema schema, String className) {
    imports.add(RECORDS + "GodotRecord");
    boolean snake = isSnake(schema);
    if (snake) {
      imports.add(RECORDS + "Naming");
    }
    Set<String> names = new HashSet<>();
    Map<String, Integer> numbers = new HashMap<>();
    List<String> components = new ArrayList<>();
    int slots = 0;
    for (Map.Entry<String, ObservedSchema> entry : schema.entries().entrySet()) {
      String key = entry.getKey();
      String name = unused(component(key, snake), "_", names, numbers);
      boolean isSaid = snake ? snakeCase(name).equals(key) : name.equals(key);
      String renamed = "";
      if (!isSaid) {
        imports.add(RECORDS + "Key");
        renamed = "@Key(" + literal(key) + ") ";
      }
      boolean isAbsent = schema.isMissing(entry.getValue()) || entry.getValue().isNil();
      String type = type(entry.getValue(), key, isAbsent ? Use.OPTIONAL : Use.COMPONENT);
      components.add("    " + renamed + type + " " + name);
      slots += type.equals("long") || type.equals("double") ? 2 : 1;
    }
    CliException.rejectData(
        slots > MAX_SLOTS,
        "the constructor of record %s needs %d parameter slots, 2 for each long and double"
                .formatted(className, slots)
            + ", but the limit is %d; use a Map or VariantDictionary".formatted(MAX_SLOTS));
    return "record " + className + "(\n" + String.join(",\n", components) + ")";
  }

  /** The use of a type, which decides whether it is primitive, boxed or optional. */
  private enum Use {
    COMPONENT,
    OPTIONAL,
    /**
     * The type of a list element, or of a key or value of a map. Such a type is boxed, not
     * primitive, and is never optional.
     */
    ELEMENT
  }

  private String type(ObservedSchema schema, String name, Use use) {
    Set<VariantType> types = schema.types();
    if (use == Use.ELEMENT && schema.isNil()) {
      return library("Variant");
    }
    if (types.equals(EnumSet.of(VariantType.INT))) {
      return number("long", "Long", "OptionalLong", use);
    }
    if (types.equals(EnumSet.of(VariantType.FLOAT))
        || types.equals(EnumSet.of(VariantType.INT, VariantType.FLOAT))) {
      return number("double", "Double", "OptionalDouble", use);
    }
    if (types.equals(EnumSet.of(VariantType.BOOL))) {
      return use == Use.COMPONENT ? "boolean" : optional("Boolean", use);
    }
    return optional(object(schema, name), use);
  }

  private String number(String primitive, String boxed, String optional, Use use) {
    if (use == Use.OPTIONAL) {
      imports.add("java.util." + optional);
    }
    return switch (use) {
      case COMPONENT -> primitive;
      case OPTIONAL -> optional;
      case ELEMENT -> boxed;
    };
  }

  private String optional(String type, Use use) {
    if (use != Use.OPTIONAL) {
      return type;
    }
    imports.add("java.util.Optional");
    return "Optional<" + type + ">";
  }

  private String object(ObservedSchema schema, String name) {
    Set<VariantType> types = schema.types();
    if (types.equals(EnumSet.of(VariantType.STRING, VariantType.STRING_NAME))) {
      return "String";
    }
    if (types.size() != 1) {
      return library("Variant");
    }
    VariantType type = types.iterator().next();
    boolean isContainer = type == VariantType.ARRAY || type == VariantType.DICTIONARY;
    if (isContainer && levels == MAX_LEVELS) {
      return library(className(type));
    }
    levels++;
    String object = object(schema, type, name);
    levels--;
    return object;
  }

  private String object(ObservedSchema schema, VariantType type, String name) {
    return switch (type) {
      case STRING -> "String";
      case STRING_NAME -> {
        imports.add(RECORDS + "AsStringName");
        yield "@AsStringName String";
      }
      case ARRAY -> {
        Set<VariantType> inside = schema.inside().types();
        yield inside.isEmpty() && !schema.inside().isNil()
            ? library("VariantArray")
            : typed(schema) + list(type(schema.inside(), singular(name), Use.ELEMENT));
      }
      case DICTIONARY -> dictionary(schema, name);
      case PACKED_BYTE_ARRAY -> "byte[]";
      case PACKED_INT32_ARRAY -> "int[]";
      case PACKED_INT64_ARRAY -> "long[]";
      case PACKED_FLOAT32_ARRAY -> "float[]";
      case PACKED_FLOAT64_ARRAY -> "double[]";
      case PACKED_STRING_ARRAY -> packed("String");
      case PACKED_VECTOR2_ARRAY, PACKED_VECTOR3_ARRAY, PACKED_VECTOR4_ARRAY, PACKED_COLOR_ARRAY ->
          packed(library(className(type.elementType().orElseThrow())));
      case OBJECT -> library("Variant");
      default -> library(className(type));
    };
  }

  private String dictionary(ObservedSchema schema, String name) {
    if (schema.isRecord()) {
      return record(schema, name);
    }
    if (schema.keys().types().isEmpty()) {
      return library("VariantDictionary");
    }
    imports.add("java.util.Map");
    String key = type(schema.keys(), name + "_key", Use.ELEMENT);
    return typed(schema)
        + "Map<"
        + key
        + ", "
        + type(schema.inside(), singular(name), Use.ELEMENT)
        + ">";
  }

  /** Returns the name of a nested record. Records with the same components share one name. */
  private String record(ObservedSchema schema, String name) {
    String text = "@" + annotation(schema) + "\npublic " + head(schema, "?");
    String known = inner.get(text);
    if (known == null) {
      known = unused(pascal(name));
      inner.put(text, known);
    }
    return known;
  }

  private String typed(ObservedSchema schema) {
    if (!schema.isTyped()) {
      return "";
    }
    imports.add(RECORDS + "Typed");
    return "@Typed ";
  }

  private String list(String element) {
    imports.add("java.util.List");
    return "List<" + element + ">";
  }

  private String packed(String element) {
    imports.add(RECORDS + "Packed");
    return "@Packed " + list(element);
  }

  private String library(String className) {
    imports.add(LIBRARY + className);
    return className;
  }

  private static String className(VariantType type) {
    return switch (type) {
      case CALLABLE, OBJECT, NIL, BOOL, INT, FLOAT, STRING -> type.godotName() + "Value";
      case ARRAY, DICTIONARY -> "Variant" + type.godotName();
      default -> type.godotName();
    };
  }

  private String unused(String className) {
    return unused(className, "Data", classes, classNumbers);
  }

  /**
   * Returns a name that is not in {@code used}, and adds this name to {@code used}. Appends a
   * suffix and a number to {@code name} if necessary.
   *
   * @param numbers the last number that was tried for each name, so that earlier numbers are not
   *     tried again
   */
  private static String unused(
      String name, String suffix, Set<String> used, Map<String, Integer> numbers) {
    String unused = name;
    while (!used.add(unused)) {
      int number = numbers.merge(name, 1, Integer::sum);
      unused = name + suffix + (number == 1 ? "" : number);
    }
    return unused;
  }

  /**
   * Returns the name for an element of a collection, such as {@code item} for {@code items} or
   * {@code entry} for {@code entries}.
   */
  private static String singular(String name) {
    if (name.endsWith("ies") && name.length() > 4) {
      return name.substring(0, name.length() - 3) + "y";
    }
    return name.endsWith("s") && !name.endsWith("ss") && name.length() > 2
        ? name.substring(0, name.length() - 1)
        : name + "_entry";
  }

  /** Returns the component name for a key. */
  private static String component(String key, boolean snake) {
    String name = key;
    if (snake || !isIdentifier(key)) {
      String words = pascal(key);
      name = words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
    }
    return SourceVersion.isKeyword(name) || FORBIDDEN_COMPONENTS.contains(name) ? name + "_" : name;
  }

  /**
   * Returns a Java string literal. Characters that editors hide or that change the direction of
   * text become Unicode escapes, so that the source shows the real key. Quotes, backslashes and
   * control characters below U+0020 become other escapes, because Java replaces Unicode escapes
   * before it parses the literal.
   */
  private static String literal(String text) {
    return text.codePoints()
        .mapToObj(
            c ->
                switch (c) {
                  case '"', '\\' -> "\\" + (char) c;
                  case '\n', '\r', '\t' -> Text.printable(Character.toString(c));
                  default ->
                      c < ' '
                          ? String.format(Locale.ROOT, "\\%03o", c)
                          : Text.printable(Character.toString(c));
                })
        .collect(Collectors.joining("", "\"", "\""));
  }

  private static boolean isIdentifier(String key) {
    return !key.isEmpty()
        && Character.isJavaIdentifierStart(key.charAt(0))
        && key.chars()
            .allMatch(
                c -> Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
  }

  /** Returns the class name for a key. */
  private static String pascal(String key) {
    StringBuilder name = new StringBuilder();
    for (String word : key.split("[^A-Za-z0-9]+", -1)) {
      if (!word.isEmpty()) {
        name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
      }
    }
    return name.length() == 0 || Character.isDigit(name.charAt(0))
        ? "Value" + name
        : name.toString();
  }

  /** Returns the key for a component, by the rule of {@code Naming.SNAKE_CASE}. */
  private static String snakeCase(String component) {
    return component
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
        .toLowerCase(Locale.ROOT);
  }
}
