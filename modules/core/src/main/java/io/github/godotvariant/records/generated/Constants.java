package io.github.godotvariant.records.generated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The constants of an enum, by what they are called in Godot and by their numbers. Immutable.
 *
 * @param <E> the enum
 */
public final class Constants<E> {
  private final List<E> all;
  private final List<String> names;
  private final Map<String, E> byName = new HashMap<>();

  private Constants(List<E> all, List<String> names) {
    this.all = all;
    this.names = names;
    for (int i = 0; i < all.size(); i++) {
      byName.put(names.get(i), all.get(i));
    }
  }

  /**
   * Those of an enum.
   *
   * @param <E> the enum
   * @param type its class
   * @return the constants
   */
  public static <E> Constants<E> of(Class<E> type) {
    List<E> all = List.of(Objects.requireNonNull(type.getEnumConstants(), "no enum"));
    List<String> names = new ArrayList<>();
    for (E each : all) {
      String name = ((Enum<?>) each).name();
      try {
        String key = Declared.text(type.getField(name), "Key", "value");
        names.add(key == null ? name : key);
      } catch (NoSuchFieldException e) {
        throw new AssertionError(e); // every constant is one
      }
    }
    return new Constants<>(all, List.copyOf(names));
  }

  /**
   * What the constants are called.
   *
   * @return the names, by number
   */
  public List<String> names() {
    return names;
  }

  /**
   * What a constant is called.
   *
   * @param constant one of them
   * @return its name; null for null
   */
  public @Nullable String name(@Nullable E constant) {
    return constant == null ? null : names.get(((Enum<?>) constant).ordinal());
  }

  /**
   * The constant of a name.
   *
   * @param name what it is called
   * @return the constant; null if there is none
   */
  public @Nullable E find(@Nullable String name) {
    return byName.get(name);
  }

  /**
   * The constant of a number.
   *
   * @param number from 0
   * @return the constant; null if there is none
   */
  public @Nullable E find(long number) {
    return number < 0 || number >= all.size() ? null : all.get((int) number);
  }

  /**
   * How many there are.
   *
   * @return the count
   */
  public int size() {
    return all.size();
  }
}
