package io.github.godotvariant.convert;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A table of new names for the classes of objects and for their stored properties. A class that is
 * not in the table keeps its name. A table does not list all classes of an engine.
 *
 * <pre>{@code
 * ClassNames names = ClassNames.GODOT_3_TO_4.withClass("Tween", "Node");
 * String now = names.className("Spatial");  // Node3D
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
@CheckReturnValue
public final class ClassNames {
  /** A table that changes no name. */
  public static final ClassNames NONE = new ClassNames(Map.of(), Map.of());

  /**
   * The new names in Godot 4 of classes and stored properties of Godot 3, compiled from the class
   * lists of 3.6 and 4.6. The table contains the classes that have another name in Godot 4, if both
   * engines can create their objects. The table also contains the stored properties that have
   * another name but the same type and meaning. The class of such a property can have the same name
   * in both versions.
   */
  public static final ClassNames GODOT_3_TO_4 = godot3To4();

  /** The names from Godot 4 to Godot 3: {@link #GODOT_3_TO_4} reversed. */
  public static final ClassNames GODOT_4_TO_3 = GODOT_3_TO_4.reversed();

  private final Map<String, String> classes;

  /** A map from the old name of each class to a map from old to new names of the properties. */
  private final Map<String, Map<String, String>> properties;

  private ClassNames(Map<String, String> classes, Map<String, Map<String, String>> properties) {
    this.classes = classes;
    this.properties = properties;
  }

  private static ClassNames godot3To4() {
    Map<String, String> classes = new TreeMap<>();
    RenameTables.CLASSES_WITH_3D
        .lines()
        .flatMap(line -> Stream.of(line.split(" ", -1)))
        .forEach(name -> classes.put(name, name + "3D"));
    RenameTables.CLASSES
        .lines()
        .map(line -> line.split(" ", -1))
        .forEach(words -> classes.put(words[0], words[1]));
    Map<String, Map<String, String>> properties = new LinkedHashMap<>();
    RenameTables.PROPERTIES
        .lines()
        .map(line -> line.split(" ", -1))
        .forEach(words -> of(properties, words[0]).put(words[1], words[2]));
    return new ClassNames(new LinkedHashMap<>(classes), properties);
  }

  private static Map<String, String> of(
      Map<String, Map<String, String>> properties, String className) {
    return properties.computeIfAbsent(className, name -> new LinkedHashMap<>());
  }

  /**
   * Returns the class names that change.
   *
   * @return a map from old names to new names, unmodifiable
   */
  public Map<String, String> classes() {
    return Collections.unmodifiableMap(classes);
  }

  /**
   * Returns the names of properties that change.
   *
   * @return a map from the old name of each class to a map from old to new names of the properties;
   *     unmodifiable
   */
  public Map<String, Map<String, String>> properties() {
    Map<String, Map<String, String>> view = new LinkedHashMap<>();
    properties.forEach((name, names) -> view.put(name, Collections.unmodifiableMap(names)));
    return Collections.unmodifiableMap(view);
  }

  /**
   * Returns the new name of a class.
   *
   * @param className the old name of the class
   * @return the new name; the same name if the class is not in the table
   */
  public String className(String className) {
    return classes.getOrDefault(className, className);
  }

  /**
   * Returns the new name of a stored property.
   *
   * @param className the old name of the class of the object
   * @param property the old name of the property
   * @return the new name; the same name if the property is not in the table
   */
  public String property(String className, String property) {
    return properties.getOrDefault(className, Map.of()).getOrDefault(property, property);
  }

  /**
   * Returns a copy of this table in which the class has the given new name.
   *
   * @param oldName the old name of the class; not empty
   * @param newName the new name of the class; not empty
   * @return a changed copy
   * @throws IllegalArgumentException if a name is empty
   */
  public ClassNames withClass(String oldName, String newName) {
    checkName(oldName);
    checkName(newName);
    Map<String, String> extended = new LinkedHashMap<>(classes);
    extended.put(oldName, newName);
    return new ClassNames(extended, properties);
  }

  /**
   * Returns a copy of this table in which the property has the given new name.
   *
   * @param className the old name of the class that has the property. For each subclass, call this
   *     method again with the name of the subclass
   * @param oldName the old name of the property; not empty
   * @param newName the new name of the property; not empty
   * @return a changed copy
   * @throws IllegalArgumentException if a name is empty
   */
  public ClassNames withProperty(String className, String oldName, String newName) {
    checkName(className);
    checkName(oldName);
    checkName(newName);
    Map<String, Map<String, String>> extended = new LinkedHashMap<>();
    properties.forEach((name, names) -> of(extended, name).putAll(names));
    of(extended, className).put(oldName, newName);
    return new ClassNames(classes, extended);
  }

  private static void checkName(String name) {
    if (Objects.requireNonNull(name, "name").isEmpty()) {
      throw new IllegalArgumentException("a name is empty");
    }
  }

  /**
   * Returns the table for the opposite direction. If several old names have the same new name, the
   * reversed table changes this new name to the first of the old names.
   *
   * @return the reversed table
   */
  public ClassNames reversed() {
    Map<String, String> reversed = new LinkedHashMap<>();
    classes.forEach((old, renamed) -> reversed.putIfAbsent(renamed, old));
    Map<String, Map<String, String>> propertiesBack = new LinkedHashMap<>();
    properties.forEach(
        (old, names) ->
            names.forEach(
                (name, newName) -> of(propertiesBack, className(old)).putIfAbsent(newName, name)));
    return new ClassNames(reversed, propertiesBack);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClassNames that
        && classes.equals(that.classes)
        && properties.equals(that.properties);
  }

  @Override
  public int hashCode() {
    return 31 * classes.hashCode() + properties.hashCode();
  }

  @Override
  public String toString() {
    int count = properties.values().stream().mapToInt(Map::size).sum();
    return "ClassNames[" + classes.size() + " classes, " + count + " properties]";
  }
}
