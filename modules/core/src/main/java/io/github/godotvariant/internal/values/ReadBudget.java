package io.github.godotvariant.internal.values;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.Counts;
import java.util.Objects;
import java.util.function.Function;

/**
 * The remaining part of {@link ReadLimits} while a value is read from text, and the memory costs
 * that the readers of all formats charge. Not safe for use by several threads.
 */
public final class ReadBudget {
  // Approximate memory in bytes.

  /** A string, without its characters. */
  public static final int STRING = 56;

  /** A value that is neither a string nor a container, without its content. */
  public static final int OBJECT = 32;

  /** A container, without its elements. */
  public static final int CONTAINER = 48;

  /** An element of an array. */
  public static final int ELEMENT = 20;

  /** A pair of a dictionary. */
  public static final int PAIR = 40;

  /** A set with a hash table, without its elements. Each element is charged as a {@link #PAIR}. */
  public static final int SET = 128;

  /**
   * A component of a math value, except for colors and for vectors with two or three components.
   * Also a component of a record that is absent in the input.
   */
  public static final int COMPONENT = 16;

  /** A property of an object. */
  public static final int PROPERTY = 80;

  /**
   * A container in a format that declares the type of a container after its elements or not at all.
   */
  public static final int OPEN_CONTAINER = 160;

  /** An element of an {@link #OPEN_CONTAINER}. */
  public static final int OPEN_ELEMENT = 24;

  /** A pair of an {@link #OPEN_CONTAINER}, with its name. */
  public static final int OPEN_PAIR = 120;

  private static final int MAX_UTF8_BYTES = 3;

  private final ReadLimits limits;
  private final Function<String, VariantLimitException> exception;
  private final String text;
  private long elementsLeft;
  private long heapLeft;

  /**
   * Creates a budget for one value.
   *
   * @param limits the limits
   * @param text the subject of the message for a text that is too long
   * @param exception creates an exception from a message, and adds the current position
   */
  public ReadBudget(
      ReadLimits limits, String text, Function<String, VariantLimitException> exception) {
    this.limits = Objects.requireNonNull(limits, "limits");
    this.text = Objects.requireNonNull(text, "text");
    this.exception = Objects.requireNonNull(exception, "exception");
    elementsLeft = limits.elements();
    heapLeft = limits.heapBytes();
  }

  /**
   * Charges elements and memory before they are allocated.
   *
   * @param elements number of elements of containers and packed arrays
   * @param heap bytes of memory
   * @throws VariantLimitException if fewer elements or less memory remain
   */
  public void charge(long elements, long heap) {
    elementsLeft -= elements;
    heapLeft -= heap;
    if ((elementsLeft | heapLeft) < 0) {
      throw exception.apply(
          elementsLeft < 0
              ? Counts.tooMany(limits.elements())
              : Counts.tooMuch(limits.heapBytes()));
    }
  }

  /**
   * Checks the number of containers around an element.
   *
   * @throws VariantLimitException if there are more containers than the limit
   */
  public void checkDepth(int levels) {
    if (levels > limits.depth()) {
      throw exception.apply(Counts.tooDeep(limits.depth()));
    }
  }

  /**
   * Checks the length of an incomplete text against the limit and the remaining memory.
   *
   * @param length number of {@code char}s
   * @throws VariantLimitException if the text is too long
   */
  public void checkGrowing(int length) {
    if (length > limits.stringBytes()) {
      throw tooLong();
    }
    if (length > heapLeft) {
      charge(0, length);
    }
  }

  /** {@return the largest length that {@link #checkGrowing} accepts now} */
  public long maxGrowing() {
    return Math.min(limits.stringBytes(), heapLeft);
  }

  /**
   * Charges a text.
   *
   * @param text the text
   * @param bytesPerChar bytes of memory for each {@code char}
   * @throws VariantLimitException if the text is too long or less memory remains
   */
  public void chargeText(String text, int bytesPerChar) {
    if (chargeText(text.length(), bytesPerChar)) {
      checkText(text);
    }
  }

  /**
   * Charges a text of a known length. Short texts need no other check.
   *
   * @param length number of {@code char}s
   * @param bytesPerChar bytes of memory for each {@code char}
   * @return whether the caller must call {@link #checkText}, because the text can be too long in
   *     UTF-8
   * @throws VariantLimitException if less memory remains
   */
  public boolean chargeText(int length, int bytesPerChar) {
    charge(0, STRING + (long) bytesPerChar * length);
    return (long) MAX_UTF8_BYTES * length > limits.stringBytes();
  }

  /**
   * Checks the length of a text in UTF-8.
   *
   * @throws VariantLimitException if the text is too long
   */
  public void checkText(CharSequence text) {
    if (utf8Length(text) > limits.stringBytes()) {
      throw tooLong();
    }
  }

  /**
   * Charges the memory of a node path: the object and the names, but not the text that was parsed.
   *
   * @throws VariantLimitException if fewer elements or less memory remains
   */
  public void chargeNodePath(CharSequence path) {
    charge(0, OBJECT);
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '/' || c == ':') {
        charge(1, STRING);
      }
    }
  }

  private static long utf8Length(CharSequence text) {
    long length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // A surrogate pair has four bytes.
      length += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : MAX_UTF8_BYTES;
    }
    return length;
  }

  private VariantLimitException tooLong() {
    return exception.apply(text + " longer than the limit of " + limits.stringBytes() + " bytes");
  }
}
