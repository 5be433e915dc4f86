package io.github.godotvariant;

import io.github.godotvariant.internal.Counts;
import java.util.Objects;
import java.util.function.Function;

/**
 * What is left of {@link ReadLimits} while a value is read from a text, and what things cost
 * whatever they are read from. Not for use by several threads.
 */
public final class ReadBudget {
  // Rough costs in memory, in bytes.

  /** A string, without its characters. */
  public static final int STRING = 56;

  /** A value that is neither a string nor a container, without what it holds. */
  public static final int OBJECT = 32;

  /** A container whose elements are collected, without them. */
  public static final int CONTAINER = 48;

  /** An element of an array. */
  public static final int ELEMENT = 20;

  /** A pair of a dictionary. */
  public static final int PAIR = 40;

  /** A set with a hash table, without its elements, each of which takes a pair in addition. */
  public static final int SET = 128;

  /** A property of an object. */
  public static final int PROPERTY = 80;

  /** A container of a form that says late or never what it is, so that more is kept of it. */
  public static final int OPEN_CONTAINER = 160;

  /** An element of such a container. */
  public static final int OPEN_ELEMENT = 24;

  /** A pair of such a container, with its name. */
  public static final int OPEN_PAIR = 120;

  private static final int LONGEST_UTF8 = 3;

  private final ReadLimits limits;
  private final Function<String, VariantLimitException> refusal;
  private final String text;
  private long elementsLeft;
  private long heapLeft;

  /**
   * All that the limits allow for one value.
   *
   * @param limits the limits
   * @param text what the form calls a text, for messages
   * @param refusal makes the exception for a problem, with the place where reading is
   */
  public ReadBudget(
      ReadLimits limits, String text, Function<String, VariantLimitException> refusal) {
    this.limits = Objects.requireNonNull(limits, "limits");
    this.text = Objects.requireNonNull(text, "text");
    this.refusal = Objects.requireNonNull(refusal, "refusal");
    elementsLeft = limits.elements();
    heapLeft = limits.heapBytes();
  }

  /**
   * Charges what is about to be made.
   *
   * @param elements elements of containers and packed arrays
   * @param heap bytes of memory
   * @throws VariantLimitException if not so much is left
   */
  public void charge(long elements, long heap) {
    elementsLeft -= elements;
    heapLeft -= heap;
    if ((elementsLeft | heapLeft) < 0) {
      throw refusal.apply(
          elementsLeft < 0
              ? Counts.tooMany(limits.elements())
              : Counts.tooMuch(limits.heapBytes()));
    }
  }

  /**
   * Makes sure that elements may be so deep.
   *
   * @param levels how many containers are around them
   * @throws VariantLimitException if they may not
   */
  public void checkDepth(int levels) {
    if (levels > limits.depth()) {
      throw refusal.apply(Counts.tooDeep(limits.depth()));
    }
  }

  /**
   * Makes sure that a text that goes on is not too long already, nor for the memory that is left.
   *
   * @param length how many {@code char}s of it there are
   * @throws VariantLimitException if it is
   */
  public void checkGrowing(int length) {
    if (length > limits.stringBytes()) {
      throw tooLong();
    }
    if (length > heapLeft) {
      charge(0, length);
    }
  }

  /**
   * Charges a text.
   *
   * @param complete the text
   * @param perChar bytes of memory for each {@code char}
   * @throws VariantLimitException if it is too long, or not so much is left
   */
  public void chargeText(String complete, int perChar) {
    if (chargeText(complete.length(), perChar)) {
      checkText(complete);
    }
  }

  /**
   * Charges a text of which only the length is looked at, as most are short.
   *
   * @param length how many {@code char}s it has
   * @param perChar bytes of memory for each of them
   * @return whether it may be too long, so that {@link #checkText} has to look at it
   * @throws VariantLimitException if not so much is left
   */
  public boolean chargeText(int length, int perChar) {
    charge(0, STRING + (long) perChar * length);
    return (long) LONGEST_UTF8 * length > limits.stringBytes();
  }

  /**
   * Makes sure that a text is not too long.
   *
   * @param complete the text
   * @throws VariantLimitException if it is
   */
  public void checkText(CharSequence complete) {
    if (utf8Length(complete) > limits.stringBytes()) {
      throw tooLong();
    }
  }

  /**
   * Charges the object and the names of a node path, without the text that it is parsed from.
   *
   * @param path the text to parse
   * @throws VariantLimitException if more elements or memory would be needed than is left
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
      // A surrogate is half of four bytes.
      length += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : LONGEST_UTF8;
    }
    return length;
  }

  private VariantLimitException tooLong() {
    return refusal.apply(text + " longer than the limit of " + limits.stringBytes() + " bytes");
  }
}
