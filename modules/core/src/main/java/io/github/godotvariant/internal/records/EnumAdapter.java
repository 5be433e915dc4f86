package io.github.godotvariant.internal.records;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.records.generated.ComponentAdapter;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the constants of an enum, as their names or ordinals. */
public final class EnumAdapter extends ComponentAdapter {
  private final VariantType type;
  private final Object[] constants;
  private final List<String> names;
  private final Map<String, Object> byName;
  private final @Nullable Object unknown;

  /**
   * Creates an adapter.
   *
   * @param type INT for the ordinals, as in GDScript; STRING or STRING_NAME for the names
   * @param constants the constants, in the order of their ordinals
   * @param names the names that are written for the constants, in the order of the ordinals
   * @param byName the constants by name, with all names that are accepted when reading
   * @param unknown the constant that is returned for unknown names and ordinals; null to reject
   *     them
   */
  public EnumAdapter(
      VariantType type,
      Object[] constants,
      List<String> names,
      Map<String, Object> byName,
      @Nullable Object unknown,
      ComponentKey component) {
    super(component);
    this.type = type;
    this.constants = constants;
    this.names = List.copyOf(names);
    this.byName = new HashMap<>(byName);
    this.unknown = unknown;
  }

  @Override
  public Object read(RecordReader in) {
    if (type == VariantType.INT) {
      return readOrdinal(in);
    }
    String text = in.nextString(component);
    Object constant = byName.getOrDefault(text, unknown(in));
    if (constant == null) {
      String found = StringValue.of(text).toShortString();
      throw in.refusal("wanted one of " + names + " but found " + found, component);
    }
    if (!text.equals(names.get(((Enum<?>) constant).ordinal()))) {
      in.setConverted(true);
    }
    return constant;
  }

  /**
   * {@return the constant for unknown names and ordinals; null to reject them} In the default of a
   * component, they are always rejected.
   */
  private @Nullable Object unknown(RecordReader in) {
    return in.isDefault() ? null : unknown;
  }

  private Object readOrdinal(RecordReader in) {
    Object unknown = unknown(in);
    if (unknown == null) {
      return constants[(int) in.nextLong(0, constants.length - 1L, component)];
    }
    long ordinal = in.nextLong(component);
    return ordinal < 0 || ordinal >= constants.length ? unknown : constants[(int) ordinal];
  }

  @Override
  public void write(RecordWriter out, @Nullable Object value) {
    int ordinal = ((Enum<?>) out.present(component, value)).ordinal();
    switch (type) {
      case INT -> out.writeLong(ordinal);
      case STRING_NAME -> out.writeName(names.get(ordinal));
      default -> out.writeString(names.get(ordinal));
    }
  }

  @Override
  public ComponentAdapter asKey() {
    return unknown == null
        ? this
        : new EnumAdapter(type, constants, names, byName, null, component);
  }

  @Override
  public VariantType type() {
    return type;
  }
}
