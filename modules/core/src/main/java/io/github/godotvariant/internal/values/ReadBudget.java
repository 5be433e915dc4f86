package io.github.godotvariant.internal.values;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.Counts;
import java.util.Objects;
import java.util.function.Function;

/**
 * Counts the elements and the memory of a value that is read from text against {@link ReadLimits}.
 * The constants are estimates of memory in bytes, which the readers of all formats use. Not safe
 * for use by several threads.
 */
public final class ReadBudget {
  // Memory is estimated in bytes.

  /** The memory of a string, without its characters. */
  public static final int STRING = 56;

  /** The memory of a value that is neither a string nor a container, without its content. */
  public static final int OBJECT = 32;

  /** The memory of a container, without its elements. */
  public static final int CONTAINER = 48;

  /** The memory of an element of an array. */
  public static final int ELEMENT = 20;

  /** The memory of a pair of a dictionary. */
  public static final int PAIR = 40;

  /**
   * The memory of a set with a hash table, without its elements. Each element counts as a {@link
   * #PAIR}.
   */
  public static final int SET = 128;

  /**
   * The memory of a component of a math value, except for colors and for vectors with two or three
   * components. Also the memory of a record component that is absent in the input.
   */
  public static final int COMPONENT = 16;

  /** The memory of a property of an object. */
  public static final int PROPERTY = 80;

  /**
   * The memory of a container in a format that declares the type of a container after the elements
   * or not at all.
   */
  public static final int OPEN_CONTAINER = 160;

  /** The memory of an element of an {@link #OPEN_CONTAINER}. */
  public static final int OPEN_ELEMENT = 24;

  /** The memory of a pair of an {@link #OPEN_CONTAINER}, with the name. */
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
   * Counts elements and memory against the limits, before they are allocated.
   *
   * @param elements number of elements of containers and packed arrays
   * @param heap bytes of memory
   * @throws VariantLimitException if a limit is exceeded
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
   * Checks the number of containers around an element against the limit of the depth.
   *
   * @throws VariantLimitException if there are more containers than the limit allows
   */
  public void checkDepth(int levels) {
    if (levels > limits.depth()) {
      throw exception.apply(Counts.tooDeep(limits.depth()));
    }
  }

  /**
   * Checks the length of an incomplete text against the limit of the text length and against the
   * memory that is left.
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
   * Counts the memory of a text against the limit, and checks the length of the text in UTF-8.
   *
   * @param text the text
   * @param bytesPerChar bytes of memory for each {@code char}
   * @throws VariantLimitException if the text is too long, or if the memory limit is exceeded
   */
  public void chargeText(String text, int bytesPerChar) {
    if (chargeText(text.length(), bytesPerChar)) {
      checkText(text);
    }
  }

  /**
   * Counts the memory of a text against the limit. Only a long text needs another check.
   *
   * @param length number of {@code char}s
   * @param bytesPerChar bytes of memory for each {@code char}
   * @return whether the caller must call {@link #checkText}, because the text can be too long in
   *     UTF-8
   * @throws VariantLimitException if the memory limit is exceeded
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
   * Counts a node path against the limits: the object and the names, but not the text that was
   * parsed. Each name also counts as an element.
   *
   * @throws VariantLimitException if a limit is exceeded
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
