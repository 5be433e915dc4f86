package io.github.godotvariant.convert;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import java.util.List;
import java.util.Objects;

/**
 * Converts values from one dialect to another, the target. A value that the target cannot express
 * is replaced by the nearest value that the target can express, or is rejected. A value that the
 * target can express is returned as the same instance, so a conversion to the same dialect creates
 * no values.
 *
 * <p>{@code docs/reference/conversion-tables.md} lists the replacement of each type. The conversion
 * uses the rules of the target dialect for types, precision, texts, typed containers, scripts and
 * keys. Classes of objects are renamed between Godot 3 and 4, see {@link ClassNames}; a rename is
 * not a loss.
 *
 * <p>To encode a result with full objects, use a codec with {@link
 * io.github.godotvariant.codec.ObjectMode#FULL}. The nesting depth is not limited, because the
 * conversion does not recurse. The time is proportional to the size of the value.
 *
 * <p>Immutable and thread-safe.
 */
@CheckReturnValue
public final class Conversion {
  private final Dialect from;
  private final Dialect to;
  private final ConversionPolicy policy;
  private final ClassNames names;

  private Conversion(Dialect from, Dialect to, ConversionPolicy policy, ClassNames names) {
    this.from = from;
    this.to = to;
    this.policy = policy;
    this.names = names;
  }

  /**
   * Returns an object whose method {@link Source#to} creates a conversion from the given dialect.
   *
   * @param dialect the dialect of the values to convert
   * @return an object that knows only the dialect of the values to convert
   */
  public static Source from(Dialect dialect) {
    return new Source(Objects.requireNonNull(dialect, "dialect"));
  }

  /** Creates conversions from one dialect to the dialect that {@link #to} receives. */
  public static final class Source {
    private final Dialect from;

    private Source(Dialect from) {
      this.from = from;
    }

    /**
     * Creates a conversion that throws an exception if a value cannot be converted without loss
     * ({@link ConversionPolicy#FAIL}). If one dialect is of Godot 3 and the other of Godot 4, the
     * conversion renames classes and properties with {@link ClassNames#GODOT_3_TO_4} or {@link
     * ClassNames#GODOT_4_TO_3}.
     *
     * @param dialect the dialect to convert to
     * @return the conversion
     */
    public Conversion to(Dialect dialect) {
      return new Conversion(from, dialect, ConversionPolicy.FAIL, names(from, dialect));
    }
  }

  private static ClassNames names(Dialect from, Dialect to) {
    if (from.generation() == to.generation()) {
      return ClassNames.NONE;
    }
    return to.generation() == Generation.GODOT_4
        ? ClassNames.GODOT_3_TO_4
        : ClassNames.GODOT_4_TO_3;
  }

  /**
   * Returns this conversion with another policy.
   *
   * @param newPolicy the policy for values that cannot be converted without loss
   * @return a new conversion
   */
  public Conversion withPolicy(ConversionPolicy newPolicy) {
    return new Conversion(from, to, Objects.requireNonNull(newPolicy, "policy"), names);
  }

  /**
   * Returns this conversion with another table of class and property names.
   *
   * @param newNames the table, which replaces the current table
   * @return a new conversion
   */
  public Conversion withNames(ClassNames newNames) {
    return new Conversion(from, to, policy, Objects.requireNonNull(newNames, "names"));
  }

  /** {@return the dialect of the values to convert} */
  public Dialect from() {
    return from;
  }

  /** {@return the dialect to convert to} */
  public Dialect to() {
    return to;
  }

  /** {@return the policy for values that cannot be converted without loss} */
  public ConversionPolicy policy() {
    return policy;
  }

  /** {@return the table of new class and property names} */
  public ClassNames names() {
    return names;
  }

  /**
   * A converted value and the losses of the conversion.
   *
   * @param value the value; the same instance if nothing changed
   * @param losses all losses, in the order in which the conversion found them; unmodifiable
   */
  public record Result(Variant value, List<Loss> losses) {
    /**
     * Checks that no component is {@code null}, and copies the list of losses.
     *
     * @param value see the record
     * @param losses see the record
     * @throws NullPointerException if an argument is {@code null}
     */
    public Result {
      Objects.requireNonNull(value, "value");
      losses = List.copyOf(losses);
    }

    /** {@return whether there are no losses; a changed type is also a loss} */
    public boolean isLossless() {
      return losses.isEmpty();
    }
  }

  /**
   * Converts a value. A codec of the target can write the result, unless the value is nested too
   * deeply for engines. When these bytes are read, the value is equal to the result.
   *
   * @param value any value
   * @return the value for the target, and the losses
   * @throws ConversionException if something would be lost and the policy is {@link
   *     ConversionPolicy#FAIL}
   */
  public Result convert(Variant value) {
    Objects.requireNonNull(value, "value");
    ValueConverter converter = new ValueConverter(to, names, false);
    Variant converted = converter.convert(value);
    if (converter.mixesObjects()) {
      converter = new ValueConverter(to, names, true);
      converted = converter.convert(value);
    }
    Result result = new Result(converted, converter.losses());
    if (policy == ConversionPolicy.FAIL && !result.isLossless()) {
      throw new ConversionException(from, to, result.losses());
    }
    return result;
  }

  /**
   * Returns the dialects as text.
   *
   * @return for example {@code Conversion[godot-3 to godot-4]}
   */
  @Override
  public String toString() {
    return "Conversion[" + from + " to " + to + "]";
  }
}
