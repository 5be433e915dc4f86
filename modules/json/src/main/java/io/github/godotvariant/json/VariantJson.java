package io.github.godotvariant.json;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.text.VariantText;
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
 * Writes and reads values as JSON. {@link NativeJson} is lossless, and {@link PlainJson} is for
 * other programs. The subclasses describe their text and their exceptions.
 *
 * <p>Instances are immutable and thread-safe.
 */
@CheckReturnValue
public abstract sealed class VariantJson permits NativeJson, PlainJson {
  final ReadLimits limits;
  final boolean indented;
  final JsonFactory factory;

  /**
   * Creates a format.
   *
   * @param levels the maximum number of JSON levels for one level of a value
   */
  VariantJson(ReadLimits limits, boolean indented, int levels) {
    this.limits = Objects.requireNonNull(limits, "limits");
    this.indented = indented;
    this.factory = JsonInput.factory(limits, levels);
  }

  abstract void writeTo(JsonGenerator out, Variant value);

  abstract Variant readFrom(JsonInput in);

  /**
   * Returns this format with other limits for reading.
   *
   * @param limits the limits for each text or value that is read
   * @return a changed copy
   */
  public abstract VariantJson withLimits(ReadLimits limits);

  /**
   * Returns this format with line breaks and indentation, for people.
   *
   * @return a changed copy
   */
  public abstract VariantJson indented();

  /**
   * Writes a value as text.
   *
   * @param value any value
   * @return the JSON
   * @throws io.github.godotvariant.InexpressibleVariantException if this format cannot represent
   *     the value; the class documentation lists these values
   * @throws io.github.godotvariant.VariantLimitException if the value is nested deeper than engines
   *     read
   */
  public String write(Variant value) {
    return JsonOutput.toString(indented, writer(value));
  }

  /**
   * Writes a value as text.
   *
   * @param value any value
   * @param text the target; flushed, not closed
   * @throws IOException if the writer throws it
   * @throws io.github.godotvariant.VariantException as for {@link #write(Variant)}
   */
  public void write(Variant value, Writer text) throws IOException {
    JsonOutput.write(indented, text, writer(value));
  }

  /**
   * Writes a value as text in UTF-8.
   *
   * @param value any value
   * @param text the target; flushed, not closed
   * @throws IOException if the stream throws it
   * @throws io.github.godotvariant.VariantException as for {@link #write(Variant)}
   */
  public void write(Variant value, OutputStream text) throws IOException {
    JsonOutput.write(indented, text, writer(value));
  }

  /**
   * Writes a value as a part of other JSON.
   *
   * @param value any value
   * @param out the target; its maximum nesting depth must permit the JSON levels of the value
   * @throws tools.jackson.core.JacksonException if the generator throws it
   * @throws io.github.godotvariant.VariantException as for {@link #write(Variant)}
   */
  public void write(Variant value, JsonGenerator out) {
    writer(value).accept(out);
  }

  private Consumer<JsonGenerator> writer(Variant value) {
    Objects.requireNonNull(value, "value");
    return out -> writeTo(out, value);
  }

  /**
   * Reads a text that contains exactly one value.
   *
   * @param text the JSON
   * @return the value
   * @throws io.github.godotvariant.MalformedTextException if the text is not a value in this format
   * @throws io.github.godotvariant.VariantLimitException if the text exceeds a limit
   * @throws io.github.godotvariant.ForbiddenVariantException if the text contains a full object and
   *     this format does not allow it
   */
  public Variant read(String text) {
    return JsonInput.read(this, text);
  }

  /**
   * Reads a text that contains exactly one value, to its end.
   *
   * @param text the JSON; not closed
   * @return the value
   * @throws IOException if the reader throws it
   * @throws io.github.godotvariant.VariantException as for {@link #read(String)}
   */
  public Variant read(Reader text) throws IOException {
    return JsonInput.read(this, text);
  }

  /**
   * Reads a text that contains exactly one value, to its end.
   *
   * @param text the JSON in UTF-8; not closed
   * @return the value
   * @throws IOException if the stream throws it
   * @throws io.github.godotvariant.VariantException as for {@link #read(String)}
   */
  public Variant read(InputStream text) throws IOException {
    return read(VariantText.utf8(text)); // stricter than Jackson's decoder
  }

  /**
   * Reads a text that contains a sequence of values, such as JSON Lines. The limit for the length
   * of the text applies to all values together, and the other limits apply to each value.
   *
   * @param text the JSON; not closed
   * @return an iterator that throws {@link java.io.UncheckedIOException} if the reader fails, and
   *     the exceptions of {@link #read(String)}; it ends after an exception
   */
  public Iterator<Variant> values(Reader text) {
    return JsonInput.values(this, text);
  }

  /**
   * Reads a value that is a part of other JSON. Afterwards, the parser is at the last token of the
   * value.
   *
   * @param in a parser at the first token of the value or before this token. The constraints of the
   *     parser apply instead of this format's limit for the length of the text. The other limits of
   *     this format apply too.
   * @return the value
   * @throws java.io.UncheckedIOException if the input of the parser fails
   * @throws io.github.godotvariant.VariantException as for {@link #read(String)}
   */
  public Variant read(JsonParser in) {
    return JsonInput.read(this, in);
  }
}
