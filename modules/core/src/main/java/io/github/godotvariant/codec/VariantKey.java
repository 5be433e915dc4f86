package io.github.godotvariant.codec;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.WireTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A String key of dictionaries that is encoded only once, for fast reading and writing. A reader
 * recognizes the key by comparing a few 64-bit words, and a writer copies the encoded bytes.
 * Immutable.
 *
 * <pre>{@code
 * private static final VariantKey ID = VariantKey.of("id");
 * private static final VariantKey AT = VariantKey.of("at");
 *
 * static void write(VariantWriter writer, Vector3 position) {
 *   writer.beginDictionary().key(ID).value(7).key(AT).value(position).endDictionary();
 * }
 * }</pre>
 *
 * @see VariantReader#nextKeyIs
 * @see VariantWriter#key
 */
@CheckReturnValue
public final class VariantKey {
  private static final int HEADER = Dialect.GODOT_4.row(VariantType.STRING).orElseThrow().wireId();

  private final String text;

  /** The encoded key; null if the key is empty, longer than 48 characters or not plain ASCII. */
  final @Nullable EncodedText encoded;

  private VariantKey(String text) {
    this.text = text;
    encoded = EncodedText.of(HEADER, text);
  }

  /**
   * Creates a key.
   *
   * @param text the text of the key. If the text is empty, longer than 48 characters or not ASCII,
   *     a {@code VariantKey} is not faster than a String
   * @return the key
   */
  public static VariantKey of(String text) {
    return new VariantKey(Objects.requireNonNull(text, "text"));
  }

  /** {@return the text of the key} */
  public String text() {
    return text;
  }

  /**
   * Returns the encoded key if the dialect encodes it with the same bytes. Returns null if {@link
   * #encoded} is null, or if Strings have another header in the dialect.
   */
  @Nullable EncodedText encodedFor(WireTable table) {
    return encoded != null && encoded.isStringIn(table) ? encoded : null;
  }

  /** Compares the texts of two keys. Returns false for an object of another class. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VariantKey key && key.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** {@return the text of the key} */
  @Override
  public String toString() {
    return text;
  }
}
