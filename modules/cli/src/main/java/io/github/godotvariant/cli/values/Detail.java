package io.github.godotvariant.cli.values;

/**
 * How much is shown of what is long.
 *
 * @param elements of an array
 * @param entries of a dictionary, or properties of an object
 * @param packed numbers or strings of a packed array in one line
 * @param characters of a text
 * @param dataRows for a run of bytes
 */
public record Detail(int elements, int entries, int packed, int characters, int dataRows) {
  /** Enough to recognise a value by, on a screen or two. */
  public static final Detail SHORT = new Detail(16, 64, 12, 64, 4);

  /** Everything. */
  public static final Detail FULL =
      new Detail(
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE);
}
