package io.github.godotvariant.convert;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds the differences between two values.
 *
 * <pre>{@code
 * List<VariantPath> changed =
 *     VariantDiff.between(before, after).map(VariantDiff.Difference::path).toList();
 * }</pre>
 *
 * <p>Arrays, dictionaries and objects of the same type are compared by their contents, other values
 * as a whole. If two arrays have different lengths, the equal elements at the start and at the end
 * are skipped. The other elements are compared by index. Dictionary keys match if {@code equals}
 * returns true. Therefore a String does not match a StringName.
 */
public final class VariantDiff {
  private VariantDiff() {}

  /** The kind of a difference. */
  public enum Kind {
    /** The second value has an element, entry or property that the first value does not have. */
    ADDED,
    /** The first value has an element, entry or property that the second value does not have. */
    REMOVED,
    /** The values at a path differ. */
    CHANGED,
    /**
     * The entries of a dictionary are in a different order. If the properties of an object are in a
     * different order, the kind is {@link #CHANGED}.
     */
    REORDERED
  }

  /**
   * A location inside a value. Stores one key or index and the location of the container. The
   * children of a container share the location of the container, so locations need little memory in
   * deep values.
   */
  public static final class Location {
    /** The location of the root value. */
    public static final Location ROOT = new Location(null, Variant.NIL);

    private final @Nullable Location container;
    private final Variant key;

    private Location(@Nullable Location container, Variant key) {
      this.container = container;
      this.key = key;
    }

    /**
     * Returns the location of an element, an entry or a property.
     *
     * @param step the index of an element as an int, or the key of an entry
     * @return the location of the child
     */
    public Location child(Variant step) {
      return new Location(this, Objects.requireNonNull(step, "step"));
    }

    /** {@return the location of the container; empty for the root value} */
    public Optional<Location> container() {
      return Optional.ofNullable(container);
    }

    /**
     * {@return the step from the container: the index of an element as an int, or the key of an
     * entry}
     */
    public Variant key() {
      return key;
    }

    /** {@return the path from the root value, with one step for each container} */
    public VariantPath path() {
      List<Variant> keys = new ArrayList<>();
      for (Location at = this; at.container != null; at = at.container) {
        keys.add(at.key);
      }
      Collections.reverse(keys);
      return VariantPath.of(keys);
    }

    @Override
    public String toString() {
      return path().toString();
    }
  }

  /**
   * A difference between two values.
   *
   * @param kind the kind of the difference
   * @param location the location in both values
   * @param before the first value at the location; empty if the kind is {@link Kind#ADDED}
   * @param after the second value at the location; empty if the kind is {@link Kind#REMOVED}
   */
  public record Difference(
      Kind kind, Location location, Optional<Variant> before, Optional<Variant> after) {
    /**
     * Checks that no component is {@code null}.
     *
     * @param kind see the record
     * @param location see the record
     * @param before see the record
     * @param after see the record
     * @throws NullPointerException if a component is {@code null}
     */
    public Difference {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(location, "location");
      Objects.requireNonNull(before, "before");
      Objects.requireNonNull(after, "after");
    }

    /** {@return the path of the location} */
    public VariantPath path() {
      return location.path();
    }
  }

  /**
   * Compares two values.
   *
   * @param before the first value
   * @param after the second value
   * @return a lazy stream of the differences between the innermost values that differ, in the order
   *     of the values; empty if the values are equal. For each dictionary, {@link Kind#REORDERED}
   *     follows the differences of the entries
   * @throws NullPointerException if an argument is {@code null}
   */
  public static Stream<Difference> between(Variant before, Variant after) {
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(after, "after");
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(
            new DiffWalker(before, after, false), Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  /**
   * Returns whether two values have the same content, apart from the order of entries in
   * dictionaries. {@link #between} then reports nothing except {@link Kind#REORDERED}. Numbers are
   * compared by their bits, as in {@code equals}. Inside keys that are arrays, dictionaries or
   * objects, the order of entries matters.
   *
   * @param one a value
   * @param other another value
   * @return true if the contents are the same
   * @throws NullPointerException if an argument is {@code null}
   */
  public static boolean hasSameContent(Variant one, Variant other) {
    return hasSameContent(one, other, RealPrecision.DOUBLE);
  }

  /**
   * Returns whether two values have the same content after an engine with the given precision has
   * stored both, apart from the order of entries in dictionaries. In single precision,
   * floating-point components, such as {@code x} of a Vector2, are rounded to 32 bits before they
   * are compared, also in keys.
   *
   * <pre>{@code
   * Variant sent = VariantDictionary.of("hp", 10, "at", new Vector3(0.1, 0, 0));
   * Variant received = codec.decode(codec.encode(sent));
   * boolean isSame = VariantDiff.hasSameContent(sent, received, RealPrecision.SINGLE);
   * }</pre>
   *
   * @param one a value
   * @param other another value
   * @param precision {@link RealPrecision#SINGLE} to round components as {@link
   *     Coercion#toSingles}; {@link RealPrecision#DOUBLE} to compare all bits
   * @return true if the contents are the same
   * @throws NullPointerException if an argument is {@code null}
   */
  public static boolean hasSameContent(Variant one, Variant other, RealPrecision precision) {
    Objects.requireNonNull(one, "one");
    Objects.requireNonNull(other, "other");
    DiffWalker walker = new DiffWalker(one, other, precision == RealPrecision.SINGLE);
    while (walker.hasNext()) {
      if (walker.next().kind() != Kind.REORDERED) {
        return false;
      }
    }
    return true;
  }
}
