package io.github.godotvariant;

import com.google.errorprone.annotations.CheckReturnValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value of the Godot engine: one of 39 types, immutable, never Java's {@code null}.
 *
 * <p>Fixed shapes ({@link Vector2} … {@link Projection}, {@link Color}) are records with the
 * engine's component names. {@link VariantArray}, {@link VariantDictionary} and the packed arrays
 * are final classes that own their storage. An object is an {@link ObjectId}, an {@link
 * ObjectValue} or, only in text, a {@link ResourceReference}; a null object is {@link NilValue}, as
 * it is on the wire.
 *
 * <p><b>Equality</b> is by content and by the bits of floating-point numbers: NaN equals the same
 * NaN, {@code 0.0} differs from {@code -0.0}, and an int never equals a float. Dictionary lookup is
 * another thing and follows the engine, see {@link VariantDictionary}.
 *
 * <p><b>Hash codes</b> cover the complete content and are keyed with a secret of the process, so
 * that untrusted input cannot choose values that collide in a {@code HashMap}. They differ from one
 * process to the next: do not store them.
 *
 * <p>{@code toString()} is the engine's own notation, as {@code var_to_str} of Godot 4 writes it.
 *
 * <p>All implementations are immutable and safe for use by many threads.
 */
@CheckReturnValue
public sealed interface Variant
    permits NilValue,
        BoolValue,
        IntValue,
        FloatValue,
        StringValue,
        Shape,
        StringName,
        NodePath,
        RID,
        ObjectId,
        ObjectValue,
        ResourceReference,
        CallableValue,
        Signal,
        VariantDictionary,
        VariantArray,
        PackedArray {

  /**
   * The engine's type of this value.
   *
   * @return the type
   */
  VariantType type();

  /**
   * The Variant for a plain Java value.
   *
   * <table>
   * <caption>What becomes what</caption>
   * <tr><th>Java</th><th>Variant</th></tr>
   * <tr><td>{@code null}</td><td>{@link NilValue}</td></tr>
   * <tr><td>{@code Variant}</td><td>itself</td></tr>
   * <tr><td>{@code Boolean}</td><td>{@link BoolValue}</td></tr>
   * <tr><td>{@code Byte, Short, Integer, Long}</td><td>{@link IntValue}</td></tr>
   * <tr><td>{@code Float, Double}</td><td>{@link FloatValue}</td></tr>
   * <tr><td>{@code CharSequence, Character}</td><td>{@link StringValue}</td></tr>
   * <tr><td>an enum constant</td><td>{@link StringValue}, its {@link Enum#name}</td></tr>
   * <tr><td>{@code Optional}</td><td>what is in it; {@link NilValue} if empty</td></tr>
   * <tr><td>{@code byte[], int[], long[], float[], double[], String[]}</td><td>the packed array of
   * that type</td></tr>
   * <tr><td>{@code short[]}</td><td>{@link PackedInt32Array}</td></tr>
   * <tr><td>{@code boolean[]}</td><td>{@link VariantArray} of {@link BoolValue}, untyped</td></tr>
   * <tr><td>{@code Map}</td><td>{@link VariantDictionary}, in iteration order</td></tr>
   * <tr><td>{@code Collection}, other {@code Object[]}</td><td>{@link VariantArray}, untyped</td></tr>
   * <tr><td>anything else</td><td>refused: so are a {@code char[]}, which may be text or a list, a
   * {@code BigInteger}, for which there is no type, and what merely can be iterated over, as a {@code
   * Path} or a node of another library's tree</td></tr>
   * </table>
   *
   * @param value a value of the left column, or {@code null}
   * @return the Variant; arrays are copied
   * @throws IllegalArgumentException if the value (or one inside it) is of another class, or if it
   *     is nested deeper than the engine can encode, as a structure that contains itself is
   */
  static Variant of(@Nullable Object value) {
    return JavaValues.toVariant(value);
  }

  /**
   * This value as plain Java: numbers, booleans and strings become those of Java (a {@link
   * StringName} becomes a {@code String}), an array a {@link List}, a dictionary a {@link Map} that
   * keeps the order, a packed array of numbers or strings a primitive or {@code String} array.
   * Shapes that Java has no class for (vectors, colours, paths, objects …) stay as they are, and so
   * do arrays, dictionaries and packed arrays that are keys. Element types are lost.
   *
   * @return the Java value; {@code null} for {@link NilValue}. Lists and maps are unmodifiable
   *     copies, arrays are copies
   */
  default @Nullable Object toJava() {
    return JavaValues.toJava(this);
  }

  /**
   * This value in one line for a log or a message, short whatever it is, and without control or
   * format characters: the engine's notation, but only the beginning of what is long, and a number
   * for the rest. Nothing reads it back.
   *
   * <pre>{@code
   * Variant packet = Variant.of(Map.of("items", List.of(1, 2, 3)));
   * String line = packet.toShortString(); // {"items": [3 elements]}
   * }</pre>
   *
   * @return fewer than 1,000 chars, mostly fewer than 150
   */
  default String toShortString() {
    return ShortForm.of(this);
  }

  /**
   * Prints this value in the engine's notation. A dictionary's pairs are in the order in which the
   * engine prints them: sorted by key.
   *
   * @param notation which edition of it
   * @param target where to; nothing is kept back and nothing is closed
   * @throws IOException if the target throws it
   * @throws InexpressibleVariantException if the notation has no form for this value or one inside
   *     it; something may have been printed then
   */
  default void printTo(Appendable target, TextNotation notation) throws IOException {
    TextForm.print(
        this, Objects.requireNonNull(notation, "notation"), Objects.requireNonNull(target));
  }

  /**
   * Whether this is {@link NilValue}.
   *
   * @return true for nil
   */
  default boolean isNil() {
    return this == NilValue.NIL;
  }

  /**
   * The value of a bool.
   *
   * @return the value
   * @throws VariantTypeException if this is no {@link BoolValue}
   */
  default boolean asBool() {
    return as(BoolValue.class).value();
  }

  /**
   * The value of an int.
   *
   * @return the value
   * @throws VariantTypeException if this is no {@link IntValue}
   */
  default long asInt() {
    return as(IntValue.class).value();
  }

  /**
   * The value of a float, or of an int as a float, as the engine converts it.
   *
   * @return the value
   * @throws VariantTypeException if this is neither
   */
  default double asFloat() {
    return this instanceof IntValue number ? (double) number.value() : as(FloatValue.class).value();
  }

  /**
   * The text of a {@link StringValue} or a {@link StringName}, which the engine takes for each
   * other.
   *
   * @return the text
   * @throws VariantTypeException if this is neither
   */
  default String asString() {
    return this instanceof StringName name ? name.value() : as(StringValue.class).value();
  }

  /**
   * This value as an array.
   *
   * @return itself
   * @throws VariantTypeException if this is no {@link VariantArray}
   */
  default VariantArray asArray() {
    return as(VariantArray.class);
  }

  /**
   * This value as a dictionary.
   *
   * @return itself
   * @throws VariantTypeException if this is no {@link VariantDictionary}
   */
  default VariantDictionary asDictionary() {
    return as(VariantDictionary.class);
  }

  /**
   * This value as one of the given class.
   *
   * @param <T> the class asked for
   * @param kind the class, for example {@code Vector3.class}
   * @return itself
   * @throws VariantTypeException if this is of another class
   */
  default <T extends Variant> T as(Class<T> kind) {
    if (kind.isInstance(this)) {
      return kind.cast(this);
    }
    throw VariantTypeException.wanted(kind, this, "");
  }
}
