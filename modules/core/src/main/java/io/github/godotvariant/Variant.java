package io.github.godotvariant;

import com.google.errorprone.annotations.CheckReturnValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value of the Godot engine. A Variant has one of 39 types, is immutable, and is never Java's
 * {@code null}.
 *
 * <p>Types with a fixed number of components ({@link Vector2} … {@link Projection}, {@link Color})
 * are records with the engine's component names. {@link VariantArray}, {@link VariantDictionary}
 * and the packed arrays are final classes. An object is an {@link ObjectIdValue} or an {@link
 * ObjectValue}. In the text notation, an object can also be a {@link ResourceReference}. A null
 * object is {@link #NIL}, as in the binary format.
 *
 * <p><b>Equality</b> compares content, and floating-point numbers by their bits. A NaN equals a NaN
 * with the same bits, {@code 0.0} differs from {@code -0.0}, and an int never equals a float. The
 * lookup of a key in a dictionary follows the engine's rules instead, see {@link
 * VariantDictionary}.
 *
 * <p><b>Hash codes</b> cover the complete content. Hash codes are computed with a secret of the
 * process, so that untrusted input cannot choose values that collide in a {@code HashMap}. The hash
 * code of a value differs between processes: do not store hash codes.
 *
 * <p>{@code toString()} returns the engine's notation, as {@code var_to_str} of Godot 4 writes it.
 *
 * <p>All implementations are immutable and thread-safe.
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
        ObjectIdValue,
        ObjectValue,
        ResourceReference,
        CallableValue,
        Signal,
        VariantDictionary,
        VariantArray,
        PackedArray {
  /** No value: {@code null} in GDScript. The only instance of {@link NilValue}. */
  // Two threads can deadlock only if one thread initializes NilValue before Variant. This is
  // possible only with reflection.
  @SuppressWarnings("ClassInitializationDeadlock")
  NilValue NIL = new NilValue();

  /** {@return the engine's type of this value} */
  VariantType type();

  /**
   * Converts a plain Java value to a Variant.
   *
   * <table> <caption>Conversions</caption> <tr><th>Java</th><th>Variant</th></tr> <tr><td>{@code
   * null}</td><td>{@link #NIL}</td></tr> <tr><td>{@code Variant}</td><td>the same
   * instance</td></tr> <tr><td>{@code Boolean}</td><td>{@link BoolValue}</td></tr> <tr><td>{@code
   * Byte, Short, Integer, Long}</td><td>{@link IntValue}</td></tr> <tr><td>{@code Float,
   * Double}</td><td>{@link FloatValue}</td></tr> <tr><td>{@code CharSequence,
   * Character}</td><td>{@link StringValue}</td></tr> <tr><td>an enum constant</td><td>{@link
   * StringValue} of its {@link Enum#name}</td></tr> <tr><td>{@code Optional}</td><td>its content,
   * converted; {@link #NIL} if empty</td></tr> <tr><td>{@code byte[], int[], long[], float[],
   * double[], String[]}</td><td>the packed array of that type</td></tr> <tr><td>{@code
   * short[]}</td><td>{@link PackedInt32Array}</td></tr> <tr><td>{@code boolean[]}</td><td>{@link
   * VariantArray} of {@link BoolValue}, untyped</td></tr> <tr><td>{@code Map}</td><td>{@link
   * VariantDictionary}, in iteration order</td></tr> <tr><td>{@code Collection}, other {@code
   * Object[]}</td><td>{@link VariantArray}, untyped</td></tr> <tr><td>a record that is not a
   * Variant</td><td>rejected; use {@link
   * io.github.godotvariant.records.RecordCodec#toVariant}</td></tr> <tr><td>any other
   * class</td><td>rejected, for example {@code char[]}, which may be text or a list, {@code
   * BigInteger}, which has no matching type, and other {@code Iterable}s, such as {@code Path} or
   * the tree nodes of other libraries</td></tr> </table>
   *
   * @param value a value of a class in the left column, or {@code null}
   * @return the Variant; arrays are copied
   * @throws IllegalArgumentException if the value or a nested value is of another class, or if the
   *     nesting is deeper than {@value ReadLimits#ENGINE_DEPTH} levels. The nesting is too deep if
   *     a structure contains itself
   */
  static Variant of(@Nullable Object value) {
    return JavaValues.toVariant(value);
  }

  /**
   * Converts this value to plain Java objects, such as {@code Map}, {@code List}, {@code Long} and
   * {@code String}. Numbers, booleans and strings become their Java equivalents (a {@link
   * StringName} becomes a {@code String}). An array becomes a {@link List}. A dictionary becomes a
   * {@link Map} that keeps the order. A packed array of numbers or strings becomes a primitive
   * array or a {@code String[]}. Values without a Java equivalent (vectors, colors, paths, objects
   * …) stay Variants. Arrays, dictionaries and packed arrays that are keys of a dictionary stay
   * Variants too. The declared element types of arrays and dictionaries are lost.
   *
   * @return the Java value; {@code null} for {@link #NIL}. Lists and maps are unmodifiable copies,
   *     arrays are copies
   */
  default @Nullable Object toJava() {
    return JavaValues.toJava(this);
  }

  /**
   * Returns this value in one short line for a log or a message, without control or format
   * characters. The line uses the engine's notation, but shows only the beginning of long values
   * and the number of omitted elements or characters. The line cannot be parsed back.
   *
   * <pre>{@code
   * Variant packet = Variant.of(Map.of("items", List.of(1, 2, 3)));
   * String line = packet.toShortString(); // {"items": [3 elements]}
   * }</pre>
   *
   * @return fewer than 1,000 chars, usually fewer than 150
   */
  default String toShortString() {
    return ShortTextPrinter.of(this);
  }

  /**
   * Returns this value in one line with a maximum length, for example for a log. The line has no
   * control or format characters. The line shows the content of at most 8 levels of nested
   * containers. Long strings are cut if they do not fit in the line. Other long texts, such as a
   * {@code NodePath}, are cut at 64 characters. The line shows the number of omitted elements,
   * entries or characters, if the number fits. The time that the call takes does not depend on the
   * number of omitted elements. The line cannot be parsed back.
   *
   * <pre>{@code
   * Variant packet = Variant.of(Map.of("items", List.of(1, 2, 3)));
   * String line = packet.toShortString(200); // {"items": [1, 2, 3]}
   * }</pre>
   *
   * @param maxLength maximum number of chars, 1 or more. The last 40 chars are reserved for the
   *     numbers of omitted elements, entries or characters. Therefore a line with more than {@code
   *     maxLength - 40} chars can be shortened
   * @return at most {@code maxLength} chars; the last char is an ellipsis if the line was cut
   * @throws IllegalArgumentException if {@code maxLength} is less than 1
   */
  default String toShortString(int maxLength) {
    return ShortTextPrinter.of(this, maxLength);
  }

  /**
   * Prints this value in the engine's notation. The pairs of a dictionary are printed in the
   * engine's order: sorted by key.
   *
   * @param target receives the complete text; it is neither flushed nor closed
   * @param notation the version of the notation
   * @throws IOException if the target throws the exception
   * @throws InexpressibleVariantException if the notation cannot express this value or a nested
   *     value; a part of the text may have been printed already
   */
  default void printTo(Appendable target, TextNotation notation) throws IOException {
    TextPrinter.print(
        this, Objects.requireNonNull(notation, "notation"), Objects.requireNonNull(target));
  }

  /** {@return whether this is {@link #NIL}} */
  default boolean isNil() {
    return this instanceof NilValue;
  }

  /**
   * Returns the value of a bool.
   *
   * @return the value
   * @throws VariantTypeException if this is not a {@link BoolValue}
   */
  default boolean asBoolean() {
    return as(BoolValue.class).value();
  }

  /**
   * Returns the value of an int that fits into 32 bits.
   *
   * @return the value
   * @throws VariantTypeException if this is not an {@link IntValue}, or if the value is less than
   *     {@link Integer#MIN_VALUE} or greater than {@link Integer#MAX_VALUE}
   */
  default int asInt() {
    IntValue number = as(IntValue.class);
    if (!number.isInt()) {
      throw number.outOfRange("");
    }
    return (int) number.value();
  }

  /**
   * Returns the value of an int.
   *
   * @return the value
   * @throws VariantTypeException if this is not an {@link IntValue}
   */
  default long asLong() {
    return as(IntValue.class).value();
  }

  /**
   * Returns the value of a float. An int is converted, as the engine does.
   *
   * @return the value
   * @throws VariantTypeException if this is neither a {@link FloatValue} nor an {@link IntValue}
   */
  default double asDouble() {
    return this instanceof IntValue number ? (double) number.value() : as(FloatValue.class).value();
  }

  /**
   * Returns the text of a {@link StringValue} or a {@link StringName}. The engine also accepts a
   * StringName instead of a String, and a String instead of a StringName.
   *
   * @return the text
   * @throws VariantTypeException if this is neither a {@link StringValue} nor a {@link StringName}
   */
  default String asString() {
    return this instanceof StringName name ? name.value() : as(StringValue.class).value();
  }

  /**
   * Returns this value as an array.
   *
   * @return this value
   * @throws VariantTypeException if this is not a {@link VariantArray}
   */
  default VariantArray asArray() {
    return as(VariantArray.class);
  }

  /**
   * Returns this value as a dictionary.
   *
   * @return this value
   * @throws VariantTypeException if this is not a {@link VariantDictionary}
   */
  default VariantDictionary asDictionary() {
    return as(VariantDictionary.class);
  }

  /**
   * Casts this value to a class.
   *
   * @param <T> the class
   * @param kind the class, for example {@code Vector3.class}
   * @return this value
   * @throws VariantTypeException if this value is of another class
   */
  default <T extends Variant> T as(Class<T> kind) {
    if (kind.isInstance(this)) {
      return kind.cast(this);
    }
    throw VariantTypeException.mismatch(kind, this, "");
  }
}
