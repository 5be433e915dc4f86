package io.github.godotvariant.records.processor;

import io.github.godotvariant.records.processor.Component.Presence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.lang.model.element.TypeElement;

/** The fields, methods and variables of a generated class. */
final class Members {
  /** The keys of a record, and the two of one in a sealed hierarchy. */
  static final String KEYS = "KEYS$";

  static final String TYPE_KEY = "TYPE$KEY";
  static final String TYPE = "TYPE$";

  /** A codec of another record, or the constants of an enum. */
  record Codec(TypeElement type, String field) {}

  private final Model model;

  /** The constants for keys, by the names of components. */
  private final Map<String, String> constants = new HashMap<>();

  /** By the records' names. */
  private final Map<String, Codec> codecs = new TreeMap<>();

  private final List<Runnable> methods = new ArrayList<>();
  private final List<String> methodNames = new ArrayList<>();

  Members(Model model) {
    this.model = model;
  }

  /** The name of a component's key. */
  String constant(Component component) {
    return constants.computeIfAbsent(
        component.name(),
        name -> {
          String constant = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
          String unique = constant;
          for (int i = constants.size(); isTaken(unique); i++) {
            unique = constant + "_" + i;
          }
          return unique;
        });
  }

  private boolean isTaken(String constant) {
    return constants.containsValue(constant) || List.of(KEYS, TYPE_KEY, TYPE).contains(constant);
  }

  /** The components that have a key. */
  List<Component> keyed() {
    return model.components().stream().filter(each -> each.presence() != Presence.OTHERS).toList();
  }

  /** The longest key, or name of the record in its hierarchy, in bytes. */
  int longestKey() {
    String key = model.tagKey();
    int longest = key == null ? 0 : Math.max(key.length(), model.tagText().length());
    for (Component component : keyed()) {
      longest = Math.max(longest, component.key().length());
    }
    return longest;
  }

  /** The bytes of a text, with header, length and padding. */
  static int size(String key) {
    return 8 + (key.length() + 3 & ~3);
  }

  /** The expression for the codec of a record in this one, or for an enum's constants. */
  String codec(TypeElement type) {
    return Names.CODECS
        + "."
        + codecs
            .computeIfAbsent(
                type.getQualifiedName().toString(),
                name ->
                    new Codec(
                        type,
                        type.getSimpleName().toString().toUpperCase(Locale.ROOT)
                            + (codecs.isEmpty() ? "" : "_" + codecs.size())))
            .field();
  }

  /** The codecs and constants, in the order of the names of their types. */
  Collection<Codec> codecs() {
    return codecs.values();
  }

  /** A name for a method for a component, and the method behind all that there are. */
  String method(String verb, String component, Consumer<String> generator) {
    String method =
        verb + component.substring(0, 1).toUpperCase(Locale.ROOT) + component.substring(1);
    String unique = method;
    for (int i = 2; methodNames.contains(unique); i++) {
      unique = method + i;
    }
    methodNames.add(unique);
    String made = unique;
    methods.add(() -> generator.accept(made));
    return unique;
  }

  /** Generates the methods, of which some may need others. */
  void generateMethods() {
    for (int i = 0; i < methods.size(); i++) {
      methods.get(i).run();
    }
  }

  /** A component as a variable: no name that generated code has itself. */
  static String variable(Component component) {
    return component.name() + "_";
  }

  /** Whether there was a key for a component: a name that cannot be another component's. */
  static String has(Component component) {
    return component.name() + "_has";
  }
}
