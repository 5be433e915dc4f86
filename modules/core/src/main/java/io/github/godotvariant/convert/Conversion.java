package io.github.godotvariant.convert;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import java.util.List;
import java.util.Objects;

/**
 * Makes values of one dialect fit another: what the target cannot express becomes the nearest thing
 * that it can, or is refused. What it can express stays as it is, the same object even, so a
 * conversion within a dialect costs a look at each value.
 *
 * <p>{@code docs/reference/conversion-tables.md} lists the replacement of each type. The rules ask
 * the tables of the target for types, precision, texts, typed containers, scripts and keys. Classes
 * of objects are renamed between Godot 3 and 4, see {@link ClassNames}; a rename is not a loss.
 *
 * <p>Objects are taken for what {@link io.github.godotvariant.codec.ObjectMode#FULL} writes. Depth
 * is not limited here, and stands in no way: values are converted iteratively, in linear time.
 *
 * <p>Immutable and safe for use by many threads.
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
   * Starts a conversion.
   *
   * @param dialect what the values were made for
   * @return the beginning of it, which needs a target
   */
  public static Source from(Dialect dialect) {
    return new Source(Objects.requireNonNull(dialect, "dialect"));
  }

  /** A conversion that has no target yet. */
  public static final class Source {
    private final Dialect from;

    private Source(Dialect from) {
      this.from = from;
    }

    /**
     * The conversion, with {@link ConversionPolicy#FAIL} and the class names of the generations of
     * both dialects.
     *
     * @param dialect what the values are to be expressed in
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
   * This conversion with another policy.
   *
   * @param newPolicy what happens where something would be lost
   * @return a new conversion
   */
  public Conversion withPolicy(ConversionPolicy newPolicy) {
    return new Conversion(from, to, Objects.requireNonNull(newPolicy, "policy"), names);
  }

  /**
   * This conversion with other names for classes and properties.
   *
   * @param newNames the table, in place of the present one
   * @return a new conversion
   */
  public Conversion withNames(ClassNames newNames) {
    return new Conversion(from, to, policy, Objects.requireNonNull(newNames, "names"));
  }

  /**
   * What the values were made for.
   *
   * @return the dialect
   */
  public Dialect from() {
    return from;
  }

  /**
   * What the values are expressed in.
   *
   * @return the dialect
   */
  public Dialect to() {
    return to;
  }

  /**
   * What happens where something would be lost.
   *
   * @return the policy
   */
  public ConversionPolicy policy() {
    return policy;
  }

  /**
   * What classes and properties are called afterwards.
   *
   * @return the table
   */
  public ClassNames names() {
    return names;
  }

  /**
   * A value and what it lost.
   *
   * @param value the value; the same object if nothing changed
   * @param losses everything that was lost, in the order of the value; unmodifiable
   */
  public record Result(Variant value, List<Loss> losses) {
    /**
     * Checks the components.
     *
     * @param value see the record
     * @param losses see the record
     * @throws NullPointerException if an argument is {@code null}
     */
    public Result {
      Objects.requireNonNull(value, "value");
      losses = List.copyOf(losses);
    }

    /**
     * Whether everything was kept, types included.
     *
     * @return true if there are no losses
     */
    public boolean isLossless() {
      return losses.isEmpty();
    }
  }

  /**
   * Converts a value. The target's codec can write what comes of it, unless it is nested too deeply
   * for engines; and what it reads again is equal.
   *
   * @param value any value
   * @return the value for the target
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
   * The dialects, for people.
   *
   * @return for example {@code Conversion[godot-3 to godot-4]}
   */
  @Override
  public String toString() {
    return "Conversion[" + from + " to " + to + "]";
  }
}
