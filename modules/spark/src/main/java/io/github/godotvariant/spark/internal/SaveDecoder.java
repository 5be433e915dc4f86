package io.github.godotvariant.spark.internal;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Decodes each value of a save file to a given column type. After a malformed value, decoding
 * continues with the next value if the start of the next value is known.
 *
 * <p>Not thread-safe.
 */
final class SaveDecoder {
  private final DataType type;
  private final Options options;
  private final @Nullable String reserved;

  private @Nullable Dialect dialect;
  private @Nullable RowDecoder rows;

  /**
   * Creates a decoder.
   *
   * @param type the type of each decoded value
   * @param options the options of the function or data source
   * @param reserved the name of the column for corrupt records, to which no value of a dictionary
   *     is decoded; null if there is no such column
   */
  SaveDecoder(DataType type, Options options, @Nullable String reserved) {
    this.type = type;
    this.options = options;
    this.reserved = reserved;
  }

  /**
   * The result of decoding a value.
   *
   * @param index the index of the value in its file, from 0
   * @param value the decoded value; null for Nil, or if the value could not be decoded at all
   * @param problem the reason for which the value, or something in the value, could not be decoded;
   *     null if the complete value was decoded
   */
  record Result(long index, @Nullable Object value, @Nullable Exception problem) {
    /** Returns the message of the problem, or an empty string. */
    String message() {
      if (!(problem instanceof VariantException variantException)) {
        return problem == null ? "" : String.valueOf(problem.getMessage());
      }
      // The message contains the index of the value, because the offset counts from the start of
      // the value.
      String byteOffset =
          variantException.byteOffset() == VariantException.NO_OFFSET
              ? ""
              : ", at byte " + variantException.byteOffset() + " of the value";
      String path = variantException.shortPath();
      return "value "
          + index
          + ": "
          + variantException.problem()
          + byteOffset
          + (path.isEmpty() ? "" : ", " + path);
    }
  }

  /**
   * Returns whether an exception means that a file is encrypted, but the options do not contain a
   * key. The query must then fail in every mode, because a missing key could otherwise turn all
   * rows into null without a message.
   */
  static boolean isKeyMissing(SaveFileException e) {
    return e.reason() == SaveFileException.Reason.KEY_NEEDED;
  }

  /**
   * Returns the decoded values of a file. Call this method only once for each file, because the
   * values of a file can be read only once. The iterator can throw {@link
   * java.io.UncheckedIOException}.
   */
  Iterator<Result> results(SaveFile file) {
    Iterator<SaveFile.Entry> entries = file.entries();
    return new Iterator<>() {
      private long index;
      private @Nullable SaveFileException failure;
      private boolean isEnded;

      @Override
      public boolean hasNext() {
        if (isEnded) {
          return failure != null;
        }
        try {
          isEnded = !entries.hasNext();
          return !isEnded;
        } catch (SaveFileException e) {
          isEnded = true;
          failure = e;
          return true;
        }
      }

      @Override
      public Result next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        SaveFileException problem = failure;
        if (problem != null) {
          failure = null;
          return new Result(index++, null, problem);
        }
        try {
          return result(index++, file, entries.next());
        } catch (SaveFileException e) {
          return new Result(index - 1, null, e);
        }
      }
    };
  }

  private Result result(long index, SaveFile file, SaveFile.Entry entry) {
    if (entry.problem().isPresent()) {
      return new Result(index, null, entry.problem().get());
    }
    Variant value = entry.value();
    VariantCodec codec = file.codec();
    RowDecoder decoder = decoder(codec.dialect());
    try {
      Object decoded = decoder.decode(value);
      return new Result(
          index,
          decoded,
          decoder.hasProblem() ? decoder.problem(codec, entry.bytes(), value) : null);
    } catch (VariantException e) {
      return new Result(index, null, e);
    }
  }

  private RowDecoder decoder(Dialect newDialect) {
    RowDecoder decoder = rows;
    if (decoder == null || dialect == null || !newDialect.equals(dialect)) {
      decoder = new RowDecoder(type, options, newDialect, reserved);
      rows = decoder;
      dialect = newDialect;
    }
    return decoder;
  }
}
