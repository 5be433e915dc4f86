package io.github.godotvariant.cli.values;

/**
 * The limits of printed values.
 *
 * @param elements the elements of an array
 * @param entries the entries of a dictionary, or properties of an object
 * @param packed the numbers or strings of a packed array in one line
 * @param characters the characters of a text
 * @param dataRows the rows for a run of bytes
 */
public record Detail(int elements, int entries, int packed, int characters, int dataRows) {
  /** The limits for one or two screens of text. */
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
