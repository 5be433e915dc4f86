package io.github.godotvariant.dialect;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantType.Component;
import java.util.List;
import java.util.Objects;

/**
 * What follows a header on the wire: a kind of payload and, where it is a fixed list of numbers,
 * their names in order.
 *
 * @param kind the form
 * @param components the names of the numbers; for packed arrays those of one element; empty where
 *     the kind says it all
 */
public record Layout(Kind kind, List<String> components) {

  /** The forms a payload can have. Everything is little-endian. */
  public enum Kind {
    /** No payload: the header is all. */
    NOTHING("nothing", "4"),
    /** A u32: 0 is false, anything else true; written as 0 or 1. */
    BOOL("u32: 0 false, else true", "8"),
    /** An i32, or an i64 where header bit 16, {@code ENCODE_FLAG_64}, is set. */
    INT_BY_FLAG("i32, or i64 with header bit 16", "8 or 12"),
    /** Always an i64. */
    INT_64("i64", "12"),
    /** An f32, or an f64 where header bit 16, {@code ENCODE_FLAG_64}, is set. */
    FLOAT_BY_FLAG("f32, or f64 with header bit 16", "8 or 12"),
    /** Always an f32. */
    FLOAT_32("f32", "8"),
    /** Always an f64. */
    FLOAT_64("f64", "12"),
    /** A u32 byte length, the UTF-8 bytes, zeros up to a multiple of 4. */
    STRING("str", "8 + n + pad"),
    /** Real components: f32 or f64, see {@link Dialect#realsFlagged()}. */
    REALS("real", 4, false),
    /** 32-bit integers. */
    INTS("i32", 4, false),
    /** 32-bit floats, whatever the precision of the build. */
    FLOATS("f32", 4, false),
    /** Name count, subname count, flags, then the names. */
    NODE_PATH("u32 a (bit 31 set), u32 b, u32 flags, a x str, b x str", "16 + strings"),
    /** A u64. */
    ID("u64", 8, false),
    /** A string and a u64. */
    SIGNAL("str name, u64 object id", "16 + n + pad"),
    /** A null, an instance id or a full object, see {@link Dialect#objectForm()}. */
    OBJECT("u64 id, or str class, u32 n, n x (str name, value)", "8 or more"),
    /** A count and that many pairs of values. */
    DICTIONARY("u32 n, n x (key, value)", "8 + pairs"),
    /** A count and that many values. */
    ARRAY("u32 n, n x value", "8 + values"),
    /** A count and that many bytes, zeros up to a multiple of 4. */
    PACKED_BYTES("u32 count, bytes, pad", "8 + count + pad"),
    /** A count and that many i32. */
    PACKED_INTS("u32 count, count x i32", 4, true),
    /** A count and that many i64. */
    PACKED_LONGS("u32 count, count x i64", 8, true),
    /** A count and that many f32. */
    PACKED_FLOATS("u32 count, count x f32", 4, true),
    /** A count and that many f64. */
    PACKED_DOUBLES("u32 count, count x f64", 8, true),
    /** A count and that many strings. */
    PACKED_STRINGS("u32 count, count x str", "8 + strings"),
    /** A count and that many groups of real components. */
    PACKED_REALS("u32 count, count x real", 4, true),
    /** A count and that many groups of four f32. */
    PACKED_COLORS("u32 count, count x f32", 4, true),
    /** Named by the document, but not to be written and refused when read. */
    UNSUPPORTED("unsupported", "-");

    private final String text;

    /** The size of a whole value, where components do not say it; else empty. */
    private final String size;

    /** Bytes of one component in single precision, where components say the size; else 0. */
    private final int componentBytes;

    private final boolean counted;

    Kind(String text, String size) {
      this.text = text;
      this.size = size;
      this.componentBytes = 0;
      this.counted = false;
    }

    Kind(String text, int componentBytes, boolean counted) {
      this.text = text;
      this.size = "";
      this.componentBytes = componentBytes;
      this.counted = counted;
    }

    /** Whether the precision of the build changes the size. */
    boolean isReal() {
      return this == REALS || this == PACKED_REALS;
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
   * A layout that its kind describes wholly.
   *
   * @param kind the kind
   * @return the layout
   */
  public static Layout of(Kind kind) {
    return new Layout(kind, List.of());
  }

  /**
   * A layout of named numbers.
   *
   * @param kind the kind
   * @param components their names in wire order
   * @return the layout
   */
  public static Layout of(Kind kind, String... components) {
    return new Layout(kind, List.of(components));
  }

  /**
   * The layout of a type whose numbers stand in the order in which {@link VariantType#components}
   * gives them.
   *
   * @param kind the kind
   * @param type the type
   * @return the layout; without names where the kind has none
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
   * Whether a type can have this layout: whether the codec can make a value of it, and a value into
   * it. The components of a shape may stand in any order.
   *
   * @param type the type
   * @return true if it can
   */
  public boolean fits(VariantType type) {
    boolean hasType =
        switch (kind) {
          case NOTHING ->
              type == VariantType.NIL || type == VariantType.CALLABLE || type == VariantType.RID;
          case BOOL -> type == VariantType.BOOL;
          case INT_BY_FLAG, INT_64 -> type == VariantType.INT;
          case FLOAT_BY_FLAG, FLOAT_32, FLOAT_64 -> type == VariantType.FLOAT;
          case STRING -> type == VariantType.STRING || type == VariantType.STRING_NAME;
          case REALS -> has(type, Component.REAL) || type == VariantType.COLOR;
          case INTS -> has(type, Component.INT);
          case FLOATS -> has(type, Component.FLOAT);
          case NODE_PATH -> type == VariantType.NODE_PATH;
          case ID -> type == VariantType.RID;
          case SIGNAL -> type == VariantType.SIGNAL;
          case OBJECT -> type == VariantType.OBJECT;
          case DICTIONARY -> type == VariantType.DICTIONARY;
          case ARRAY -> type == VariantType.ARRAY;
          case PACKED_BYTES -> type == VariantType.PACKED_BYTE_ARRAY;
          case PACKED_INTS -> type == VariantType.PACKED_INT32_ARRAY;
          case PACKED_LONGS -> type == VariantType.PACKED_INT64_ARRAY;
          case PACKED_FLOATS -> type == VariantType.PACKED_FLOAT32_ARRAY;
          case PACKED_DOUBLES -> type == VariantType.PACKED_FLOAT64_ARRAY;
          case PACKED_STRINGS -> type == VariantType.PACKED_STRING_ARRAY;
          case PACKED_REALS -> !elementComponents(type).isEmpty();
          case PACKED_COLORS -> type == VariantType.PACKED_COLOR_ARRAY;
          case UNSUPPORTED -> true;
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

  /**
   * How many bytes a whole value takes, header included.
   *
   * @param precision the precision of real components
   * @return a number, or a sum in the notation of the format documentation, for example {@code 12},
   *     {@code 8 or 12}, {@code 8 + n + pad}, {@code 8 + 16 count}; {@code -} where there is none
   */
  public String size(RealPrecision precision) {
    if (!kind.size.isEmpty()) {
      return kind.size;
    }
    int bytes = kind.componentBytes * Math.max(1, components.size());
    if (kind.isReal() && precision == RealPrecision.DOUBLE) {
      bytes *= 2;
    }
    return kind.counted ? "8 + " + bytes + " count" : String.valueOf(4 + bytes);
  }

  /**
   * The layout in the notation of the format documentation.
   *
   * @return for example {@code real x, y}
   */
  @Override
  public String toString() {
    if (components.isEmpty()) {
      return kind.text;
    }
    String names = String.join(", ", components);
    return kind == Kind.PACKED_REALS || kind == Kind.PACKED_COLORS
        ? kind.text + " (" + names + ")"
        : kind.text + " " + names;
  }
}
