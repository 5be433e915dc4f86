package io.github.godotvariant.json;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.json.JsonFactory;

/**
 * A form of values in JSON: {@link NativeJson} keeps everything, and {@link PlainJson} is for other
 * programs. The subclasses describe the text and their exceptions.
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public abstract sealed class VariantJson permits NativeJson, PlainJson {
  final ReadLimits limits;
  final boolean indented;
  private final JsonFactory factory;

  /**
   * Creates a form.
   *
   * @param levels the number of levels of JSON for one level of a value, at most
   */
  VariantJson(ReadLimits limits, boolean indented, int levels) {
    this.limits = Objects.requireNonNull(limits, "limits");
    this.indented = indented;
    this.factory = TextInput.factory(limits, levels);
  }

  abstract void writeTo(JsonGenerator out, Variant value);

  abstract Variant readFrom(TextInput in);

  /**
   * Returns this form with other limits for reading.
   *
   * @param limits the maximum cost of a value
   * @return a changed copy
   */
  public abstract VariantJson withLimits(ReadLimits limits);

  /**
   * Returns this form written in lines, for people.
   *
   * @return a changed copy
   */
  public abstract VariantJson indented();

  /**
   * Writes a value as text.
   *
   * @param value any value
   * @return the JSON
   * @throws io.github.godotvariant.InexpressibleVariantException if this form has no text for the
   *     value; the description of the class says for which values
   * @throws io.github.godotvariant.VariantLimitException if the value is nested deeper than engines
   *     read
   */
  public String write(Variant value) {
    return TextOutput.toString(indented, writer(value));
  }

  /**
   * Writes a value as text.
   *
   * @param value any value
   * @param text where to; flushed, not closed
   * @throws IOException if the writer throws it
   * @throws io.github.godotvariant.VariantException as {@link #write(Variant)}
   */
  public void write(Variant value, Writer text) throws IOException {
    TextOutput.write(indented, text, writer(value));
  }

  /**
   * Writes a value as text in UTF-8.
   *
   * @param value any value
   * @param text where to; flushed, not closed
   * @throws IOException if the stream throws it
   * @throws io.github.godotvariant.VariantException as {@link #write(Variant)}
   */
  public void write(Variant value, OutputStream text) throws IOException {
    TextOutput.write(indented, text, writer(value));
  }

  /**
   * Writes a value as part of other JSON.
   *
   * @param value any value
   * @param out where to; it must allow as many levels of JSON as the value needs
   * @throws tools.jackson.core.JacksonException if the generator throws it
   * @throws io.github.godotvariant.VariantException as {@link #write(Variant)}
   */
  public void write(Variant value, JsonGenerator out) {
    writer(value).accept(out);
  }

  private Consumer<JsonGenerator> writer(Variant value) {
    Objects.requireNonNull(value, "value");
    return out -> writeTo(out, value);
  }

  /**
   * Reads a text that is one value.
   *
   * @param text the JSON
   * @return the value
   * @throws io.github.godotvariant.MalformedTextException if the text is not a value in this form
   * @throws io.github.godotvariant.VariantLimitException if it exceeds a limit
   * @throws io.github.godotvariant.ForbiddenVariantException if the text contains a full object and
   *     this form does not allow it
   */
  public Variant read(String text) {
    return TextInput.read(factory, limits, text, this::readFrom);
  }

  /**
   * Reads a text that is one value, to its end.
   *
   * @param text the JSON; not closed
   * @return the value
   * @throws IOException if the reader throws it
   * @throws io.github.godotvariant.VariantException as {@link #read(String)}
   */
  public Variant read(Reader text) throws IOException {
    return TextInput.read(factory, limits, text, this::readFrom);
  }

  /**
   * Reads a text that is one value, to its end.
   *
   * @param text the JSON in UTF-8; not closed
   * @return the value
   * @throws IOException if the stream throws it
   * @throws io.github.godotvariant.VariantException as {@link #read(String)}
   */
  public Variant read(InputStream text) throws IOException {
    return TextInput.read(factory, limits, text, this::readFrom);
  }

  /**
   * Reads the values of a text that contains several, such as lines of JSON. The limit for the
   * length of the text applies to all values together, the other limits to each value.
   *
   * @param text the JSON; not closed
   * @return an iterator that throws {@link java.io.UncheckedIOException} if the reader fails, and
   *     the exceptions of {@link #read(String)}; it ends after an exception
   */
  public Iterator<Variant> values(Reader text) {
    return TextInput.values(factory, limits, text, this::readFrom);
  }

  /**
   * Reads a value that is part of other JSON.
   *
   * @param in a parser at the value or before it; the call leaves it at the last token of the
   *     value. The parser's own constraints and counts of bytes also apply
   * @return the value
   * @throws java.io.UncheckedIOException if the input of the parser fails
   * @throws io.github.godotvariant.VariantException as {@link #read(String)}
   */
  public Variant read(JsonParser in) {
    return TextInput.read(in, limits, this::readFrom);
  }
}
