package io.github.godotvariant;

import io.github.godotvariant.internal.Harmless;
import java.util.Objects;

/**
 * What a typed array or dictionary may hold: anything, one built-in type, objects of a native
 * class, or objects with a script. Part of the wire format since Godot 4.3 (arrays) and 4.4
 * (dictionaries).
 *
 * <p>Elements are not checked against it, neither here nor when decoding: what was in the bytes is
 * kept, also where an engine would convert or drop an element.
 */
public final class ElementType {
  /** The ways to say what a container holds, in the order of their number on the wire. */
  public enum Kind {
    /** Anything: an ordinary container. */
    UNTYPED,
    /** Values of one built-in type. */
    BUILTIN,
    /** Objects of a native class. */
    CLASS,
    /** Objects with a script. */
    SCRIPT
  }

  /** Anything: what ordinary containers have. */
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
   * Values of a built-in type.
   *
   * @param type the type; {@link VariantType#NIL} means untyped, as in the engine
   * @return the element type
   */
  public static ElementType of(VariantType type) {
    return BUILTIN[type.ordinal()];
  }

  /**
   * Objects of a native class.
   *
   * @param className for example {@code "Node"}; not checked
   * @return the element type
   */
  public static ElementType ofClass(String className) {
    return new ElementType(Kind.CLASS, VariantType.OBJECT, className);
  }

  /**
   * Objects with a script.
   *
   * @param path the script's path, for example {@code "res://item.gd"}; not checked
   * @return the element type
   */
  public static ElementType ofScript(String path) {
    return new ElementType(Kind.SCRIPT, VariantType.OBJECT, path);
  }

  /**
   * How the type is given.
   *
   * @return the kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * The built-in type of the elements.
   *
   * @return the type; {@link VariantType#NIL} when untyped, {@link VariantType#OBJECT} for classes
   *     and scripts
   */
  public VariantType builtin() {
    return builtin;
  }

  /**
   * The class name or script path.
   *
   * @return the name; empty for the other kinds
   */
  public String name() {
    return name;
  }

  /**
   * Whether anything is allowed.
   *
   * @return true for {@link #UNTYPED}
   */
  public boolean isUntyped() {
    return kind == Kind.UNTYPED;
  }

  /**
   * Whether a value may stand in a container that declares this. What an object's class inherits
   * from, and what its script is, cannot be known here, so that every object will do.
   *
   * @param value any value
   * @return true if an engine would take it as it is
   */
  public boolean accepts(Variant value) {
    return isUntyped()
        || value.type() == builtin
        || (builtin == VariantType.OBJECT && value.type() == VariantType.NIL);
  }

  /**
   * What to throw where a container that declares this is to hold a value that it does not accept.
   *
   * @param what what the value is of the container, for example {@code "element"}
   * @param value the value
   * @param place where it is to stand
   * @return the exception; its message is short, whatever the names are
   */
  public VariantTypeException refusal(String what, Variant value, VariantPath place) {
    return new VariantTypeException(
        what + " has to be " + Harmless.shown(toString()) + " but is " + value.type().godotName(),
        place.shown());
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
   * As the engine writes it between brackets. A class without a name is {@code Object}.
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
