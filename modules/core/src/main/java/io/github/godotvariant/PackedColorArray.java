package io.github.godotvariant;

import java.nio.FloatBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Colours, stored flat: r, g, b, a, r, g … Always 32 bits a component. Equality is by bits. */
public final class PackedColorArray extends PackedArray {
  private PackedColorArray(float[] components) {
    super(components, 4);
  }

  private float[] components() {
    return (float[]) storage;
  }

  /**
   * An array of components.
   *
   * @param components r, g, b, a, r, g …; copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is no multiple of 4
   */
  public static PackedColorArray of(float... components) {
    return new PackedColorArray(components.clone());
  }

  /**
   * An array of colours.
   *
   * @param colors the colours
   * @return the array
   */
  public static PackedColorArray of(Color... colors) {
    return copyOf(List.of(colors));
  }

  /**
   * The empty array.
   *
   * @return an array without colours
   */
  public static PackedColorArray of() {
    return new PackedColorArray(new float[0]);
  }

  /**
   * An array of colours.
   *
   * @param colors the colours
   * @return the array
   */
  public static PackedColorArray copyOf(Collection<Color> colors) {
    float[] components = new float[colors.size() * 4];
    int at = 0;
    for (Color color : colors) {
      components[at++] = color.r();
      components[at++] = color.g();
      components[at++] = color.b();
      components[at++] = color.a();
    }
    return new PackedColorArray(components);
  }

  /**
   * An array that takes ownership: the argument must not change afterwards.
   *
   * @param components r, g, b, a, r, g …; not copied
   * @return the array
   * @throws IllegalArgumentException if the number of components is no multiple of 4
   */
  public static PackedColorArray wrap(float[] components) {
    return new PackedColorArray(components);
  }

  /**
   * A colour.
   *
   * @param index 0 to {@code size() - 1}
   * @return the colour
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public Color get(int index) {
    int at = Objects.checkIndex(index, size()) * 4;
    float[] components = components();
    return new Color(components[at], components[at + 1], components[at + 2], components[at + 3]);
  }

  @Override
  Variant element(int index) {
    return get(index);
  }

  /**
   * The colours.
   *
   * @return an unmodifiable view
   */
  public List<Color> asList() {
    return view(this::get);
  }

  /**
   * All components.
   *
   * @return a copy, four times {@code size()} long
   */
  public float[] toFloatArray() {
    return components().clone();
  }

  /**
   * All components without a copy.
   *
   * @return a read-only buffer, four times {@code size()} long
   */
  public FloatBuffer asBuffer() {
    return FloatBuffer.wrap(components()).asReadOnlyBuffer();
  }

  @Override
  public VariantType type() {
    return VariantType.PACKED_COLOR_ARRAY;
  }
}
