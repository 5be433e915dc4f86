package io.github.godotvariant.cli.file;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.TextEscapes;
import io.github.godotvariant.cli.values.ValueFormat;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.text.VariantText;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** A text with one value in the notation of {@code var_to_str}. Not thread-safe. */
public final class ValueText {
  /** The maximum length, in bytes, of text that is parsed to find out whether it is a value. */
  static final int MAX_BYTES = 1 << 20;

  private final String text;

  // Empty until isJson() needs it, because the check parses the whole text.
  private Optional<Boolean> isJson = Optional.empty();

  private ValueText(String text) {
    this.text = text;
  }

  /** {@return the text, which can start with a byte order mark and end with blanks} */
  public String text() {
    return text;
  }

  /** {@return whether the text starts with a byte order mark} */
  public boolean hasMark() {
    return text.startsWith(Text.MARK);
  }

  /**
   * {@return the text of a value, decoded from UTF-8; empty if there are more than {@link
   * #MAX_BYTES} bytes, or if they are not the text of exactly one value}
   */
  static Optional<ValueText> of(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      return Optional.empty();
    }
    try {
      ValueText text = new ValueText(Text.utf8(bytes));
      Variant unused = text.value(Dialect.GODOT_4);
      return Optional.of(text);
    } catch (CharacterCodingException | VariantException e) {
      return Optional.empty();
    }
  }

  /** {@return the value of the text, with the precision and the key rule of a dialect} */
  Variant value(Dialect dialect) {
    return ValueFormat.text(VariantText.GODOT_4, dialect).parse(body());
  }

  private String body() {
    return Text.withoutMark(text).strip();
  }

  /** {@return whether the text is also JSON} */
  public boolean isJson() {
    if (isJson.isEmpty()) {
      isJson = Optional.of(parsesAsJson());
    }
    return isJson.get();
  }

  private boolean parsesAsJson() {
    try {
      Variant unused = PlainJson.DEFAULT.read(body());
      return true;
    } catch (VariantException e) {
      return false;
    }
  }

  /**
   * Returns whether this text is the output of {@code var_to_str} for a value, with control
   * characters escaped. A byte order mark and blanks around the text are ignored.
   */
  public boolean isPrinted(Variant value) {
    return print(value).equals(body());
  }

  /**
   * Returns the text of another value, with the blanks at the end of this text and without a byte
   * order mark.
   */
  public ValueText with(Variant value) {
    return new ValueText(print(value) + text.substring(text.stripTrailing().length()));
  }

  /**
   * Prints a value as {@code var_to_str} does, but escapes control characters in strings, so that
   * the file is still recognised as text.
   */
  private String print(Variant value) {
    TextEscapes escapes = isJson() ? TextEscapes.JSON_FILE : TextEscapes.FILE;
    return escapes.safe(VariantText.GODOT_4.print(value));
  }
}
