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
 * JSON in which Godot 4.4 and newer write a value of any type with {@code
 * JSON.stringify(JSON.from_native(value))} and read it with {@code
 * JSON.to_native(JSON.parse_string(text))}.
 *
 * <pre>{@code
 * String text = NativeJson.GODOT_4.write(VariantDictionary.of("hp", 100, "at", new Vector2(1, 0.5)));
 * // {"type":"Dictionary","args":["s:hp","i:100","s:at",{"type":"Vector2","args":[1.0,0.5]}]}
 * Variant same = NativeJson.GODOT_4.read(text);
 * }</pre>
 *
 * <p>{@code NativeJson} reads back every bit of the values that it writes. The engine's own form
 * loses parts of some values. For these values, this class writes additional text in places that
 * the engine skips:
 *
 * <table>
 * <caption>What the engine's form does not carry</caption>
 * <tr><th>value</th><th>text written</th><th>value that the engine reads</th></tr>
 * <tr><td>a float that the engine misreads from its shortest digits</td><td>other digits that mean
 * the same, or {@code "f:DIGITS BITS"}, the bits in hexadecimal</td><td>the same</td></tr>
 * <tr><td>a float that no digits bring the engine to, one in two hundred of arbitrary ones</td>
 * <td>the digits that bring the engine closest, with the bits where those digits mean another number
 * </td><td>a neighbour of the float</td></tr>
 * <tr><td>a float below 1e-293 with many digits</td><td>the shortest digits</td><td>0</td></tr>
 * <tr><td>a component that needs 64 bits</td><td>the same as for such a float, as a number or, with
 * its bits, as a string</td><td>the same as for such a float; rounded in single precision and in
 * colors</td></tr>
 * <tr><td>a component that 32 bits hold</td><td>the shortest digits, unless {@link
 * #withRealPrecision} asks for more</td><td>the same; in double precision perhaps a number close to
 * it</td></tr>
 * <tr><td>NaN as float</td><td>{@code "f:nan"}</td><td>the same</td></tr>
 * <tr><td>NaN as component</td><td>{@code -0e400}</td><td>the same</td></tr>
 * <tr><td>another NaN</td><td>{@code -0e400} or {@code 0e400}, and the bits after a space, as a
 * string</td><td>NaN of the same sign without payload</td></tr>
 * <tr><td>an integer beyond 2^53 in a packed array</td><td>a string</td><td>the same</td></tr>
 * <tr><td>an RID</td><td>a member {@code id} as well</td><td>the empty RID</td></tr>
 * <tr><td>a Signal</td><td>members {@code name} and {@code object_id} as well</td><td>the empty
 * Signal</td></tr>
 * <tr><td>an id of an object</td><td>an object of class EncodedObjectAsID, and a member {@code id}
 * </td><td>an EncodedObjectAsID, if it allows objects; else null</td></tr>
 * <tr><td>a NodePath that its text does not say, such as one with a slash in a name</td><td>an
 * object with {@code names}, {@code subnames}, {@code absolute}</td><td>null, with an error</td></tr>
 * <tr><td>an element type that its name does not say, such as a class called {@code int}</td><td>a
 * member {@code elem_kind} (or {@code key_kind}, {@code value_kind}) as well, which is {@code
 * builtin}, {@code class} or {@code script}</td><td>what the name says to it</td></tr>
 * <tr><td>half a surrogate pair, of Godot 3</td><td>its escape</td><td>the whole text is refused
 * </td></tr>
 * </table>
 *
 * <p>The engine itself, when it writes, keeps 14 decimals of a float, 15 digits of a component
 * unless {@code full_precision} is set, no negative zero, no sign of NaN and nothing of an RID or a
 * Signal. For a vertical tab it writes an escape that JSON does not have, which it then refuses
 * itself, as is done here. It writes {@code null} for NaN as component, which is read here as NaN,
 * where the engine reads 0. With 64-bit components and full precision, it reads one in ten of its
 * own components as a number close to it. It reads about 1,025 levels of JSON, of which a
 * dictionary takes two.
 *
 * <p>Reading is strict where the engine is careless: unknown prefixes, types and members, numbers
 * that are out of range or none, and a wrong number of arguments are refused. A number has at most
 * 1,000 digits, whatever the limits; engines write 344 at most. Of a key that comes twice in a
 * dictionary the last value is kept, as in the engine. A dictionary of Godot 3 can have two equal
 * dictionaries as keys; {@link #withKeyRule} keeps both. The limits count each element of each
 * array of the JSON as an element. Paths in messages are those of the JSON.
 *
 * <p>Writing throws {@link io.github.godotvariant.InexpressibleVariantException} for a full object
 * if {@link #withObjects} does not allow it, and for a {@link
 * io.github.godotvariant.ResourceReference}, for which the engine's form has nothing. A dictionary
 * takes two levels of JSON.
 *
 * <p>Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class NativeJson extends VariantJson {
  /** As the engine: default limits, and objects only as ids. */
  public static final NativeJson GODOT_4 =
      new NativeJson(
          ReadLimits.DEFAULT, ObjectMode.IDS, KeyRule.GODOT_4, RealPrecision.SINGLE, false);

  /** A dictionary is an object and an array. */
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
   * This form with other objects.
   *
   * @param mode whether full objects are read and written, as with {@code full_objects} and {@code
   *     allow_objects} of the engine
   * @return a changed copy
   */
  public NativeJson withObjects(ObjectMode mode) {
    return new NativeJson(limits, mode, keyRule, precision, indented);
  }

  /**
   * This form with another rule for the keys of dictionaries that are read, for values of Godot 3.
   *
   * @param rule which keys are the same
   * @return a changed copy
   */
  public NativeJson withKeyRule(KeyRule rule) {
    return new NativeJson(limits, objects, rule, precision, indented);
  }

  /**
   * Returns this form for an engine with components of another precision, which makes a difference
   * for writing only. Components that need 64 bits are always written with digits that an engine
   * with 64-bit components reads exactly. With {@link RealPrecision#DOUBLE} that holds for
   * components that 32 bits hold as well, which takes about ten times as long for such a component.
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
  Variant readFrom(TextInput in) {
    return new NativeReader(in, objects == ObjectMode.FULL, keyRule).read();
  }
}
