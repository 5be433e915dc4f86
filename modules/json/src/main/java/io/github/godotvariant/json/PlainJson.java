package io.github.godotvariant.json;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/**
 * Ordinary JSON, for people and for other programs. Values become what such programs expect, which
 * loses their types: for a form that loses nothing see {@link NativeJson}.
 *
 * <pre>{@code
 * Variant player = VariantDictionary.of("name", "Ada", "at", new Vector2(1, 0.5));
 * String text = PlainJson.DEFAULT.write(player);   // {"name":"Ada","at":{"x":1.0,"y":0.5}}
 * Variant read = PlainJson.DEFAULT.read(text);     // "at" is a Dictionary now
 * }</pre>
 *
 * <table>
 * <caption>Written JSON</caption>
 * <tr><th>value</th><th>JSON</th></tr>
 * <tr><td>Nil, Callable</td><td>{@code null}</td></tr>
 * <tr><td>bool</td><td>{@code true}, {@code false}</td></tr>
 * <tr><td>int</td><td>a number, exact to 64 bits; on request a string where it is beyond 2^53</td>
 * </tr>
 * <tr><td>float</td><td>the number with the fewest digits that is read as the same, or {@code
 * "NaN"}, {@code "Infinity"}, {@code "-Infinity"}</td></tr>
 * <tr><td>String, StringName, NodePath</td><td>a string</td></tr>
 * <tr><td>Vector2 … Vector4i, Quaternion</td><td>{@code {"x":…,"y":…,"z":…,"w":…}}, as many as
 * there are; components that 32 bits hold with the digits that these need</td></tr>
 * <tr><td>Rect2, Rect2i, AABB</td><td>{@code {"position":{…},"size":{…}}}</td></tr>
 * <tr><td>Plane</td><td>{@code {"normal":{…},"d":…}}</td></tr>
 * <tr><td>Transform2D</td><td>{@code {"x":{…},"y":{…},"origin":{…}}}</td></tr>
 * <tr><td>Basis, Projection</td><td>{@code {"x":{…},"y":{…},"z":{…}}}, Projection with {@code w}:
 * the columns</td></tr>
 * <tr><td>Transform3D</td><td>{@code {"basis":{…},"origin":{…}}}</td></tr>
 * <tr><td>Color</td><td>{@code {"r":…,"g":…,"b":…,"a":…}}</td></tr>
 * <tr><td>RID, id of an object</td><td>{@code {"id":…}}</td></tr>
 * <tr><td>full object</td><td>{@code {"class":…,"properties":{…}}}</td></tr>
 * <tr><td>resource that is only named</td><td>its text as a string, such as {@code
 * "Resource(\"res://icon.svg\")"}</td></tr>
 * <tr><td>Signal</td><td>{@code {"name":…,"object":{"id":…}}}</td></tr>
 * <tr><td>Dictionary</td><td>an object; a key that is not a string becomes its text in the engine's
 * notation, such as {@code "1"} or {@code "Vector2(1, 2)"}</td></tr>
 * <tr><td>Array, packed array</td><td>an array; element types are lost</td></tr>
 * <tr><td>PackedByteArray</td><td>a string in Base64</td></tr>
 * </table>
 *
 * <p>No entry is lost: two keys that are the same as text, such as {@code 1} and {@code "1"}, are
 * an error. Half a surrogate pair in a key, as Godot 3 can hold, becomes the replacement character.
 *
 * <table>
 * <caption>Values read</caption>
 * <tr><th>JSON</th><th>value</th></tr>
 * <tr><td>{@code null}, {@code true}, {@code false}</td><td>Nil, bool</td></tr>
 * <tr><td>an integer</td><td>int; what 64 bits do not hold is refused</td></tr>
 * <tr><td>another number</td><td>the nearest float; a number that is too large for a float or has
 * more than 1,000 digits is rejected, for all limits</td></tr>
 * <tr><td>a string</td><td>String</td></tr>
 * <tr><td>an array</td><td>Array</td></tr>
 * <tr><td>an object</td><td>Dictionary with String keys; a name that comes twice is refused</td>
 * </tr>
 * </table>
 *
 * <p>So reading is unambiguous, but only the inverse of writing for what JSON has itself. The
 * limits count each element, name and member as an element. They count levels of JSON, of which a
 * full object and a Signal have two and a shape up to three: a value that is nested nearly 1,024
 * deep around such can be written, and takes a deeper limit to be read.
 *
 * <p>Writing throws {@link io.github.godotvariant.InexpressibleVariantException} if two keys of a
 * dictionary are the same as text, or a container that is a key contains a resource that is only
 * named.
 *
 * <p>Other formats of Jackson's work as well. Where numbers are not text, as in CBOR, floats are
 * the format's own, with 32 bits where these hold them, also NaN and the infinities. Bytes are the
 * format's own and are read as a PackedByteArray. Embedded values are read as themselves.
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class PlainJson extends VariantJson {
  /** In one line, all integers as numbers, with default limits. */
  public static final PlainJson DEFAULT = new PlainJson(ReadLimits.DEFAULT, false, false);

  private final boolean largeIntsAsStrings;

  private PlainJson(ReadLimits limits, boolean indented, boolean largeIntsAsStrings) {
    super(limits, indented, 1);
    this.largeIntsAsStrings = largeIntsAsStrings;
  }

  @Override
  public PlainJson withLimits(ReadLimits limits) {
    return new PlainJson(limits, indented, largeIntsAsStrings);
  }

  @Override
  public PlainJson indented() {
    return new PlainJson(limits, true, largeIntsAsStrings);
  }

  /**
   * This form with integers beyond 2^53 written as strings, for readers whose numbers are all
   * floating-point, such as those of JavaScript and {@code jq}.
   *
   * @return a changed copy
   */
  public PlainJson largeIntsAsStrings() {
    return new PlainJson(limits, indented, true);
  }

  /**
   * Converts a value that was read from plain JSON to a type. This is the inverse of writing: a
   * Dictionary with {@code x} and {@code y} becomes a Vector2, a String becomes a NodePath. A value
   * of that type stays as it is. Numbers are rounded to the precision of the type.
   *
   * @param type what the result is to be; for {@link VariantType#OBJECT} an id, a full object or a
   *     resource that is only named
   * @param plain what was read
   * @return a value of that type
   * @throws io.github.godotvariant.VariantTypeException if the value does not have the form of the
   *     type: the message and the path name the missing, unknown or different part
   */
  public static Variant typed(VariantType type, Variant plain) {
    return TypedValues.of(
        Objects.requireNonNull(type, "type"), Objects.requireNonNull(plain, "plain"));
  }

  @Override
  void writeTo(JsonGenerator out, Variant value) {
    new PlainWriter(out, largeIntsAsStrings).write(value);
  }

  @Override
  Variant readFrom(TextInput in) {
    return new PlainReader(in).read();
  }
}
