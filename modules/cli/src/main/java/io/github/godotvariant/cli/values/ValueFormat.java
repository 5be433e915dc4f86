package io.github.godotvariant.cli.values;

import io.github.godotvariant.TextNotation;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.JsonEscapingWriter;
import io.github.godotvariant.cli.terminal.NamedValues;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.json.VariantJson;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Prints values in a text format, and reads them. */
public enum ValueFormat {
  /** The encoded bytes as hex digits. */
  HEX(Optional.empty()),

  /** The notation of Godot 4. */
  TEXT(Optional.of(TextNotation.GODOT_4)),

  /** The notation of Godot 3, which rounds floats to 6 digits. */
  TEXT_GODOT_3(Optional.of(TextNotation.GODOT_3)),

  /** The notation of Godot 3.2. */
  TEXT_GODOT_3_2(Optional.of(TextNotation.GODOT_3_2)),

  /** The engine's lossless JSON. */
  JSON(Optional.empty()),

  /** Ordinary JSON. */
  PLAIN_JSON(Optional.empty());

  /**
   * The engine's lossless JSON. It accepts full objects, because the codec decides whether they are
   * written.
   */
  private static final NativeJson NATIVE = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);

  private static final HexFormat DIGITS = HexFormat.of();

  /** The number of bytes that are converted to hex digits at a time. */
  private static final int HEX_BYTES = 1 << 13;

  private final Optional<TextNotation> notation;

  ValueFormat(Optional<TextNotation> notation) {
    this.notation = notation;
  }

  /** {@return whether values are printed in the engine's notation} */
  public boolean isEngineText() {
    return notation.isPresent();
  }

  /**
   * Prints a value and ends the line.
   *
   * @throws VariantException if the format cannot express the value
   */
  public void print(Variant value, VariantCodec codec, PrintWriter out) throws IOException {
    switch (this) {
      case HEX -> printHex(codec.encode(value), out);
      case JSON, PLAIN_JSON -> {
        if (this == PLAIN_JSON) {
          // Rejects keys that become equal, before a part of the line is printed.
          PlainJson.DEFAULT.write(value, Writer.nullWriter());
        }
        try (JsonEscapingWriter escaping = new JsonEscapingWriter(out)) {
          json(codec.dialect()).write(value, escaping);
        }
      }
      default -> out.print(escapes().safe(notation().print(value).stripTrailing()));
    }
    out.print('\n');
  }

  /**
   * Prints a value of a file and ends the line. {@link #HEX} prints the bytes that are in the file.
   */
  public void print(SaveFile.Entry stored, VariantCodec codec, PrintWriter out) throws IOException {
    if (this == HEX) {
      printHex(stored.bytes(), out);
      out.print('\n');
    } else {
      print(stored.value(), codec, out);
    }
  }

  /** {@return the text of an encoded value, in one line} */
  public String line(byte[] bytes, VariantCodec codec) {
    Variant value = codec.decode(bytes);
    return switch (this) {
      case HEX -> DIGITS.formatHex(bytes);
      case JSON, PLAIN_JSON -> Text.json(json(codec.dialect()).write(value));
      default -> escapes().oneLine(notation().print(value));
    };
  }

  /**
   * {@return the text of an encoded value} Text in the engine's notation keeps its line ends, and
   * has no additional escapes.
   */
  public String exact(byte[] bytes, VariantCodec codec) {
    return isEngineText() ? notation().print(codec.decode(bytes)) : line(bytes, codec);
  }

  /**
   * Returns the values in a text.
   *
   * @param dialect the dialect, which decides the precision and which keys are equal
   */
  public Iterator<Variant> values(Reader text, Dialect dialect) {
    return switch (this) {
      case HEX -> throw new UnsupportedOperationException("hex is read as bytes");
      case JSON, PLAIN_JSON -> json(dialect).values(text);
      default -> text(notation(), dialect).values(text);
    };
  }

  /** {@return the encoded bytes of the value in a text, as hex digits} */
  public String hex(String text, VariantCodec codec) {
    Dialect dialect = codec.dialect();
    Variant value =
        switch (this) {
          case HEX -> codec.decode(HexText.parse(text));
          case JSON, PLAIN_JSON -> json(dialect).read(text);
          default -> text(notation(), dialect).parse(text);
        };
    return DIGITS.formatHex(codec.encode(DeclaredTypes.checked(value, codec.objects())));
  }

  /** {@return the notation, changed to the precision and the key rule of a dialect} */
  public static VariantText text(VariantText notation, Dialect dialect) {
    return notation.withRealPrecision(dialect.realPrecision()).withKeyRule(dialect.keyRule());
  }

  private VariantJson json(Dialect dialect) {
    return this == JSON ? NATIVE.withKeyRule(dialect.keyRule()) : PlainJson.DEFAULT;
  }

  private VariantText notation() {
    return VariantText.of(notation.orElseThrow());
  }

  private TextEscapes escapes() {
    return this == TEXT ? TextEscapes.TERMINAL : TextEscapes.TERMINAL_GODOT_3;
  }

  private static void printHex(byte[] bytes, PrintWriter out) {
    for (int at = 0; at < bytes.length; at += HEX_BYTES) {
      out.print(DIGITS.formatHex(bytes, at, Math.min(bytes.length, at + HEX_BYTES)));
    }
  }

  /** {@return the name on the command line} */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace("_3_", "_3.").replace('_', '-');
  }

  /** Converts names on the command line, in upper or lower case, to formats. */
  public static class Names extends NamedValues<ValueFormat> {
    Names() {
      this(format -> true);
    }

    private Names(Predicate<ValueFormat> proposed) {
      super(Stream.of(ValueFormat.values()), ValueFormat::toString, proposed);
    }

    @Override
    public ValueFormat convert(String name) {
      return super.convert(name.toLowerCase(Locale.ROOT));
    }
  }

  /** Lists only the formats that {@code encode} reads. Converts the other name too. */
  public static final class ReadableNames extends Names {
    public ReadableNames() {
      super(format -> format != HEX);
    }
  }
}
