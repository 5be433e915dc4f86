package io.github.godotvariant.save;

import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.Lengths;
import java.io.IOException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Reads lines of Base64. Each line is one encoded value. */
final class Base64Lines {
  /** The number of bytes that are searched first for the end of a line. The number then doubles. */
  private static final int STEP = 1 << 10;

  private Base64Lines() {}

  static boolean isBlank(byte character) {
    return character == '\n' || character == '\r' || character == ' ' || character == '\t';
  }

  private static boolean isBase64(byte character) {
    return (character >= 'A' && character <= 'Z')
        || (character >= 'a' && character <= 'z')
        || (character >= '0' && character <= '9')
        || character == '+'
        || character == '/'
        || character == '=';
  }

  /**
   * Returns the length of a line in bytes.
   *
   * @param from the offset of the line, relative to the position of the content
   * @param limit the maximum number of decoded bytes
   * @return the length without the line end
   * @throws SaveFileException if the line is too long
   */
  static int length(Content content, int from, long limit) throws IOException {
    int maxLength =
        (int) Math.min((Math.min(limit, Lengths.MAX_ARRAY) + 2) / 3 * 4, Lengths.MAX_ARRAY - STEP);
    int length = 0;
    for (int wanted = STEP; ; wanted = (int) Math.min(2L * wanted, Lengths.MAX_ARRAY)) {
      int available =
          content.request((int) Math.min((long) from + wanted, Lengths.MAX_ARRAY)) - from;
      while (length < available
          && length <= maxLength
          && isBase64(content.buffer[content.at + from + length])) {
        length++;
      }
      if (length > maxLength) {
        throw content.problem(
            Reason.LIMIT,
            "a line of Base64 is longer than the limit of " + Counts.bytes(limit),
            content.position() + from);
      }
      if (length < available || available < wanted) {
        return length;
      }
    }
  }

  /**
   * Takes and decodes a line. Throws if the line is not Base64 or is too long for {@code limit}
   * decoded bytes.
   */
  static byte[] take(Content content, long limit) throws IOException {
    long offset = content.position();
    byte[] line = content.takeBytes(length(content, 0, limit), "a line");
    while (content.request(1) > 0 && content.buffer[content.at] != '\n') {
      if (!isBlank(content.buffer[content.at])) {
        throw notBase64(content.file, content.position(), null);
      }
      content.take(1);
    }
    try {
      return Base64.getDecoder().decode(line);
    } catch (IllegalArgumentException e) {
      throw notBase64(content.file, offset, e);
    }
  }

  private static SaveFileException notBase64(String file, long offset, @Nullable Throwable cause) {
    return new SaveFileException(Reason.TEXT, "this is not a line of Base64", file, offset, cause);
  }

  /** Decodes a part of the content; returns an empty array if it is not Base64. */
  static byte[] peek(Content content, int from, int length) {
    try {
      return Base64.getDecoder().decode(content.peek(from, length));
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }
}
