package io.github.godotvariant.save;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import java.util.Objects;
import java.util.Optional;

/**
 * What a file does not say by itself, for opening it. Immutable.
 *
 * @param key the key of an encrypted file
 * @param dialect the dialect of the values; empty to find it out
 * @param framing how values follow each other; empty to find it out
 * @param objects whether values may hold full objects; they are data, never instantiated
 * @param limits what reading may cost: each value by itself, and {@link ReadLimits#bytes()} also
 *     for how long the contents of a compressed file may be
 * @param searches whether values are searched between other bytes if a file does not start with
 *     values; see {@link #withSearch}
 */
@CheckReturnValue
public record SaveOptions(
    Optional<EncryptionKey> key,
    Optional<Dialect> dialect,
    Optional<Framing> framing,
    ObjectMode objects,
    ReadLimits limits,
    boolean searches) {
  /** Nothing known, for files of one's own: no key, object ids only, default limits. */
  public static final SaveOptions DEFAULT =
      new SaveOptions(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          ObjectMode.IDS,
          ReadLimits.DEFAULT,
          false);

  /**
   * Checks the components.
   *
   * @param key see the record
   * @param dialect see the record
   * @param framing see the record
   * @param objects see the record
   * @param limits see the record
   * @param searches see the record
   */
  public SaveOptions {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(dialect, "dialect");
    Objects.requireNonNull(framing, "framing");
    Objects.requireNonNull(objects, "objects");
    Objects.requireNonNull(limits, "limits");
  }

  /**
   * For a file of {@code open_encrypted_with_pass}.
   *
   * @param password the password, which may be empty
   * @return options
   * @throws IllegalArgumentException if it has a NUL, where texts of the engine end
   */
  public static SaveOptions password(String password) {
    return DEFAULT.withKey(EncryptionKey.ofPassword(password));
  }

  /**
   * These options with a key.
   *
   * @param newKey of an encrypted file; has no meaning for others
   * @return changed options
   */
  public SaveOptions withKey(EncryptionKey newKey) {
    return new SaveOptions(
        Optional.of(Objects.requireNonNull(newKey, "key")),
        dialect,
        framing,
        objects,
        limits,
        searches);
  }

  /**
   * These options with a dialect.
   *
   * @param newDialect of the values
   * @return changed options
   */
  public SaveOptions withDialect(Dialect newDialect) {
    return new SaveOptions(
        key,
        Optional.of(Objects.requireNonNull(newDialect, "dialect")),
        framing,
        objects,
        limits,
        searches);
  }

  /**
   * These options with a framing.
   *
   * @param newFraming how values follow each other
   * @return changed options
   */
  public SaveOptions withFraming(Framing newFraming) {
    return new SaveOptions(
        key,
        dialect,
        Optional.of(Objects.requireNonNull(newFraming, "framing")),
        objects,
        limits,
        searches);
  }

  /**
   * These options with another way with objects.
   *
   * @param mode whether full objects are read, and written again
   * @return changed options
   */
  public SaveOptions withObjects(ObjectMode mode) {
    return new SaveOptions(key, dialect, framing, mode, limits, searches);
  }

  /**
   * These options with other limits.
   *
   * @param newLimits what reading may cost
   * @return changed options
   */
  public SaveOptions withLimits(ReadLimits newLimits) {
    return new SaveOptions(key, dialect, framing, objects, newLimits, searches);
  }

  /**
   * Returns these options with a search for values between other bytes. Games often write a version
   * number, a magic or a line of text before the values, or raw fields between them. If a file does
   * not start with values, {@link SaveFile} then finds those that {@code store_var} wrote at any
   * offset and that an engine reads, if they are at least half of the file. One of the values that
   * follow each other must contain text or at least 64 bytes, because other bytes often look like a
   * number. Files of a given framing are not searched. The search reads the whole file, and decodes
   * each byte at most 8 times for each engine.
   *
   * @param isSearched whether values are searched
   * @return changed options
   * @see SaveFile#isSearched()
   */
  public SaveOptions withSearch(boolean isSearched) {
    return new SaveOptions(key, dialect, framing, objects, limits, isSearched);
  }
}
