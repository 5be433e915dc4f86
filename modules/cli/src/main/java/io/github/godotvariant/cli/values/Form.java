package io.github.godotvariant.cli.values;

import io.github.godotvariant.TextNotation;
import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.terminal.JsonEscapingWriter;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What a value is printed as, or read from. */
public enum Form {
  /** The bytes. */
  HEX("hex") {
    @Override
    public void print(Variant value, VariantCodec codec, PrintWriter out) {
      printHex(codec.encode(value), out);
    }

    @Override
    public Iterator<Variant> values(Reader text, Dialect dialect) {
      throw new UnsupportedOperationException("there are other ways for bytes");
    }
  },

  /** The engine's notation. */
  TEXT("text", TextNotation.GODOT_4),

  /** The notation of Godot 3, which rounds. */
  TEXT_GODOT_3("text-godot-3", TextNotation.GODOT_3),

  /** The same as Godot 3.2 has it. */
  TEXT_GODOT_3_2("text-godot-3.2", TextNotation.GODOT_3_2),

  /** The engine's JSON, of which nothing is lost. */
  JSON("json") {
    @Override
    public void print(Variant value, VariantCodec codec, PrintWriter out) throws IOException {
      try (JsonEscapingWriter json = new JsonEscapingWriter(out)) {
        NATIVE.write(value, json);
      }
      out.print('\n');
    }

    @Override
    public Iterator<Variant> values(Reader text, Dialect dialect) {
      return NATIVE.withKeyRule(dialect.keyRule()).values(text);
    }
  },

  /** JSON for people and other programs. */
  PLAIN_JSON("plain-json") {
    @Override
    public void print(Variant value, VariantCodec codec, PrintWriter out) throws IOException {
      // Two keys that become the same are refused, which has to be known before a line is begun.
      PlainJson.DEFAULT.write(value, Writer.nullWriter());
      try (JsonEscapingWriter json = new JsonEscapingWriter(out)) {
        PlainJson.DEFAULT.write(value, json);
      }
      out.print('\n');
    }

    @Override
    public Iterator<Variant> values(Reader text, Dialect dialect) {
      return PlainJson.DEFAULT.values(text);
    }
  };

  private final String title;
  private final Optional<TextNotation> notation;

  Form(String title) {
    this.title = title;
    this.notation = Optional.empty();
  }

  Form(String title, TextNotation notation) {
    this.title = title;
    this.notation = Optional.of(notation);
  }

  /** What holds objects was asked for; whether they are written at all is the codec's decision. */
  private static final NativeJson NATIVE = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);

  private static final HexFormat DIGITS = HexFormat.of();

  /** Hex is made of so many bytes at a time. */
  private static final int PIECE = 1 << 13;

  /**
   * Prints a value and ends the line.
   *
   * @throws io.github.godotvariant.VariantException if the form cannot express it
   */
  public void print(Variant value, VariantCodec codec, PrintWriter out) throws IOException {
    out.print(safety().safe(text(value).stripTrailing()));
    out.print('\n');
  }

  /**
   * The values in a text, one after the other.
   *
   * @param dialect what they are for: how exactly components are kept, and which keys are the same
   */
  public Iterator<Variant> values(Reader text, Dialect dialect) {
    return text(notation(), dialect).values(text);
  }

  private VariantText notation() {
    return VariantText.of(notation.orElseThrow());
  }

  private EngineText safety() {
    return this == TEXT ? EngineText.GODOT_4 : EngineText.GODOT_3;
  }

  private String text(Variant value) {
    return notation().print(value);
  }

  /** Prints a value of a file; of its bytes those that are there. */
  public void print(SaveFile.Entry stored, VariantCodec codec, PrintWriter out) throws IOException {
    if (this == HEX) {
      printHex(stored.bytes(), out);
    } else {
      print(stored.value(), codec, out);
    }
  }

  /** The value that bytes are, in one line. */
  public String line(byte[] bytes, VariantCodec codec) {
    Variant value = codec.decode(bytes);
    return switch (this) {
      case HEX -> DIGITS.formatHex(bytes);
      case TEXT, TEXT_GODOT_3, TEXT_GODOT_3_2 -> safety().oneLine(text(value));
      case JSON -> Text.json(NATIVE.write(value));
      case PLAIN_JSON -> Text.json(PlainJson.DEFAULT.write(value));
    };
  }

  /** The value that bytes are, as it is, be it in several lines. */
  public String exact(byte[] bytes, VariantCodec codec) {
    return switch (this) {
      case TEXT, TEXT_GODOT_3, TEXT_GODOT_3_2 -> text(codec.decode(bytes));
      default -> line(bytes, codec);
    };
  }

  /** The bytes of the value that a text is, as hex. */
  public String hex(String text, VariantCodec codec) {
    Dialect dialect = codec.dialect();
    Variant value =
        switch (this) {
          case HEX -> codec.decode(HexText.parse(text));
          case TEXT, TEXT_GODOT_3, TEXT_GODOT_3_2 -> text(notation(), dialect).parse(text);
          case JSON -> NATIVE.withKeyRule(dialect.keyRule()).read(text);
          case PLAIN_JSON -> PlainJson.DEFAULT.read(text);
        };
    return DIGITS.formatHex(codec.encode(DeclaredTypes.checked(value, codec.objects())));
  }

  /** A notation for values of a dialect. */
  public static VariantText text(VariantText notation, Dialect dialect) {
    return notation.withRealPrecision(dialect.realPrecision()).withKeyRule(dialect.keyRule());
  }

  private static void printHex(byte[] bytes, PrintWriter out) {
    for (int at = 0; at < bytes.length; at += PIECE) {
      out.print(DIGITS.formatHex(bytes, at, Math.min(bytes.length, at + PIECE)));
    }
    out.print('\n');
  }

  @Override
  public String toString() {
    return title;
  }

  /** The names, for completion and for error messages. */
  public static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    /** Called by picocli. */
    public Names() {
      super(Stream.of(Form.values()).map(Form::toString).toList());
    }
  }

  /** The names of those that a file can be encoded from. */
  public static final class ToRead extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    /** Called by picocli. */
    public ToRead() {
      super(Stream.of(Form.values()).filter(form -> form != HEX).map(Form::toString).toList());
    }
  }

  /** Finds forms by name. */
  public static final class Converter implements CommandLine.ITypeConverter<Form> {
    @Override
    public Form convert(String name) {
      return Stream.of(Form.values())
          .filter(form -> form.toString().equals(name.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(
              () ->
                  new CommandLine.TypeConversionException(
                      "'" + name + "' is not one of " + String.join(", ", new Names())));
    }
  }
}
