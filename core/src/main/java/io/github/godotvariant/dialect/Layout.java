package io.github.godotvariant.dialect;

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
    NOTHING("nothing"),
    /** A u32: 0 is false, anything else true; written as 0 or 1. */
    BOOL("u32: 0 false, else true"),
    /** An i32, or an i64 where header bit 16 is set. */
    INT_BY_FLAG("i32, or i64 with header bit 16"),
    /** Always an i64. */
    INT_64("i64"),
    /** An f32, or an f64 where header bit 16 is set. */
    FLOAT_BY_FLAG("f32, or f64 with header bit 16"),
    /** Always an f32. */
    FLOAT_32("f32"),
    /** Always an f64. */
    FLOAT_64("f64"),
    /** A u32 byte length, the UTF-8 bytes, zeros up to a multiple of 4. */
    STRING("str"),
    /** Real components: f32 or f64, see {@link Dialect#realsFlagged()}. */
    REALS("real"),
    /** 32-bit integers. */
    INTS("i32"),
    /** 32-bit floats, whatever the precision of the build. */
    FLOATS("f32"),
    /** Name count, subname count, flags, then the names. */
    NODE_PATH("NodePath"),
    /** A u64. */
    ID("u64"),
    /** A string and a u64. */
    SIGNAL("str name, u64 object id"),
    /** A null, an instance id or a full object, see {@link Dialect#objectForm()}. */
    OBJECT("Object"),
    /** A count and that many pairs of values. */
    DICTIONARY("u32 n, n x (key, value)"),
    /** A count and that many values. */
    ARRAY("u32 n, n x value"),
    /** A count and that many bytes, zeros up to a multiple of 4. */
    PACKED_BYTES("u32 count, bytes, pad4"),
    /** A count and that many i32. */
    PACKED_INTS("u32 count, count x i32"),
    /** A count and that many i64. */
    PACKED_LONGS("u32 count, count x i64"),
    /** A count and that many f32. */
    PACKED_FLOATS("u32 count, count x f32"),
    /** A count and that many f64. */
    PACKED_DOUBLES("u32 count, count x f64"),
    /** A count and that many strings. */
    PACKED_STRINGS("u32 count, count x str"),
    /** A count and that many groups of real components. */
    PACKED_REALS("u32 count, count x real"),
    /** A count and that many groups of four f32. */
    PACKED_COLORS("u32 count, count x f32"),
    /** Named by the document, but not to be written and refused when read. */
    UNSUPPORTED("unsupported");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /**
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
