package io.github.godotvariant.convert;

import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import java.util.Locale;

/**
 * Describes a value that the target dialect cannot express: the location of the value, the reason,
 * and the types before and after the conversion.
 *
 * <p>A loss has a reference to the value before the conversion, and creates the path only when
 * {@link #path} is called. Therefore the memory for all losses is proportional to the size of the
 * value, for any nesting depth. The value stays in memory as long as a loss is in use.
 */
public final class Loss {
  /** The extent of a loss, in ascending order. */
  public enum Effect {
    /**
     * Only the type of a value, or the declared type of a container, is lost. All content is kept.
     */
    TYPE,
    /** Digits of numbers are lost. */
    PRECISION,
    /** A value, an entry or characters are lost, or a number becomes infinite. */
    CONTENT
  }

  /**
   * The reasons for a loss. If several reasons apply to one value, only the worst reason is
   * reported. The constants are in ascending order.
   */
  public enum Reason {
    /**
     * The target does not have the type of the value. The replacement has another type and the same
     * content.
     */
    RETYPED(Effect.TYPE, "becomes %2$s"),
    /**
     * The container loses a declared type, because the target does not have this type, or cannot
     * declare types for this kind of container.
     */
    UNTYPED(Effect.TYPE, "loses its element type"),
    /** Numbers do not fit into 32 bits without rounding. */
    ROUNDED(Effect.PRECISION, "is rounded to 32 bits"),
    /** Numbers are beyond the range of 32 bits and become infinite. */
    OVERFLOWED(Effect.CONTENT, "is too large for 32 bits: infinite"),
    /**
     * A text contains a NUL, an unpaired surrogate or a byte order mark at the start, which texts
     * of the target cannot contain.
     */
    CHARACTERS(Effect.CONTENT, "has characters that cannot be written"),
    /**
     * The target needs the script in another form: a path instead of the source, or the source
     * instead of a path. The property becomes Nil.
     */
    SCRIPT(Effect.CONTENT, "is a script in a form that the target does not read: becomes %2$s"),
    /**
     * Two keys of a dictionary are equal in the target, or two properties of an object have the
     * same new name. Only the last value is kept.
     */
    SAME_KEY(Effect.CONTENT, "is left out: a later entry has the same key"),
    /** The target cannot express the content of the value. */
    DROPPED(Effect.CONTENT, "cannot be expressed: becomes an empty %2$s");

    private final Effect effect;
    private final String words;

    Reason(Effect effect, String words) {
      this.effect = effect;
      this.words = words;
    }

    /** {@return the extent of the loss} */
    public Effect effect() {
      return effect;
    }
  }

  private final ValueLocation location;
  private final Reason reason;
  private final VariantType before;
  private final VariantType after;

  Loss(ValueLocation location, Reason reason, VariantType before, VariantType after) {
    this.location = location;
    this.reason = reason;
    this.before = before;
    this.after = after;
  }

  /**
   * Returns the location of the loss in the value before the conversion. A loss inside a key of a
   * dictionary has the path of the entry with that key.
   *
   * @return the path, a new object for each call
   */
  public VariantPath path() {
    return location.path();
  }

  /**
   * Returns whether the loss is in a key of a dictionary. {@link #path} then leads to the entry
   * with this key.
   *
   * @return true if a key, or a value inside a key, is changed or lost
   */
  public boolean isInKey() {
    return location.isInKey();
  }

  /** {@return the reason} */
  public Reason reason() {
    return reason;
  }

  /** {@return the extent of the loss, which the reason determines} */
  public Effect effect() {
    return reason.effect;
  }

  /** {@return the type of the value at this location before the conversion} */
  public VariantType before() {
    return before;
  }

  /**
   * {@return the type of the value at this location after the conversion; often the same as {@link
   * #before()}}
   */
  public VariantType after() {
    return after;
  }

  /**
   * Describes the loss in one line of limited length without control characters.
   *
   * @return for example {@code $.grid[3]: Vector2i becomes Vector2}
   */
  @Override
  public String toString() {
    String words = String.format(Locale.ROOT, reason.words, before, after);
    boolean hasBoth = before != after && !words.endsWith(after.toString());
    return location + ": " + before + (hasBoth ? " becomes " + after + " and " : " ") + words;
  }
}
