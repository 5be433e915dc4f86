package io.github.godotvariant.codec;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.WireTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A String that a program has as a key of dictionaries, made ready once: to find it in the input
 * and to write it takes no more than to compare or copy a few words. Immutable.
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

  /** Its bytes on the wire; null unless it is short and plain. */
  final @Nullable EncodedText wire;

  private VariantKey(String text) {
    this.text = text;
    wire = EncodedText.of(HEADER, text);
  }

  /**
   * A key.
   *
   * @param text the key; what is longer than 48 characters or no ASCII is not faster than a string
   * @return the key
   */
  public static VariantKey of(String text) {
    return new VariantKey(Objects.requireNonNull(text, "text"));
  }

  /**
   * The key as a string.
   *
   * @return the text it was made of
   */
  public String text() {
    return text;
  }

  /** The bytes in a dialect, header included; null if they are not known. */
  @Nullable EncodedText in(WireTable table) {
    return wire != null && wire.isStringIn(table) ? wire : null;
  }

  /** The same text is the same key. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VariantKey key && key.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The text. */
  @Override
  public String toString() {
    return text;
  }
}
