package io.github.godotvariant;

import io.github.godotvariant.internal.MessageText;
import java.util.Objects;

/**
 * The declared type of the elements of an array, or of the keys or values of a dictionary: any
 * type, one built-in type, objects of a native class, or objects with a script. The wire format
 * contains the declared type since Godot 4.3 for arrays and since Godot 4.4 for dictionaries.
 *
 * <p>Containers and decoders do not check elements against the declared type. Decoding keeps
 * elements of other types, even if an engine would convert or drop these elements.
 */
public final class ElementType {
  /** The kinds of element types, in the order of their numbers on the wire. */
  public enum Kind {
    /** Values of any type: an ordinary container. */
    UNTYPED,
    /** Values of one built-in type. */
    BUILTIN,
    /** Objects of a native class. */
    CLASS,
    /** Objects with a script. */
    SCRIPT
  }

  /** The element type of ordinary containers, which allows any value. */
  public static final ElementType UNTYPED = new ElementType(Kind.UNTYPED, VariantType.NIL, "");

  private static final ElementType[] BUILTIN = new ElementType[VariantType.values().length];

  static {
    for (VariantType type : VariantType.values()) {
      BUILTIN[type.ordinal()] =
          type == VariantType.NIL ? UNTYPED : new ElementType(Kind.BUILTIN, type, "");
    }
  }

  private final Kind kind;
  private final VariantType builtin;
  private final String name;

  private ElementType(Kind kind, VariantType builtin, String name) {
    this.kind = kind;
    this.builtin = builtin;
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * Returns the element type for values of a built-in type.
   *
   * @param type the type; {@link VariantType#NIL} means untyped, as in the engine
   * @return the element type
   */
  public static ElementType of(VariantType type) {
    return BUILTIN[type.ordinal()];
  }

  /**
   * Creates the element type for objects of a native class.
   *
   * @param className for example {@code "Node"}; not checked
   * @return the element type
   * @throws NullPointerException if the name is {@code null}
   */
  public static ElementType ofClass(String className) {
    return new ElementType(Kind.CLASS, VariantType.OBJECT, className);
  }

  /**
   * Creates the element type for objects with a script.
   *
   * @param path the path of the script, for example {@code "res://item.gd"}; not checked
   * @return the element type
   * @throws NullPointerException if the path is {@code null}
   */
  public static ElementType ofScript(String path) {
    return new ElementType(Kind.SCRIPT, VariantType.OBJECT, path);
  }

  /** {@return the kind of this element type} */
  public Kind kind() {
    return kind;
  }

  /**
   * Returns the built-in type of the elements.
   *
   * @return the type; {@link VariantType#NIL} if untyped, {@link VariantType#OBJECT} for classes
   *     and scripts
   */
  public VariantType builtin() {
    return builtin;
  }

  /**
   * Returns the class name or the script path.
   *
   * @return the name or path; empty for {@link Kind#UNTYPED} and {@link Kind#BUILTIN}
   */
  public String name() {
    return name;
  }

  /** {@return whether any value is allowed; true only for {@link #UNTYPED}} */
  public boolean isUntyped() {
    return kind == Kind.UNTYPED;
  }

  /**
   * Returns whether an engine accepts a value without conversion in a container with this declared
   * type. This library does not know the superclasses and scripts of objects. Object types
   * therefore accept every object, and also nil.
   *
   * @param value any value
   * @return true if the value is accepted
   */
  public boolean accepts(Variant value) {
    return isUntyped()
        || value.type() == builtin
        || (builtin == VariantType.OBJECT && value.type() == VariantType.NIL);
  }

  /**
   * Creates the exception for a value that a container with this declared type does not accept.
   *
   * @param part the role of the value in the container, for example {@code "element"}
   * @param value the rejected value
   * @param path the path of the value
   * @return the exception; the message is short even if the names are long
   */
  public VariantTypeException refusal(String part, Variant value, VariantPath path) {
    return new VariantTypeException(
        part
            + " has to be "
            + MessageText.excerpt(toString())
            + " but is "
            + value.type().godotName(),
        path.shown());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ElementType that
        && kind == that.kind
        && builtin == that.builtin
        && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return KeyedHash.start(builtin).add(kind.ordinal()).add(name).finish();
  }

  /**
   * Returns the type as the engine writes it between brackets, as in {@code Array[int]}. A class
   * without a name is {@code Object}.
   *
   * @return for example {@code int}, {@code Node}, {@code Resource("res://item.gd")}, {@code
   *     Variant}
   */
  @Override
  public String toString() {
    return switch (kind) {
      case UNTYPED -> "Variant";
      case BUILTIN -> builtin.godotName();
      case CLASS -> name.isEmpty() ? VariantType.OBJECT.godotName() : name;
      case SCRIPT -> ResourceReference.file(name).toString();
    };
  }
}
