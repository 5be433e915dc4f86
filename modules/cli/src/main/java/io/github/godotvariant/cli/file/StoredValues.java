package io.github.godotvariant.cli.file;

import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the values of a file one after the other, with their bytes. Exceptions name the file. */
public final class StoredValues implements Closeable {
  private final InputFile input;
  private final SaveFile file;
  private final Iterator<SaveFile.Entry> entries;
  private Optional<List<SaveFile.Entry>> kept = Optional.empty();

  StoredValues(InputFile input) {
    this.input = input;
    file = reading(() -> input.openSave(input.options()));
    entries = file.entries();
  }

  /**
   * A value that was read from a file.
   *
   * @param entry the value, with its bytes and its number
   * @param problem why the value cannot be decoded; empty if it can be decoded
   */
  public record Stored(SaveFile.Entry entry, Optional<String> problem) {
    /** {@return the number of the value in the file, from 0} */
    public int index() {
      return entry.index();
    }

    /** {@return the encoded value} */
    public byte[] bytes() {
      return entry.bytes();
    }

    /** {@return the decoded value} Call this method only if {@link #problem} is empty. */
    public Variant value() {
      return entry.value();
    }
  }

  /** {@return the name of the file in messages} */
  public String name() {
    return input.name();
  }

  /**
   * {@return the open file} The caller must not iterate over the values of the file, because this
   * object does that.
   */
  public SaveFile file() {
    return file;
  }

  /** {@return a list to which this object adds each value that it reads from now on} */
  public List<SaveFile.Entry> keepEntries() {
    List<SaveFile.Entry> list = new ArrayList<>();
    kept = Optional.of(list);
    return list;
  }

  /**
   * Returns the format of the file. Reads the remaining values first, because the dialect and the
   * size of components depend on all values.
   *
   * @throws CliException if the file is damaged
   */
  public SaveFormat settledFormat() {
    while (hasNext()) {
      next();
    }
    return file.format();
  }

  /**
   * Rejects a file with other bytes around its values, for commands that would lose these bytes.
   *
   * @throws CliException if there are other bytes before, between or after the values
   */
  public void rejectSurroundingBytes() {
    CliException.rejectData(
        file.hasSurroundingBytes(),
        name() + ": other bytes surround its values; only 'set' and 'remove' keep them");
  }

  /**
   * Passes the remaining values to {@code sink}.
   *
   * @return why reading stopped before the end of the file, without the name of the file; empty if
   *     all values were read
   */
  public Optional<String> rest(Consumer<Stored> sink) throws IOException {
    try {
      while (entries.hasNext()) {
        sink.accept(read());
      }
      return Optional.empty();
    } catch (SaveFileException e) {
      return Optional.of(FileProblems.contentProblem(input, e));
    }
  }

  /**
   * Returns whether there are more values.
   *
   * @throws CliException if the file cannot be read
   */
  public boolean hasNext() {
    return reading(entries::hasNext);
  }

  /**
   * Returns the next value, which may be malformed.
   *
   * @throws CliException if the value cannot be found in the file
   */
  public Stored next() {
    return reading(this::read);
  }

  private Stored read() {
    SaveFile.Entry next = entries.next();
    kept.ifPresent(list -> list.add(next));
    Optional<String> problem =
        next.problem().map(e -> FileProblems.valueProblem(e, next, file.codec()));
    return new Stored(next, problem);
  }

  private <T> T reading(InputFile.Transfer<T> read) {
    return InputFile.reading(
        input.name(),
        () -> {
          try {
            return read.run();
          } catch (SaveFileException e) {
            throw FileProblems.badFile(input, e);
          }
        });
  }

  /**
   * Returns the decoded value of {@code stored}.
   *
   * @throws CliException if the value is malformed
   */
  public Variant whole(Stored stored) {
    if (stored.problem().isPresent()) {
      String advice = FileProblems.dialectAdvice(input);
      throw CliException.badData(name() + ": " + stored.problem().get() + advice);
    }
    return stored.value();
  }

  /**
   * Returns the remaining values.
   *
   * @throws CliException if a value is malformed
   */
  public List<Variant> all() {
    List<Variant> all = new ArrayList<>();
    while (hasNext()) {
      all.add(whole(next()));
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
