package io.github.godotvariant.dialect;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantType.Component;
import java.util.List;
import java.util.Objects;

/**
 * The payload of a type: its kind and the names of its numbers in encoded order.
 *
 * @param kind the kind
 * @param components the names of the numbers; for packed arrays, the names of one element; empty
 *     for other kinds
 */
public record Layout(Kind kind, List<String> components) {

  /** The kinds of payloads. All numbers are little-endian. */
  public enum Kind {
    /** No payload: the value is the header. */
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
    /** A u32 byte length, the UTF-8 bytes, zeros up to a multiple of 4. */
    STRING(VariantType.STRING, VariantType.STRING_NAME),
    /** Real components: f32 or f64, see {@link Dialect#usesRealFlag()}. */
    REALS,
    /** Integers of 32 bits. */
    INTS,
    /** Floats of 32 bits in every build. */
    FLOATS,
    /** Name count, subname count, flags, then the names. */
    NODE_PATH(VariantType.NODE_PATH),
    /** A u64. */
    ID(VariantType.RID),
    /** A string and a u64. */
    SIGNAL(VariantType.SIGNAL),
    /** A null, an instance id or a full object, see {@link Dialect#objectForm()}. */
    OBJECT(VariantType.OBJECT),
    /** A count and pairs of values. */
    DICTIONARY(VariantType.DICTIONARY),
    /** A count and values. */
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
    /** A count and groups of real components. */
    PACKED_REALS,
    /** A count and groups of four f32 numbers. */
    PACKED_COLORS(VariantType.PACKED_COLOR_ARRAY),
    /** A type that the manual names. It is never written, and it is rejected when read. */
    UNSUPPORTED;

    /** The types with this kind; empty if {@link #fits} uses their components instead. */
    @SuppressWarnings("ImmutableEnumChecker") // List.of creates an immutable list
    private final List<VariantType> types;

    Kind(VariantType... types) {
      this.types = List.of(types);
    }
  }

  /**
   * Checks the components.
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
   * Returns a layout of named numbers, or without numbers.
   *
   * @param kind the kind
   * @param components the names of the numbers in encoded order; none for most kinds
   * @return the layout
   */
  public static Layout of(Kind kind, String... components) {
    return new Layout(kind, List.of(components));
  }

  /**
   * Returns the layout of a type whose numbers are in the order of {@link VariantType#components}.
   *
   * @param kind the kind
   * @param type the type
   * @return the layout; without names if the kind has none
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
   * Returns whether the codec can read and write values of a type with this layout. The components
   * of a math type can be in any order.
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
