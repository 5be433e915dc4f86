package io.github.godotvariant;

import java.util.List;
import java.util.Objects;

/**
 * A reference to a resource in the engine's text format, such as {@code
 * Resource("res://icon.svg")}. The texts of scenes and resources also have {@code
 * ExtResource("1_abcd")} and {@code SubResource("Curve_x")}. A reference is plain data; this
 * library loads no resource. The binary format cannot express a reference.
 *
 * @param kind the meaning of the arguments
 * @param arguments one or two strings or ints; copied
 */
public record ResourceReference(Kind kind, List<Variant> arguments) implements Variant {
  private static final int MAX_ARGUMENTS = 2;

  /** The kinds of references. */
  public enum Kind {
    /**
     * A file, given by its path, by its uid such as {@code uid://c4k3}, or by its uid and then its
     * path.
     */
    FILE("Resource"),
    /**
     * An entry in the list of external resources of the same text, given by its id. Ids are numbers
     * in Godot 3.
     */
    EXTERNAL("ExtResource"),
    /** A resource that the same text defines, given by its id. Ids are numbers in Godot 3. */
    INTERNAL("SubResource");

    private final String godotName;

    Kind(String godotName) {
      this.godotName = godotName;
    }

    /**
     * Returns the keyword in the text.
     *
     * @return for example {@code "ExtResource"}
     */
    public String godotName() {
      return godotName;
    }
  }

  /**
   * Checks the number and the types of the arguments, and copies the arguments.
   *
   * @param kind see the record
   * @param arguments see the record
   * @throws NullPointerException if the kind, the list or an argument is {@code null}
   * @throws IllegalArgumentException if the number of arguments is not one or two, or if an
   *     argument is neither a {@link StringValue} nor an {@link IntValue}
   */
  public ResourceReference {
    Objects.requireNonNull(kind, "kind");
    arguments = List.copyOf(arguments);
    if (arguments.isEmpty() || arguments.size() > MAX_ARGUMENTS) {
      throw new IllegalArgumentException(
          "a resource is named by one or two arguments, not " + arguments.size());
    }
    for (Variant argument : arguments) {
      if (!(argument instanceof StringValue || argument instanceof IntValue)) {
        throw new IllegalArgumentException(
            "a resource is named by texts and ints, not by a " + argument.type());
      }
    }
  }

  /**
   * Creates a reference to a file.
   *
   * @param path for example {@code "res://icon.svg"} or {@code "uid://c4k3"}
   * @return the reference
   */
  public static ResourceReference file(String path) {
    return new ResourceReference(Kind.FILE, List.of(StringValue.of(path)));
  }

  @Override
  public VariantType type() {
    return VariantType.OBJECT;
  }

  @Override
  public int hashCode() {
    KeyedHash hash = KeyedHash.start(VariantType.OBJECT).add(kind.ordinal()).add(arguments.size());
    arguments.forEach(argument -> hash.add(argument.hashCode()));
    return hash.finish();
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}
