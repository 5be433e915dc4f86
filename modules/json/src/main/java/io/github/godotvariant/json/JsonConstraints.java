package io.github.godotvariant.json;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.Counts;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;

/** Applies {@link ReadLimits} to Jackson's parser, with the messages of this project. */
final class JsonConstraints extends StreamReadConstraints {
  private static final long serialVersionUID = 1L;

  /** The maximum length of numbers in characters. Engines write at most 344. */
  static final int MAX_NUMBER_LENGTH = 1000;

  /**
   * The maximum number of characters that a format adds to a string, such as the prefix for its
   * type.
   */
  private static final int MAX_ADDED_LENGTH = 64;

  /** The maximum nesting depth of a value. One level of a value can be several levels of JSON. */
  private final int levels;

  private final long bytes;
  private final long stringBytes;
  private final long heapBytes;

  /**
   * Creates the constraints of a parser from the limits of a value.
   *
   * @param jsonLevelsPerLevel the maximum number of JSON levels for one level of a value
   */
  JsonConstraints(ReadLimits limits, int jsonLevelsPerLevel) {
    super(
        toInt((limits.depth() + 2L) * jsonLevelsPerLevel),
        limits.bytes(),
        DEFAULT_MAX_TOKEN_COUNT,
        MAX_NUMBER_LENGTH,
        maxStringLength(limits),
        maxStringLength(limits));
    levels = limits.depth();
    bytes = limits.bytes();
    stringBytes = limits.stringBytes();
    heapBytes = limits.heapBytes();
  }

  private static int maxStringLength(ReadLimits limits) {
    return toInt(Math.min(limits.stringBytes(), limits.heapBytes()) + MAX_ADDED_LENGTH);
  }

  private static int toInt(long limit) {
    return (int) Math.min(limit, Integer.MAX_VALUE);
  }

  @Override
  public void validateNestingDepth(int depth) {
    if (depth > getMaxNestingDepth()) {
      throw new StreamConstraintsException(Counts.tooDeep(levels));
    }
  }

  /**
   * {@inheritDoc} The exception has no path, because the parser calls this method while it loads a
   * buffer.
   */
  @Override
  public void validateDocumentLength(long length) {
    if (length > bytes) {
      throw textTooLong(bytes);
    }
  }

  static VariantLimitException textTooLong(long bytes) {
    return new VariantLimitException(
        "text is longer than the limit of " + bytes + " characters",
        VariantLimitException.NO_OFFSET,
        "");
  }

  @Override
  public void validateFPLength(int length) {
    checkNumber(length);
  }

  @Override
  public void validateIntegerLength(int length) {
    checkNumber(length);
  }

  private static void checkNumber(int length) {
    if (length > MAX_NUMBER_LENGTH) {
      throw new StreamConstraintsException("number of more than " + MAX_NUMBER_LENGTH + " digits");
    }
  }

  @Override
  public void validateStringLength(int length) {
    validateStringLengthLong(length);
  }

  @Override
  public void validateStringLengthLong(long length) {
    if (length > getMaxStringLength()) {
      throw new StreamConstraintsException(
          stringBytes <= heapBytes
              ? "string is longer than the limit of " + stringBytes + " bytes"
              : Counts.tooMuch(heapBytes));
    }
  }

  @Override
  public void validateNameLength(int length) {
    validateStringLengthLong(length);
  }
}
