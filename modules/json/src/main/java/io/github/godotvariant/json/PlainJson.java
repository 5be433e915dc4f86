package io.github.godotvariant.json;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/**
 * Writes and reads ordinary JSON for people and other programs. The JSON contains the values
 * without their types. For a lossless format, see {@link NativeJson}.
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
 * <tr><td>int</td><td>an exact 64-bit number; optionally a string for magnitudes above 2^53</td>
 * </tr>
 * <tr><td>float</td><td>the number with the fewest digits that is read as the same float, or {@code
 * "NaN"}, {@code "Infinity"}, {@code "-Infinity"}</td></tr>
 * <tr><td>String, StringName, NodePath</td><td>a string</td></tr>
 * <tr><td>Vector2 … Vector4i, Quaternion</td><td>{@code {"x":…,"y":…,"z":…,"w":…}}, with the
 * components of the type; those that fit in 32 bits have the fewest digits for 32 bits</td></tr>
 * <tr><td>Rect2, Rect2i, AABB</td><td>{@code {"position":{…},"size":{…}}}</td></tr>
 * <tr><td>Plane</td><td>{@code {"normal":{…},"d":…}}</td></tr>
 * <tr><td>Transform2D</td><td>{@code {"x":{…},"y":{…},"origin":{…}}}</td></tr>
 * <tr><td>Basis, Projection</td><td>the columns, {@code {"x":{…},"y":{…},"z":{…}}}, and {@code w}
 * for a Projection</td></tr>
 * <tr><td>Transform3D</td><td>{@code {"basis":{…},"origin":{…}}}</td></tr>
 * <tr><td>Color</td><td>{@code {"r":…,"g":…,"b":…,"a":…}}</td></tr>
 * <tr><td>RID, object id</td><td>{@code {"id":…}}</td></tr>
 * <tr><td>full object</td><td>{@code {"class":…,"properties":{…}}}</td></tr>
 * <tr><td>resource reference</td><td>its text as a string, such as {@code
 * "Resource(\"res://icon.svg\")"}</td></tr>
 * <tr><td>Signal</td><td>{@code {"name":…,"object":{"id":…}}}</td></tr>
 * <tr><td>Dictionary</td><td>an object; a key that is not a string becomes its text in the engine's
 * notation, such as {@code "1"} or {@code "Vector2(1, 2)"}</td></tr>
 * <tr><td>Array, packed array</td><td>an array; element types are lost</td></tr>
 * <tr><td>PackedByteArray</td><td>a string in Base64</td></tr>
 * </table>
 *
 * <p>No entry of a Dictionary is lost: two keys with the same text, such as {@code 1} and {@code
 * "1"}, are rejected. An unpaired surrogate in a key, which Godot 3 permits, becomes the
 * replacement character.
 *
 * <table>
 * <caption>Values read</caption>
 * <tr><th>JSON</th><th>value</th></tr>
 * <tr><td>{@code null}, {@code true}, {@code false}</td><td>Nil, bool</td></tr>
 * <tr><td>an integer</td><td>int; an integer that does not fit in 64 bits is rejected</td></tr>
 * <tr><td>another number</td><td>the nearest float; a number that is too large for a float or has
 * more than 1,000 digits is rejected, independently of the limits</td></tr>
 * <tr><td>a string</td><td>String</td></tr>
 * <tr><td>an array</td><td>Array</td></tr>
 * <tr><td>an object</td><td>Dictionary with String keys; a duplicate name is rejected</td></tr>
 * </table>
 *
 * <p>Reading is therefore unambiguous, but it restores only the types that JSON has. The limits
 * count each element, name and member as an element, and each JSON level as a level. A full object
 * and a Signal have two JSON levels, and a math type has up to three. If these values are at a
 * depth of nearly 1,024, the JSON can be written, but to read it you must raise the depth limit.
 *
 * <p>Writing throws {@link io.github.godotvariant.InexpressibleVariantException} if two keys of a
 * dictionary have the same text, or if a container that is a key contains a resource reference.
 *
 * <p>Other data formats of Jackson are supported as well. In formats with binary numbers, such as
 * CBOR, floats use the format's own types, including NaN and the infinities. Components of math
 * types, and elements of a PackedFloat32Array, have 32 bits if they fit in 32 bits. All other
 * floats have 64 bits. A PackedByteArray uses the format's own type for bytes, and such bytes are
 * read as a PackedByteArray. An embedded {@link Variant} is read unchanged.
 *
 * <p>Instances are immutable and thread-safe.
 */
@CheckReturnValue
public final class PlainJson extends VariantJson {
  /** Plain JSON on one line, with all integers as numbers and the default limits. */
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
   * Returns this format with integers of a magnitude above 2^53 as strings. Use it for readers
   * whose numbers are all floating-point, such as JavaScript and {@code jq}.
   *
   * @return a changed copy
   */
  public PlainJson largeIntsAsStrings() {
    return new PlainJson(limits, indented, true);
  }

  /**
   * Converts a value that was read from plain JSON to a type. This is the inverse of writing: a
   * Dictionary with {@code x} and {@code y} becomes a Vector2, and a String becomes a NodePath. A
   * value that already has the type is returned unchanged. Numbers are rounded to the precision of
   * the type.
   *
   * @param type the type of the result; {@link VariantType#OBJECT} permits an id, a full object or
   *     a resource reference
   * @param plain the value that was read
   * @return a value of that type
   * @throws io.github.godotvariant.VariantTypeException if the value cannot be converted to the
   *     type; the message and the path name the part that is missing, unknown or of another type
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
  Variant readFrom(JsonInput in) {
    return new PlainReader(in).read();
  }
}
