package io.github.godotvariant.cli.values;

/**
 * The limits for printing values. Elements, entries or characters beyond a limit are left out.
 *
 * @param elements the maximum number of elements of an array
 * @param entries the maximum number of entries of a dictionary, or properties of an object
 * @param packed the maximum number of numbers or strings that are printed for a packed array in one
 *     line
 * @param characters the maximum number of characters of a text
 * @param dataRows the maximum number of rows of hex digits for the bytes of one field
 */
public record Detail(int elements, int entries, int packed, int characters, int dataRows) {
  /** The limits with which most values fit on one or two screens. */
  public static final Detail SHORT = new Detail(16, 64, 12, 64, 4);

  /** No limits. */
  public static final Detail FULL =
      new Detail(
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE);
}
