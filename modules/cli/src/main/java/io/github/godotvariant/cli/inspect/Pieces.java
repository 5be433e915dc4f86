package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveFileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;

/** The bytes of the values in a file, one after the other, and where they are. */
final class Pieces {

  private final FileAccessReader reader;
  private final Framing framing;
  private int index;

  Pieces(FileAccessReader reader, Framing framing) {
    this.reader = reader;
    this.framing = framing;
    reader.setBigEndian(framing == Framing.STORE_VAR_BIG_ENDIAN);
  }

  /**
   * The bytes of a value.
   *
   * @param start where they start in the contents of the file; of Base64, where its line does
   * @param bytes the bytes; of a value that is cut off, those that are there
   * @param missing what is wrong if they are cut off; nothing comes after it then
   */
  record Piece(long start, byte[] bytes, Optional<String> missing) {}

  /** Whether offsets inside of a value can be counted from the start of the file's contents. */
  static boolean areInPlace(Framing framing) {
    return framing != Framing.BASE64;
  }

  /** The next one; nothing at the end. */
  Optional<Piece> next() throws IOException {
    if (!reader.hasRemaining()) {
      return Optional.empty();
    }
    return switch (framing) {
      case STORE_VAR, STORE_VAR_BIG_ENDIAN -> Optional.of(framed());
      case BASE64 -> line();
      case BARE -> Optional.of(rest("value " + index, Optional.empty()));
    };
  }

  private Piece framed() throws IOException {
    long length;
    try {
      length = reader.get32();
    } catch (SaveFileException e) {
      return rest("the length of value " + index, Optional.of(e));
    }
    long start = reader.position();
    try {
      byte[] bytes = reader.getBuffer((int) Math.min(length, InputFile.MAX_ARRAY_LENGTH));
      index++;
      return new Piece(start, bytes, Optional.empty());
    } catch (SaveFileException e) {
      return rest("value " + index, Optional.of(e));
    }
  }

  /** What is there of a value that is not there as a whole, or of one that takes all the rest. */
  private Piece rest(String what, Optional<SaveFileException> problem) throws IOException {
    long start = reader.position();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Optional<SaveFileException> first = problem;
    try {
      FileProblems.copy(reader, piece -> bytes.write(piece, 0, piece.length));
    } catch (SaveFileException e) {
      first = problem.or(() -> Optional.of(e));
    }
    // The reader speaks of its verbs, as it does not know what they are for.
    return new Piece(
        start,
        bytes.toByteArray(),
        first.map(e -> FileProblems.problem(e).replaceFirst("^get_(32|buffer)", what)));
  }

  private Optional<Piece> line() throws IOException {
    while (reader.hasRemaining()) {
      long start = reader.position();
      String line = reader.getLine().strip();
      if (!line.isEmpty()) {
        try {
          index++;
          return Optional.of(new Piece(start, Base64.getDecoder().decode(line), Optional.empty()));
        } catch (IllegalArgumentException e) {
          String problem = "value " + (index - 1) + ": this is no line of Base64, at byte " + start;
          return Optional.of(new Piece(start, new byte[0], Optional.of(problem)));
        }
      }
    }
    return Optional.empty();
  }

  /** Where the contents were read up to. */
  long position() {
    return reader.position();
  }
}
