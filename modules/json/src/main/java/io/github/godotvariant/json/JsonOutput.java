package io.github.godotvariant.json;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantLimitException;
import java.io.CharArrayWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Locale;
import java.util.function.Consumer;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonGeneratorBase;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Writes strings and creates generators for JSON. */
final class JsonOutput {
  /** The maximum length in characters of a buffer that is kept for the next string. */
  private static final int MAX_KEPT_LENGTH = 1 << 14;

  private static final int INITIAL_LENGTH = 1 << 10;

  /** The maximum length in characters of a name in a message. Longer names are cut. */
  private static final int MAX_SHOWN_LENGTH = 64;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private static final ObjectWriteContext COMPACT = new ObjectWriteContext.Base();
  private static final ObjectWriteContext INDENTED =
      new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter();
        }

        @Override
        public boolean hasPrettyPrinter() {
          return true;
        }
      };

  private final JsonGenerator out;
  private char[] characters = new char[64];

  JsonOutput(JsonGenerator out) {
    this.out = out;
  }

  static String toString(boolean indented, Consumer<JsonGenerator> writer) {
    CharArrayWriter text = new CharArrayWriter(INITIAL_LENGTH);
    try {
      write(indented, text, writer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  static void write(boolean indented, Writer text, Consumer<JsonGenerator> writer)
      throws IOException {
    write(FACTORY.createGenerator(indented ? INDENTED : COMPACT, text), writer);
  }

  static void write(boolean indented, OutputStream text, Consumer<JsonGenerator> writer)
      throws IOException {
    write(FACTORY.createGenerator(indented ? INDENTED : COMPACT, text, JsonEncoding.UTF8), writer);
  }

  private static void write(JsonGenerator out, Consumer<JsonGenerator> writer) throws IOException {
    try {
      writer.accept(out);
      out.close();
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Writes a string. Escapes an unpaired surrogate, which Godot 3 strings can contain and UTF-8
   * cannot encode. In formats without escape sequences, the surrogate becomes the replacement
   * character.
   *
   * @param prefix the characters before the text
   */
  void string(String prefix, String text) {
    int length = prefix.length() + text.length();
    char[] all = characters;
    if (length > all.length) {
      all = new char[length];
      if (length <= MAX_KEPT_LENGTH) {
        characters = all;
      }
    }
    prefix.getChars(0, prefix.length(), all, 0);
    text.getChars(0, text.length(), all, prefix.length());
    if (isWellFormed(text)) {
      out.writeString(all, 0, length);
    } else if (!isJson(out)) {
      out.writeString(prefix + wellFormed(text));
    } else {
      out.writeRawValue(escaped(all, length));
    }
  }

  /** Returns whether a generator writes JSON and not another data format. */
  static boolean isJson(JsonGenerator out) {
    return out instanceof JsonGeneratorBase;
  }

  /** Returns a text in quotes for a message, shortened because it can be untrusted input. */
  static String quoted(String text) {
    boolean isShort = text.length() <= MAX_SHOWN_LENGTH;
    return StringValue.of(isShort ? text : text.substring(0, MAX_SHOWN_LENGTH) + "…").toString();
  }

  /** Returns a text with the replacement character instead of each unpaired surrogate. */
  static String wellFormed(String text) {
    if (isWellFormed(text)) {
      return text;
    }
    StringBuilder repaired = new StringBuilder(text.length());
    text.codePoints().forEach(c -> repaired.appendCodePoint(isSurrogate(c) ? '\uFFFD' : c));
    return repaired.toString();
  }

  static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints().noneMatch(JsonOutput::isSurrogate);
      }
    }
    return true;
  }

  private static boolean isSurrogate(int codePoint) {
    return Character.getType(codePoint) == Character.SURROGATE;
  }

  private static String escaped(char[] text, int length) {
    StringBuilder escaped = new StringBuilder("\"");
    for (int i = 0; i < length; i++) {
      char c = text[i];
      if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
        escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.append('"').toString();
  }

  /** Throws a {@link VariantLimitException} if elements are nested deeper than engines read. */
  static void checkDepth(int depth) {
    if (depth > ReadLimits.ENGINE_DEPTH) {
      throw new VariantLimitException(
          "nested deeper than the " + ReadLimits.ENGINE_DEPTH + " levels that engines read",
          VariantLimitException.NO_OFFSET,
          "");
    }
  }
}
