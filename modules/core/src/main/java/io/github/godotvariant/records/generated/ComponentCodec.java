package io.github.godotvariant.records.generated;

import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import org.jspecify.annotations.Nullable;

/** The general way with one component of a record, whatever it is. */
public abstract class ComponentCodec {
  /** What {@link #absent} says of a component that has to be there. */
  public static final Object NONE = new Object();

  /** For the library. */
  protected ComponentCodec() {}

  /**
   * Reads the component's value.
   *
   * @param in before it
   * @return what it is
   * @throws io.github.godotvariant.VariantException if it is something else, or malformed
   */
  public abstract @Nullable Object read(VariantReader in);

  /**
   * Writes the component's value.
   *
   * @param out where it may be written
   * @param value the value
   * @throws io.github.godotvariant.VariantException if the dialect cannot express it
   */
  public abstract void write(VariantWriter out, @Nullable Object value);

  /**
   * What the component is if there is no key for it.
   *
   * @return that, or {@link #NONE} if there has to be one
   */
  public @Nullable Object absent() {
    return NONE;
  }

  /**
   * What the limits are charged for {@link #absent()}: it takes memory, and no input.
   *
   * @return how many elements
   */
  public long absentElements() {
    return 0;
  }

  /**
   * What the limits are charged for {@link #absent()}.
   *
   * @return how many bytes of memory
   */
  public long absentHeap() {
    return 0;
  }

  /**
   * Whether no key is written for a value.
   *
   * @param value the component
   * @return true if it is left out
   */
  public boolean isAbsent(@Nullable Object value) {
    return false;
  }
}
