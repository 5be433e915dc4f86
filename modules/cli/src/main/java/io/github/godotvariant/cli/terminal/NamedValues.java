package io.github.godotvariant.cli.terminal;

import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts names on the command line to the values of an option. This object is also the list of
 * the names for completion and messages.
 */
public abstract class NamedValues<T> extends AbstractList<String> implements ITypeConverter<T> {
  private final Map<String, T> values = new LinkedHashMap<>();
  private final List<String> names;

  /**
   * Creates a converter.
   *
   * @param proposed returns whether the list contains the name of a value; names that are not in
   *     the list are also converted
   */
  protected NamedValues(Stream<T> all, Function<T, String> name, Predicate<T> proposed) {
    all.forEach(value -> values.put(name.apply(value), value));
    names =
        values.entrySet().stream()
            .filter(entry -> proposed.test(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
  }

  @Override
  public T convert(String name) {
    T value = values.get(name);
    if (value == null) {
      throw new TypeConversionException(problem(name) + String.join(", ", names));
    }
    return value;
  }

  /** {@return the start of the message for an unknown name, before the list of names} */
  protected String problem(String name) {
    return "'" + name + "' is not one of ";
  }

  @Override
  public String get(int index) {
    return names.get(index);
  }

  @Override
  public int size() {
    return names.size();
  }
}
