package io.github.godotvariant.cli;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What a value is printed as. */
enum Form {
  /** The bytes, in one line. */
  HEX,
  /** The engine's notation. */
  TEXT;

  private static final HexFormat DIGITS = HexFormat.of();

  /** Hex is made of so many bytes at a time. */
  private static final int PIECE = 1 << 13;

  /** Prints a value and ends the line. */
  void print(Variant value, VariantCodec codec, PrintWriter out) {
    if (this == HEX) {
      printHex(codec.encode(value), out);
    } else {
      out.print(EngineText.safe(value.toString().stripTrailing()));
      out.print('\n');
    }
  }

  /** Prints a value of a file; of its bytes those that are there. */
  void print(StoredValues.Stored stored, VariantCodec codec, PrintWriter out) {
    if (this == HEX) {
      printHex(stored.bytes(), out);
    } else {
      print(stored.value().orElseThrow(), codec, out);
    }
  }

  /** A value in one line. */
  String line(byte[] bytes, VariantCodec codec) {
    Variant value = codec.decode(bytes);
    return this == HEX ? DIGITS.formatHex(bytes) : EngineText.oneLine(value.toString());
  }

  private static void printHex(byte[] bytes, PrintWriter out) {
    for (int at = 0; at < bytes.length; at += PIECE) {
      out.print(DIGITS.formatHex(bytes, at, Math.min(bytes.length, at + PIECE)));
    }
    out.print('\n');
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The names, for completion and for error messages. */
  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    /** Called by picocli. */
    Names() {
      super(Stream.of(Form.values()).map(Form::toString).toList());
    }
  }

  /** Finds forms by name. */
  static final class Converter implements CommandLine.ITypeConverter<Form> {
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
