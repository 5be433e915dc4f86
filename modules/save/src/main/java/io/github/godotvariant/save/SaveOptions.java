package io.github.godotvariant.save;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import java.util.Objects;
import java.util.Optional;

/**
 * Immutable options for opening a file.
 *
 * @param key the key of an encrypted file; empty if no key is given
 * @param dialect the dialect of the values; empty to recognise it
 * @param framing the framing of the values; empty to recognise it
 * @param objects whether values can contain full objects, which are read as data and never
 *     instantiated
 * @param limits the limits for each value; {@link ReadLimits#bytes()} also limits the length of the
 *     contents of a compressed file
 * @param usesSearch whether a file that does not start with values is searched for them; see {@link
 *     #withSearch}
 */
@CheckReturnValue
public record SaveOptions(
    Optional<EncryptionKey> key,
    Optional<Dialect> dialect,
    Optional<Framing> framing,
    ObjectMode objects,
    ReadLimits limits,
    boolean usesSearch) {
  /**
   * Options for trusted files: no key, no dialect, no framing, object ids only, default limits, no
   * search.
   */
  public static final SaveOptions DEFAULT =
      new SaveOptions(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          ObjectMode.IDS,
          ReadLimits.DEFAULT,
          false);

  /**
   * Creates options. No component may be {@code null}.
   *
   * @param key see the record
   * @param dialect see the record
   * @param framing see the record
   * @param objects see the record
   * @param limits see the record
   * @param usesSearch see the record
   */
  public SaveOptions {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(dialect, "dialect");
    Objects.requireNonNull(framing, "framing");
    Objects.requireNonNull(objects, "objects");
    Objects.requireNonNull(limits, "limits");
  }

  /**
   * Returns options for a file that the engine opened with {@code open_encrypted_with_pass}.
   *
   * @param password the password, which may be empty
   * @return the default options with the key of the password
   * @throws IllegalArgumentException if the password contains a NUL character, which ends strings
   *     in the engine
   */
  public static SaveOptions password(String password) {
    return DEFAULT.withKey(EncryptionKey.ofPassword(password));
  }

  /**
   * Returns these options with a key.
   *
   * @param newKey the key of an encrypted file; ignored for other files
   * @return changed options
   */
  public SaveOptions withKey(EncryptionKey newKey) {
    Optional<EncryptionKey> given = Optional.of(Objects.requireNonNull(newKey, "key"));
    return new SaveOptions(given, dialect, framing, objects, limits, usesSearch);
  }

  /**
   * Returns these options with a dialect.
   *
   * @param newDialect the dialect of the values
   * @return changed options
   */
  public SaveOptions withDialect(Dialect newDialect) {
    Optional<Dialect> given = Optional.of(Objects.requireNonNull(newDialect, "dialect"));
    return new SaveOptions(key, given, framing, objects, limits, usesSearch);
  }

  /**
   * Returns these options with a framing.
   *
   * @param newFraming the framing of the values
   * @return changed options
   */
  public SaveOptions withFraming(Framing newFraming) {
    Optional<Framing> given = Optional.of(Objects.requireNonNull(newFraming, "framing"));
    return new SaveOptions(key, dialect, given, objects, limits, usesSearch);
  }

  /**
   * Returns these options with another mode for objects.
   *
   * @param mode whether full objects are read, and whether {@link SaveFile#format()} writes them
   * @return changed options
   */
  public SaveOptions withObjects(ObjectMode mode) {
    return new SaveOptions(key, dialect, framing, mode, limits, usesSearch);
  }

  /**
   * Returns these options with other limits.
   *
   * @param newLimits the limits
   * @return changed options
   */
  public SaveOptions withLimits(ReadLimits newLimits) {
    return new SaveOptions(key, dialect, framing, objects, newLimits, usesSearch);
  }

  /**
   * Returns these options with or without a search for values between other bytes. Games often
   * write a version number, a magic or a line of text before the values, or raw fields between
   * them. If a file does not start with values, {@link SaveFile} searches it for values of {@code
   * store_var} that an engine can read. The file is accepted if these values, with their lengths,
   * are at least half of the bytes of the file. In each run of adjacent values, at least one value
   * must have 64 bytes or more, or contain a text with a letter, because other bytes often look
   * like a short value such as a number. If other bytes directly follow a value and look like a
   * value, they are read as a value.
   *
   * <p>Files with a given framing, and files longer than 256 MiB or {@link ReadLimits#bytes()}, are
   * not searched. The search keeps the whole file in memory, and needs up to 20 times the length of
   * the file for many small values. To limit the time, the search decodes for each dialect at most
   * 4 times as many bytes as the file has.
   *
   * @param isUsed whether files are searched
   * @return changed options
   * @see SaveFile#hasSurroundingBytes()
   */
  public SaveOptions withSearch(boolean isUsed) {
    return new SaveOptions(key, dialect, framing, objects, limits, isUsed);
  }
}
