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

/** The values of a file in order, with their bytes. Exceptions name the file. */
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
   * A value.
   *
   * @param entry the value in the file
   * @param problem why the value cannot be decoded; empty if it can
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

  /** {@return the open file; only this object may iterate over its values} */
  public SaveFile file() {
    return file;
  }

  /** {@return a list to which each value is added that is read from now on} */
  public List<SaveFile.Entry> keepEntries() {
    List<SaveFile.Entry> list = new ArrayList<>();
    kept = Optional.of(list);
    return list;
  }

  /**
   * Reads the remaining values, which decide the dialect and the size of components, and returns
   * the format.
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
   * Rejects a file with other bytes around its values, for a command that does not keep them.
   *
   * @throws CliException if other bytes surround the values
   */
  public void rejectSurroundingBytes() {
    CliException.rejectData(
        file.hasSurroundingBytes(),
        name() + ": other bytes surround its values; only 'set' and 'remove' keep them");
  }

  /**
   * Passes the remaining values to {@code sink}.
   *
   * @return why the next value cannot be found, without the name of the file; empty if all values
   *     were read
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
   * Returns a decoded value.
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
