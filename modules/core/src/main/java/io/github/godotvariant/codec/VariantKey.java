package io.github.godotvariant.codec;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.WireTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A prepared String key of dictionaries. The key is encoded only once. A reader finds the key by
 * comparing a few 64-bit words, and a writer copies its bytes. Immutable.
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

  /** The encoded key; null if the key is longer than 48 characters or not ASCII. */
  final @Nullable EncodedText encoded;

  private VariantKey(String text) {
    this.text = text;
    encoded = EncodedText.of(HEADER, text);
  }

  /**
   * Creates a key.
   *
   * @param text the text of the key. A {@code VariantKey} that is longer than 48 characters or not
   *     ASCII is not faster than a String
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
   * Returns the encoded key; null if the key is long or not ASCII, or if the dialect has another
   * header for Strings.
   */
  @Nullable EncodedText encodedFor(WireTable table) {
    return encoded != null && encoded.isStringIn(table) ? encoded : null;
  }

  /** Compares the texts of two keys. */
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
