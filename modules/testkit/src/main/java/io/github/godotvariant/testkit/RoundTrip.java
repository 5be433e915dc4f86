package io.github.godotvariant.testkit;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * Checks that a codec reads the values that it writes.
 *
 * <pre>{@code
 * RoundTrip.check(RecordCodec.of(PlayerUpdate.class), update);
 * }</pre>
 *
 * <p>The check encodes the value, decodes the bytes, compares the values and encodes the decoded
 * value again. It fails if a step throws an exception, the values differ, or the bytes differ. Two
 * values are equal if {@code equals} says that they are equal. In addition:
 *
 * <ul>
 *   <li>Arrays are equal if their elements are equal. Records, lists, maps and optionals are equal
 *       if their contents are equal, for example the arrays in them.
 *   <li>The check ignores the loss of data that the dialect cannot express. In particular, the
 *       components of vectors, quaternions and colors, which have 32 bits in most games, are
 *       rounded to 32 bits before the comparison; see {@link Differences#afterWriting}. This also
 *       applies to records that represent vectors, quaternions or colors.
 * </ul>
 */
public final class RoundTrip {
  private static final int MAX_TEXT = 500;
  private static final int MAX_BYTES = 256;
  private static final int MAX_LINES = 20;

  private RoundTrip() {}

  /**
   * Checks a value.
   *
   * @param <T> the Java type of the values
   * @param codec the codec, for example a {@code RecordCodec} or your own implementation
   * @param value the value to write and to read
   * @throws AssertionError if the check fails. The message has the differences and the bytes in
   *     hex. The cause is the exception of the codec, if there is one
   */
  public static <T> void check(ValueCodec<T> codec, T value) {
    Objects.requireNonNull(value, "the value to check is null");
    byte[] bytes = encode(codec, value, "cannot encode ", "");
    T decoded;
    try {
      decoded = codec.decode(bytes.clone());
    } catch (RuntimeException e) {
      throw new AssertionError(
          "cannot decode the encoding of " + text(value) + ": " + problem(e) + hex(bytes), e);
    }
    if (decoded == null) {
      throw new AssertionError("decode returned null for " + text(value) + hex(bytes));
    }
    byte[] again =
        encode(
            codec, decoded, "cannot encode the decoded value ", " of " + text(value) + hex(bytes));
    ValueComparison comparison = new ValueComparison(codec.variantCodec(), bytes);
    List<String> lines = comparison.compare(value, decoded);
    boolean hasEqualBytes = Arrays.equals(bytes, again);
    if (lines.isEmpty() && hasEqualBytes) {
      return;
    }
    StringBuilder message = new StringBuilder();
    if (!lines.isEmpty()) {
      message.append("the decoded value differs from ").append(text(value));
      lines.stream().limit(MAX_LINES).forEach(line -> message.append("\n  ").append(line));
      if (hasEqualBytes) {
        message.append("\n  Both values have the same encoding, so the codec does not write the ");
        message.append("difference, or the class does not implement equals.");
        if (comparison.mayComeFromRounding()) {
          message.append(rounding(codec.variantCodec().dialect()));
        }
      }
    } else {
      message.append("the decoded value has another encoding than ").append(text(value));
    }
    message.append(hex(bytes));
    if (!hasEqualBytes) {
      message.append("\n  encoded again, different from byte ");
      message.append(Arrays.mismatch(bytes, again)).append(" on: ").append(digits(again));
      treeDifferences(codec.variantCodec(), bytes, again)
          .forEach(line -> message.append("\n    ").append(line));
    }
    throw new AssertionError(message.toString());
  }

  private static <T> byte[] encode(ValueCodec<T> codec, T value, String problem, String context) {
    byte[] bytes;
    try {
      bytes = codec.encode(value);
    } catch (RuntimeException e) {
      throw new AssertionError(problem + text(value) + context + ": " + problem(e), e);
    }
    if (bytes == null) {
      throw new AssertionError(problem + text(value) + context + ": encode returned null");
    }
    return bytes;
  }

  /**
   * Decodes two encodings and describes the differences between the values; empty if one of the
   * encodings cannot be decoded.
   */
  private static List<String> treeDifferences(VariantCodec codec, byte[] first, byte[] second) {
    try {
      return Differences.between(codec.decode(first), codec.decode(second));
    } catch (VariantException e) {
      return List.of();
    }
  }

  private static String rounding(Dialect dialect) {
    return dialect.realPrecision() == RealPrecision.DOUBLE
        ? ""
        : " Components of vectors, quaternions and colors are rounded to 32 bits when they are"
            + " written: in a test, use values that are exact in 32 bits, or compare with a"
            + " tolerance.";
  }

  private static String hex(byte[] bytes) {
    return "\n  encoded: " + digits(bytes);
  }

  private static String digits(byte[] bytes) {
    String digits = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, MAX_BYTES));
    return digits + (bytes.length > MAX_BYTES ? "…" : "") + " (" + bytes.length + " bytes)";
  }

  /** Returns the message of an exception, or its class if it has no message. */
  static String problem(Throwable e) {
    return Objects.requireNonNullElse(e.getMessage(), e.toString());
  }

  /** Returns the text of a value, cut after {@link #MAX_TEXT} characters. */
  static String text(Object value) {
    return text(value, MAX_TEXT);
  }

  static String text(Object value, int maxLength) {
    if (value instanceof Variant variant) {
      return variant.toShortString(maxLength);
    }
    return value instanceof CharSequence text
        ? StringValue.of(text.toString()).toShortString(maxLength)
        : cut("" + value, maxLength);
  }

  /** Cuts a text, but not between the chars of a surrogate pair. */
  static String cut(String text, int maxLength) {
    if (text.length() <= maxLength) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
    return text.substring(0, end) + "…";
  }
}
