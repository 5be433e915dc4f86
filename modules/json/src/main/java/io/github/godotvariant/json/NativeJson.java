package io.github.godotvariant.json;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/**
 * Writes and reads the lossless JSON format of Godot 4.4 and newer, for values of all types. The
 * engine writes this format with {@code JSON.stringify(JSON.from_native(value))} and reads this
 * format with {@code JSON.to_native(JSON.parse_string(text))}.
 *
 * <pre>{@code
 * String text = NativeJson.GODOT_4.write(VariantDictionary.of("hp", 100, "at", new Vector2(1, 0.5)));
 * // {"type":"Dictionary","args":["s:hp","i:100","s:at",{"type":"Vector2","args":[1.0,0.5]}]}
 * Variant same = NativeJson.GODOT_4.read(text);
 * }</pre>
 *
 * <p>{@code NativeJson} reads back every bit of the values that it writes. The engine's own format
 * loses parts of some values. For these values, this class writes additional text that the engine
 * ignores:
 *
 * <table>
 * <caption>Values that the engine's format does not represent exactly</caption>
 * <tr><th>value</th><th>text written</th><th>value that the engine reads</th></tr>
 * <tr><td>a float that the engine misreads from its shortest digits</td><td>other digits with the
 * same value, or {@code "f:DIGITS BITS"}, the bits in hexadecimal</td><td>the same</td></tr>
 * <tr><td>a float that the engine cannot read exactly from any digits, one in 200 random
 * floats</td><td>the digits with the smallest error in the engine, and the bits if these digits
 * represent another number</td><td>a float close to it</td></tr>
 * <tr><td>a float below 1e-293 with many digits</td><td>the shortest digits</td><td>0</td></tr>
 * <tr><td>a component that needs 64 bits</td><td>digits as for a float: a number, or a string if
 * bits follow</td><td>as for a float; rounded to 32 bits in single precision and in
 * colors</td></tr>
 * <tr><td>a component that fits in 32 bits</td><td>the shortest digits, unless {@link
 * #withRealPrecision} requests more</td><td>the same; in double precision possibly a number close
 * to it</td></tr>
 * <tr><td>NaN as a float</td><td>{@code "f:nan"}</td><td>the same</td></tr>
 * <tr><td>NaN as a component</td><td>{@code -0e400}</td><td>the same</td></tr>
 * <tr><td>another NaN</td><td>a string of {@code -0e400} or {@code 0e400}, a space and the
 * bits</td><td>NaN of the same sign without payload</td></tr>
 * <tr><td>an integer of a magnitude above 2^53 in a packed array</td><td>a string</td><td>the
 * same</td></tr>
 * <tr><td>an RID</td><td>an additional member {@code id}</td><td>the empty RID</td></tr>
 * <tr><td>a Signal</td><td>additional members {@code name} and {@code object_id}</td><td>the empty
 * Signal</td></tr>
 * <tr><td>an object id</td><td>an object of class EncodedObjectAsID, and a member {@code id}</td>
 * <td>an EncodedObjectAsID if the engine allows objects; otherwise null</td></tr>
 * <tr><td>a NodePath that its text does not represent, such as one with a slash in a
 * name</td><td>an object with {@code names}, {@code subnames}, {@code absolute}</td><td>null, with
 * an error</td></tr>
 * <tr><td>an element type that its name does not identify, such as a class called {@code int}</td>
 * <td>an additional member {@code elem_kind}, {@code key_kind} or {@code value_kind} with the value
 * {@code builtin}, {@code class} or {@code script}</td><td>the type that the name identifies</td>
 * </tr>
 * <tr><td>an unpaired surrogate, of Godot 3</td><td>its escape sequence</td><td>none; the engine
 * rejects the whole text</td></tr>
 * </table>
 *
 * <p>The engine writes floats with 14 decimals and, unless {@code full_precision} is set,
 * components with 15 digits. The engine does not write negative zeros, the sign of NaN, or the
 * content of an RID or a Signal. The engine writes a vertical tab as an escape sequence that is not
 * valid JSON; the engine and this class both reject this sequence. For a NaN component, the engine
 * writes {@code null}, which this class reads as NaN and the engine as 0. With 64-bit components
 * and full precision, the engine reads one in ten of its own components as a slightly different
 * number. The engine reads about 1,025 levels of JSON; a dictionary takes two levels.
 *
 * <p>Reading is stricter than in the engine. This class rejects unknown prefixes, types and
 * members, invalid numbers, numbers out of range, and a wrong number of arguments. A number has at
 * most 1,000 digits, independently of the limits; engines write at most 344. If a dictionary
 * contains a key several times, the last value is kept, as in the engine. A dictionary of Godot 3
 * can have two equal dictionaries as keys; {@link #withKeyRule} keeps both. The limits count each
 * element of each JSON array as an element. Paths in messages are those of the JSON.
 *
 * <p>Writing throws {@link io.github.godotvariant.InexpressibleVariantException} for a full object
 * if {@link #withObjects} does not allow it, and for a {@link
 * io.github.godotvariant.ResourceReference}, which the engine's format cannot represent.
 *
 * <p>Instances are immutable and thread-safe.
 */
@CheckReturnValue
public final class NativeJson extends VariantJson {
  /** The engine's default behaviour: default limits, and objects only as ids. */
  public static final NativeJson GODOT_4 =
      new NativeJson(
          ReadLimits.DEFAULT, ObjectMode.IDS, KeyRule.GODOT_4, RealPrecision.SINGLE, false);

  /**
   * The maximum number of JSON levels for one level of a value: a dictionary is an object that
   * contains an array.
   */
  private static final int LEVELS = 2;

  private final ObjectMode objects;
  private final KeyRule keyRule;
  private final RealPrecision precision;

  private NativeJson(
      ReadLimits limits,
      ObjectMode objects,
      KeyRule keyRule,
      RealPrecision precision,
      boolean indented) {
    super(limits, indented, LEVELS);
    this.objects = Objects.requireNonNull(objects, "objects");
    this.keyRule = Objects.requireNonNull(keyRule, "keyRule");
    this.precision = Objects.requireNonNull(precision, "precision");
  }

  @Override
  public NativeJson withLimits(ReadLimits limits) {
    return new NativeJson(limits, objects, keyRule, precision, indented);
  }

  /**
   * Returns this format with another object mode.
   *
   * @param mode whether full objects are read and written, like {@code full_objects} and {@code
   *     allow_objects} of the engine
   * @return a changed copy
   */
  public NativeJson withObjects(ObjectMode mode) {
    return new NativeJson(limits, mode, keyRule, precision, indented);
  }

  /**
   * Returns this format with another rule for equal keys when dictionaries are read, for values of
   * Godot 3.
   *
   * @param rule the rule that determines which keys are equal
   * @return a changed copy
   */
  public NativeJson withKeyRule(KeyRule rule) {
    return new NativeJson(limits, objects, rule, precision, indented);
  }

  /**
   * Returns this format for an engine with components of another precision, which affects only
   * writing. Components that need 64 bits are always written with digits that an engine with 64-bit
   * components reads exactly, if such digits exist. With {@link RealPrecision#DOUBLE}, this also
   * applies to components that fit in 32 bits. Writing such a component then takes about ten times
   * as long.
   *
   * @param precision precision of the engine that reads the JSON; {@link RealPrecision#SINGLE} by
   *     default
   * @return a changed copy
   */
  public NativeJson withRealPrecision(RealPrecision precision) {
    return new NativeJson(limits, objects, keyRule, precision, indented);
  }

  @Override
  public NativeJson indented() {
    return new NativeJson(limits, objects, keyRule, precision, true);
  }

  @Override
  void writeTo(JsonGenerator out, Variant value) {
    new NativeWriter(out, objects == ObjectMode.FULL, precision).write(value);
  }

  @Override
  Variant readFrom(JsonInput in) {
    return new NativeReader(in, objects == ObjectMode.FULL, keyRule).read();
  }
}
