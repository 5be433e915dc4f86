package io.github.godotvariant.cli;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
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
final class StoredValues implements Closeable {
  private final Data data;
  private final SaveOptions open;
  // One finds out what is a value, the other takes the same value's bytes from the file.
  private final SaveFile values;
  private final SaveFile bytes;
  private final Iterator<Variant> each;
  private final Iterator<byte[]> encoded;
  private long index;

  StoredValues(Data data, SaveOptions open) throws IOException {
    this.data = data;
    this.open = open;
    values = data.values(open);
    bytes = data.values(open.withFraming(values.format().framing()));
    each = values.iterator();
    encoded = bytes.encoded();
  }

  /**
   * A value.
   *
   * @param index which it is, from 0 on
   * @param bytes how it is encoded
   * @param value what they are
   * @param problem why they are nothing; empty if they are a value
   */
  record Stored(long index, byte[] bytes, Optional<Variant> value, Optional<String> problem) {}

  Data data() {
    return data;
  }

  /** The same values from the start. */
  StoredValues again() throws IOException {
    return new StoredValues(data, open);
  }

  /**
   * What the file is, after a look at all that is left of it: only then it is clear in which
   * dialect it is, and whether components have 64 bits.
   *
   * @throws BadDataException if the file is damaged
   */
  SaveFormat settledFormat() {
    while (hasNext()) {
      next();
    }
    return format();
  }

  /** What the file is; the dialect as far as the values that were read show it. */
  SaveFormat format() {
    return values.format();
  }

  /** How well each dialect fits the values that were read, best first. */
  List<Candidate> candidates() {
    return values.candidates();
  }

  /** What is odd about the file, as far as it was read. */
  List<String> remarks() {
    return values.remarks();
  }

  /** What decodes the values. */
  VariantCodec codec() {
    return values.codec();
  }

  /**
   * Hands on all that are left, as far as they can be found.
   *
   * @return why the next one cannot be found, without the name of the file; empty at the end
   */
  Optional<String> rest(Consumer<Stored> sink) throws IOException {
    try {
      while (each.hasNext()) {
        sink.accept(read());
      }
      return Optional.empty();
    } catch (SaveFileException e) {
      return Optional.of(Carrier.problem(data, open, e));
    } catch (UncheckedIOException e) {
      throw Source.unreadable(data.name(), Objects.requireNonNull(e.getCause()));
    }
  }

  /**
   * Whether there are more.
   *
   * @throws BadDataException if the file cannot be read
   */
  boolean hasNext() {
    return reading(each::hasNext);
  }

  /**
   * The next one, be it broken.
   *
   * @throws BadDataException if it cannot be found
   */
  Stored next() {
    return reading(this::read);
  }

  private Stored read() {
    Optional<Variant> value = Optional.empty();
    Optional<SaveFileException> broken = Optional.empty();
    try {
      value = Optional.of(each.next());
    } catch (SaveFileException e) {
      if (!(e.getCause() instanceof VariantException)) {
        throw e; // and there is no way to find the next one
      }
      broken = Optional.of(e);
    }
    byte[] its = encoded.next();
    long which = index++;
    return new Stored(
        which, its, value, broken.map(e -> Carrier.problem(e, which, its, values.codec())));
  }

  private RuntimeException bad(SaveFileException e) {
    try {
      return Carrier.bad(data, open, e);
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
  Variant whole(Stored stored) {
    return stored
        .value()
        .orElseThrow(
            () -> new BadDataException(data.name() + ": " + stored.problem().orElseThrow()));
  }

  /**
   * All that are left.
   *
   * @throws BadDataException if one is broken
   */
  List<Variant> all() {
    List<Variant> all = new ArrayList<>();
    while (hasNext()) {
      all.add(whole(next()));
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    try (values) {
      bytes.close();
    }
  }
}
