package io.github.godotvariant.dialect;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantType.Component;
import java.util.List;
import java.util.Objects;

/**
 * The encoding of a type's payload, which follows the header: a kind, and the names of the
 * components in the order in which they are encoded.
 *
 * @param kind the kind
 * @param components the names of the components, for example {@code x, y}. For packed arrays of
 *     vectors or colors, these are the components of one element. Empty for kinds without named
 *     components
 */
public record Layout(Kind kind, List<String> components) {

  /**
   * The kinds of payloads. All numbers are little-endian: u32 and u64 are unsigned integers of 32
   * and 64 bits, i32 and i64 signed integers, f32 and f64 floating-point numbers.
   */
  public enum Kind {
    /** No payload: the value consists of the header only. */
    NOTHING(VariantType.NIL, VariantType.CALLABLE, VariantType.RID),
    /** A u32: 0 is false, every other number is true; written as 0 or 1. */
    BOOL(VariantType.BOOL),
    /** An i32, or an i64 if header bit 16, {@code ENCODE_FLAG_64}, is set. */
    INT_BY_FLAG(VariantType.INT),
    /** An i64. */
    INT_64(VariantType.INT),
    /** An f32, or an f64 if header bit 16, {@code ENCODE_FLAG_64}, is set. */
    FLOAT_BY_FLAG(VariantType.FLOAT),
    /** An f32. */
    FLOAT_32(VariantType.FLOAT),
    /** An f64. */
    FLOAT_64(VariantType.FLOAT),
    /** A u32 length in bytes, the UTF-8 bytes, and zeros up to a multiple of 4. */
    STRING(VariantType.STRING, VariantType.STRING_NAME),
    /**
     * The floating-point components of a vector, rectangle, transform or color. Each is an f32 or
     * an f64, see {@link Dialect#usesRealFlag()}.
     */
    REALS,
    /** The integer components of a vector or rectangle: each an i32. */
    INTS,
    /** The components of a color: each an f32 in every build of the engine. */
    FLOATS,
    /** The number of names, the number of subnames, flags, the names, and the subnames. */
    NODE_PATH(VariantType.NODE_PATH),
    /** A u64, the id of a RID. */
    ID(VariantType.RID),
    /**
     * A string with the name of the signal, and a u64 with the instance id of the object that has
     * the signal.
     */
    SIGNAL(VariantType.SIGNAL),
    /**
     * A null object, an instance id, or a class name and properties, see {@link
     * Dialect#objectForm()}.
     */
    OBJECT(VariantType.OBJECT),
    /**
     * The declared types of keys and values (each only if a header bit says so), the number of
     * pairs, and alternating keys and values.
     */
    DICTIONARY(VariantType.DICTIONARY),
    /**
     * The declared type of elements (only if a header bit says so), the number of elements, and the
     * elements.
     */
    ARRAY(VariantType.ARRAY),
    /** A count, bytes, and zeros up to a multiple of 4. */
    PACKED_BYTES(VariantType.PACKED_BYTE_ARRAY),
    /** A count and i32 numbers. */
    PACKED_INTS(VariantType.PACKED_INT32_ARRAY),
    /** A count and i64 numbers. */
    PACKED_LONGS(VariantType.PACKED_INT64_ARRAY),
    /** A count and f32 numbers. */
    PACKED_FLOATS(VariantType.PACKED_FLOAT32_ARRAY),
    /** A count and f64 numbers. */
    PACKED_DOUBLES(VariantType.PACKED_FLOAT64_ARRAY),
    /** A count and strings. */
    PACKED_STRINGS(VariantType.PACKED_STRING_ARRAY),
    /** The number of elements, and the floating-point components of each element. */
    PACKED_REALS,
    /** The number of colors, and four f32 numbers for each color. */
    PACKED_COLORS(VariantType.PACKED_COLOR_ARRAY),
    /**
     * No encoding: the manual lists the type as not supported. Reading or writing a value of this
     * type is an error.
     */
    UNSUPPORTED;

    /**
     * The types that can have this kind of payload; empty if {@link #fits} checks the components of
     * the type instead.
     */
    @SuppressWarnings("ImmutableEnumChecker") // List.of creates an immutable list
    private final List<VariantType> types;

    Kind(VariantType... types) {
      this.types = List.of(types);
    }
  }

  /**
   * Checks that no argument is null, and copies the list of component names.
   *
   * @param kind see the record
   * @param components see the record
   * @throws NullPointerException if an argument is {@code null}
   */
  public Layout {
    Objects.requireNonNull(kind, "kind");
    components = List.copyOf(components);
  }

  /**
   * Returns a layout with the given names of components.
   *
   * @param kind the kind
   * @param components the names of the components in the order in which they are encoded; none for
   *     most kinds
   * @return the layout
   */
  public static Layout of(Kind kind, String... components) {
    return new Layout(kind, List.of(components));
  }

  /**
   * Returns the layout with the components of a type, in the order of {@link
   * VariantType#components}.
   *
   * @param kind the kind
   * @param type the type
   * @return the layout; the list of component names is empty if the kind has no named components
   */
  public static Layout of(Kind kind, VariantType type) {
    return switch (kind) {
      case REALS, INTS, FLOATS -> new Layout(kind, type.components());
      case PACKED_REALS, PACKED_COLORS -> new Layout(kind, elementComponents(type));
      case ID -> of(kind, "id");
      default -> of(kind);
    };
  }

  /**
   * Returns whether a dialect can encode a type in this layout. The components of a vector,
   * rectangle, transform or color can be in any order. {@link Kind#UNSUPPORTED} fits every type.
   *
   * @param type the type
   * @return true if the type can have this layout
   */
  public boolean fits(VariantType type) {
    boolean hasType =
        switch (kind) {
          case REALS -> has(type, Component.REAL) || type == VariantType.COLOR;
          case INTS -> has(type, Component.INT);
          case FLOATS -> has(type, Component.FLOAT);
          case PACKED_REALS -> !elementComponents(type).isEmpty();
          case UNSUPPORTED -> true;
          default -> kind.types.contains(type);
        };
    return hasType && hasComponentsOf(type);
  }

  private static List<String> elementComponents(VariantType type) {
    return type.elementType().isPresent() ? type.elementType().get().components() : List.of();
  }

  private static boolean has(VariantType type, Component component) {
    return type.component().orElse(null) == component;
  }

  private boolean hasComponentsOf(VariantType type) {
    List<String> all = of(kind, type).components;
    boolean mayMove = kind == Kind.REALS || kind == Kind.INTS || kind == Kind.FLOATS;
    return mayMove
        ? components.size() == all.size() && components.containsAll(all)
        : components.equals(all);
  }
}
