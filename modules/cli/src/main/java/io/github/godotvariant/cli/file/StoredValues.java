package io.github.godotvariant.cli.file;

import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.codec.DialectProbe.Candidate;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The values of a file in order, each with its bytes. */
public final class StoredValues implements Closeable {
  private final Data data;
  private final SaveOptions open;
  private final SaveFile file;
  private final Iterator<SaveFile.Entry> each;
  private final List<byte[]> kept = new ArrayList<>();
  private boolean keeps;

  public StoredValues(Data data, SaveOptions open) throws IOException {
    this.data = data;
    this.open = open;
    file = data.values(open);
    each = file.entries();
  }

  /**
   * A value.
   *
   * @param entry what it is in the file
   * @param problem why it is nothing; empty if it is a value
   */
  public record Stored(SaveFile.Entry entry, Optional<String> problem) {
    /** Which it is, from 0 on. */
    public int index() {
      return entry.index();
    }

    /** How it is encoded. */
    public byte[] bytes() {
      return entry.bytes();
    }

    /** What it is; empty if it is broken. */
    public Optional<Variant> value() {
      return problem.isPresent() ? Optional.empty() : Optional.of(entry.value());
    }
  }

  public Data data() {
    return data;
  }

  /** The bytes of all values from here on, as far as they were read. */
  public List<byte[]> keep() {
    keeps = true;
    return kept;
  }

  /** The same values from the start. */
  public StoredValues again() throws IOException {
    return new StoredValues(data, open);
  }

  /**
   * What the file is, after a look at all that is left of it: only then it is clear in which
   * dialect it is, and whether components have 64 bits.
   *
   * @throws BadDataException if the file is damaged
   */
  public SaveFormat settledFormat() {
    while (hasNext()) {
      next();
    }
    return format();
  }

  /** What the file is; the dialect as far as the values that were read show it. */
  public SaveFormat format() {
    return file.format();
  }

  /** How well each dialect fits the values that were read, best first. */
  public List<Candidate> candidates() {
    return file.candidates();
  }

  /** What is odd about the file, as far as it was read. */
  public List<String> remarks() {
    return file.remarks();
  }

  /** What decodes the values. */
  public VariantCodec codec() {
    return file.codec();
  }

  /**
   * Hands on all that are left, as far as they can be found.
   *
   * @return why the next one cannot be found, without the name of the file; empty at the end
   */
  public Optional<String> rest(Consumer<Stored> sink) throws IOException {
    try {
      while (each.hasNext()) {
        sink.accept(read());
      }
      return Optional.empty();
    } catch (SaveFileException e) {
      return Optional.of(FileProblems.problem(data, open, e));
    } catch (UncheckedIOException e) {
      throw Source.unreadable(data.name(), Objects.requireNonNull(e.getCause()));
    }
  }

  /**
   * Whether there are more.
   *
   * @throws BadDataException if the file cannot be read
   */
  public boolean hasNext() {
    return reading(each::hasNext);
  }

  /**
   * The next one, be it broken.
   *
   * @throws BadDataException if it cannot be found
   */
  public Stored next() {
    return reading(this::read);
  }

  private Stored read() {
    SaveFile.Entry next = each.next();
    if (keeps) {
      kept.add(next.bytes());
    }
    Optional<String> problem =
        next.problem().map(e -> FileProblems.problem(e, next.index(), next.bytes(), file.codec()));
    return new Stored(next, problem);
  }

  private RuntimeException bad(SaveFileException e) {
    try {
      return FileProblems.bad(data, open, e);
    } catch (IOException other) {
      return Source.unreadable(data.name(), other);
    }
  }

  /** Names the file, so that its trouble is told from that of a file that is being written. */
  private <T> T reading(Supplier<T> work) {
    try {
      return work.get();
    } catch (SaveFileException e) {
      throw bad(e);
    } catch (UncheckedIOException e) {
      throw Source.unreadable(data.name(), Objects.requireNonNull(e.getCause()));
    }
  }

  /**
   * A value that has to be there.
   *
   * @throws BadDataException if it is broken
   */
  public Variant whole(Stored stored) {
    return stored
        .value()
        .orElseThrow(
            () ->
                new BadDataException(
                    data.name()
                        + ": "
                        + stored.problem().orElseThrow()
                        + FileProblems.dialectAdvice(data, open)));
  }

  /**
   * All that are left.
   *
   * @throws BadDataException if one is broken
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
