package io.github.godotvariant.convert;

import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;

/**
 * Something of a value that the other dialect cannot express: where, what, and what became of it.
 *
 * <p>A loss refers to the value that was converted, and builds its path only when asked. So a
 * million of them take memory in proportion to the value, whatever its depth, and keep the value in
 * memory while they are.
 */
public final class Loss {
  /** How much is lost, from little to much. */
  public enum Effect {
    /** A type or a declared type; all content is there, in another type. */
    TYPE,
    /** Digits of numbers. */
    PRECISION,
    /** More: a value, an entry, characters. */
    CONTENT
  }

  /** Why something is lost. In each place only the worst reason counts, which is the last here. */
  public enum Reason {
    /** The target lacks the type; another one holds the content. */
    RETYPED(Effect.TYPE, "becomes %2$s"),
    /** The target has no typed containers of the kind, or lacks the declared type. */
    UNTYPED(Effect.TYPE, "loses its element type"),
    /** Numbers do not fit into 32 bits without rounding. */
    ROUNDED(Effect.PRECISION, "is rounded to 32 bits"),
    /** Numbers are beyond the range of 32 bits and become infinite. */
    OVERFLOWED(Effect.CONTENT, "is too large for 32 bits: infinite"),
    /** The target's texts cannot hold a NUL, a lone surrogate or a byte order mark at the start. */
    CHARACTERS(Effect.CONTENT, "has characters that cannot be written"),
    /** The script's source has no path, or its path no source. The property becomes Nil. */
    SCRIPT(Effect.CONTENT, "is a script in a form that the target does not read: becomes %2$s"),
    /**
     * The key, or the name of the property, becomes the same as another one, and only the last
     * keeps its value.
     */
    SAME_KEY(Effect.CONTENT, "is left out: a later entry has the same key"),
    /** The target has nothing for what the value holds. */
    DROPPED(Effect.CONTENT, "cannot be expressed: becomes an empty %2$s");

    private final Effect effect;
    private final String words;

    Reason(Effect effect, String words) {
      this.effect = effect;
      this.words = words;
    }

    /**
     * How much this loses.
     *
     * @return the effect
     */
    public Effect effect() {
      return effect;
    }
  }

  private final Step place;
  private final Reason reason;
  private final VariantType before;
  private final VariantType after;

  Loss(Step place, Reason reason, VariantType before, VariantType after) {
    this.place = place;
    this.reason = reason;
    this.before = before;
    this.after = after;
  }

  /**
   * Where, in the value that was converted. For what is in a key of a dictionary, the entry of that
   * key.
   *
   * @return the path, newly made
   */
  public VariantPath path() {
    return place.path();
  }

  /**
   * Whether it is the key of the entry, or part of it, and not its value.
   *
   * @return true for keys
   */
  public boolean inKey() {
    return place.inKey();
  }

  /**
   * Why.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * How much.
   *
   * @return the reason's effect
   */
  public Effect effect() {
    return reason.effect;
  }

  /**
   * What it was.
   *
   * @return the type of the value at this place before
   */
  public VariantType before() {
    return before;
  }

  /**
   * What became of it.
   *
   * @return the type of the value at this place now; the same as before where not the type changed
   */
  public VariantType after() {
    return after;
  }

  /**
   * The loss for people, in one line of bounded length without control characters.
   *
   * @return for example {@code $.grid[3]: Vector2i becomes Vector2}
   */
  @Override
  public String toString() {
    String words = reason.words.formatted(before, after);
    boolean both = before != after && !words.endsWith(after.toString());
    return place + ": " + before + (both ? " becomes " + after + " and " : " ") + words;
  }
}
